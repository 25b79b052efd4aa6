//! A bot that looks one round ahead.

use rand::RngExt;

use crate::bot::{Bot, BotError, Considered, Decision};
use crate::game::RaceGame;
use crate::game::streams::Stream;
use crate::gotham::action::Action;
use crate::gotham::card_index::Kind;
use crate::gotham::cards::Rank;
use crate::gotham::game::Gotham;
use crate::gotham::state::State;
use crate::gotham::track::{FIGURES, Figure};
use crate::text::counted;

/// The number of worlds to look at for each decision, unless set otherwise.
const WORLDS: u32 = 20;
pub(super) const MOST_WORLDS: u32 = 10_000;

/// The relative chance to win of a figure this many spaces before the sign. It falls to about a third over six
/// spaces, about what a figure moves in two rounds.
const CLOSENESS: [f64; 128] = {
    /// The sixth root of 1 / e.
    const OF_ONE_SPACE: f64 = 0.846_481_724_890_614_1;
    let mut closeness = [1.0; 128];
    let mut spaces = 1;
    while spaces < closeness.len() {
        closeness[spaces] = closeness[spaces - 1] * OF_ONE_SPACE;
        spaces += 1;
    }
    closeness
};

/// Looks one round ahead.
///
/// For each decision, it deals the hidden cards in many ways that agree with its view. In each such world the
/// others draw and place at random. The bot puts each of its cards among theirs, carries the pile out in the order
/// of placing, and judges how close every figure then is to the sign, in either direction.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicBot {
    /// The number of worlds to look at for each decision.
    pub worlds: u32,
}

impl Default for HeuristicBot {
    fn default() -> Self {
        Self { worlds: WORLDS }
    }
}

impl HeuristicBot {
    /// Returns the value of each action to the seat, and the number of worlds that it looked at. The value is the
    /// seat's share of the win at the end of the round, averaged over the worlds.
    fn judge(self, decision: &mut Decision<'_, Gotham>) -> Result<(Vec<f64>, u32), BotError> {
        let (game, actions, view) = (decision.game, decision.actions, decision.view());
        let mut worth = vec![0.0; actions.len()];
        let open = game.information_set(&view).map_err(|faults| BotError::Failed(faults.to_string()))?;
        let Some(figure) = view.acting() else { return Ok((worth, 0)) };
        let draws = matches!(actions.first(), Some(Action::Draw(_)));
        let mut cards = Vec::new();
        let mut worlds = 0;
        for _ in 0..self.worlds.max(1) {
            if worlds > 0 && decision.is_stopped() {
                decision.cut_short();
                break;
            }
            worlds += 1;
            let rng = &mut *decision.rng;
            let world = game.determinize(&open, rng);
            // The cards that each action brings into play.
            cards.clear();
            cards.extend(actions.iter().map(|action| match action {
                Action::Draw(back) => top_card(game, &world, *back, rng),
                Action::Place(card) => game.card_index.kind(*card),
            }));
            let mut pile = Pile::of(game, world, figure, rng);
            // After drawing, it places the best of its cards.
            let held = world.hands[figure.index()];
            let held = held.cards().iter().filter(|_| draws).map(|kind| pile.worth(kind)).fold(0.0, f64::max);
            for (card, worth) in cards.iter().zip(&mut worth) {
                *worth += card.map_or(0.0, |kind| pile.worth(kind)).max(held);
            }
        }
        for worth in &mut worth {
            *worth /= f64::from(worlds);
        }
        Ok((worth, worlds))
    }
}

/// Draws a card that may be on top of a deck; `None` if the deck is empty.
fn top_card(game: &Gotham, world: &State, back: Rank, rng: &mut Stream) -> Option<Kind> {
    let choose = |count| rng.random_range(0..count);
    (!world.decks.is_empty(back)).then(|| world.decks.top_card(&game.card_index, back, choose))
}

/// The pile of a round in one world, with a gap for the card of one figure.
struct Pile<'a> {
    game: &'a Gotham,
    figure: Figure,
    /// The world after the cards before the gap.
    world: State,
    /// The cards after the gap.
    behind: [Option<Kind>; FIGURES],
}

