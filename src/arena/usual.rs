//! The default player of a table: what a game's bots learned may fail under rules that they never played.

use std::sync::Arc;

use super::crosstable::{Crosstable, LadderError};
use super::entrant::Entrant;
use super::ladder::Ladder;
use super::metric::{Measured, Scale};
use super::stats::{Range as Bounds, mean_within};
use crate::bot::{BotSpec, Roster};
use crate::ruleset::{self, Ruleset as _, Source};

/// The other candidate for the default player. It knows a game's aims and reads its rules, without having learned.
pub const STEADY: &str = "heuristic";

/// The games of each half of the match: few enough to be played before each run.
const GAMES: u64 = 480;
/// The limit of events of such a game. Games between these bots are far shorter.
const MOST_EVENTS: u32 = 5_000;
/// The seed of the match, so that a table always has the same default player.
const SEED: u64 = 1;

/// The player that plays by default at a table: see [`usual_at`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UsualAt {
    /// The bot.
    pub bot: BotSpec,
    /// Why it is not the game's usual bot, as a clause; `None` if it is.
    pub reason: Option<String>,
}

/// Chooses the player that plays by default at a table: the game's usual bot ([`Roster::usual`]), unless a short match
/// shows that [`STEADY`] is better here. The match has fixed deals, so the same table always has the same player.
///
/// Under the rulesets of the library, with default options, no match is needed: the usual bot learned under them
/// (`docs/learned.md`). Elsewhere some 480 games seat one [`STEADY`] among usual bots, and as many one usual bot among
/// [`STEADY`] ones. [`STEADY`] becomes the default player if it does better alone than the usual bot does: if its lead on
/// one of the others is larger, with the whole 95 % interval.
///
/// ```
/// use furlong::arena::usual_at;
/// use furlong::gotham::Gotham;
/// use furlong::{BotSpec, RaceGame, Roster, ruleset};
///
/// let game = Gotham::new(ruleset::open("standard")?)?;
/// let usual = usual_at(&Roster::default(), &game, &game.setup(4));
/// assert_eq!(usual.bot, BotSpec::usual::<Gotham>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn usual_at<G: Measured>(roster: &Roster<G>, game: &G, setup: &G::Setup) -> UsualAt {
    let usual = UsualAt { bot: roster.usual(), reason: None };
    let steady = BotSpec::named(STEADY);
    if usual.bot == steady || is_of_the_library(game, setup) {
        return usual;
    }
    match better(roster, game, setup, [&steady, &usual.bot]) {
        Some(reason) => UsualAt { bot: steady, reason: Some(reason) },
        None => usual,
    }
}

/// Returns whether a table has a ruleset of the library and default options.
fn is_of_the_library<G: Measured>(game: &G, setup: &G::Setup) -> bool {
    let seats = game.start(setup).map(|state| game.seats(&state).count());
    let is_default = seats.is_ok_and(|seats| game.setup(seats) == *setup);
    // Only the one of the same name can be the same.
    let name = &game.ruleset().title().name;
    let same = || ruleset::open::<G::Ruleset>(Source::Embedded(name)).is_ok_and(|own| own == *game.ruleset());
    is_default && same()
}

/// Returns what shows that `other` is better than `usual`; `None` if nothing does.
fn better<G: Measured>(
    roster: &Roster<G>,
    game: &G,
    setup: &G::Setup,
    [other, usual]: [&BotSpec; 2],
) -> Option<String> {
    let seats = game.seats(&game.start(setup).ok()?).count();
    let played = |bots: [&BotSpec; 2]| -> Option<Crosstable> {
        let entrants = bots.map(|spec| Entrant::of_roster(roster, spec)).into_iter();
        let entrants = entrants.collect::<Result<_, _>>().ok()?;
        let (game, deals) = (Arc::new(game.clone()), GAMES.div_ceil(seats.into()));
        let ladder = Ladder::new(game, vec![setup.clone()], entrants, SEED, deals);
        let ladder = ladder.most_events(MOST_EVENTS).most_unfinished(1.0);
        let mut table = ladder.begin().ok()?;
        ladder.climb::<LadderError>(&mut table, &|_| (), |_| Ok(())).ok()?;
        Some(table)
    };
    let tables = [played([other, usual])?, played([usual, other])?];
    let [alone, among] = [tables[0].pairings.first()?, tables[1].pairings.first()?];
    let ahead: Vec<f64> = alone.leads().iter().zip(among.leads()).map(|(own, others)| own - others).collect();
    let is_better = mean_within(&ahead, Bounds::Within(-2.0, 2.0))?.interval?.low > 0.0;
    let shares = [tables[0].share(alone)?, tables[1].share(among)?];
    is_better.then(|| {
        let [won, lost] = Scale::Share.figures(shares.map(|share| share.value));
        let rest = seats - 1;
        format!(
            "one `{other}` against {rest} `{usual}` won {won} of {} games, one `{usual}` against {rest} `{other}` {lost}",
            alone.games()
        )
    })
}
