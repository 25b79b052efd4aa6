//! Creates games by post. The library decides which rulesets can be played by post.

use furlong::formats::ErrorCode;
use furlong::hare_tortoise::HareTortoise;
use furlong::hare_tortoise::postal::{PostalGame, Zone, letter};
use furlong::rand::Rng as _;
use furlong::rand::rngs::ChaCha20Rng;
use furlong::ruleset::{self, Source};
use furlong::{Catalogue, RaceGame as _, Seats};

use super::command::PostSettings;
use super::{PostSeat, PostTable};
use crate::call::NewTable;
use crate::limits::Limits;
use crate::link::{SeatLink, new_id, new_token};
use crate::new_table::source_of;
use crate::refusal::Refusal;
use crate::reply::Opened;
use crate::{Millis, Now};

/// The bot that writes orders.
pub(crate) const BOT: &str = "postal";

/// The default ruleset of games by post.
const USUAL: &str = "postal";

/// The maximum number of hours for a round, and for the grace period.
pub(crate) const MOST_HOURS: u32 = 24 * 60;

const HOUR: Millis = 3_600_000;

/// A game by post, and the links of its players, master and watchers.
pub(crate) struct NewPost {
    pub(crate) post: PostTable,
    pub(crate) opened: Opened,
}

/// The numbers of players for playing this game by post under a ruleset.
pub(crate) fn numbers_of_players(game: &str, source: Option<Source<'_>>) -> Vec<u8> {
    let game = if game == HareTortoise::ID { rules(source).ok() } else { None };
    let Some(game) = game else { return Vec::new() };
    let names = |players| {
        Seats::MOST.iter().take(usize::from(players)).map(|seat| letter(seat).to_string()).collect()
    };
    let fits = |players: &u8| {
        let names: Vec<String> = names(*players);
        PostalGame::new("game", &game, &game.setup(*players), &names, 0).is_ok()
    };
    game.players().filter(fits).collect()
}

fn rules(source: Option<Source<'_>>) -> Result<HareTortoise, Refusal> {
    let rules = ruleset::open(source.unwrap_or(Source::Embedded(USUAL)))
        .map_err(|error| Refusal::of(ErrorCode::BadRuleset, &error))?;
    HareTortoise::new(rules).map_err(|error| Refusal::of(ErrorCode::BadRuleset, &error))
}

/// The rules of a new game by post.
pub(crate) fn rules_of(
    catalogue: &Catalogue,
    limits: &Limits,
    wanted: &NewTable,
) -> Result<HareTortoise, Refusal> {
    if wanted.game != HareTortoise::ID {
        return Err((ErrorCode::UnknownName, "Only Hare & Tortoise can be played by post.").into());
    }
    let offer = catalogue.game(&wanted.game)?;
    rules(source_of(offer, limits, wanted.ruleset.as_ref())?)
}

/// Returns the time for each round, if it has one.
fn hours(wanted: &NewTable, by_post: &PostSettings) -> Result<Option<Millis>, Refusal> {
    let has_colours = wanted.players.iter().any(|player| player.colour.is_some());
    let is_timed = wanted.clock.is_some() || wanted.flag.is_some();
    if is_timed || wanted.seed.is_some() || !wanted.options.is_empty() || has_colours {
        return Err((
            ErrorCode::BadValue,
            "A game by post has hours for each round, but no clock, seed, options or colours.",
        )
            .into());
    }
    let each = match by_post.hours {
        Some(hours) if (1..=MOST_HOURS).contains(&hours) => Some(Millis::from(hours) * HOUR),
        Some(_) => {
            return Err(Refusal::new(ErrorCode::BadValue, format!("A round lasts 1 to {MOST_HOURS} hours.")));
        }
        None => None,
    };
    if by_post.grace > MOST_HOURS {
        return Err(Refusal::new(
            ErrorCode::BadValue,
            format!("The grace after a deadline is at most {MOST_HOURS} hours."),
        ));
    }
    Ok(each)
}

/// Opens a game by post.
pub(crate) fn open(
    tables: &str,
    wanted: &NewTable,
    rules: &HareTortoise,
    rng: &mut ChaCha20Rng,
    now: Now,
) -> Result<NewPost, Refusal> {
    let by_post = wanted.post.as_ref().ok_or("This is not a game by post.")?;
    let each = hours(wanted, by_post)?;
    let players = u8::try_from(wanted.players.len())
        .map_err(|_| (ErrorCode::BadValue, "There are too many players."))?;
    let (names, are_bots) = players_of(wanted)?;
    if are_bots.iter().all(|is_bot| *is_bot) {
        return Err((
            ErrorCode::BadValue,
            "At least one player must be a person. Bots play alone at a table.",
        )
            .into());
    }
    let title = by_post.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let title = title.unwrap_or("By post");
    let seed = rng.next_u64();
    let mut game = PostalGame::new(title, rules, &rules.setup(players), &names, seed)
        .map_err(|error| Refusal::of(ErrorCode::BadValue, &error))?;
    game.promise_dice(&new_token(rng).0).map_err(|error| Refusal::of(ErrorCode::Failed, &error))?;
    let zone = by_post.zone.as_deref().map_or(Ok(Zone::utc()), str::parse);
    game.set_zone(zone.map_err(|error| Refusal::of(ErrorCode::BadValue, &error))?);
    let (master, own) = new_token(rng);
    let (watch, watching) = wanted.watchers.then(|| new_token(rng)).unzip();
    let (tokens, seats) = are_bots
        .into_iter()
        .map(|is_bot| {
            let (token, link) = (!is_bot).then(|| new_token(rng)).unzip();
            (token, PostSeat { link: link.map(SeatLink::new), ..PostSeat::default() })
        })
        .unzip();
    let mut post = PostTable {
        id: new_id(tables, rng),
        game,
        seats,
        master: own,
        watch: watching,
        each,
        due: None,
        grace: Millis::from(by_post.grace) * HOUR,
        falls: None,
        listeners: std::collections::BTreeMap::new(),
        touched: now.steady,
    };
    post.note("The game was opened.".to_owned(), now.wall);
    post.begin_round(now.wall);
    let opened = Opened { table: post.id.clone(), tokens, watch, invitation: None, master: Some(master) };
    Ok(NewPost { post, opened })
}

/// The names of the players, and which of them are bots.
fn players_of(wanted: &NewTable) -> Result<(Vec<String>, Vec<bool>), Refusal> {
    let player = |(seat, player): (furlong::Seat, &crate::call::NewPlayer)| {
        let is_bot = player.bot.is_some();
        if is_bot && player.person {
            return Err((ErrorCode::BadValue, "A seat is for a person or a bot, not both.").into());
        }
        if player.bot.as_deref().is_some_and(|bot| bot != BOT) {
            return Err(Refusal::new(ErrorCode::UnknownName, format!("The only bot by post is `{BOT}`.")));
        }
        let name = player.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let kind = if is_bot { "Bot" } else { "Player" };
        Ok((name.map_or_else(|| format!("{kind} {}", letter(seat)), str::to_owned), is_bot))
    };
    let players = Seats::MOST.iter().zip(&wanted.players).map(player);
    Ok(players.collect::<Result<Vec<_>, Refusal>>()?.into_iter().unzip())
}
