//! The pile in steps, card by card, as a seat sees it carried out.

use super::card_index::Kind;
use super::game::Gotham;
use super::happening::Happening;
use super::track::{FIGURES, Figure};
use super::view::View;
use crate::text::Frame;

impl Gotham {
    /// GO-13: the table when the pile is turned over, and after each of its cards. Everything follows from the view
    /// before the event and from what the seat sees happen.
    pub(super) fn pile_in_frames(&self, before: &View, seen: &[Happening]) -> Vec<Frame<View>> {
        let (mut view, mut frames, mut carried_out) = (*before, Vec::new(), 0);
        for (happening, happenings) in seen.iter().zip(1..) {
            match happening {
                Happening::Places { seat, back, card } => {
                    let known =
                        card.filter(|_| *seat == view.seat).and_then(|card| self.card_index.kind(card));
                    let kind = known.unwrap_or(Kind::hidden(*back));
                    view.state.hands[seat.index()].remove(kind);
                    view.lay(Figure::ALL[seat.index()], kind);
                }
                Happening::OwnerlessGets { figure, back, .. } => view.lay(*figure, Kind::hidden(*back)),
                Happening::PileTurns => {
                    view.state.acting = None;
                    frames.push(Frame { view, happenings });
                }
                Happening::TakesEffect { card, .. } => {
                    let Some(kind) = self.card_index.kind(*card) else { continue };
                    if let Some(laid) = view.state.deposit.cards_mut().get_mut(carried_out) {
                        laid.kind = kind;
                    }
                    carried_out += 1;
                    self.carry_out(&mut view.state, kind);
                    frames.push(Frame { view, happenings });
                }
                // Everything after this belongs to the next round.
                Happening::RoundBegins { .. } => break,
                _ => {}
            }
        }
        frames
    }
}

impl View {
    /// Lays a card on the deposit, which has a place for each figure.
    fn lay(&mut self, figure: Figure, kind: Kind) {
        if self.state.deposit.cards().len() < FIGURES {
            self.state.deposit.place(figure, kind, 0);
        }
    }
}
