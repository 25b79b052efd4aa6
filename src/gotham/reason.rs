//! The reason for an action in a few words: which figure it moves, how far from the sign that figure ends up, and how
//! often the cards placed earlier change which figure it moves.

use rand::SeedableRng as _;

use super::action::Action;
use super::cards::Rank;
use super::explain::is_first;
use super::game::Gotham;
use super::happening::Change;
use super::state::State;
use super::track::Figure;
use super::view::View;
use crate::game::streams::Stream;
use crate::text::counted;

/// The number of deals of the hidden cards to look at.
const DEALS: u32 = 100;

impl Gotham {
    /// What an action is good for, addressed to the seat that has the view.
    pub(super) fn purpose_of(&self, view: &View, action: Action) -> Option<String> {
        let own = Figure::ALL.into_iter().find(|figure| figure.owner(view.players()) == Some(view.seat()))?;
        let named = |figure: Figure| if figure == own { "you".to_owned() } else { figure.to_string() };
        let card = match action {
            Action::Draw(back) => {
                let now = named(view.figures()[back.index()].figure);
                return Some(match self.cases(view, own, back) {
                    None => format!("its cards move {now} as things stand"),
                    Some(cases) => format!("its cards move {now} as things stand; {cases}"),
                });
            }
            Action::Place(card) => card,
        };
        let mut after = view.state;
        let change = self.carry_out(&mut after, self.card_index.kind(card)?);
        let what = match change {
            Change::Moves { figure, from, to, rank } => {
                let way = self.way_to_go(&after, figure);
                format!("takes {} from {from} to {to}, {rank} there{way}", named(figure))
            }
            Change::Swaps { figure, with } => {
                format!("lets {} and {} swap places", named(figure), named(with))
            }
            Change::SignMoves { to, .. } => {
                let (space, way) = (self.ruleset.track.animals.space(to), self.way_to_go(&after, own));
                let whose = if way.is_empty() { "" } else { " for you" };
                format!("takes the finish to the {to} on {space}{way}{whose}")
            }
        };
        let beyond = self.furthest(&after).figures().next();
        let beyond = beyond
            .map_or_else(String::new, |figure| format!(", with {} furthest beyond the sign", named(figure)));
        // The new rank of a seat whose own figure the card does not move.
        let [now, then] = [&view.state, &after].map(|state| state.track.rank_of(own));
        let is_told = matches!(change, Change::Moves { figure, .. } if figure == own);
        let rank = if now == then || is_told { String::new() } else { format!(", and you are {then}") };
        let sure = if is_first(view) { "" } else { "as things stand, " };
        let cases = match change {
            Change::SignMoves { .. } => None,
            Change::Moves { .. } | Change::Swaps { .. } => self.cases(view, own, card.back()),
        };
        let cases = cases.map_or_else(String::new, |cases| format!("; {cases}"));
        Some(format!("{sure}{what}{rank}{beyond}{cases}"))
    }

    /// How far a figure still has to go to be beyond the sign; empty if it is beyond already.
    fn way_to_go(&self, state: &State, figure: Figure) -> String {
        if self.crossings(state).any(|crossing| crossing.figure == figure) {
            return String::new();
        }
        let at = state.track.at_rank(state.track.rank_of(figure)).at;
        let [forward, back] = self.way_to(self.ruleset.track.animals.space(state.sign), at);
        format!(", with {} forward or {back} back still to go", counted(forward, "space", "spaces"))
    }

    /// How often a card with this back, placed now, moves the seat's own figure although cards were placed face down
    /// before it, counted in equally likely deals of the hidden cards. `None` if no card was placed before it.
    fn cases(&self, view: &View, own: Figure, back: Rank) -> Option<String> {
        let before = view.deposit().len();
        if before == 0 {
            return None;
        }
        let open = self.information_set_of(view).ok()?;
        let mut rng = Stream::seed_from_u64(0);
        let moves_own = |_: &u32| {
            let mut world = self.determinize_set(&open, &mut rng);
            let deposit = world.deposit;
            for laid in deposit.cards() {
                self.carry_out(&mut world, laid.kind);
            }
            world.track.rank_of(own) == back
        };
        let often = (0..DEALS).filter(moves_own).count();
        let cards = counted(before as i64, "card", "cards");
        let number = back.number();
        Some(format!(
            "after the {cards} before yours, a {number} moves you in about {often} of {DEALS} deals"
        ))
    }
}
