//! The animal race as numbers: its action vocabulary, and the features of views and actions.

use super::action::{Action, Placement};
use super::animals::{ANIMALS, Animal, Animals, MOST_PLAYERS};
use super::cards::{Card, Cards, KINDS, MOST_OF_ONE};
use super::game::AnimalRace;
use super::policy::{
    MovementMode, Nap, RaceEnds, Reshuffle, SecondBet, StartLine, StreamEffect, TieBreak, TrackTies,
};
use super::racing::movable;
use super::state::{Memory, PerSeat, Phase, State};
use super::view::View;
use crate::common::seat::{Seat, Seats};
use crate::encoding::{Encoded, flag, one_of, words};

/// The maximum number of cards in a placement: the table takes no more of one animal.
const MOST: usize = MOST_OF_ONE as usize;
/// The number of plain-card placements of one animal.
const PLAIN: usize = MOST;
/// The number of wolf placements: plain cards and howls, together 1 to [`MOST`].
const WOLVES: usize = (MOST + 1) * (MOST + 2) / 2 - 1;
/// The index of each animal's first placement, and of the first move.
const PLACEMENTS: [usize; ANIMALS] = {
    let mut first = [KINDS; ANIMALS];
    let mut animal = 1;
    while animal < ANIMALS {
        first[animal] = first[animal - 1] + if animal - 1 == Animal::Wolf.index() { WOLVES } else { PLAIN };
        animal += 1;
    }
    first
};
const MOVES: usize = PLACEMENTS[Animal::Lamb.index()] + PLAIN;
const ACTIONS: usize = MOVES + ANIMALS;

/// All actions in ascending order.
static VOCABULARY: [Action; ACTIONS] = {
    let mut actions = [Action::Bet(Card::Hare); ACTIONS];
    let mut kind = 0;
    while kind < KINDS {
        actions[kind] = Action::Bet(Card::ALL[kind]);
        kind += 1;
    }
    let (mut animal, mut next) = (0, KINDS);
    while animal < ANIMALS {
        let mut plain = 0;
        while plain <= MOST {
            let most_howls = if animal == Animal::Wolf.index() { MOST - plain } else { 0 };
            let mut howls = if plain == 0 { 1 } else { 0 };
            while howls <= most_howls {
                let placement =
                    Placement { animal: Animal::ALL[animal], plain: plain as u8, howls: howls as u8 };
                actions[next] = Action::Place(placement);
                next += 1;
                howls += 1;
            }
            plain += 1;
        }
        actions[MOVES + animal] = Action::Move(Animal::ALL[animal]);
        animal += 1;
    }
    actions
};

const ANIMAL_NAMES: [&str; ANIMALS] = ["hare", "tortoise", "wolf", "fox", "lamb"];
const CARD_NAMES: [&str; KINDS] = ["hare", "tortoise", "wolf", "howl", "fox", "lamb"];
/// The other seats in clockwise order from the viewer.
const OTHERS: [&str; MOST_PLAYERS as usize - 1] = ["left-1", "left-2", "left-3", "left-4"];
const PHASES: [&str; 4] = ["second-bet", "placing", "moving", "other"];
const RANKS: [&str; ANIMALS] = ["first", "second", "third", "fourth", "fifth"];
const ON_TABLE: [&str; 5] = ["0-cards", "1-card", "2-cards", "3-cards", "4-cards"];
const NAPS: [&str; Nap::ALL.len()] = words!(Nap);
const ENDS: [&str; RaceEnds::ALL.len()] = words!(RaceEnds);
const TIE_BREAKS: [&str; TieBreak::ALL.len()] = words!(TieBreak);

