//! What a server offers: its games, their rulesets and their bots.

use furlong::any::CatalogueEntry;
use furlong::bot::BotKind;
use furlong::ruleset::{Source, Title};
use furlong::{AnyRace, Catalogue, NewRace};
use serde_json::{Value, json};

use crate::call::RulesetOf;
use crate::limits::Limits;
use crate::new_table::{begin, source_of};
#[cfg(feature = "post")]
use crate::post::numbers_of_players;
use crate::refusal::Refusal;
use crate::seatable_bots::seatable_bots;

/// All games, as JSON.
pub(crate) fn offers(catalogue: &Catalogue) -> Value {
    catalogue.games().iter().map(|offer| of_game(catalogue, offer)).collect()
}

fn of_game(catalogue: &Catalogue, offer: &CatalogueEntry) -> Value {
    let race = |name: &str| {
        catalogue.begin(&NewRace::default().game(offer.id).ruleset(Some(name.into())).seed(Some(0))).ok()
    };
    let rulesets: Vec<Value> = offer
        .rulesets
        .iter()
        .filter_map(|embedded| Some(about(embedded.name, &*race(embedded.name)?, Some(embedded.name.into()))))
        .collect();
    let is_level = |kind: &&BotKind| kind.is_level;
    let named = |kind: &BotKind| json!({ "name": kind.name, "about": kind.about });
    let option = |option: &furlong::game::SetupOption| json!({ "name": option.name, "value": option.value, "meaning": option.meaning });
    json!({
        "id": offer.id,
        "title": offer.title,
        "cover": offer.cover,
        "rulesets": rulesets,
        "levels": offer.bots.iter().filter(is_level).map(named).collect::<Vec<_>>(),
        "bots": seatable_bots(&offer.bots).map(named).collect::<Vec<_>>(),
        "options": offer.options.iter().map(option).collect::<Vec<_>>(),
    })
}

/// The title of a ruleset and its numbers of players.
pub(crate) fn about_ruleset(
    catalogue: &Catalogue,
    limits: &Limits,
    game: &str,
    ruleset: &RulesetOf,
) -> Result<Value, Refusal> {
    let race = begin(catalogue, limits, game, Some(ruleset), NewRace::default().seed(Some(0)))?;
    let offer = catalogue.game(game)?;
    Ok(about("", &*race, source_of(offer, limits, Some(ruleset))?))
}

/// A ruleset with its numbers of players, also for play by post.
fn about(key: &str, race: &dyn AnyRace, source: Option<Source<'_>>) -> Value {
    let Title { name, about, reconstructed } = race.ruleset_title().plain();
    let players = race.players();
    json!({
        "name": key,
        "title": name,
        "about": about,
        "reconstructed": reconstructed,
        "players": { "least": players.start(), "most": players.end() },
        "lessons": race.guided("").is_ok(),
        "post": numbers_of_players(race.game(), source),
    })
}

/// Returns nothing, because this build has no games by post.
#[cfg(not(feature = "post"))]
fn numbers_of_players(_game: &str, _source: Option<Source<'_>>) -> [u8; 0] {
    []
}
