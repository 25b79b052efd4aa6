//! `furlong price`: the worth of each element of the rules.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use serde_json::json;

use super::asked::Price as Asked;
use super::failure::{Failure, arena_failure};
use super::figures::{estimated, table, write_tables};
use super::many::arena_of;
use super::progress;
use super::run_words::openings_words;
use super::screen::{Screen, terminal_width};
use super::start::{game, setup_for, usual_players};
use crate::arena::{Arena, Progress, Scale};
use crate::design::Price;
use crate::design::price::{Priced, Uses};
use crate::playable::Playable;
use crate::ruleset::Ruleset as _;
use crate::ruleset::nearest::nearest;
use crate::text::counted;

pub(super) fn price<G: Playable>(asked: Asked) -> Result<(), Failure> {
    let Asked { wanted, bots, elements, games, limits, as_json } = asked;
    let elements = places::<G>(&elements)?;
    let game = game::<G>(&wanted)?;
    let players = wanted.players.unwrap_or_else(|| usual_players(&[&game], 0));
    let setup = setup_for(&game, &wanted.options, players)?;
    let seats = game.seats(&game.start(&setup).map_err(Failure::usage)?);
    let bot = bots.only::<G>()?;
    let occupants = vec![bot; usize::from(seats.count())];
    let arena = arena_of(game, setup, &occupants, wanted.seed, limits)?;
    let arena = Arena { groups: 0..games.div_ceil(u64::from(seats.count())), ..arena };
    let bar = progress::bar(1, "games");
    let show = |progress: Progress| {
        bar.set_length(progress.games);
        progress::show(&bar, progress);
    };
    let prices = Price::of(&arena, &elements, &show).map_err(arena_failure);
    bar.finish_and_clear();
    let prices = prices?;
    if prices.elements.is_empty() {
        return Err(Failure::Stopped("stopped before there was anything to report".to_owned()));
    }
    if as_json {
        let ruleset = &arena.game.ruleset().title().name;
        let run = json!({
            "game": G::ID, "ruleset": ruleset, "seats": seats, "seed": arena.seed, "openings": arena.openings,
            "bot": occupants[0].to_string(), "release": env!("CARGO_PKG_VERSION"), "prices": prices,
        });
        writeln!(io::stdout(), "{run}")?;
    } else {
        Screen::standard(true).report(&report(&arena, &prices, terminal_width()))?;
    }
    if prices.is_stopped {
        let words = counted(prices.elements.len() as i64, "element", "elements");
        return Err(Failure::Stopped(format!("stopped after {words}")));
    }
    Ok(())
}

/// The places of the named elements; of all when none is named.
fn places<G: Playable>(names: &[String]) -> Result<Vec<usize>, Failure> {
    if G::ELEMENTS.is_empty() {
        return Err(Failure::usage("this game names no elements of its rules"));
    }
    let known = || G::ELEMENTS.iter().map(|element| element.name);
    let mut found = Vec::new();
    let mut unknown = Vec::new();
    for name in names {
        match known().position(|known| known == name) {
            Some(place) => found.push(place),
            None => unknown.push(name),
        }
    }
    let problem = |name: &String| {
        let hint =
            nearest(name, known()).map_or_else(String::new, |word| format!("; did you mean `{word}`?"));
        format!(
            "--element: there is no element `{name}`{hint}; there are: {}",
            known().collect::<Vec<_>>().join(", ")
        )
    };
    let problems: Vec<String> = unknown.into_iter().map(problem).collect();
    if !problems.is_empty() {
        return Err(Failure::Usage(problems.join("\n")));
    }
    Ok(if found.is_empty() { (0..G::ELEMENTS.len()).collect() } else { found })
}

/// The prices as a table of at most `width` columns, where that is known.
fn report<G: Playable>(arena: &Arena<G>, prices: &Price, width: Option<usize>) -> String {
    let seats = arena.lineup.len();
    let mut text = format!(
        "{}, {}: {} in {} each; one of {} must not use the element, all are played by {}; seed {}; furlong {}{}\n",
        G::ID,
        arena.game.ruleset().title().name,
        counted(prices.deals as i64, "deal", "deals"),
        counted(seats as i64, "seating", "seatings"),
        counted(seats as i64, "seat", "seats"),
        arena.lineup[0].name(),
        arena.seed,
        env!("CARGO_PKG_VERSION"),
        openings_words(arena.openings),
    );
    let mut rows = table(&["never", "gain", "95 % interval", "p", "used", "forced", ""]);
    for Priced { element, gain, p_value, free, restricted } in &prices.elements {
        let [value, interval] = estimated(gain.as_ref(), Scale::Share);
        let p = p_value
            .map_or_else(String::new, |p| if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") });
        let verdict = match (gain, p_value) {
            (Some(gain), Some(p)) if *p < 0.05 => {
                if gain.value < 0.0 {
                    "worth having"
                } else {
                    "better left"
                }
            }
            _ => "",
        };
        let Uses { offered, used, .. } = free;
        let share = if *offered == 0 { "never offered".to_owned() } else { percent(*used, *offered) };
        let decisions = restricted.forced + restricted.offered;
        let forced = if decisions == 0 { String::new() } else { percent(restricted.forced, decisions) };
        rows.add_row([element.name.to_owned(), value, interval, p, share, forced, verdict.to_owned()]);
    }
    write_tables(&mut text, &[rows], width);
    for Priced { element, .. } in &prices.elements {
        _ = writeln!(text, "{}: {}.", element.name, element.meaning);
    }
    text.push_str(
        "gain: the share of the win of the seat that must not, less the mean share of the others; below 0 the element is worth \
         having to this bot. p: corrected for all elements (Holm). used: how often a free seat used it, of the decisions \
         that offered it and something else. forced: how often it was all that there was, so that the ban did not hold.\n",
    );
    text
}

fn percent(part: u64, all: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / all as f64)
}