crate::features! {
    /// The features of a view of the animal race.
    pub struct ViewFeatures {
        phase: [f32; PHASES] = "the pending decision; `other` when chance is next or the game is over" (yes);
        is_to_move: f32 = "the viewer is to move" (yes);
        is_first: f32 = "the viewer holds the first-player token" (yes);
        hand: [f32; CARD_NAMES] = "cards in the own hand" ("cards" / 7.0);
        dealt_bet: [f32; ANIMAL_NAMES] = "the viewer has a starting bet on the animal" (yes);
        second_bet: [f32; ANIMAL_NAMES] = "the second bet of the viewer is on the animal" (yes);
        own_placed: [f32; CARD_NAMES] = "cards that the viewer has placed since the deck was shuffled" ("cards" / 8.0);
        progress: [f32; ANIMAL_NAMES] = "part of the track that lies behind the animal" ("tracks" / 1.0);
        way: [f32; ANIMAL_NAMES] = "tiles to the finish line" ("tiles" / 12.0);
        place: [f32; ANIMAL_NAMES] = "place on the podium, 0 for an animal on the track" ("places" / 5.0);
        has_arrived: [f32; ANIMAL_NAMES] = "the animal has arrived" (yes);
        worth: [f32; ANIMAL_NAMES] = "points of a bet on the animal if the race ended now" ("first ranks" / 1.0);
        stream: f32 = "tiles from the lamb to the next stream that stops it; 0 when none does" ("tiles" / 12.0);
        turbo: [f32; ANIMAL_NAMES] = "tiles from the animal to its turbo token ahead; 0 when none is" ("tiles" / 12.0);
        has_moved: [f32; ANIMAL_NAMES] = "the animal has been moved in this racing phase" (yes);
        can_move: [f32; ANIMAL_NAMES] = "a player can choose the animal to move" (yes);
        table: [f32; CARD_NAMES] = "cards on the table" ("cards" / 4.0);
        room: f32 = "cards that the table takes before the racing phase begins" ("cards" / 8.0);
        room_of: [f32; ANIMAL_NAMES] = "cards of the animal that the table takes before the racing phase begins" ("cards" / 4.0);
        steps_now: [f32; ANIMAL_NAMES] = "tiles that the animal would go if the table raced now" ("tiles" / 6.0);
        worth_then: [f32; ANIMAL_NAMES] = "points of a bet on the animal if the race ended after that" ("first ranks" / 1.0);
        own_points: f32 = "points of the own bets if the race ended now" ("first ranks" / 3.0);
        own_points_then: f32 = "points of the own bets if the race ended after the table raced now" ("first ranks" / 3.0);
        ends_then: f32 = "the race would end if the table raced now" (yes);
        deck: f32 = "part of all cards that is in the deck" ("packs" / 1.0);
        discard: [f32; CARD_NAMES] = "cards in the discard" ("cards" / 18.0);
        unseen: [f32; CARD_NAMES] = "cards that the viewer cannot see: in the deck, in hands, second bets" ("cards" / 18.0);
        in_deck: [f32; CARD_NAMES] = "cards that were shuffled into the deck and have not been seen since" ("cards" / 18.0);
        games_left: f32 = "games of the championship after this one" ("games" / 3.0);
        own_lead: f32 = "points in earlier games ahead of the best other seat" (signed "first ranks" / 5.0);
        is_there: [f32; OTHERS] = "the seat is at the table" (yes);
        others_hand: [f32; OTHERS] = "cards in the hand" ("cards" / 7.0);
        others_bets: [f32; OTHERS] = "starting bets" ("bets" / 2.0);
        others_to_move: [f32; OTHERS] = "the seat is to move" (yes);
        others_first: [f32; OTHERS] = "the seat holds the first-player token" (yes);
        others_lead: [f32; OTHERS] = "points in earlier games ahead of the viewer" (signed "first ranks" / 5.0);
        others_placed: [f32; OTHERS, CARD_NAMES] = "cards that the seat has placed since the deck was shuffled" ("cards" / 8.0);
        rule_players: f32 = "players" ("players" / 5.0);
        rule_cards: [f32; CARD_NAMES] = "racing cards of the game" ("cards" / 18.0);
        rule_hand: f32 = "cards of a full hand" ("cards" / 7.0);
        rule_starting_bets: f32 = "starting bets of each player" ("bets" / 2.0);
        rule_has_second_bet: f32 = "there are second bets" (yes);
        rule_placement: f32 = "the most cards of one placement" ("cards" / 4.0);
        rule_table: f32 = "cards on the table that begin the racing phase" ("cards" / 8.0);
        rule_table_of_one: f32 = "cards of one animal on the table that begin the racing phase" ("cards" / 4.0);
        rule_tiles: f32 = "tiles of the track" ("tiles" / 20.0);
        rule_streams: f32 = "streams that stop the lamb" ("streams" / 4.0);
        rule_turbo: f32 = "tiles that a turbo token adds" ("tiles" / 4.0);
        rule_steps: [f32; ANIMAL_NAMES, ON_TABLE] = "tiles that the animal moves with so many cards on the table" ("tiles" / 5.0);
        rule_nap: [f32; NAPS] = "the condition under which the hare naps" (yes);
        rule_nap_cards: f32 = "cards with which the hare naps" ("cards" / 4.0);
        rule_points: [f32; RANKS] = "points of the rank" ("points" / 10.0);
        rule_end: [f32; ENDS] = "the end of the race" (yes);
        rule_tie_break: [f32; TIE_BREAKS] = "the order of players with the same points" (yes);
        rule_by_players: f32 = "the players choose the animals to move" (yes);
        rule_next_rank_follows: f32 = "ranks that animals share are not used up" (yes);
        rule_no_rank_at_start: f32 = "animals on the start line have no rank" (yes);
        rule_reshuffles_at_once: f32 = "the discard becomes the deck as soon as that is empty" (yes);
    }
}

