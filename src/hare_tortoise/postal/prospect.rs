//! What a seat can expect before a round: what its orders, or the defaults, would do if it were its turn now.

use super::super::action::Action;
use super::super::game::HareTortoise;
use super::super::happening::Happening;
use super::super::state::Phase;
use super::super::view::View;
use super::bot::in_turn;
use super::evaluate::Situation;
use super::orders::{Alternative, MoveOrder};
use super::resolve::DefaultAction;
use super::round::heard_by;
use crate::common::seat::Seat;
use crate::game::{RaceGame as _, list};
use crate::race::Race;
use crate::text::{Names, Text as _, separated};

/// A seat's turn, if nobody else moved before it.
#[derive(Clone, Debug)]
pub(super) struct Prospect<'a> {
    game: &'a HareTortoise,
    view: View,
    /// The happenings that the seat has seen in this round.
    seen: Vec<Happening>,
    /// The names of the players, where the seat is addressed as `you`.
    names: Names,
}

impl<'a> Prospect<'a> {
    /// The seat's prospect in the position before the round.
    pub(super) fn now(race: &'a Race<HareTortoise>, seat: Seat, called: &[String]) -> Self {
        Self::named(race, seat, Names::new(called.to_vec()).addressing(Some(seat)))
    }

    /// The seat's prospect in the position before the round, described with these names.
    pub(super) fn named(race: &'a Race<HareTortoise>, seat: Seat, names: Names) -> Self {
        let view = View::new(seat, in_turn(race.game(), race.seat_view(seat).state(), seat));
        Self { game: race.game(), view, seen: heard_by(race, seat), names }
    }

    /// The situation in which the seat's orders are evaluated.
    pub(super) fn situation(&self) -> Situation<'_> {
        Situation { game: self.game, view: &self.view, seen: &self.seen }
    }

    /// The action of an alternative and the fact that fulfils its condition, or the reason why it is passed over.
    pub(super) fn attempt(
        &self,
        alternative: &Alternative<MoveOrder>,
    ) -> Result<(Action, Option<String>), String> {
        self.situation().attempt(alternative, Situation::move_action)
    }

    /// The action that the seat takes by default (HP-05).
    pub(super) fn default_action(&self) -> (Action, DefaultAction) {
        let actions: Vec<Action> = list(|into| self.game.actions(self.view.state(), into));
        self.situation().default_action(&actions)
    }

    /// Carries out an action, and returns the view after it with everything that the seat itself has done.
    fn carry_out(&self, action: Action) -> (View, Vec<Happening>) {
        let mut state = *self.view.state();
        let mut happenings = Vec::new();
        self.game.apply(&mut state, action, &mut happenings);
        let is_end = |happening: &Happening| {
            matches!(happening, Happening::TurnEnds { .. } | Happening::TurnBegins { .. })
        };
        let own = happenings.iter().position(is_end).unwrap_or(happenings.len());
        happenings.truncate(own);
        (View::new(self.view.seat(), state), happenings)
    }

    /// An action in words, with what it costs and brings: `You pay 28 carrots. You move from Start to 7 (flag).`
    pub(super) fn effects(&self, action: Action) -> String {
        let (then, happenings) = self.carry_out(action);
        let sentences = happenings.iter().filter_map(|happening| self.game.sentence(happening, &self.names));
        let words = separated(sentences, " ");
        let die = if then.state().phase == Phase::Jug { " Then the hare decides." } else { "" };
        if words.is_empty() {
            format!("You {}.{die}", self.game.label(&self.view, action))
        } else {
            words + die
        }
    }

    /// The seat's next turn in the same round after an action, if nobody else moves; `None` if chance comes before
    /// it or the seat is home.
    pub(super) fn after(&self, action: Action) -> Option<Self> {
        let (then, happenings) = self.carry_out(action);
        let seat = then.seat();
        if matches!(then.state().phase, Phase::Jug | Phase::Over) || then.state().is_home(seat) {
            return None;
        }
        let view = View::new(seat, in_turn(self.game, then.state(), seat));
        let seen = self.seen.iter().copied().chain(happenings).collect();
        Some(Self { view, seen, ..self.clone() })
    }
}