impl<'a> Pile<'a> {
    /// Makes a pile of the cards on the deposit, and random cards of the others that still have to place.
    fn of(game: &'a Gotham, mut world: State, figure: Figure, rng: &mut Stream) -> Self {
        let mut cards = world.track.last_to_first().map(|other| {
            let mut laid = world.deposit.cards().iter();
            let laid = laid.find(|laid| laid.figure == other).map(|laid| laid.kind);
            if other == figure { None } else { laid.or_else(|| random_card(game, &mut world, other, rng)) }
        });
        // The cards before the gap are those of the figures that have acted.
        for kind in cards.iter_mut().take(world.acted.into()).filter_map(Option::take) {
            game.carry_out(&mut world, kind);
        }
        Self { game, figure, world, behind: cards }
    }

    /// The figure's share of the win if this card fills the gap and all cards are carried out.
    fn worth(&mut self, kind: Kind) -> f64 {
        let State { track, sign, .. } = self.world;
        for kind in std::iter::once(kind).chain(self.behind.into_iter().flatten()) {
            self.game.carry_out(&mut self.world, kind);
        }
        let share = self.share();
        (self.world.track, self.world.sign) = (track, sign);
        share
    }

    /// The figure's share of the win. Before the end, estimated from its closeness to the sign.
    fn share(&self) -> f64 {
        let Self { game, figure, world, .. } = self;
        if game.is_over(world) {
            let winners = game.winners(world);
            let has_won = winners.clone().any(|seat| seat == figure.seat());
            return if has_won { 1.0 / winners.count() as f64 } else { 0.0 };
        }
        let board = &game.ruleset.track;
        let sign = i32::from(board.animals.space(world.sign));
        let behind = sign - i32::from(board.spaces);
        let gaps = world.track.stands().map(|stand| {
            let at = i32::from(stand.at);
            (stand.figure, [sign - at, at - behind])
        });
        // Only proportions matter: the closest figure counts as 1.
        let least = gaps.iter().flat_map(|(_, gaps)| gaps).copied().min().unwrap_or(0);
        let (mut own, mut all) = (0.0, 0.0);
        for (other, gaps) in gaps {
            let close = gaps.map(|gap| CLOSENESS.get((gap - least) as usize).copied().unwrap_or(0.0));
            let close: f64 = close.iter().sum();
            all += close;
            own += if other == *figure { close } else { 0.0 };
        }
        own / all
    }
}

/// The card that a figure places when its player draws and chooses at random (GO-11), or the top card of its rank's deck
/// (GO-12); `None` if the figure has no card to place.
fn random_card(game: &Gotham, world: &mut State, figure: Figure, rng: &mut Stream) -> Option<Kind> {
    if figure.owner(world.players).is_none() {
        let kind = top_card(game, world, world.track.rank_of(figure), rng)?;
        world.decks.draw(&game.card_index, kind);
        return Some(kind);
    }
    if world.drew[figure.index()].is_none() {
        let decks = Rank::ALL.into_iter().filter(|back| !world.decks.is_empty(*back));
        let index = rng.random_range(0..decks.clone().count().max(1) as u32) as usize;
        let kind = top_card(game, world, decks.clone().nth(index)?, rng)?;
        let layer = world.decks.draw(&game.card_index, kind);
        world.hands[figure.index()].add(kind, layer);
    }
    let kinds = world.hands[figure.index()].kinds();
    kinds.get(rng.random_range(0..kinds.count().max(1)))
}

impl Bot<Gotham> for HeuristicBot {
    fn choose(&mut self, decision: &mut Decision<'_, Gotham>) -> Result<Action, BotError> {
        if let [only] = decision.actions {
            return Ok(*only);
        }
        let (worth, _) = self.judge(decision)?;
        let best = decision.actions.iter().zip(&worth).max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map(|(action, _)| *action).ok_or(BotError::NoAction)
    }

    fn consider(&mut self, decision: &mut Decision<'_, Gotham>) -> Result<Vec<Considered<Action>>, BotError> {
        let (worth, worlds) = self.judge(decision)?;
        let worlds = format!("tried in {}", counted(worlds, "possible deal", "possible deals"));
        let considered = decision.actions.iter().zip(worth).map(|(action, worth)| Considered {
            action: *action,
            chance: Some(worth),
            reason: Some(worlds.clone()),
        });
        let mut considered: Vec<Considered<Action>> = considered.collect();
        considered.sort_by(|one, other| other.chance.unwrap_or(0.0).total_cmp(&one.chance.unwrap_or(0.0)));
        Ok(considered)
    }
}
