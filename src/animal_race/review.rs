//! Words for the review of a finished game: the bets, what a player could have done, and what to try next time.

use super::action::Action;
use super::animals::Animal;
use super::bots::brought;
use super::game::AnimalRace;
use super::state::State;
use super::view::View;
use crate::common::fault::Faults;
use crate::text::{Names, capitalized, counted, listed, ordinal, separated};

impl AnimalRace {
    /// The bets of each seat, and how each animal came in (AR-31).
    pub(super) fn bets_in_words(&self, state: &State, names: &Names) -> String {
        let ranks = self.ranks(state.at, state.podium);
        let points = self.points(&ranks);
        let bet = |animal: Animal| {
            let place = ranks[animal.index()].map_or_else(|| "without a place".to_owned(), ordinal);
            format!("the {animal} ({place}, {})", counted(points[animal.index()], "point", "points"))
        };
        let of = |seat| {
            let bets: Vec<Animal> = state.bets[seat].animals().collect();
            let on = match bets[..] {
                [first, second] if first == second => format!("twice on {}", bet(first)),
                _ => format!("on {}", listed(bets.into_iter().map(bet))),
            };
            format!("{} bet {on}", names.of(seat))
        };
        format!("{}.", capitalized(&separated(state.seats.iter().map(of), "; ")))
    }

    /// Describes what the viewer could have done. A placement that makes the animals run names its effect.
    pub(super) fn could_have(&self, view: &View, action: Action, names: &Names) -> String {
        match action {
            Action::Bet(card) => format!("bet on the {} as well", card.animal()),
            Action::Move(animal) => format!("moved the {animal} first"),
            Action::Place(placement) => {
                let own = |animal: Animal| {
                    let is_own = view.bets.animals().any(|own| own == animal);
                    let whose = if is_own { names.possessive(view.seat) } else { "the".to_owned() };
                    format!("{whose} {animal}")
                };
                let effect = brought(self, view, placement, &own)
                    .map_or_else(String::new, |effect| format!(", which would have {effect}"));
                format!("placed {}{effect}", placement.cards())
            }
        }
    }

    /// A rule of thumb that the better action follows, and the action taken does not.
    pub(super) fn thumb(&self, view: &View, taken: Action, better: Action) -> Option<String> {
        let state = self.read_open(&view.open, &mut Faults::none())?;
        let is_own = |animal: Animal| view.bets.animals().any(|own| own == animal);
        let said = match (taken, better) {
            (Action::Bet(taken), Action::Bet(better)) => {
                let held = |animal: Animal| view.hand.of(animal);
                if held(better.animal()) > held(taken.animal()) {
                    "for the second bet, prefer an animal of which you hold more cards: those can help it."
                } else {
                    "for the second bet, look at how far each animal runs with few cards: `animals`."
                }
            }
            (Action::Place(taken), Action::Place(better)) => {
                let [runs, could_run] = [taken, better].map(|placement| {
                    let table = state.table.checked_add(placement.cards());
                    table.is_some_and(|table| self.is_triggered(table))
                });
                match (runs, could_run) {
                    (false, true) => {
                        "count the cards on the table: make the animals run while they suit your bets."
                    }
                    (true, false) => "do not make the animals run before the table suits your bets.",
                    _ if is_own(better.animal) && !is_own(taken.animal) => {
                        "place cards of your own animals while there is room for them on the table."
                    }
                    _ if is_own(taken.animal) && !is_own(better.animal) => {
                        "keep cards of your own animals for a table on which they count, and get rid of others."
                    }
                    _ if better.count() > taken.count() => {
                        "place more cards at once: your hand is filled up again anyway."
                    }
                    _ if better.count() < taken.count() => {
                        "place fewer cards at once: what you keep can still help your bets."
                    }
                    _ => return None,
                }
            }
            // AA-05: the players choose the order.
            (Action::Move(_), Action::Move(better)) if is_own(better) => {
                "when the animals run, move your own early: on the last tiles the order decides."
            }
            _ => return None,
        };
        Some(said.to_owned())
    }
}
