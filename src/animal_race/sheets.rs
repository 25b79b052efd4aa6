//! Reference sheets for players: how far each animal runs, where the racing cards are, and what the bets score.
//! Everything follows from the rules and the view, so a sheet reveals nothing that its reader could not work out.

use super::cards::{Card, Cards};
use super::game::AnimalRace;
use super::guide::{points_in_words, power};
use super::policy::MovementMode;
use super::state::Phase;
use super::view::View;
use crate::common::fault::Faults;
use crate::text::{Aid, capitalized, counted, listed, ordinal, separated, table_in_columns};

impl AnimalRace {
    pub(super) fn sheets(&self, view: &View) -> Vec<Aid> {
        vec![
            Aid::new("animals", "how far each animal runs", self.animals_sheet(view)),
            Aid::new("cards", "the racing cards, and those that you have not seen", self.cards_sheet(view)),
            Aid::new("scores", "what your bets score as the animals stand", self.scores_sheet(view)),
        ]
    }

    /// AR-20 to AR-27: the tiles that each animal runs, by the number of its cards on the table.
    fn animals_sheet(&self, view: &View) -> String {
        let movement = &self.ruleset.movement;
        // AA-05: where players choose the order, only animals with cards run.
        let fewest = usize::from(movement.mode == MovementMode::ByPlayers);
        let most = usize::from(self.ruleset.table.of_one_animal);
        let mut head = vec!["cards".to_owned()];
        head.extend((fewest..=most).map(|cards| cards.to_string()));
        head.push("there now".to_owned());
        let rows = self.animals.iter().map(|animal| {
            let steps = movement.steps[animal].iter().skip(fewest).map(ToString::to_string);
            let mut row = vec![animal.to_string()];
            row.extend(steps);
            row.push(view.open.table.of(animal).to_string());
            row
        });
        let table = table_in_columns(&head, &rows.collect::<Vec<_>>());
        let order = match movement.mode {
            MovementMode::ByAnimal => "They run in this order.",
            MovementMode::ByPlayers => "The players choose in turn who runs next.",
        };
        let powers = self.animals.iter().filter_map(|animal| {
            let power = power(&self.ruleset, animal);
            let power = power.trim().trim_start_matches("But ");
            (!power.is_empty()).then(|| format!("- {animal}: {}\n", capitalized(power)))
        });
        format!(
            "Tiles that each animal runs, by the number of its cards on the table. {order}\n{table}{}",
            separated(powers, "")
        )
    }

    /// AR-08: all racing cards: those that the seat sees, and the rest.
    fn cards_sheet(&self, view: &View) -> String {
        let own = view.bets.chosen.map_or(Cards::NONE, Cards::of_one);
        let columns = [("table", view.open.table), ("discard", view.discard), ("yours", view.hand)];
        let mut head = vec!["card".to_owned(), "all".to_owned()];
        head.extend(columns.iter().map(|(title, _)| (*title).to_owned()));
        head.push("unseen".to_owned());
        let unseen = |card: Card| {
            let seen = columns.iter().fold(own[card], |seen, (_, heap)| seen.saturating_add(heap[card]));
            self.pack[card].saturating_sub(seen)
        };
        let kinds = || Card::ALL.into_iter().filter(|card| self.pack[*card] > 0);
        let rows = kinds().map(|card| {
            let mut row = vec![card.to_string(), self.pack[card].to_string()];
            row.extend(columns.iter().map(|(_, heap)| heap[card].to_string()));
            row.push(unseen(card).to_string());
            row
        });
        let rows: Vec<_> = rows.collect();
        let others = || view.hands.iter().enumerate().filter(|(index, _)| *index != view.seat.index());
        let in_hands: u32 = others().map(|(_, held)| u32::from(*held)).sum();
        let all: u32 = kinds().map(|card| u32::from(unseen(card))).sum();
        let aside = all.saturating_sub(in_hands + u32::from(view.deck));
        let mut places =
            vec![format!("{} in the deck", view.deck), format!("{in_hands} in the hands of others")];
        places.extend((aside > 0).then(|| format!("{aside} set aside by others as bets")));
        let set_aside = view.bets.chosen.map_or_else(String::new, |card| {
            format!(" The {card} card that you set aside is counted only under `all`.")
        });
        format!("{}Unseen cards: {}.{set_aside}\n", table_in_columns(&head, &rows), listed(places))
    }

    /// AR-31: the current ranks of the animals, the points of a bet on each, and the seat's own points.
    fn scores_sheet(&self, view: &View) -> String {
        let Some(state) = self.read_open(&view.open, &mut Faults::none()) else { return String::new() };
        let ranks = self.ranks(state.at, state.podium);
        let points = self.points(&ranks);
        let mut animals: Vec<_> = self.animals.iter().collect();
        animals.sort_by_key(|animal| ranks[animal.index()].unwrap_or(u8::MAX));
        let rows = animals.into_iter().map(|animal| {
            let place = match (state.podium.place(animal), state.at[animal.index()]) {
                (Some(_), _) => "home".to_owned(),
                (None, 0) => "start".to_owned(),
                (None, tile) => tile.to_string(),
            };
            let own = view.bets.animals().filter(|bet| *bet == animal).count();
            vec![
                animal.to_string(),
                place,
                ranks[animal.index()].map_or_else(|| "-".to_owned(), ordinal),
                points[animal.index()].to_string(),
                if own == 0 { String::new() } else { counted(own as i64, "bet", "bets") },
            ]
        });
        let head = ["animal", "tile", "rank", "points", "yours"].map(str::to_owned);
        let table = table_in_columns(&head, &rows.collect::<Vec<_>>());
        let scored = view.bets.points(&points);
        // AC-01: the totals contain the points of finished games.
        let total =
            state.totals[view.seat].saturating_add(if state.phase == Phase::Over { 0 } else { scored });
        let all = if state.games > 1 { format!(" In all games together: {total}.") } else { String::new() };
        format!(
            "A bet scores by its animal's rank: {}. As the animals stand:\n{table}Your bets score {scored}.{all}\n",
            points_in_words(&self.ruleset)
        )
    }
}