const KINDS_OF_ACTION: [&str; 3] = ["bet", "place", "move"];

crate::features! {
    /// The features of an action of the animal race.
    pub struct ActionFeatures {
        kind: [f32; KINDS_OF_ACTION] = "the kind of the action" (yes);
        animal: [f32; ANIMAL_NAMES] = "the animal" (yes);
        plain: f32 = "plain cards placed or set aside" ("cards" / 4.0);
        howls: f32 = "howl cards placed or set aside" ("cards" / 3.0);
        cards_left: f32 = "cards of the animal that are left in the hand" ("cards" / 7.0);
        own_bets: f32 = "own bets on the animal" ("bets" / 2.0);
        unseen: f32 = "cards of the animal that the viewer cannot see" ("cards" / 18.0);
        progress: f32 = "part of the track that lies behind the animal" ("tracks" / 1.0);
        has_arrived: f32 = "the animal has arrived" (yes);
        worth: f32 = "points of a bet on the animal if the race ended now" ("first ranks" / 1.0);
        table_of_animal: f32 = "cards of the animal on the table afterwards" ("cards" / 4.0);
        room: f32 = "cards that the table takes afterwards" ("cards" / 8.0);
        room_of_animal: f32 = "cards of the animal that the table takes afterwards" ("cards" / 4.0);
        begins_race: f32 = "the racing phase begins" (yes);
        steps: [f32; ANIMAL_NAMES] = "tiles that each animal goes if the table then races, or by this move alone" ("tiles" / 6.0);
        steps_gained: [f32; ANIMAL_NAMES] = "those tiles without those that the table would bring before the action" (signed "tiles" / 6.0);
        worth_then: [f32; ANIMAL_NAMES] = "points of a bet on each animal if the race ended after those tiles" ("first ranks" / 1.0);
        own_points_then: f32 = "points of the own bets then" ("first ranks" / 3.0);
        own_points_gained: f32 = "those points without those of the animals as they stand" (signed "first ranks" / 3.0);
        ends_race: f32 = "the race would end with those tiles" (yes);
    }
}

impl Encoded for AnimalRace {
    const VERSION: u32 = 1;
    const ACTIONS: usize = ACTIONS;

    type ViewFeatures = ViewFeatures;
    type ActionFeatures = ActionFeatures;

    #[inline]
    fn index_of(action: Action) -> Option<usize> {
        match action {
            Action::Bet(card) => Some(card.index()),
            Action::Move(animal) => Some(MOVES + animal.index()),
            Action::Place(Placement { animal, plain, howls }) => {
                let (plain, howls) = (usize::from(plain), usize::from(howls));
                if !(1..=MOST).contains(&(plain + howls)) || (howls > 0 && animal != Animal::Wolf) {
                    return None;
                }
                // For wolves, each number of plain cards is combined with each number of howls that still fits.
                let before = match animal {
                    Animal::Wolf => (MOST + 1) * plain - plain * plain.saturating_sub(1) / 2,
                    _ => plain,
                };
                Some(PLACEMENTS[animal.index()] + before + howls - 1)
            }
        }
    }

    #[inline]
    fn action_at(index: usize) -> Option<Action> {
        VOCABULARY.get(index).copied()
    }

