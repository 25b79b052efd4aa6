//! Shared by the tests: games under changed rules, tables laid out by hand, and cards written as people do.

use furlong::animal_race::{
    Action, Animal, AnimalRace, Animals, Bets, ByAnimal, Card, Cards, Chance, Happening, OnTrack, Open,
    Phase, Placement, Podium, Position, Ruleset, State, Tiles,
};
use furlong::common::SeatList;
use furlong::{RaceGame, Ruleset as _, Seat, Seats, Standings, Stream, Streams, Turn, ruleset};

pub(crate) use furlong::animal_race::Animal::{Fox, Hare, Lamb, Tortoise, Wolf};

/// The names of the rulesets that the library carries.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    Ruleset::EMBEDDED.iter().map(|embedded| embedded.name)
}

pub(crate) fn rules(name: &str) -> Ruleset {
    ruleset::open::<Ruleset>(name).expect("the library carries this ruleset")
}

pub(crate) fn game(name: &str) -> AnimalRace {
    AnimalRace::new(rules(name)).expect("the library's rulesets are playable")
}

/// A game under rules that differ from a ruleset of the library.
pub(crate) fn changed(name: &str, change: impl FnOnce(&mut Ruleset)) -> AnimalRace {
    let mut rules = rules(name);
    change(&mut rules);
    AnimalRace::new(rules).expect("the changed rules are playable")
}

/// A game of a ruleset's file in which one line is written anew.
pub(crate) fn with_line(name: &str, line: &str, instead: &str) -> AnimalRace {
    let embedded = Ruleset::EMBEDDED.iter().find(|embedded| embedded.name == name);
    let text = embedded.expect("the library carries this ruleset").text;
    assert_eq!(text.matches(line).count(), 1, "`{line}` stands once in {name}");
    let rules = ruleset::open::<Ruleset>(ruleset::Source::Text(&text.replace(line, instead)))
        .expect("the changed file is a ruleset");
    AnimalRace::new(rules).expect("the changed rules are playable")
}

/// Lets at most two cards of one animal lie on the table, with steps for no more.
pub(crate) fn limit_to_two_of_one_animal(rules: &mut Ruleset) {
    rules.table.of_one_animal = 2;
    let ByAnimal { hare, tortoise, wolf, fox, lamb } = &mut rules.movement.steps;
    for steps in [hare, tortoise, wolf, fox, lamb] {
        steps.truncate(3);
    }
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat of a table")
}

/// A generator of its own for a test.
pub(crate) fn stream(seed: u64) -> Stream {
    Streams::new(seed).bot(Seat::FIRST, 0)
}

/// Cards as people write them: `2 hare, 1 howl`; nothing for none.
pub(crate) fn cards(written: &str) -> Cards {
    let mut heap = Cards::NONE;
    for part in written.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (count, card) = part.split_once(' ').expect("a number and a card");
        let card: Card = card.parse().expect("a card");
        heap[card] += count.parse::<u8>().expect("a number");
    }
    heap
}

/// Cards of one animal, to be placed: `1 wolf, 1 howl`.
pub(crate) fn placement(written: &str) -> Placement {
    let heap = cards(written);
    let animal = heap.iter().next().expect("a card").0.animal();
    let howls = if animal == Wolf { heap[Card::Howl] } else { 0 };
    Placement { animal, plain: heap[animal.card()], howls }
}

pub(crate) fn dealt(animals: &[Animal]) -> Bets {
    Bets { dealt: animals.iter().copied().collect(), chosen: None }
}

pub(crate) fn bet(animals: &[Animal], chosen: Card) -> Bets {
    Bets { chosen: Some(chosen), ..dealt(animals) }
}

pub(crate) fn tiles(tiles: &[u8]) -> Tiles {
    tiles.iter().fold(Tiles::NONE, |set, tile| set.with(*tile))
}

pub(crate) fn list<T: Copy + Default>(values: &[T]) -> SeatList<T, 5> {
    let seats = Seats::new(values.len() as u8).expect("seats of a table");
    SeatList::new(seats, |seat| values[seat.index()])
}

pub(crate) fn podium(animals: &[Animal]) -> Podium {
    animals.to_vec().try_into().expect("each animal once")
}

