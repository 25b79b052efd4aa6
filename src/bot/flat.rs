//! Flat Monte Carlo: the simple baseline for the searches.

use super::guidance::{Guidance, Unguided};
use super::playout::Playouts;
use super::tree::Figures;
use super::{Bot, BotError, Considered, Decision, NoSearch, best_considered, bring_to, ranked, worlds_of};
use crate::game::RaceGame;

/// Tries each action in the same possible worlds, followed by a playout. It builds no tree and learns nothing during
/// the search.
///
/// ```
/// use furlong::bot::{FlatMonteCarlo, Playouts, Unguided};
/// use furlong::gotham::Gotham;
/// use furlong::{Bot, Race, RaceGame, RandomBot, ruleset};
///
/// let game = Gotham::new(ruleset::open("standard")?)?;
/// let setup = game.setup(2);
/// let mut race = Race::new(game, &setup, 7)?;
/// let flat = FlatMonteCarlo::new(Unguided, 3, Playouts::default())?;
/// let mut bots: Vec<Box<dyn Bot<Gotham>>> = vec![Box::new(flat), Box::new(RandomBot)];
/// race.play_out(&mut bots, 10_000)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FlatMonteCarlo<P = Unguided> {
    guidance: P,
    worlds: u32,
    playouts: Playouts,
}

impl<P> FlatMonteCarlo<P> {
    /// Creates a bot that tries each action in `worlds` worlds for every decision.
    ///
    /// # Errors
    /// When `worlds` is 0.
    pub fn new(guidance: P, worlds: u32, playouts: Playouts) -> Result<Self, NoSearch> {
        if worlds == 0 {
            return Err(NoSearch::NoIterations);
        }
        Ok(Self { guidance, worlds, playouts })
    }
}

impl<G: RaceGame, P: Guidance<G>> Bot<G> for FlatMonteCarlo<P> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        best_considered(self, decision)
    }

    fn consider(&mut self, decision: &mut Decision<'_, G>) -> Result<Vec<Considered<G::Action>>, BotError> {
        let open = worlds_of(decision)?;
        let Decision { game, seat, actions, .. } = *decision;
        let mut figures = vec![Figures::default(); actions.len()];
        let (mut buffer, mut memory) = (Vec::new(), P::Memory::default());
        let mut tried = 0;
        for _ in 0..self.worlds {
            let mut world = game.determinize(&open, decision.rng);
            if !bring_to(game, &mut world, seat, decision.rng) {
                continue;
            }
            // All actions are tried in the same worlds, so a world is finished or not begun.
            if tried > 0 && decision.is_stopped() {
                decision.cut_short();
                break;
            }
            tried += 1;
            for (action, figures) in actions.iter().zip(&mut figures) {
                let mut state = world.clone();
                game.apply(&mut state, *action, &mut ());
                let gains = self.playouts.run(
                    game,
                    &self.guidance,
                    &mut state,
                    &mut buffer,
                    &mut memory,
                    decision.rng,
                );
                figures.visits += 1;
                figures.gained += gains[seat];
            }
        }
        Ok(ranked(decision, &self.guidance, &figures, &mut Vec::new(), 0.0))
    }
}
