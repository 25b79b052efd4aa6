//! Creates tables: for a new game, from a record, or for a guided first game.

use furlong::any::CatalogueEntry;
use furlong::bot::BotKind;
use furlong::formats::ErrorCode;
use furlong::record::{Flag, Player};
use furlong::ruleset::Source;
use furlong::table::{Occupant, Table, check_names};
use furlong::{AnyRace, BotSpec, Catalogue, NewRace};

use crate::call::{NewPlayer, NewTable, RulesetOf};
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::seatable_bots::{no_such_bot, seatable_bots};

/// The words at the end of a guided first game.
const LAST_WORDS: &str = "Now play a whole game.";

/// Starts a race under a ruleset given by name or as text.
pub(crate) fn begin(
    catalogue: &Catalogue,
    limits: &Limits,
    game: &str,
    ruleset: Option<&RulesetOf>,
    wanted: NewRace<'_>,
) -> Result<Box<dyn AnyRace>, Refusal> {
    let offer = catalogue.game(game)?;
    let wanted = wanted.game(game).ruleset(source_of(offer, limits, ruleset)?);
    Ok(catalogue.begin(&wanted)?)
}

/// The source of a game's ruleset; the default ruleset if none is given.
pub(crate) fn source_of<'a>(
    offer: &CatalogueEntry,
    limits: &Limits,
    ruleset: Option<&'a RulesetOf>,
) -> Result<Option<Source<'a>>, Refusal> {
    match ruleset {
        None => Ok(None),
        Some(RulesetOf::Text(text)) if text.len() > limits.ruleset => {
            Err((ErrorCode::TooMany, "This ruleset is too long.").into())
        }
        Some(RulesetOf::Text(text)) => Ok(Some(Source::Text(text))),
        // A name is never a path: only the embedded ones are taken.
        Some(RulesetOf::Name(name)) => match offer.rulesets.iter().find(|known| known.name == name) {
            Some(known) => Ok(Some(known.name.into())),
            None => Err(Refusal::new(
                ErrorCode::UnknownName,
                format!("There is no ruleset `{}`.", furlong::text::plain(name)),
            )),
        },
    }
}

/// Creates the table of a new game.
pub(crate) fn new_table(
    catalogue: &Catalogue,
    limits: &Limits,
    wanted: &NewTable,
    seed: u64,
) -> Result<Box<dyn Table>, Refusal> {
    let people = wanted.players.iter().filter(|player| player.bot.is_none()).count();
    if wanted.seed.is_some() && people > 1 {
        return Err((
            ErrorCode::BadValue,
            "You can choose a seed only if you play alone, because it reveals what will happen.",
        )
            .into());
    }
    let players = u8::try_from(wanted.players.len())
        .map_err(|_| (ErrorCode::BadValue, "There are too many players."))?;
    let options: Vec<(&str, &str)> =
        wanted.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let race =
        NewRace::default().players(Some(players)).options(&options).seed(Some(wanted.seed.unwrap_or(seed)));
    let mut race = begin(catalogue, limits, &wanted.game, wanted.ruleset.as_ref(), race)?;
    let kinds = &catalogue.game(&wanted.game)?.bots;
    let seated = wanted.players.iter().zip(race.seats().iter()).map(|(player, seat)| {
        let NewPlayer { name, bot, person, colour } = player;
        if *person && bot.is_some() {
            return Err((ErrorCode::BadValue, "A seat is for a person or a bot, not both.").into());
        }
        let player = match bot {
            Some(name) if !seatable_bots(kinds).any(|kind| kind.name == name) => {
                return Err(no_such_bot(name));
            }
            Some(name) => name.clone(),
            None => Occupant::Person.to_string(),
        };
        let kind = if bot.is_some() { "Bot" } else { "Player" };
        let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| format!("{kind} {seat}"), str::to_owned);
        Ok(Player { name, player, colour: *colour })
    });
    let seated: Vec<Player> = seated.collect::<Result<_, Refusal>>()?;
    if seated.iter().any(|player| player.name.chars().count() > 40) {
        return Err((ErrorCode::BadValue, "A name can have at most 40 characters.").into());
    }
    check_names(&seated).map_err(|error| Refusal::of(ErrorCode::BadValue, &error))?;
    check_colours(&seated)?;
    race.set_players(seated);
    let mut table = race.table()?;
    if let Some(control) = wanted.clock {
        let usual = || Flag::Bot(BotSpec::named(kinds.first().map_or("random", |kind| kind.name)));
        let flag = wanted.flag.clone().unwrap_or_else(usual);
        check_flag(&flag, kinds)?;
        table.play_by(control, flag)?;
    }
    Ok(table)
}

/// Refuses a colour that two players have chosen.
fn check_colours(players: &[Player]) -> Result<(), Refusal> {
    for (index, Player { name, colour, .. }) in players.iter().enumerate() {
        let Some(colour) = colour else { continue };
        if let Some(other) = players[..index].iter().find(|other| other.colour == Some(*colour)) {
            return Err(Refusal::new(
                ErrorCode::BadValue,
                format!("{} is already {colour}: choose another colour for {name}.", other.name),
            ));
        }
    }
    Ok(())
}

