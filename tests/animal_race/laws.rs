//! Laws that hold in every game, held to random play.

use furlong::animal_race::{Action, Animal, Cards, Chance, Phase, Position, Reshuffle, Setup};
use furlong::common::Ending;
use furlong::testkit::{self, Options};
use furlong::{RaceGame, Stream, Turn};
use proptest::prelude::*;
use rand::RngExt;

use super::kit::{Play, changed, game, names, stream};

/// Plays to the end at random, and looks at every state.
pub(crate) fn play_at_random(play: &mut Play, rng: &mut Stream, mut look: impl FnMut(&Play)) {
    let mut actions: Vec<Action> = Vec::new();
    for _ in 0..20_000 {
        look(play);
        match play.turn() {
            Turn::Over => return,
            Turn::Chance(_) => {
                let outcome: Chance = play.game.sample_chance(&play.state, rng);
                play.resolve(outcome);
            }
            Turn::Seat(_) => {
                play.game.actions(&play.state, &mut actions);
                let action = actions[rng.random_range(0..actions.len())];
                play.act(action);
            }
        }
    }
    assert_eq!(play.position().open.phase, Phase::Over, "the game comes to its end");
}

#[test]
fn the_laws_of_the_contract_hold_for_every_ruleset_and_number_of_players() {
    for name in names() {
        let options = Options::default().seed(3).games(1).every(3);
        let checked =
            testkit::check_tables(&game(name), &options).unwrap_or_else(|broken| panic!("{name}: {broken}"));
        assert_eq!(checked.finished, checked.games, "{name}: every game comes to its end");
    }
    let at_once = changed("classic", |rules| rules.reshuffle = Reshuffle::AtOnce);
    let options = Options::default().seed(4).games(1).every(3);
    testkit::check_tables(&at_once, &options).unwrap_or_else(|broken| panic!("at once: {broken}"));
}

/// AR-02, AR-07, AR-11, AR-12, AR-15: where all the cards are.
fn assert_cards_are_kept(play: &Play) {
    let rules = play.game.ruleset();
    let position = play.position();
    let mut rest = rules.cards.pack();
    let mut take = |heap: Cards| rest = rest.checked_sub(heap).expect("no card is anywhere twice");
    take(position.deck);
    take(position.open.table);
    for hand in position.hands.as_slice() {
        take(*hand);
    }
    for bets in position.bets.as_slice() {
        if let Some(card) = bets.chosen {
            let mut heap = Cards::NONE;
            heap[card] = 1;
            take(heap);
        }
    }
    let view = play.game.view(&play.state, furlong::Seat::FIRST);
    assert_eq!(view.discard, rest, "the discard is all the rest");
    match position.open.phase {
        Phase::Placing(_) => {
            assert!(!play.actions().is_empty(), "AR-15: a card can be placed");
            let table = position.open.table;
            assert!(table.len() < rules.table.cards);
            assert!(Animal::ALL.iter().all(|animal| table.of(*animal) < rules.table.of_one_animal));
            assert!(position.hands.iter().all(|hand| hand.len() == rules.hand));
        }
        Phase::Refill(_) => assert!(!position.deck.is_empty(), "AR-15: a card can be drawn"),
        _ => {}
    }
}

/// Places and endings fit the scores.
fn assert_standings_are_sound(play: &Play) {
    let standings = play.standings();
    let over = play.turn() == Turn::Over;
    assert_eq!(standings.ending == Ending::Racing, !over);
    for row in &standings.rows {
        let ahead = standings.rows.iter().filter(|other| other.place < row.place).count();
        assert_eq!(usize::from(row.place), ahead + 1, "1, 1, 3");
        assert!(standings.rows.iter().all(|other| other.score <= row.score || other.place < row.place));
    }
    let shares: u32 = play.game.returns(&play.state).0.iter().map(|share| share.parts()).sum();
    assert_eq!(shares, if over { 840 } else { 0 });
    match standings.ending {
        Ending::Won => assert_eq!(standings.leaders().count(), 1),
        Ending::Shared | Ending::Tie => assert!(standings.leaders().count() > 1),
        _ => assert!(!over),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    // AR-08: the view's law; AR-15 and the pack; positions read back
    #[test]
    fn random_games_keep_their_cards_views_and_positions(
        which in 0..3_usize, players in 2..=5_u8, games in 1..=2_u8, at_once: bool, seed: u64,
    ) {
        let name = names().nth(which).expect("three rulesets");
        let game = changed(name, |rules| {
            if at_once {
                rules.reshuffle = Reshuffle::AtOnce;
            }
        });
        let players = players.min(*game.players().end());
        let state = game.start(&Setup { games, ..game.setup(players) }).expect("they may play");
        let mut play = Play { game, state, seen: Vec::new() };
        let mut rng = stream(seed);
        let mut imagining = stream(seed ^ 7);
        play_at_random(&mut play, &mut rng, |play| {
            assert_cards_are_kept(play);
            assert_standings_are_sound(play);
            let position = play.position();
            let json = serde_json::to_string(&position).expect("plain data");
            let read: Position = serde_json::from_str(&json).expect("just written");
            assert_eq!(play.game.state(&read).as_ref(), Ok(&play.state));
            for seat in play.game.seats(&play.state).iter() {
                let view = play.game.view(&play.state, seat);
                let imagined = play.game.resample(&view, &mut imagining).expect("a state has this view");
                assert_eq!(play.game.view(&imagined, seat), view);
                assert_eq!(play.game.turn(&imagined), play.turn());
                if play.turn() == Turn::Seat(seat) {
                    let mut actions = Vec::new();
                    play.game.actions(&imagined, &mut actions);
                    assert_eq!(actions, play.actions());
                }
                assert_eq!(play.game.state(&play.game.position(&imagined)), Ok(imagined));
            }
        });
        prop_assert_eq!(play.turn(), Turn::Over);
    }
}
