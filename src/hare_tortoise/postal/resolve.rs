//! Turns an order sheet into one legal action: alternatives in order, then the defaults (HP-04, HP-05).

use serde::{Deserialize, Serialize};

use super::super::action::Action;
use super::super::board::{FINISH, Square};
use super::super::policy::EmptyOrder;
use super::super::state::Phase;
use super::evaluate::Situation;
use super::orders::{Alternative, ChewOrder, MoveOrder, Sheet};
use crate::game::RaceGame;

/// A seat's action, and the reasons for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The action, which is legal.
    pub action: Action,
    /// The alternatives that were tried and passed over, in order.
    pub passed_over: Vec<PassedOver>,
    /// The reason for the action.
    pub basis: Basis,
}

/// An alternative that was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassedOver {
    /// The alternative as the sheet writes it.
    pub order: String,
    /// The reason why it was passed over.
    pub reason: String,
}

/// The reason for an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// It was ordered.
    Order {
        /// The alternative as the sheet writes it.
        order: String,
        /// The fact that fulfils its condition, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fact: Option<String>,
    },
    /// No order applied, so the default was used.
    Default(DefaultAction),
}

/// An action taken by default because no order applies (HP-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultAction {
    /// Move to the next available square, which may be the finish.
    Forward,
    /// No forward move is possible, so go back to the tortoise.
    Back,
    /// No move is possible at all (HT-27).
    NoMove,
    /// On a carrot square, stay and draw.
    StayAndDraw,
    /// On a lettuce square, chew.
    Chew,
    /// With a carrot to chew, draw.
    Draw,
}

impl DefaultAction {
    /// Describes the default in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Forward => "forward to the next available square",
            Self::Back => "back to the tortoise",
            Self::NoMove => "no move is possible",
            Self::StayAndDraw => "stay and draw",
            Self::Chew => "chew a lettuce",
            Self::Draw => "draw",
        }
    }
}

impl Situation<'_> {
    /// Finds the action of the seat to move, by its sheet or by default. `actions` are its legal actions.
    pub fn resolve(&self, sheet: Option<&Sheet>, actions: &[Action]) -> Resolution {
        let mut passed_over = Vec::new();
        let ordered = sheet.and_then(|sheet| match self.view.state().phase {
            Phase::ChewCarrot => self.first_of(&sheet.chew, Self::chew_action, &mut passed_over),
            Phase::AnotherMove => self.first_of(&sheet.again, Self::move_action, &mut passed_over),
            _ => self.first_of(self.move_orders(sheet), Self::move_action, &mut passed_over),
        });
        let (action, basis) = ordered.unwrap_or_else(|| {
            let (action, default) = self.default_action(actions);
            (action, Basis::Default(default))
        });
        Resolution { action, passed_over, basis }
    }

    /// Returns whether this is the move with which the first mover ends the round (HP-02).
    pub(super) fn is_second_move(&self) -> bool {
        let round = self.view.state().round;
        round.slot >= round.members.len()
    }

    fn move_orders<'s>(&self, sheet: &'s Sheet) -> &'s [Alternative<MoveOrder>] {
        if self.is_second_move() { &sheet.second } else { &sheet.first }
    }

    /// The first alternative whose condition holds and whose action is legal. All earlier ones are noted as passed
    /// over.
    fn first_of<T: Copy + std::fmt::Display>(
        &self,
        alternatives: &[Alternative<T>],
        action: fn(&Self, T) -> Result<Action, String>,
        passed_over: &mut Vec<PassedOver>,
    ) -> Option<(Action, Basis)> {
        for alternative in alternatives {
            match self.attempt(alternative, action) {
                Ok((action, fact)) => {
                    return Some((action, Basis::Order { order: alternative.to_string(), fact }));
                }
                Err(reason) => passed_over.push(PassedOver { order: alternative.to_string(), reason }),
            }
        }
        None
    }

    pub(super) fn attempt<T: Copy>(
        &self,
        alternative: &Alternative<T>,
        action: fn(&Self, T) -> Result<Action, String>,
    ) -> Result<(Action, Option<String>), String> {
        let verdict = alternative.condition.as_ref().map(|condition| self.judge(condition));
        if let Some(verdict) = verdict.as_ref().filter(|verdict| !verdict.holds) {
            return Err(verdict.fact.clone());
        }
        let action = action(self, alternative.order)?;
        // The rules alone decide here.
        let state = self.view.state();
        if self.game.legal(state).contains(action) {
            Ok((action, verdict.map(|verdict| verdict.fact)))
        } else {
            Err(self.game.objection(state, action).to_string())
        }
    }

    #[allow(clippy::unnecessary_wraps, clippy::unused_self, reason = "has the form of `move_action`")]
    fn chew_action(&self, order: ChewOrder) -> Result<Action, String> {
        Ok(match order {
            ChewOrder::Draw => Action::Draw,
            ChewOrder::Pay => Action::Pay,
            ChewOrder::Neither => Action::Stay,
        })
    }

    pub(super) fn move_action(&self, order: MoveOrder) -> Result<Action, String> {
        let state = self.view.state();
        let at = state.of(state.runner).square;
        Ok(match order {
            // A tortoise square cannot be reached forward, so a square behind can only mean going back.
            MoveOrder::To(square) if square < at && square != Square::START => Action::Back(square),
            MoveOrder::To(square) => Action::To(square),
            MoveOrder::Forward(squares) => {
                let target = Square::new(at.number().saturating_add(squares));
                Action::To(target.ok_or_else(|| {
                    let left = FINISH - at.number();
                    format!("the finish is only {left} squares ahead")
                })?)
            }
            MoveOrder::Back => {
                let tortoise = self.game.nearest_tortoise(state.of(state.runner).square);
                Action::Back(tortoise.ok_or_else(|| "there is no tortoise behind".to_owned())?)
            }
            // HP-05: a runner that stays on a carrot square draws.
            MoveOrder::Stay if self.game.legal(state).contains(Action::Draw) => Action::Draw,
            MoveOrder::StayAndDraw => Action::Draw,
            MoveOrder::StayAndPay => Action::Pay,
            MoveOrder::Stay => Action::Stay,
            MoveOrder::Chew => Action::Chew,
        })
    }

    /// HP-05: the action by default, among the legal `actions`.
    pub(super) fn default_action(&self, actions: &[Action]) -> (Action, DefaultAction) {
        let can = |wanted: Action| actions.contains(&wanted);
        // Actions are in ascending order, with the finish after all squares.
        let forward = actions.iter().find(|action| matches!(action, Action::To(_)));
        let back = actions.iter().find(|action| matches!(action, Action::Back(_)));
        let stays = self.game.ruleset().orders.empty_on_carrot_square == EmptyOrder::StayAndDraw;
        if self.view.state().phase == Phase::ChewCarrot {
            return (Action::Draw, DefaultAction::Draw);
        }
        if can(Action::Chew) {
            return (Action::Chew, DefaultAction::Chew);
        }
        if can(Action::Draw) && (stays || (forward.is_none() && back.is_none())) {
            return (Action::Draw, DefaultAction::StayAndDraw);
        }
        let moves = forward.map(|to| (*to, DefaultAction::Forward));
        let moves = moves.or_else(|| back.map(|to| (*to, DefaultAction::Back)));
        // A seat that is asked has at least one action. Without a move, it has exactly one.
        let only = actions.first().copied().unwrap_or(Action::ToStart);
        moves.unwrap_or((only, DefaultAction::NoMove))
    }
}