/// Refuses a bot that is not allowed to take over when a person's time is up.
fn check_flag(flag: &Flag, kinds: &[BotKind]) -> Result<(), Refusal> {
    match flag {
        Flag::Bot(bot) if !seatable_bots(kinds).any(|kind| kind.name == bot.to_string()) => {
            Err(no_such_bot(&bot.to_string()))
        }
        _ => Ok(()),
    }
}

/// Creates the table of a saved game, to continue or to replay it.
pub(crate) fn of_record(catalogue: &Catalogue, json: &str, goes_on: bool) -> Result<Box<dyn Table>, Refusal> {
    let race = catalogue.resume(json)?;
    let mut table = race.replay();
    if !goes_on {
        // Whoever brings a record has all that it holds.
        table.open();
        return Ok(table);
    }
    // Before any bot is made: a record may name programs, and bots that think for hours.
    check_players(&*table)?;
    Ok(race.table()?)
}

/// Refuses players of a record that are not allowed here.
fn check_players(table: &dyn Table) -> Result<(), Refusal> {
    let is_person = |player: &Player| player.player == Occupant::Person.to_string();
    let known = |player: &Player| seatable_bots(table.bots()).any(|kind| kind.name == player.player);
    match table.players().iter().find(|player| !is_person(player) && !known(player)) {
        Some(player) => Err(no_such_bot(&player.player)),
        None => table.clocks().map_or(Ok(()), |clocks| check_flag(&clocks.flag, table.bots())),
    }
}

/// Creates the table of a guided first game.
pub(crate) fn lesson(
    catalogue: &Catalogue,
    limits: &Limits,
    game: &str,
    ruleset: Option<&RulesetOf>,
    step: usize,
) -> Result<Box<dyn Table>, Refusal> {
    let race = begin(catalogue, limits, game, ruleset, NewRace::default().seed(Some(0)))?;
    let mut table = race.guided(LAST_WORDS)?;
    table.go_to_lesson(step);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(json: &str) -> Result<Box<dyn Table>, Refusal> {
        let wanted: NewTable =
            serde_json::from_str(json).map_err(|error| Refusal::of(ErrorCode::Unreadable, &error))?;
        new_table(&furlong::catalogue(), &Limits::default(), &wanted, 1)
    }

    #[test]
    fn what_cannot_be_opened_is_refused_in_a_sentence() {
        let two = r#""players":[{"name":"Ada","person":true},{"name":"Bea"}]"#;
        for (json, words) in [
            (format!(r#"{{"game":"chess",{two}}}"#), "no game `chess`"),
            (format!(r#"{{"game":"gotham","ruleset":{{"name":"../x"}},{two}}}"#), "no ruleset `../x`"),
            (format!(r#"{{"game":"gotham","ruleset":{{"text":"name ="}},{two}}}"#), ":1:7: not toml"),
            (format!(r#"{{"game":"gotham","seed":1,{two}}}"#), "play alone"),
            (format!(r#"{{"game":"gotham","clock":"soon",{two}}}"#), "is not a time limit"),
            (format!(r#"{{"game":"gotham","clock":"5m","flag":"bot:exec:sh",{two}}}"#), "is not a bot"),
            (format!(r#"{{"game":"gotham","clock":"5m","flag":"bot:club:seconds=9",{two}}}"#), "no bot"),
            (format!(r#"{{"game":"gotham","options":{{"no":"1"}},{two}}}"#), "no"),
            (r#"{"game":"gotham","players":[]}"#.to_owned(), "players"),
            (r#"{"game":"gotham","players":[{"name":"A"},{"name":"a"}]}"#.to_owned(), "two seats"),
            (
                r#"{"game":"gotham","players":[{"name":"A","colour":"red"},{"name":"B","colour":"red"}]}"#
                    .to_owned(),
                "a is already red",
            ),
            (r#"{"game":"gotham","players":[{"colour":"mauve"},{}]}"#.to_owned(), "mauve"),
            (r#"{"game":"gotham","players":[{},{"bot":"exec:touch x"}]}"#.to_owned(), "no bot"),
            (r#"{"game":"gotham","players":[{},{"bot":"club:seconds=9"}]}"#.to_owned(), "no bot"),
        ] {
            let Refusal { sentence, .. } = wanted(&json).expect_err(&json);
            assert!(sentence.to_lowercase().contains(words), "{json}: {sentence}");
            assert!(!sentence.contains("Error"), "{sentence}");
        }
        assert!(wanted(&format!(r#"{{"game":"gotham",{two}}}"#)).is_ok());
    }

    #[test]
    fn a_record_that_names_a_program_starts_none() {
        let catalogue = furlong::catalogue();
        let mut race = catalogue.begin(&NewRace::default().game("gotham").players(Some(2))).expect("a race");
        let player = |name: &str, player: &str| Player {
            name: name.to_owned(),
            player: player.to_owned(),
            colour: None,
        };
        race.set_players(vec![player("Ada", "person"), player("Bea", "exec:touch /tmp/never")]);
        let json = race.record_json();
        let Refusal { sentence, .. } = of_record(&catalogue, &json, true).expect_err("a program");
        assert!(sentence.contains("no bot `exec:touch /tmp/never`"), "{sentence}");
        assert!(of_record(&catalogue, &json, false).is_ok(), "nobody plays in a replay");
        race.set_players(vec![player("Ada", "person"), player("Bea", "random")]);
        assert!(of_record(&catalogue, &race.record_json(), true).is_ok());
        assert!(of_record(&catalogue, "{}", true).is_err());
    }
}
