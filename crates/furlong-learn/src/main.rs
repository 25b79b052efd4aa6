//! Learns the weights of Furlong's learned players by self-play: `cargo run --release -p furlong-learn -- --help`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program of figures")]

mod adam;
mod campaign;
mod drawn;
mod gradient;
mod lesson;
mod measure;
mod panel;
mod start;
mod table;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use furlong::animal_race::AnimalRace;
use furlong::encoding::{Encoded, Features as _};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::learned::{Network, Origin, Weights};
use furlong::{BotSpec, Bots, RaceGame, Ruleset as _};
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::prelude::*;

use campaign::{Campaign, Tables};
use measure::Alone;
use table::{Table, edition};

type Failure = Box<dyn Error + Send + Sync>;

#[derive(Parser)]
#[command(about = "Learns the weights of learned players, and measures them", version)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Learns to play: first as bots do, then by self-play.
    Learn(Learn),
    /// Learns a best response to copies of one opponent, and says what it gains.
    Respond(Respond),
    /// Measures weights against bots on fresh deals.
    Measure(Measure),
    /// Measures weights under drawn rules and under extreme ones.
    Panel(Panel),
}

#[derive(Clone, Copy, ValueEnum)]
enum Game {
    AnimalRace,
    HareTortoise,
    Gotham,
}

#[derive(Args)]
struct Learn {
    /// The game.
    game: Game,
    /// The file that is written: the weights that measured best so far.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    course: Course,
    /// Bots to imitate, and to sit at some tables later.
    #[arg(long, value_delimiter = ',', default_value = "heuristic")]
    bots: Vec<String>,
    /// The part of the tables at which bots sit.
    #[arg(long, default_value_t = 0.25)]
    with_bots: f64,
    /// The part of the tables at which players of earlier lessons sit.
    #[arg(long, default_value_t = 0.25)]
    with_earlier: f64,
}

#[derive(Args)]
struct Course {
    /// Lessons of imitation.
    #[arg(long, default_value_t = 40)]
    imitations: u32,
    /// Lessons of self-play.
    #[arg(long, default_value_t = 1500)]
    lessons: u32,
    /// Games of a lesson.
    #[arg(long, default_value_t = 512)]
    games: u64,
    /// The seed: the same one gives the same weights, on any number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to go on from.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Lessons between two measurements.
    #[arg(long, default_value_t = 50)]
    measure_every: u32,
    /// Deals of a measurement.
    #[arg(long, default_value_t = 400)]
    deals: u64,
    /// Only this ruleset, in place of all that the library has.
    #[arg(long)]
    ruleset: Option<String>,
    /// Only this number of players.
    #[arg(long)]
    players: Option<u8>,
    /// Rulesets that are drawn around those of the library; half of the games are played under them.
    #[arg(long, default_value_t = 0)]
    drawn: u64,
}

#[derive(Args)]
struct Respond {
    /// The game.
    game: Game,
    /// The bot whose copies take all seats but one.
    #[arg(long)]
    against: String,
    #[command(flatten)]
    course: Course,
}

