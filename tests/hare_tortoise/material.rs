//! The board, and what screens hide: HT-01, HT-08.

use furlong::RaceGame;
use furlong::hare_tortoise::{Board, OthersCarrots, Square};

use super::table::{classic, game, one, race, seat};

#[test]
fn ht_01_sixty_three_squares_have_a_kind() {
    let game = classic();
    let kinds = (1..=63).filter(|n| game.board().kind(Square::new(*n).unwrap()).is_some()).count();
    assert_eq!(kinds, 63);
    assert!(Square::new(65).is_none());
}

#[test]
fn ht_08_hp_10_carrots_are_hidden_on_screens_only() {
    use furlong::text::{Canvas, Marks, Names};
    use furlong::{Seats, Text};
    for (name, shown) in [("classic", OthersCarrots::Hidden), ("postal", OthersCarrots::Open)] {
        let game = game(name, |_| {});
        assert_eq!(game.ruleset().screen.others_carrots, shown);
        let race = race(game, &[one(61, 4, 3), one(62, 2, 3), one(63, 0, 3), one(64, 0, 3)]);
        let view = race.game.view(&race.state, seat(0));
        assert_eq!(view.position().players[1].carrots, 62, "a perfect memory has the number");
        let names = Names::numbered(Seats::new(4).unwrap());
        let picture = race.game.draw(&view, &Marks::NONE, &names, &Canvas::PLAIN);
        assert!(picture.contains("61"), "{picture}");
        assert_eq!(picture.contains("62 carrots"), shown == OthersCarrots::Open, "{picture}");
        assert_eq!(picture.contains("? carrots"), shown == OthersCarrots::Hidden, "{picture}");
    }
}

// HT-01
#[test]
fn every_unknown_letter_of_a_board_is_named_and_its_length() {
    let faults = Board::read(&"?".repeat(70)).expect_err("no board");
    assert_eq!(faults.len(), 63 + 1);
    assert_eq!(faults[62].problem, "square 63 is `?`, not one of C L H T 2 3 4 F");
    assert_eq!(faults[63].problem, "70 squares, but the track has 63");
}
