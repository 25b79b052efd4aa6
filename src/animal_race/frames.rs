//! The racing phase in steps, animal by animal, as a seat sees it.

use super::happening::Happening;
use super::view::View;
use crate::common::seat::Seat;
use crate::text::Frame;

/// AR-13, AR-20: the table when the animals start to run, and after each of them has moved.
pub(super) fn race_in_frames(before: &View, seen: &[Happening]) -> Vec<Frame<View>> {
    let (mut view, mut frames) = (*before, Vec::<Frame<View>>::new());
    for (happening, happenings) in seen.iter().zip(1..) {
        let is_new = match happening {
            Happening::Places { seat, cards } => {
                hold(&mut view, *seat, |held| held.saturating_sub(cards.cards().len()));
                if *seat == view.seat {
                    view.hand = view.hand.checked_sub(cards.cards()).unwrap_or(view.hand);
                }
                continue;
            }
            Happening::Draws { seat, card } => {
                hold(&mut view, *seat, |held| held.saturating_add(1));
                view.deck = view.deck.saturating_sub(1);
                if let Some(card) = card.filter(|_| *seat == view.seat) {
                    view.hand[card] += 1;
                }
                continue;
            }
            Happening::RacingBegins { table, .. } => {
                view.open.table = *table;
                true
            }
            Happening::Naps { .. } => true,
            Happening::Moves { animal, to, .. } => {
                view.open.animals[*animal] = Some(*to);
                true
            }
            Happening::FindsTurbo { .. } => false,
            Happening::Arrives { animal, .. } => {
                view.open.podium.add(*animal);
                false
            }
            // Everything after this belongs to the next round.
            Happening::RoundEnds { .. } => break,
            _ => continue,
        };
        match frames.last_mut() {
            Some(last) if !is_new => *last = Frame { view, happenings },
            _ => frames.push(Frame { view, happenings }),
        }
    }
    frames
}

/// Changes the number of cards that a seat holds.
fn hold(view: &mut View, seat: Seat, change: impl Fn(u8) -> u8) {
    view.hands.iter_mut().skip(seat.index()).take(1).for_each(|held| *held = change(*held));
}