#[derive(Args)]
struct Measure {
    /// The game.
    game: Game,
    /// The weights.
    weights: PathBuf,
    /// The bots to measure against.
    #[arg(long, value_delimiter = ',', default_value = "heuristic")]
    bots: Vec<String>,
    /// The numbers of players.
    #[arg(long, value_delimiter = ',', default_value = "2,4")]
    players: Vec<u8>,
    /// The rulesets; the first that the library has by default.
    #[arg(long, value_delimiter = ',')]
    rulesets: Vec<String>,
    /// Deals, each played in all seatings.
    #[arg(long, default_value_t = 2000)]
    deals: u64,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Panel {
    /// The game.
    game: Game,
    /// The weights.
    weights: PathBuf,
    /// The bot to measure against.
    #[arg(long, default_value = "heuristic")]
    bot: String,
    /// The number of drawn rulesets.
    #[arg(long, default_value_t = 60)]
    drawn: u64,
    /// Deals of each ruleset, played in all seatings, once with each player alone.
    #[arg(long, default_value_t = 200)]
    deals: u64,
    /// The seed of the rulesets and the deals; lessons drawn from another seed saw other rules.
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
}

fn main() -> Result<(), Failure> {
    let game = |verb: &Verb| match verb {
        Verb::Learn(Learn { game, .. })
        | Verb::Respond(Respond { game, .. })
        | Verb::Measure(Measure { game, .. })
        | Verb::Panel(Panel { game, .. }) => *game,
    };
    let arguments = Arguments::parse();
    match game(&arguments.verb) {
        Game::AnimalRace => carry_out::<AnimalRace>(&arguments.verb),
        Game::HareTortoise => carry_out::<HareTortoise>(&arguments.verb),
        Game::Gotham => carry_out::<Gotham>(&arguments.verb),
    }
}

fn carry_out<G: Encoded + Bots>(verb: &Verb) -> Result<(), Failure> {
    match verb {
        Verb::Learn(learn) => {
            let campaign = Campaign {
                seed: learn.course.seed,
                imitations: learn.course.imitations,
                lessons: learn.course.lessons,
                games: learn.course.games,
                bots: specs(&learn.bots)?,
                with_bots: learn.with_bots,
                with_earlier: learn.with_earlier,
                only_against: None,
            };
            let best = train::<G>(&learn.course, &campaign, Some(&learn.out))?;
            println!("best by measurement: {best:.4}");
            Ok(())
        }
        Verb::Respond(respond) => {
            let against: BotSpec = respond.against.parse()?;
            let campaign = Campaign {
                seed: respond.course.seed,
                imitations: respond.course.imitations,
                lessons: respond.course.lessons,
                games: respond.course.games,
                bots: vec![against.clone()],
                with_bots: 0.0,
                with_earlier: 0.0,
                only_against: Some(against),
            };
            let best = train::<G>(&respond.course, &campaign, None)?;
            println!("best by measurement: {best:.4}");
            Ok(())
        }
        Verb::Measure(measure) => measured::<G>(measure),
        Verb::Panel(panel) => {
            let network = Weights::read::<G>(&fs::read(&panel.weights)?)?.network;
            panel::play::<G>(&network, &panel.bot.parse()?, panel.drawn, panel.deals, panel.seed)
        }
    }
}

fn specs(names: &[String]) -> Result<Vec<BotSpec>, Failure> {
    names.iter().map(|name| Ok(name.parse()?)).collect()
}

/// All tables. Each ruleset and number of players is about equally frequent, but two and four players are twice as
/// frequent, and the default ruleset is three times as frequent as others.
fn tables<G: RaceGame>(course: &Course) -> Result<Tables<G>, Failure> {
    let mut tables = Tables::new();
    for (place, embedded) in G::Ruleset::EMBEDDED.iter().enumerate() {
        if course.ruleset.as_ref().is_some_and(|only| only != embedded.name) {
            continue;
        }
        let game = edition::<G>(embedded.name)?;
        for players in game.players() {
            if course.players.is_some_and(|only| only != players) {
                continue;
            }
            let by_players = if players == 2 || players == 4 { 2.0 } else { 1.0 };
            let by_ruleset = if place == 0 { 3.0 } else { 1.0 };
            tables.push((Table::of(game.clone(), players), by_players * by_ruleset));
        }
    }
    if tables.is_empty() {
        return Err("no ruleset is for this number of players".into());
    }
    let weight = tables.iter().map(|(_, weight)| weight).sum::<f64>() / course.drawn.max(1) as f64;
    let drawn = (0..course.drawn).into_par_iter().map(|number| (drawn::table(course.seed, number), weight));
    tables.extend(drawn.collect::<Vec<_>>());
    Ok(tables)
}

fn train<G: Encoded + Bots>(
    course: &Course,
    campaign: &Campaign,
    out: Option<&PathBuf>,
) -> Result<f64, Failure> {
    let tables = tables::<G>(course)?;
    let mut network = match &course.from {
        Some(path) => Weights::read::<G>(&fs::read(path)?)?.network,
        None => start::random_network(
            G::ViewFeatures::LEN,
            G::ActionFeatures::LEN,
            &mut Xoshiro256PlusPlus::seed_from_u64(campaign.seed),
        ),
    };
    let yardstick = Yardstick::<G>::new(course, campaign)?;
    let mut best = f64::NEG_INFINITY;
    let mut played = 0;
    let mut failed = None;
    let all = campaign.imitations + campaign.lessons;
    campaign::run(campaign, &tables, &mut network, |number, network, marks, games| {
        played += games.len() as u64;
        let lessons = number + 1;
        if !lessons.is_multiple_of(course.measure_every) && lessons != all && lessons != campaign.imitations {
            return;
        }
        // Fresh deals each time, so that the best one is not the luckiest on some.
        let (strength, told) =
            yardstick.hold(network, campaign.seed.wrapping_mul(1_000_003) + u64::from(number));
        let ended = games.iter().filter(|game| game.is_over).count() as f64 / games.len() as f64;
        eprintln!("{lessons:>5} of {all} lessons, {played} games: {marks}, ended {ended:.3}{told}");
        if strength <= best {
            return;
        }
        best = strength;
        if let Some(out) = out {
            let command = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
            let origin =
                Origin { command: format!("furlong-learn {command}"), games: played, seed: campaign.seed };
            let weights = Weights { network: network.clone(), origin };
            if let Err(error) = fs::write(out, weights.write::<G>()) {
                failed = Some(format!("{}: {error}", out.display()));
            }
        }
    });
    failed.map_or(Ok(best), |failed| Err(failed.into()))
}

/// The games that measure the weights during a training run.
struct Yardstick<G: RaceGame> {
    tables: Vec<Table<G>>,
    opponent: BotSpec,
    is_response: bool,
    deals: u64,
}

impl<G: Encoded + Bots> Yardstick<G> {
    fn new(course: &Course, campaign: &Campaign) -> Result<Self, Failure> {
        let ruleset = course.ruleset.as_deref().unwrap_or(G::Ruleset::EMBEDDED[0].name);
        let mut tables = Vec::new();
        for players in course.players.map_or(vec![2, 4], |players| vec![players]) {
            let game = edition::<G>(ruleset)?;
            if game.players().contains(&players) {
                tables.push(Table::of(game, players));
            }
        }
        let opponent = campaign.only_against.as_ref().unwrap_or(&campaign.bots[0]).clone();
        Ok(Self { tables, opponent, is_response: campaign.only_against.is_some(), deals: course.deals })
    }