/// A table in the middle of a game, laid out step by step; what is not said is filled in.
///
/// Seat 0 is first player and places cards, all animals are on the start line, streams lie on the last
/// tiles, starting bets are dealt in the order of animals, hands are full of what there is most of, and the
/// deck is all the rest.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) game: AnimalRace,
    pub(crate) open: Open,
    bets: Vec<Option<Bets>>,
    hands: Vec<Option<Cards>>,
}

impl Scene {
    pub(crate) fn new(game: &AnimalRace, players: u8) -> Self {
        let track = &game.ruleset().track;
        let mut tokens = track.turbo_tiles.iter().copied();
        let open = Open {
            players: Seats::new(players).expect("players at a table"),
            phase: Phase::Placing(Seat::FIRST),
            first: Seat::FIRST,
            first_is_drawn: false,
            game: 1,
            games: 1,
            totals: SeatList::default(),
            streams: (0..track.streams).fold(Tiles::NONE, |set, back| set.with(track.tiles - back)),
            turbo: ByAnimal::new(|_| tokens.next().unwrap_or(0)),
            animals: OnTrack::default(),
            podium: Podium::EMPTY,
            table: Cards::NONE,
        };
        let seats = usize::from(players);
        Self { game: game.clone(), open, bets: vec![None; seats], hands: vec![None; seats] }
    }

    /// The animal stands on this tile.
    pub(crate) fn at(mut self, animal: Animal, tile: u8) -> Self {
        self.open.animals[animal] = Some(tile);
        self
    }

    pub(crate) fn podium(mut self, animals: &[Animal]) -> Self {
        self.open.podium = podium(animals);
        self
    }

    pub(crate) fn table(mut self, written: &str) -> Self {
        self.open.table = cards(written);
        self
    }

    pub(crate) fn hand(mut self, seat: u8, written: &str) -> Self {
        self.hands[usize::from(seat)] = Some(cards(written));
        self
    }

    pub(crate) fn bets(mut self, seat: u8, bets: Bets) -> Self {
        self.bets[usize::from(seat)] = Some(bets);
        self
    }

    /// The table as a position, with everything filled in.
    pub(crate) fn position(&self) -> Position {
        let rules = self.game.ruleset();
        let players = self.open.players.count();
        let mut rest = rules.cards.pack().checked_sub(self.open.table).expect("the table is in the pack");
        let mut take = |heap: Cards| rest = rest.checked_sub(heap).expect("the pack has these cards");
        for heap in self.hands.iter().flatten() {
            take(*heap);
        }
        let mut undealt: Animals = Animals::ALL;
        for bets in self.bets.iter().flatten() {
            undealt = undealt.without(bets.dealt);
        }
        let mut undealt = undealt.iter();
        let mut all_bets = Vec::new();
        for bets in &self.bets {
            let bets = bets.unwrap_or_else(|| {
                let animals: Vec<Animal> =
                    undealt.by_ref().take(rules.starting_bets.with(players).into()).collect();
                if rules.second_bet == furlong::animal_race::SecondBet::FromHand {
                    bet(&animals, Card::Lamb)
                } else {
                    dealt(&animals)
                }
            });
            if let Some(card) = bets.chosen {
                let mut heap = Cards::NONE;
                heap[card] = 1;
                take(heap);
            }
            all_bets.push(bets);
        }
        let hands: Vec<Cards> = self
            .hands
            .iter()
            .map(|hand| {
                hand.unwrap_or_else(|| {
                    let mut hand = Cards::NONE;
                    for _ in 0..rules.hand {
                        let most = Card::ALL.into_iter().max_by_key(|card| rest[*card]);
                        let most = most.filter(|card| rest[*card] > 0).expect("cards for the hands");
                        rest[most] -= 1;
                        hand[most] += 1;
                    }
                    hand
                })
            })
            .collect();
        Position {
            open: self.open,
            deck: rest,
            hands: list(&hands),
            bets: list(&all_bets),
            since_shuffle: None,
        }
    }

    pub(crate) fn state(&self) -> State {
        self.game.state(&self.position()).expect("the scene can be")
    }

    /// The table, ready to be played on.
    pub(crate) fn begin(&self) -> Play {
        Play { game: self.game.clone(), state: self.state(), seen: Vec::new() }
    }
}

