//! The games, and games under a ruleset, without their types.

use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use furlong::any::{AnyBot, AnyError, CatalogueEntry};
use furlong::encoding::{Features as _, Specification};
use furlong::formats::json;
use furlong::ruleset::{Source, Title, to_toml};
use furlong::text::Canvas;
use furlong::{AnyRace, BotSpec, Catalogue, Race, Ruleset as _, Seat, ruleset};
use pyo3::prelude::*;
use serde_json::Value;

use crate::analysis;
use crate::any_batch::{AnyBatch, BatchOptions, TypedBatch};
use crate::arena::Runs;
use crate::bots::{self, Asked, Failure, Held, PythonBot};
use crate::errors::{IllegalAction, RulesetError, UnknownName, of_race, raise};
use crate::typed_game::{GameUnderRules, TypedGame, rows_of};
use crate::values::Whole;

/// A game without its type: everything that needs no ruleset.
pub(crate) trait AnyGame: Send + Sync {
    fn offer(&self) -> &'static CatalogueEntry;
    fn open(&self, source: Source<'_>) -> PyResult<Arc<dyn Rules>>;
    fn specification(&self) -> Specification;
    /// The sizes of features of a view and of an action, and the number of actions.
    fn sizes(&self) -> (usize, usize, usize);
    fn action_at(&self, index: usize) -> Option<Value>;
    fn index_of(&self, action: &Value) -> Option<usize>;
    fn play_index(&self, race: &mut dyn AnyRace, seat: Seat, index: Whole) -> PyResult<()>;
    /// The probabilities of the outcomes of the next chance event, in the order of `AnyRace::chances`.
    fn probabilities(&self, race: &dyn AnyRace) -> PyResult<Vec<f64>>;
    /// Enters the outcome at this place in that order.
    fn resolve_at(&self, race: &mut dyn AnyRace, place: Whole) -> PyResult<()>;
    fn indices(&self, race: &dyn AnyRace, seat: Seat) -> Vec<u32>;
    fn features(&self, race: &dyn AnyRace, seat: Seat, out: &mut [f32]) -> PyResult<()>;
    fn action_features(&self, race: &dyn AnyRace, seat: Seat) -> PyResult<Vec<Vec<f32>>>;
    fn mask(&self, race: &dyn AnyRace, seat: Seat, out: &mut [bool]);
    /// The board with what everybody can see, as text and as SVG.
    fn public_board(&self, race: &dyn AnyRace) -> PyResult<(String, String)>;
    fn returns(&self, race: &dyn AnyRace) -> Vec<f64>;
    fn python_bot(&self, name: &str, object: Held, listens: bool, failure: Failure) -> AnyBot;
    fn named_bot(&self, spec: &BotSpec) -> PyResult<AnyBot>;
    fn analyse(&self, py: Python<'_>, race: &dyn AnyRace, asked: &analysis::Asked) -> PyResult<Py<PyAny>>;
}

/// A game under one ruleset, without its type.
pub(crate) trait Rules: Runs + Send + Sync {
    fn kind(&self) -> &'static dyn AnyGame;
    fn title(&self) -> &Title;
    fn values(&self) -> Value;
    fn in_words(&self) -> Vec<String>;
    fn toml(&self) -> PyResult<String>;
    fn players(&self) -> (u8, u8);
    fn race(
        &self,
        players: Option<Whole>,
        options: &[(String, String)],
        seed: u64,
    ) -> PyResult<Box<dyn AnyRace>>;
    fn batch(&self, asked: &BatchOptions) -> PyResult<Box<dyn AnyBatch>>;
    fn decision(&self, view: &Value, actions: &Value, random: u64) -> PyResult<Asked>;
    /// The public board at the start of a game, as SVG.
    fn board(&self) -> PyResult<String> {
        Ok(self.kind().public_board(&*self.race(None, &[], 0)?)?.1)
    }
}

/// The game `G`.
struct Of<G>(PhantomData<fn() -> G>);

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(furlong::catalogue);

/// All games, in the order of the catalogue.
pub(crate) fn kinds() -> [&'static dyn AnyGame; 3] {
    [
        &Of::<furlong::animal_race::AnimalRace>(PhantomData),
        &Of::<furlong::hare_tortoise::HareTortoise>(PhantomData),
        &Of::<furlong::gotham::Gotham>(PhantomData),
    ]
}

/// The game with this name.
pub(crate) fn kind(name: &str) -> PyResult<&'static dyn AnyGame> {
    let offer = CATALOGUE.game(name).map_err(of_race)?;
    let found = kinds().into_iter().find(|kind| kind.offer().id == offer.id);
    found.ok_or_else(|| raise::<UnknownName>(format!("there is no game `{name}`")))
}

impl<G: TypedGame> Rules for GameUnderRules<G> {
    fn kind(&self) -> &'static dyn AnyGame {
        &Of::<G>(PhantomData)
    }

