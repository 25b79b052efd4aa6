//! Plays on in worlds that are drawn from a view.

use serde_json::{Map, Value, json};

use super::bounds::{MOST_EVENTS, MOST_OF_A_PLAYOUT, MOST_PLAYOUTS, MOST_WORLDS};
use super::request::{Problem, Request, Source};
use super::worlds::{object, shares, stream};
use crate::bot::{self, Bot, BotSpec, Decision, Roster, bring_to};
use crate::common::seat::Seat;
use crate::formats::{ErrorCode, json as forms};
use crate::game::streams::Stream;
use crate::game::{Turn, list};
use crate::playable::Playable;

/// A request that is being carried out.
pub(super) struct Playing<'a, G: Playable> {
    pub(super) game: &'a G,
    pub(super) bots: &'a Roster<G>,
    pub(super) source: Source<G>,
    /// The bot that plays on.
    pub(super) player: BotSpec,
    pub(super) random: u64,
}

/// The number of events that a request, and a playout, may still use.
struct Left {
    request: u64,
    playout: u32,
}

impl<G: Playable> Playing<'_, G> {
    /// Returns world `number`, in which the seat of the request is to move, and its random numbers.
    fn world(&self, number: u64) -> Result<(G::State, Stream), Problem> {
        let mut rng = stream(self.random, number);
        match &self.source {
            Source::State(state) => Ok(((**state).clone(), rng)),
            Source::Open(view, open) => {
                let (mut world, seat) = (self.game.determinize(open, &mut rng), self.game.viewer(view));
                let is_asked = self.game.deciding(&world).contains(seat)
                    && bring_to(self.game, &mut world, seat, &mut rng);
                if is_asked {
                    Ok((world, rng))
                } else {
                    Err((ErrorCode::Illegal, format!("seat {seat} has nothing to decide")))
                }
            }
        }
    }

    /// Returns the seat that decides, and its legal actions.
    pub(super) fn actions(&self) -> Result<(Seat, Vec<G::Action>), Problem> {
        let (world, _) = self.world(0)?;
        match self.game.turn(&world) {
            Turn::Seat(seat) => Ok((seat, list(|into| self.game.actions(&world, into)))),
            _ => Err((ErrorCode::Illegal, "no seat is to move".to_owned())),
        }
    }

    /// Returns the view of the seat that decides.
    pub(super) fn view(&self, seat: Seat) -> G::View {
        match &self.source {
            Source::Open(view, _) => (**view).clone(),
            Source::State(state) => self.game.view(state, seat),
        }
    }

    /// Lists the outcomes that may follow an action until the seat decides again, in some worlds.
    pub(super) fn next(&self, request: &Request<'_>) -> Result<Map<String, Value>, Problem> {
        let (action, count) = (request.field("action")?, request.count("count", MOST_WORLDS)?);
        let (seat, actions) = self.actions()?;
        self.check(&actions, action)?;
        let mut left = Left { request: MOST_EVENTS, playout: 0 };
        let mut bot = self.bot()?;
        let mut worlds = Vec::new();
        for number in 0..count {
            let (mut world, mut rng) = self.world(number)?;
            let mut happened: Vec<G::Happening> = Vec::new();
            self.game.apply(&mut world, action, &mut happened);
            left.playout = MOST_OF_A_PLAYOUT;
            while self.game.turn(&world) != Turn::Seat(seat)
                && self.step(&mut world, &mut *bot, &mut rng, &mut left, &mut happened)?
            {}
            worlds.push(self.seen(&world, seat, &happened));
        }
        Ok(object(json!({ "worlds": worlds })))
    }

    /// Returns what a seat sees of a world after these happenings.
    fn seen(&self, world: &G::State, seat: Seat, happened: &[G::Happening]) -> Value {
        let game = self.game;
        let told: Vec<G::Happening> =
            happened.iter().filter_map(|happening| game.seen_by(happening, seat)).collect();
        let mut seen = json!({ "told": forms::plain(&told), "view": forms::plain(&game.view(world, seat)) });
        match game.turn(world) {
            Turn::Over => seen["shares"] = json!(shares(game, world)),
            Turn::Seat(mover) if mover == seat => {
                seen["actions"] = forms::plain(&list(|into| game.actions(world, into)));
            }
            _ => {}
        }
        seen
    }

    /// Returns the mean shares of the win after each action, over playouts in the same worlds.
    pub(super) fn playouts(&self, request: &Request<'_>) -> Result<Map<String, Value>, Problem> {
        let (_, legal) = self.actions()?;
        let actions: Vec<G::Action> = request.optional("actions")?.unwrap_or_else(|| legal.clone());
        if actions.is_empty() {
            return Err((ErrorCode::BadValue, "`actions` is empty".to_owned()));
        }
        actions.iter().try_for_each(|action| self.check(&legal, *action))?;
        let count = request.count("count", MOST_PLAYOUTS / actions.len() as u64)?;
        let mut left = Left { request: MOST_EVENTS, playout: 0 };
        let mut bot = self.bot()?;
        let mut values = Vec::new();
        for action in actions {
            let (mut sums, mut unfinished) = (Vec::new(), 0_u64);
            for number in 0..count {
                let (mut world, mut rng) = self.world(number)?;
                self.game.apply(&mut world, action, &mut ());
                left.playout = MOST_OF_A_PLAYOUT;
                while self.step(&mut world, &mut *bot, &mut rng, &mut left, &mut ())? {}
                let won = shares(self.game, &world);
                sums.resize(won.len(), 0.0);
                sums.iter_mut().zip(won).for_each(|(sum, won)| *sum += won);
                unfinished += u64::from(self.game.turn(&world) != Turn::Over);
            }
            let means: Vec<f64> = sums.iter().map(|sum| sum / count as f64).collect();
            values
                .push(json!({ "action": forms::plain(&action), "shares": means, "unfinished": unfinished }));
        }
        Ok(object(json!({ "playouts": count, "values": values })))
    }

    fn check(&self, legal: &[G::Action], action: G::Action) -> Result<(), Problem> {
        if legal.contains(&action) {
            return Ok(());
        }
        let (world, _) = self.world(0)?;
        let reason =
            self.game.check(&world, action).err().map_or_else(String::new, |reason| format!(": {reason}"));
        Err((ErrorCode::Illegal, format!("{} is not legal{reason}", forms::plain(&action))))
    }

    fn bot(&self) -> Result<Box<dyn Bot<G>>, Problem> {
        self.bots.bot(&self.player).map_err(|error| (ErrorCode::UnknownName, error.to_string()))
    }

    /// Plays one event; returns `false` at the end, and when the playout has used up its events.
    fn step(
        &self,
        world: &mut G::State,
        bot: &mut dyn Bot<G>,
        rng: &mut Stream,
        left: &mut Left,
        seen: &mut impl crate::Observer<G::Happening>,
    ) -> Result<bool, Problem> {
        let game = self.game;
        let turn = game.turn(world);
        if turn == Turn::Over || left.playout == 0 {
            return Ok(false);
        }
        left.playout -= 1;
        left.request = left
            .request
            .checked_sub(1)
            .ok_or_else(|| (ErrorCode::TooMany, format!("more than {MOST_EVENTS} events")))?;
        match turn {
            Turn::Over => return Ok(false),
            Turn::Chance(_) => {
                let outcome = game.sample_chance(world, rng);
                game.apply_chance(world, outcome, seen);
            }
            Turn::Seat(_) if bot.is_random() => {
                let Some(action) = game.sample_action(world, rng) else { return Ok(false) };
                game.apply(world, action, seen);
            }
            Turn::Seat(seat) => {
                let actions = list(|into| game.actions(world, into));
                let mut decision = Decision::within(game, world, seat, &actions, rng);
                let failed = |problem| (ErrorCode::BotFailed, problem);
                let action =
                    bot::asked(|| bot.choose(&mut decision)).map_err(|error| failed(error.to_string()))?;
                if !actions.contains(&action) {
                    return Err(failed(format!("{} chose an illegal action", self.player)));
                }
                game.apply(world, action, seen);
            }
        }
        Ok(true)
    }
}