    #[inline]
    #[expect(clippy::too_many_lines, reason = "one value for each feature")]
    fn view_features(&self, view: &View) -> ViewFeatures {
        let state = self.state_seen(view);
        let raced = self.after_racing(&state, state.table);
        let (worth, worth_then) = (self.worth_of(&state), self.worth_of(&raced));
        let (open, rules) = (&view.open, &self.ruleset);
        let others = Others::of(view, state.seats);
        let phase = match state.phase {
            Phase::SecondBet(_) => 0,
            Phase::Placing(_) => 1,
            Phase::Moving { .. } => 2,
            _ => 3,
        };
        let to_move = state.phase.seat().filter(|_| phase < 3);
        let (moved, movable) = match state.phase {
            Phase::Moving { moved, .. } => (moved, movable(&state, moved)),
            _ => (Animals::NONE, Animals::NONE),
        };
        let own_total = total(view, view.seat);
        let best_total = others.seats().map(|seat| total(view, seat)).fold(0.0, f32::max);
        let limits = &rules.table;
        let first_rank = self.first_rank();
        ViewFeatures {
            phase: one_of(phase),
            is_to_move: flag(to_move == Some(view.seat)),
            is_first: flag(open.first == view.seat),
            hand: counts(view.hand),
            dealt_bet: each(|animal| flag(view.bets.dealt.contains(animal))),
            second_bet: each(|animal| flag(view.bets.chosen.map(Card::animal) == Some(animal))),
            own_placed: counts(placed(view, view.seat)),
            progress: each(|animal| self.progress(&state, animal)),
            way: each(|animal| f32::from(self.finish() - state.at[animal.index()])),
            place: each(|animal| f32::from(state.podium.place(animal).unwrap_or(0))),
            has_arrived: each(|animal| flag(state.podium.contains(animal))),
            worth,
            stream: self.way_to_stream(&state),
            turbo: each(|animal| {
                f32::from(state.turbo[animal.index()].saturating_sub(state.at[animal.index()]))
            }),
            has_moved: each(|animal| flag(moved.contains(animal))),
            can_move: each(|animal| flag(movable.contains(animal))),
            table: counts(state.table),
            room: f32::from(limits.cards.saturating_sub(state.table.len())),
            room_of: each(|animal| f32::from(limits.of_one_animal.saturating_sub(state.table.of(animal)))),
            steps_now: steps(&state, &raced),
            worth_then,
            own_points: own_points(view, &worth),
            own_points_then: own_points(view, &worth_then),
            ends_then: flag(raced.phase == Phase::Over),
            deck: f32::from(view.deck) / self.pack.count().max(1) as f32,
            discard: counts(view.discard),
            unseen: self.unseen(view, &state),
            in_deck: in_deck(view, &others),
            games_left: f32::from(open.games.saturating_sub(open.game)),
            own_lead: (own_total - best_total) / first_rank,
            is_there: others.each(|_| 1.0),
            others_hand: others.each(|seat| of_seat(&view.hands, seat).into()),
            others_bets: others.each(|seat| of_seat(&view.starting_bets, seat).into()),
            others_to_move: others.each(|seat| flag(to_move == Some(seat))),
            others_first: others.each(|seat| flag(open.first == seat)),
            others_lead: others.each(|seat| (total(view, seat) - own_total) / first_rank),
            others_placed: others.each(|seat| counts(placed(view, seat))),
            rule_players: f32::from(state.seats.count()),
            rule_cards: counts(self.pack),
            rule_hand: rules.hand.into(),
            rule_starting_bets: rules.starting_bets.with(state.seats.count()).into(),
            rule_has_second_bet: flag(rules.second_bet == SecondBet::FromHand),
            rule_placement: limits.placement.into(),
            rule_table: limits.cards.into(),
            rule_table_of_one: limits.of_one_animal.into(),
            rule_tiles: rules.track.tiles.into(),
            rule_streams: match rules.movement.streams {
                StreamEffect::StopTheLamb => rules.track.streams.into(),
                StreamEffect::NoEffect => 0.0,
            },
            rule_turbo: if rules.track.turbo_tiles.is_empty() { 0.0 } else { rules.track.turbo_steps.into() },
            rule_steps: self.steps.map(|of_animal| std::array::from_fn(|cards| of_animal[cards].into())),
            rule_nap: one_of(rules.movement.nap as usize),
            rule_nap_cards: rules.movement.nap_cards.into(),
            rule_points: std::array::from_fn(|rank| rules.end.points.get(rank).copied().unwrap_or(0).into()),
            rule_end: one_of(rules.end.when as usize),
            rule_tie_break: one_of(rules.end.tie_break as usize),
            rule_by_players: flag(rules.movement.mode == MovementMode::ByPlayers),
            rule_next_rank_follows: flag(rules.end.track_ties == TrackTies::NextRankFollows),
            rule_no_rank_at_start: flag(rules.end.start_line == StartLine::NoRank),
            rule_reshuffles_at_once: flag(rules.reshuffle == Reshuffle::AtOnce),
        }
    }