    fn title(&self) -> &Title {
        self.game.ruleset().title()
    }

    fn values(&self) -> Value {
        json::plain(self.game.ruleset())
    }

    fn in_words(&self) -> Vec<String> {
        self.game.ruleset().in_words()
    }

    fn toml(&self) -> PyResult<String> {
        to_toml(self.game.ruleset()).map_err(raise::<RulesetError>)
    }

    fn players(&self) -> (u8, u8) {
        let players = self.game.players();
        (*players.start(), *players.end())
    }

    fn race(
        &self,
        players: Option<Whole>,
        options: &[(String, String)],
        seed: u64,
    ) -> PyResult<Box<dyn AnyRace>> {
        let setup = self.setup(players, options)?;
        let race = Race::new(Arc::clone(&self.game), &setup, seed).map_err(raise::<UnknownName>)?;
        Ok(race.into())
    }

    fn batch(&self, asked: &BatchOptions) -> PyResult<Box<dyn AnyBatch>> {
        let setup = self.setup(asked.players, &asked.options)?;
        Ok(Box::new(TypedBatch::new(Arc::clone(&self.game), setup, asked)?))
    }

    fn decision(&self, view: &Value, actions: &Value, random: u64) -> PyResult<Asked> {
        bots::decision(&self.game, view, actions, random)
    }
}

/// The race as a race of this game. The caller has checked that it belongs to the game.
fn of<G: TypedGame>(race: &dyn AnyRace) -> PyResult<&Race<G>> {
    race.of::<G>().ok_or_else(|| raise::<IllegalAction>("a race of another game"))
}

fn of_mut<G: TypedGame>(race: &mut dyn AnyRace) -> PyResult<&mut Race<G>> {
    race.of_mut::<G>().ok_or_else(|| raise::<IllegalAction>("a race of another game"))
}