    /// Measures the learner alone and, in self-play, the opponent alone. Returns the sum of their shares relative to
    /// fair ones, and a line of text.
    fn hold(&self, network: &Network, seed: u64) -> (f64, String) {
        let (mut strength, mut told) = (0.0, String::new());
        for table in &self.tables {
            let mut add = |alone, sign| {
                let share = measure::share(table, network, &self.opponent, alone, self.deals, seed);
                strength += sign * share.mean * f64::from(table.players);
                share
            };
            let one = add(Alone::Network, 1.0);
            let percent = |part: f64| 100.0 * part;
            // Writing to a text cannot fail.
            _ = write!(
                told,
                "; {} players {:.1} ±{:.1}",
                table.players,
                percent(one.mean),
                percent(one.reach)
            );
            if !self.is_response {
                _ = write!(told, ", {} alone {:.1}", self.opponent.name, percent(add(Alone::Bot, -1.0).mean));
            }
        }
        (strength, told)
    }
}

fn measured<G: Encoded + Bots>(measure: &Measure) -> Result<(), Failure> {
    let weights = Weights::read::<G>(&fs::read(&measure.weights)?)?;
    let standard = vec![G::Ruleset::EMBEDDED[0].name.to_owned()];
    let rulesets = if measure.rulesets.is_empty() { &standard } else { &measure.rulesets };
    for ruleset in rulesets {
        for players in &measure.players {
            let game = edition::<G>(ruleset)?;
            if !game.players().contains(players) {
                println!("{ruleset}: not for {players}");
                continue;
            }
            let table = Table::of(game, *players);
            for bot in specs(&measure.bots)? {
                for (alone, words) in
                    [(Alone::Network, "learned among"), (Alone::Bot, "alone among learned:")]
                {
                    let share =
                        measure::share(&table, &weights.network, &bot, alone, measure.deals, measure.seed);
                    println!(
                        "{ruleset}, {players} players, {words} {}: {:.1} % ({:.1} to {:.1}), ended {:.4}, {:.1} decisions a game",
                        bot.name,
                        100.0 * share.mean,
                        100.0 * (share.mean - share.reach),
                        100.0 * (share.mean + share.reach),
                        share.ended,
                        share.decisions,
                    );
                }
            }
        }
    }
    Ok(())
}
