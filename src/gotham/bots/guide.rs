//! What guides a search in this game: how close every figure is to the sign, in either direction.

use crate::bot::Guidance;
use crate::common::seat::{Seat, SeatMap};
use crate::game::any_of;
use crate::game::streams::Stream;
use crate::gotham::action::Action;
use crate::gotham::card_index::Kind;
use crate::gotham::cards::Animal;
use crate::gotham::game::Gotham;
use crate::gotham::hand::FULL_HAND;
use crate::gotham::state::{Phase, State};
use crate::gotham::track::{FIGURES, Track};

/// The distance in spaces over which the chance to win falls to about a third. Positions at the beginning of a round
/// say little about who wins. This value fits 1500 games of the heuristic bot against itself best.
const REACH: f64 = 15.0;
/// The weight of a figure that is beyond the sign. It grows with every space.
const BEYOND: f64 = 3.0;

/// The relative chance that a player places a card when none, one, two, ... of its other cards look better.
const CHOSEN: [f64; FULL_HAND] = [1.0, 0.6, 0.4, 0.3, 0.2];

/// Guides searches by how close the figures are to the sign.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guide;

impl Guidance<Gotham> for Guide {
    type Memory = ();

    fn evaluate(&self, game: &Gotham, state: &State) -> Option<SeatMap<f64>> {
        Some(shares(game, state))
    }

    /// Chooses the card that would help its own figure most if it were the only card of the round, and any deck.
    fn play_on(
        &self,
        game: &Gotham,
        state: &State,
        actions: &[Action],
        _memory: &mut (),
        rng: &mut Stream,
    ) -> Option<Action> {
        let seat = state.acting_seat()?;
        let valued = actions.iter().filter_map(|action| {
            let Action::Place(card) = action else { return None };
            Some((*action, worth_of_card(game, state, seat, game.card_index.kind(*card)?)))
        });
        let best = valued.max_by(|one, other| one.1.total_cmp(&other.1));
        best.map(|(action, _)| action).or_else(|| any_of(actions, rng))
    }

    /// Assumes that players place the better cards of their hands, as far as a quick comparison shows.
    fn plausibility(&self, game: &Gotham, state: &State, searcher: Seat) -> f64 {
        let of_others = state.deposit.cards().iter().filter_map(|laid| {
            let seat = laid.figure.owner(state.players).filter(|seat| *seat != searcher)?;
            Some((seat, laid.kind))
        });
        let chosen_from_hand = of_others.map(|(seat, kind)| {
            let worth = |kind| worth_of_card(game, state, seat, kind);
            let placed = worth(kind);
            let hand = state.hands[seat.index()].cards();
            let better = hand.iter().filter(|kept| worth(*kept) > placed).count();
            CHOSEN.get(better).copied().unwrap_or(1.0)
        });
        chosen_from_hand.product()
    }

    /// Returns whether the game is between two rounds, with nothing on the deposit.
    fn is_quiet(&self, _game: &Gotham, state: &State) -> bool {
        state.acted == 0 && matches!(state.phase, Phase::ChooseDeck)
    }
}

/// The share of the win that each seat may expect after this round, if every player who has not placed yet placed
/// the card that helps its own figure most on the positions at that moment. Real players do not know the other
/// cards and place differently, so this serves as an indicator of luck.
pub(in crate::gotham) fn shares_after_round(game: &Gotham, state: &State) -> SeatMap<f64> {
    let mut world = *state;
    if state.phase == Phase::Over {
        return shares_at_end(game, &world);
    }
    for figure in state.track.last_to_first() {
        let laid = state.deposit.cards().iter().find(|laid| laid.figure == figure).map(|laid| laid.kind);
        let best = || {
            let seat = figure.owner(state.players)?;
            let after = |kind: Kind| {
                let mut after = world;
                game.carry_out(&mut after, kind);
                shares_at_end(game, &after)[seat]
            };
            let valued = state.hands[seat.index()].cards().iter().map(|kind| (kind, after(kind)));
            valued.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(kind, _)| kind)
        };
        if let Some(kind) = laid.or_else(best) {
            game.carry_out(&mut world, kind);
        }
    }
    shares_at_end(game, &world)
}

/// The share of the win of each seat at the end of a round; the result if the race is over.
fn shares_at_end(game: &Gotham, state: &State) -> SeatMap<f64> {
    if !game.is_over(state) {
        return shares(game, state);
    }
    let mut shares = SeatMap::default();
    let winners = game.winners(state);
    for seat in winners.clone() {
        shares[seat] = 1.0 / winners.clone().count() as f64;
    }
    shares
}

/// The share of the win that a seat may expect if `kind` were the only card of the round.
fn worth_of_card(game: &Gotham, state: &State, seat: Seat, kind: Kind) -> f64 {
    let State { mut track, mut sign, .. } = *state;
    game.change(&mut track, &mut sign, kind);
    let closeness = closeness(game, &track, sign);
    // GO-01: the figures belong to the seats in order.
    closeness[seat.index() % FIGURES] / closeness.iter().sum::<f64>()
}

/// The share of the win that each seat may expect, judged by where the figures stand.
fn shares(game: &Gotham, state: &State) -> SeatMap<f64> {
    let closeness = closeness(game, &state.track, state.sign);
    let all: f64 = closeness.iter().sum();
    // GO-01: the figures belong to the seats in order; ownerless figures keep their own share of the win.
    let mut shares = SeatMap::default();
    for (share, close) in shares.0.iter_mut().zip(&closeness[..usize::from(state.players).min(FIGURES)]) {
        *share = close / all;
    }
    shares
}

/// The closeness of each figure to the sign, both directions added up.
fn closeness(game: &Gotham, track: &Track, sign: Animal) -> [f64; FIGURES] {
    let board = &game.ruleset.track;
    let sign = i32::from(board.animals.space(sign));
    let behind = sign - i32::from(board.spaces);
    let mut closeness = [0.0; FIGURES];
    for stand in track.stands() {
        let at = i32::from(stand.at);
        closeness[stand.figure.index()] = near(sign - at) + near(at - behind);
    }
    closeness
}

/// The relative chance that a figure gets past the sign if it is `spaces` away from it; if negative, it already is.
fn near(spaces: i32) -> f64 {
    /// The chances for the distances on usual boards.
    static NEAR: [f64; 64] = {
        let mut near = [0.0; 64];
        let mut spaces = 0;
        while spaces < near.len() {
            near[spaces] = over(spaces as f64);
            spaces += 1;
        }
        near
    };
    match usize::try_from(spaces) {
        Ok(way) => NEAR.get(way).copied().unwrap_or_else(|| over(f64::from(spaces))),
        Err(_) => BEYOND - f64::from(spaces),
    }
}

/// A fraction close to an exponential function, and the same on every machine.
const fn over(spaces: f64) -> f64 {
    let way = spaces / REACH;
    1.0 / (1.0 + way + way * way / 2.0 + way * way * way / 6.0)
}