impl<G: TypedGame> AnyGame for Of<G> {
    fn offer(&self) -> &'static CatalogueEntry {
        let found = CATALOGUE.games().iter().find(|offer| offer.id == G::ID);
        found.expect("the catalogue has all games of `kinds`")
    }

    fn open(&self, source: Source<'_>) -> PyResult<Arc<dyn Rules>> {
        let rules = ruleset::open::<G::Ruleset>(source).map_err(raise::<RulesetError>)?;
        let game = G::new(rules).map_err(|faults| of_race(AnyError::Unplayable(faults)))?;
        Ok(Arc::new(GameUnderRules { game: Arc::new(game) }))
    }

    fn specification(&self) -> Specification {
        Specification::of::<G>()
    }

    fn sizes(&self) -> (usize, usize, usize) {
        (G::ViewFeatures::LEN, G::ActionFeatures::LEN, G::ACTIONS)
    }

    fn action_at(&self, index: usize) -> Option<Value> {
        G::action_at(index).map(|action| json::plain(&action))
    }

    fn index_of(&self, action: &Value) -> Option<usize> {
        json::from_value::<G::Action>(action).ok().and_then(G::index_of)
    }

    fn play_index(&self, race: &mut dyn AnyRace, seat: Seat, index: Whole) -> PyResult<()> {
        let unknown = || {
            raise::<IllegalAction>(format!("there is no action {index}: there are 0 to {}", G::ACTIONS - 1))
        };
        let action = index.index().and_then(G::action_at).ok_or_else(unknown)?;
        of_mut::<G>(race)?.play(seat, action).map_err(raise::<IllegalAction>)
    }

    fn probabilities(&self, race: &dyn AnyRace) -> PyResult<Vec<f64>> {
        let chances = of::<G>(race)?.chances();
        let total: f64 = chances.iter().map(|chance| f64::from(chance.weight)).sum();
        Ok(chances.into_iter().map(|chance| f64::from(chance.weight) / total).collect())
    }

    fn resolve_at(&self, race: &mut dyn AnyRace, place: Whole) -> PyResult<()> {
        let race = of_mut::<G>(race)?;
        let chances = race.chances();
        let Some(chance) = place.index().and_then(|place| chances.get(place)) else {
            let text = format!("there is no outcome {place}: there are {} from 0 on", chances.len());
            return Err(raise::<IllegalAction>(text));
        };
        race.resolve(chance.outcome).map_err(raise::<IllegalAction>)
    }

    fn indices(&self, race: &dyn AnyRace, seat: Seat) -> Vec<u32> {
        let actions = race.of::<G>().map(|race| race.actions(seat)).unwrap_or_default();
        actions.into_iter().filter_map(|action| G::index_of(action).map(|index| index as u32)).collect()
    }

    fn features(&self, race: &dyn AnyRace, seat: Seat, out: &mut [f32]) -> PyResult<()> {
        let race = of::<G>(race)?;
        let view = race.view(seat).map_err(raise::<IllegalAction>)?;
        race.game().encode(&view, out).map_err(raise::<crate::errors::ArrayError>)
    }

    fn action_features(&self, race: &dyn AnyRace, seat: Seat) -> PyResult<Vec<Vec<f32>>> {
        let race = of::<G>(race)?;
        let view = race.view(seat).map_err(raise::<IllegalAction>)?;
        Ok(rows_of(race.game(), &view, &race.actions(seat)))
    }

    fn mask(&self, race: &dyn AnyRace, seat: Seat, out: &mut [bool]) {
        out.fill(false);
        for index in self.indices(race, seat) {
            if let Some(is_legal) = out.get_mut(index as usize) {
                *is_legal = true;
            }
        }
    }

    fn public_board(&self, race: &dyn AnyRace) -> PyResult<(String, String)> {
        let names = race.names();
        let race = of::<G>(race)?;
        let (game, view) = (race.game(), race.view(Seat::FIRST).map_err(raise::<IllegalAction>)?);
        let text = game.draw_for_watchers(&view, &names, &Canvas::PLAIN).unwrap_or_default();
        Ok((text, game.svg_for_watchers(&view, None, &names).map(|svg| svg.to_string()).unwrap_or_default()))
    }

    fn returns(&self, race: &dyn AnyRace) -> Vec<f64> {
        let shares = race.standings().shares();
        let is_over = race.is_over();
        race.seats().iter().map(|seat| if is_over { shares[seat].as_f64() } else { 0.0 }).collect()
    }

    fn python_bot(&self, name: &str, object: Held, listens: bool, failure: Failure) -> AnyBot {
        AnyBot::from_bot::<G>(name, Box::new(PythonBot::new(object, listens, failure)))
    }

    fn named_bot(&self, spec: &BotSpec) -> PyResult<AnyBot> {
        let bot = G::bot(spec).map_err(raise::<UnknownName>)?;
        Ok(AnyBot::from_bot::<G>(&spec.to_string(), bot))
    }

    fn analyse(&self, py: Python<'_>, race: &dyn AnyRace, asked: &analysis::Asked) -> PyResult<Py<PyAny>> {
        analysis::analyse(py, of::<G>(race)?, asked)
    }
}
