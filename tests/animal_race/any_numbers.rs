//! Data of any numbers: it is refused or playable, and never makes the library panic.

use furlong::animal_race::{Action, Animal, AnimalRace, Card, Chance, Phase, Placement, Position, View};
use furlong::text::{Canvas, Marks, Names};
use furlong::{BotSpec, Bots, Decision, RaceGame, Seats, Text, Turn};
use proptest::prelude::*;
use rand::RngExt;
use serde_json::Value;

use super::kit::{Fox, Hare, Lamb, Play, Scene, Wolf, bet, cards, game, list, names, seat, stream};

/// All numbers in a JSON value.
fn numbers<'a>(value: &'a mut Value, into: &mut Vec<&'a mut Value>) {
    match value {
        Value::Number(_) => into.push(value),
        Value::Array(values) => values.iter_mut().for_each(|value| numbers(value, into)),
        Value::Object(fields) => fields.values_mut().for_each(|value| numbers(value, into)),
        _ => {}
    }
}

/// All tables and lists in a JSON value, from which something can be dropped.
fn drop_some(value: &mut Value, rng: &mut furlong::Stream) {
    match value {
        Value::Array(values) if !values.is_empty() => {
            let place = rng.random_range(0..values.len());
            match rng.random_range(0..3) {
                0 => _ = values.remove(place),
                1 => {
                    let copy = values[place].clone();
                    values.push(copy);
                }
                _ => drop_some(&mut values[place], rng),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let place = rng.random_range(0..fields.len());
            let name = fields.keys().nth(place).cloned().unwrap_or_default();
            if rng.random_range(0..3) == 0 {
                fields.remove(&name);
            } else if let Some(value) = fields.get_mut(&name) {
                drop_some(value, rng);
            }
        }
        _ => {}
    }
}

/// Changes a few numbers to others, extremes above all, and now and then drops or doubles something.
fn damage(value: &mut Value, rng: &mut furlong::Stream) {
    for _ in 0..rng.random_range(1..4) {
        if rng.random_range(0..4) == 0 {
            drop_some(value, rng);
            continue;
        }
        let mut all = Vec::new();
        numbers(value, &mut all);
        let place = rng.random_range(0..all.len());
        let old = all[place].as_u64().unwrap_or(0);
        let new = [0, 1, 7, 12, 61, 63, 64, 128, 255, old + 1, old.saturating_sub(1), 65_535];
        *all[place] = new[rng.random_range(0..new.len())].into();
    }
}

/// A state somewhere in a random game.
fn somewhere(name: &str, seed: u64) -> Play {
    let game = game(name);
    let mut rng = stream(seed);
    let players = rng.random_range(game.players());
    let events = rng.random_range(0..150);
    let games = rng.random_range(1..3);
    let setup = furlong::animal_race::Setup { games, ..game.setup(players) };
    let state = game.start(&setup).expect("they may play");
    let mut play = Play { game, state, seen: Vec::new() };
    for _ in 0..events {
        match play.turn() {
            Turn::Over => break,
            Turn::Chance(_) => {
                let outcome = play.game.sample_chance(&play.state, &mut rng);
                play.resolve(outcome);
            }
            Turn::Seat(_) => {
                let actions = play.actions();
                play.act(actions[rng.random_range(0..actions.len())]);
            }
        }
    }
    play
}

/// Everything that can be done with a state.
fn use_state(play: &mut Play, rng: &mut furlong::Stream) {
    let position = play.position();
    assert_eq!(play.game.state(&position).as_ref(), Ok(&play.state), "it reads back");
    for number in play.game.seats(&play.state).iter() {
        let view = play.game.view(&play.state, number);
        let imagined = play.game.resample(&view, rng).expect("a state has this view");
        assert_eq!(play.game.view(&imagined, number), view);
    }
    for _ in 0..60 {
        play.standings();
        match play.turn() {
            Turn::Over => return,
            Turn::Chance(_) => {
                let outcome = play.game.sample_chance(&play.state, rng);
                play.resolve(outcome);
            }
            Turn::Seat(_) => {
                let actions = play.actions();
                assert!(!actions.is_empty(), "AR-15");
                play.act(actions[rng.random_range(0..actions.len())]);
            }
        }
    }
    let position = play.position();
    assert_eq!(play.game.state(&position).as_ref(), Ok(&play.state), "what follows can be too");
}

/// The view with everything written out that may be left out: nothing of the totals, animals on the start line.
fn written_out(mut view: View) -> View {
    if view.open.totals.is_empty() {
        view.open.totals = list(&vec![0; view.open.players.count().into()]);
    }
    for animal in Animal::ALL {
        let tile = &mut view.open.animals[animal];
        *tile = if view.open.podium.contains(animal) { None } else { tile.or(Some(0)) };
    }
    view
}

/// Everything that can be done with a view.
fn use_view(game: &AnimalRace, view: &View, rng: &mut furlong::Stream) {
    if let Ok(imagined) = game.resample(view, rng) {
        assert_eq!(game.view(&imagined, game.viewer(view)), written_out(*view));
        assert_eq!(game.state(&game.position(&imagined)).as_ref(), Ok(&imagined), "what is imagined can be");
    }
    let names = Names::numbered(view.open.players);
    game.draw(view, &Marks::NONE, &names, &Canvas::PLAIN);
    game.draw(view, &Marks::NONE, &names, &Canvas { width: 20, ..Canvas::PLAIN });
    game.question(view);
    let mut actions = vec![Action::Bet(Card::Howl), Action::Move(Wolf)];
    for (plain, howls) in [(1, 0), (255, 255), (128, 0), (0, 128), (4, 3)] {
        actions.push(Action::Place(Placement { animal: Wolf, plain, howls }));
        actions.push(Action::Place(Placement { animal: Lamb, plain, howls }));
    }
    for action in &actions {
        game.ways(view, *action);
        game.label(view, *action);
        game.remark(view, *action);
    }
    for typed in ["2 hare", "wolf howl", "", "255 wolf 255 wolf", "x"] {
        _ = game.read_action(view, &actions, typed);
    }
    for kind in AnimalRace::BOTS {
        let mut bot = AnimalRace::bot(&BotSpec::named(kind.name)).expect("the game has this bot");
        // Bots are promised legal actions, so the wildest are left out.
        let few: Vec<Action> =
            actions.iter().copied().filter(|action| game.ways(view, *action) > 0).collect();
        _ = bot.choose(&mut Decision::new(game, view, &few, rng));
    }
}

/// Damages a position that the seed finds; what is accepted must be playable.
fn try_a_damaged_position(which: usize, seed: u64) {
    let mut rng = stream(seed ^ 1);
    let mut play = somewhere(names().nth(which).expect("three rulesets"), seed);
    let mut json = serde_json::to_value(play.position()).expect("plain data");
    damage(&mut json, &mut rng);
    let position = serde_json::from_value::<Position>(json);
    if let Some(state) = position.ok().and_then(|position| play.game.state(&position).ok()) {
        play.state = state;
        use_state(&mut play, &mut rng);
    }
}

// AR-07, AR-08: after a shuffle a second bet cannot have been drawn since; this seed once found one that was.
#[test]
fn a_second_bet_drawn_since_the_last_shuffle_is_refused() {
    try_a_damaged_position(1, 904_139_393_845_462_867);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_of_any_numbers_are_refused_or_playable(which in 0..3_usize, seed: u64) {
        try_a_damaged_position(which, seed);
    }

    #[test]
    fn views_of_any_numbers_are_refused_or_imagined(which in 0..3_usize, seed: u64) {
        let mut rng = stream(seed ^ 2);
        let play = somewhere(names().nth(which).expect("three rulesets"), seed);
        let viewer = play.game.seats(&play.state).iter().next().expect("a seat");
        let mut json = serde_json::to_value(play.game.view(&play.state, viewer)).expect("plain data");
        damage(&mut json, &mut rng);
        if let Ok(view) = serde_json::from_value::<View>(json) {
            use_view(&play.game, &view, &mut rng);
        }
    }

    #[test]
    fn actions_and_outcomes_of_any_numbers_are_refused_or_listed(
        which in 0..3_usize, seed: u64, plain: u8, howls: u8, tile: u8, kind in 0..5_usize,
    ) {
        let play = somewhere(names().nth(which).expect("three rulesets"), seed);
        let animal = Animal::ALL[kind];
        let actions = [
            Action::Place(Placement { animal, plain, howls }),
            Action::Place(Placement { animal, plain: plain % 4, howls: howls % 3 }),
            Action::Bet(Card::ALL[kind]),
            Action::Move(animal),
        ];
        for action in actions {
            let mut state = play.state;
            let is_legal = play.game.play(&mut state, action, &mut ()).is_ok();
            prop_assert_eq!(is_legal, play.actions().contains(&action));
            prop_assert!(is_legal || state == play.state);
        }
        let listed: Vec<Chance> = play.chances().into_iter().map(|(outcome, _)| outcome).collect();
        let outcomes = [
            Chance::Card(Card::ALL[kind]),
            Chance::StartingBet(animal),
            Chance::Stream(tile),
            Chance::Stream(tile % 13),
            Chance::Turbo(tile % 13),
            Chance::FirstPlayer(seat(tile % 8)),
        ];
        for outcome in outcomes {
            let mut state = play.state;
            let can_come = play.game.resolve(&mut state, outcome, &mut ()).is_ok();
            prop_assert_eq!(can_come, listed.contains(&outcome));
            prop_assert!(can_come || state == play.state);
        }
    }
}

/// Views and positions in which every number is as large as can be.
#[test]
fn heaps_of_255_cards_of_each_kind_are_refused() {
    let all = furlong::animal_race::Cards::new([255; 6]);
    assert_eq!(all.count(), 6 * 255);
    assert_eq!(all.of(Wolf), 255);
    let mut rng = stream(9);
    for name in names() {
        let game = game(name);
        for phase in [Phase::Placing(seat(0)), Phase::Refill(seat(0)), Phase::SecondBet(seat(1)), Phase::Over]
        {
            let mut scene = Scene::new(&game, 2);
            scene.open.streams = super::kit::tiles(&[3, 4]);
            let mut position = scene.position();
            position.open.phase = phase;
            position.open.table = all;
            position.deck = all;
            position.hands = list(&[all; 2]);
            position.bets = list(&[bet(&[Hare, Fox], Card::Howl); 2]);
            assert!(game.state(&position).is_err());
            position.open.table = cards("1 hare");
            assert!(game.state(&position).is_err());
            position.since_shuffle = Some(furlong::animal_race::SinceShuffle {
                deck: all,
                drawn: list(&[all; 2]),
                placed: list(&[all; 2]),
            });
            assert!(game.state(&position).is_err());

            let mut view = game.view(&Scene::new(&game, 2).state(), seat(0));
            view.open.phase = phase;
            view.discard = all;
            view.since_shuffle.placed = list(&[cards(""), all]);
            view.since_shuffle.drawn = list(&[255, 255]);
            use_view(&game, &view, &mut rng);
            view.hand = all;
            view.own_drawn = all;
            view.since_shuffle.deck = all;
            view.open.table = all;
            view.open.players = Seats::new(8).expect("eight");
            view.open.games = 3;
            use_view(&game, &view, &mut rng);
            assert!(game.resample(&view, &mut rng).is_err());
        }
    }
}