    #[inline]
    fn action_features(&self, view: &View, action: Action) -> ActionFeatures {
        let state = self.state_seen(view);
        let before = self.after_racing(&state, state.table);
        let (kind, animal, cards) = match action {
            Action::Bet(card) => (0, card.animal(), Cards::of_one(card)),
            Action::Place(placement) => (1, placement.animal, placement.cards()),
            Action::Move(animal) => (2, animal, Cards::NONE),
        };
        let table = match action {
            Action::Place(_) => state.table.checked_add(cards).unwrap_or(state.table),
            _ => state.table,
        };
        let mut then = state;
        match action {
            Action::Bet(_) => then = before,
            Action::Place(_) => then = self.after_racing(&state, table),
            Action::Move(animal) => {
                self.advance(&mut then, animal, &mut ());
                if self.is_decided(&then) {
                    then.phase = Phase::Over;
                }
            }
        }
        let (worth, worth_then) = (self.worth_of(&state), self.worth_of(&then));
        let mut bets = view.bets;
        if let Action::Bet(card) = action {
            bets.chosen = Some(card);
        }
        let seen = View { bets, ..*view };
        let own_points_then = own_points(&seen, &worth_then);
        let (steps, steps_before) = (steps(&state, &then), steps(&state, &before));
        let limits = &self.ruleset.table;
        let unseen = self.unseen(view, &state);
        let howl = if animal == Animal::Wolf { unseen[Card::Howl.index()] } else { 0.0 };
        ActionFeatures {
            kind: one_of(kind),
            animal: one_of(animal.index()),
            plain: cards[animal.card()].into(),
            howls: cards[Card::Howl].into(),
            cards_left: view.hand.of(animal).saturating_sub(cards.of(animal)).into(),
            own_bets: bets.animals().filter(|bet| *bet == animal).count() as f32,
            unseen: unseen[animal.card().index()] + howl,
            progress: self.progress(&state, animal),
            has_arrived: flag(state.podium.contains(animal)),
            worth: worth[animal.index()],
            table_of_animal: table.of(animal).into(),
            room: limits.cards.saturating_sub(table.len()).into(),
            room_of_animal: limits.of_one_animal.saturating_sub(table.of(animal)).into(),
            begins_race: flag(kind == 1 && self.is_triggered(table)),
            steps,
            steps_gained: std::array::from_fn(|animal| steps[animal] - steps_before[animal]),
            worth_then,
            own_points_then,
            own_points_gained: own_points_then - own_points(&seen, &worth),
            ends_race: flag(then.phase == Phase::Over),
        }
    }
}

impl AnimalRace {
    /// Makes a state from the open information of a view. Hands, bets and the memory of the deck are not read.
    #[inline]
    fn state_seen(&self, view: &View) -> State {
        let open = &view.open;
        let tile = |animal: Animal| match open.animals[animal] {
            _ if open.podium.contains(animal) => self.finish(),
            tile => tile.unwrap_or(0).min(self.finish()),
        };
        State {
            phase: open.phase,
            seats: Seats::new(open.players.count().min(MOST_PLAYERS)).unwrap_or(open.players),
            first: open.first,
            first_is_drawn: open.first_is_drawn,
            game: open.game,
            games: open.game,
            totals: PerSeat::default(),
            streams: open.streams,
            turbo: Animal::ALL.map(|animal| open.turbo[animal]),
            at: Animal::ALL.map(tile),
            podium: open.podium,
            table: open.table,
            deck: Cards::NONE,
            hands: PerSeat::default(),
            bets: PerSeat::default(),
            memory: Memory::default(),
        }
    }