/// A game that a test plays.
#[derive(Clone)]
pub(crate) struct Play {
    pub(crate) game: AnimalRace,
    pub(crate) state: State,
    /// Everything that has happened.
    pub(crate) seen: Vec<Happening>,
}

impl Play {
    /// A game from its very beginning.
    pub(crate) fn from_start(game: &AnimalRace, players: u8) -> Self {
        let state = game.start(&game.setup(players)).expect("the ruleset is for these players");
        Self { game: game.clone(), state, seen: Vec::new() }
    }

    pub(crate) fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    pub(crate) fn position(&self) -> Position {
        self.game.position(&self.state)
    }

    pub(crate) fn standings(&self) -> Standings {
        self.game.standings_if_stopped(&self.state)
    }

    pub(crate) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.game.actions(&self.state, &mut actions);
        actions
    }

    pub(crate) fn chances(&self) -> Vec<(Chance, u32)> {
        let mut chances = Vec::new();
        self.game.chances(&self.state, &mut chances);
        chances.into_iter().map(|weighted| (weighted.outcome, weighted.weight)).collect()
    }

    pub(crate) fn act(&mut self, action: Action) -> &mut Self {
        self.game.play(&mut self.state, action, &mut self.seen).expect("the action is legal");
        self
    }

    pub(crate) fn resolve(&mut self, outcome: Chance) -> &mut Self {
        self.game.resolve(&mut self.state, outcome, &mut self.seen).expect("the outcome can come");
        self
    }

    /// Places cards; the hand is not refilled yet.
    pub(crate) fn lay(&mut self, written: &str) -> &mut Self {
        self.act(Action::Place(placement(written)))
    }

    /// Places cards and refills with whatever is on top.
    pub(crate) fn place(&mut self, written: &str) -> &mut Self {
        self.lay(written);
        while matches!(self.position().open.phase, Phase::Refill(_)) {
            let (outcome, _) = self.chances()[0];
            self.resolve(outcome);
        }
        self
    }

    /// The card that comes next.
    pub(crate) fn draw(&mut self, card: Card) -> &mut Self {
        self.resolve(Chance::Card(card))
    }

    /// Lets chance decide, the first outcome always, until it is not chance's turn.
    pub(crate) fn draw_all(&mut self) -> &mut Self {
        while let Some((outcome, _)) = self.chances().first().copied() {
            self.resolve(outcome);
        }
        self
    }

    /// The tile of an animal; one beyond the last when it has arrived.
    pub(crate) fn tile(&self, animal: Animal) -> u8 {
        let open = self.game.position(&self.state).open;
        open.animals[animal].unwrap_or(self.game.ruleset().track.tiles + 1)
    }

    pub(crate) fn tiles(&self) -> [u8; 5] {
        Animal::ALL.map(|animal| self.tile(animal))
    }

    pub(crate) fn podium(&self) -> Vec<Animal> {
        self.position().open.podium.into()
    }

    pub(crate) fn places(&self) -> Vec<u8> {
        self.standings().rows.iter().map(|row| row.place).collect()
    }

    pub(crate) fn scores(&self) -> Vec<i32> {
        self.standings().rows.iter().map(|row| row.score).collect()
    }

    /// Returns whether a happening like this was reported.
    pub(crate) fn saw(&self, is_like: impl Fn(&Happening) -> bool) -> bool {
        self.seen.iter().any(is_like)
    }
}

/// Runs one racing phase with exactly these cards on the table, beginning from a scene without a table.
///
/// The last card comes from seat 0's hand: one of the animal that there are most cards of.
pub(crate) fn race(scene: &Scene, table: &str) -> Play {
    let table = cards(table);
    let last = Animal::ALL.into_iter().max_by_key(|animal| table.of(*animal)).expect("five animals");
    let card = if table[last.card()] > 0 { last.card() } else { Card::Howl };
    let mut scene = scene.clone();
    scene.open.table = table;
    scene.open.table[card] -= 1;
    let mut hand = Cards::NONE;
    hand[card] = 1;
    let filler = if last == Hare { Card::Fox } else { Card::Hare };
    hand[filler] += scene.game.ruleset().hand - 1;
    scene.hands[0] = Some(hand);
    let mut play = scene.begin();
    play.place(&format!("1 {card}"));
    assert!(play.saw(|happening| matches!(happening, Happening::RacingBegins { .. })), "{table} triggers");
    play
}