    /// The points of the first rank, at least 1.
    #[inline]
    fn first_rank(&self) -> f32 {
        self.ruleset.end.points.iter().copied().max().unwrap_or(0).max(1).into()
    }

    /// The points of a bet on each animal if the race ended now, as a fraction of the first rank's points.
    #[inline]
    fn worth_of(&self, state: &State) -> [f32; ANIMALS] {
        let first_rank = self.first_rank();
        self.points(&self.ranks(state.at, state.podium)).map(|points| f32::from(points) / first_rank)
    }

    #[inline]
    fn progress(&self, state: &State, animal: Animal) -> f32 {
        f32::from(state.at[animal.index()]) / f32::from(self.finish())
    }

    /// AR-27: the number of tiles to the next stream that stops the lamb; 0 if there is none.
    #[inline]
    fn way_to_stream(&self, state: &State) -> f32 {
        let at = state.at[Animal::Lamb.index()];
        let stream = match self.ruleset.movement.streams {
            StreamEffect::StopTheLamb => state.streams.first_between(at, self.finish()),
            StreamEffect::NoEffect => None,
        };
        stream.map_or(0.0, |tile| f32::from(tile - at))
    }

    /// AR-08: the cards that the viewer cannot see.
    #[inline]
    fn unseen(&self, view: &View, state: &State) -> [f32; KINDS] {
        let own_bet = view.bets.chosen.map_or(Cards::NONE, Cards::of_one);
        let seen = [view.discard, state.table, view.hand, own_bet];
        let rest =
            |card: Card| seen.iter().fold(self.pack[card], |rest, heap| rest.saturating_sub(heap[card]));
        Card::ALL.map(|card| rest(card).into())
    }
}

/// The other seats in clockwise order from the viewer.
struct Others {
    seats: [Option<Seat>; OTHERS.len()],
}

impl Others {
    #[inline]
    fn of(view: &View, seats: Seats) -> Self {
        let mut others = seats.clockwise_from(view.seat).skip(1);
        Self { seats: std::array::from_fn(|_| others.next()) }
    }

    #[inline]
    fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats.iter().copied().flatten()
    }

    /// Returns a value for each other seat, and the default for seats that are not at the table.
    #[inline]
    fn each<T: Default>(&self, value: impl Fn(Seat) -> T) -> [T; OTHERS.len()] {
        self.seats.map(|seat| seat.map_or_else(T::default, &value))
    }
}

#[inline]
fn each(value: impl FnMut(Animal) -> f32) -> [f32; ANIMALS] {
    Animal::ALL.map(value)
}

#[inline]
fn counts(cards: Cards) -> [f32; KINDS] {
    Card::ALL.map(|card| cards[card].into())
}

/// The entry of a seat in a list of a view; the default if an unchecked view lacks it.
#[inline]
fn of_seat<T: Copy + Default>(list: &[T], seat: Seat) -> T {
    list.get(seat.index()).copied().unwrap_or_default()
}

#[inline]
fn placed(view: &View, seat: Seat) -> Cards {
    of_seat(&view.since_shuffle.placed, seat)
}

/// AC-01: the points of a seat in finished games.
#[inline]
fn total(view: &View, seat: Seat) -> f32 {
    of_seat(&view.open.totals, seat).into()
}

#[inline]
fn own_points(view: &View, worth: &[f32; ANIMALS]) -> f32 {
    view.bets.animals().map(|animal| worth[animal.index()]).sum()
}

#[inline]
fn steps(from: &State, to: &State) -> [f32; ANIMALS] {
    std::array::from_fn(|animal| f32::from(to.at[animal].saturating_sub(from.at[animal])))
}

/// AR-08: the cards of the deck, as last shuffled, that have not been seen since. Cards that others placed may also
/// be ones that they held before.
#[inline]
fn in_deck(view: &View, others: &Others) -> [f32; KINDS] {
    let rest = |card: Card| {
        let left = view.since_shuffle.deck[card].saturating_sub(view.own_drawn[card]);
        others.seats().fold(left, |left, seat| left.saturating_sub(placed(view, seat)[card]))
    };
    Card::ALL.map(|card| rest(card).into())
}
