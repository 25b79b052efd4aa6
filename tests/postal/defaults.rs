//! One decision from one sheet: alternatives, conditions, and the defaults of HP-05.

use furlong::hare_tortoise::postal::{Basis, DefaultAction, Occasion, Resolution, Sheet, Situation};
use furlong::hare_tortoise::{
    Action, Drawn, Effect, EmptyOrder, Happening, HareTortoise, Phase, PlayerPosition, Position,
    RoundPosition, Ruleset, RunnerName, RunnerPosition, Square, Way,
};
use furlong::{RaceGame, Seat, Turn, ruleset};

/// A race of four in which A is to decide; the others stand where they are put.
struct Case {
    phase: Phase,
    square: u8,
    carrots: u16,
    lettuces: u8,
    others: [u8; 3],
    seen: Vec<Happening>,
    rules: Ruleset,
}

fn case(square: u8, carrots: u16) -> Case {
    let rules = ruleset::open::<Ruleset>("postal").expect("embedded");
    Case { phase: Phase::Move, square, carrots, lettuces: 3, others: [1, 2, 3], seen: vec![], rules }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn at(number: u8) -> Square {
    Square::new(number).expect("a square")
}

impl Case {
    fn position(&self) -> Position {
        let mut home = 0;
        let mut player = |square: u8, carrots: u16, lettuces: u8| {
            home += u8::from(square == 64);
            let arrived = (square == 64).then_some(home);
            let lettuces = if square == 64 { 0 } else { lettuces };
            let runner = RunnerPosition { square, lettuces, arrived, ..RunnerPosition::default() };
            PlayerPosition { carrots, runners: vec![runner], ..PlayerPosition::default() }
        };
        let mut players = vec![player(self.square, self.carrots, self.lettuces)];
        players.extend(self.others.map(|square| player(square, 5, 3)));
        let jugs = u8::from(matches!(self.phase, Phase::ChewCarrot | Phase::AnotherMove));
        Position {
            players,
            phase: self.phase,
            seat: Seat::FIRST,
            runner: 0,
            jugs,
            paid: 0,
            round: RoundPosition {
                number: 3,
                first: Seat::FIRST,
                members: (0..4).map(seat).collect(),
                slot: 0,
            },
            pack: vec![],
            longest_step: 64,
        }
    }

    /// The action of A with these orders for its first move (or `chew:`, `again:` by themselves).
    fn with(&self, orders: &str) -> Resolution {
        let sheet = Sheet::parse(&format!("player A\nround 3\n{orders}"), &Occasion::default());
        self.resolve(Some(&sheet.expect("a sheet")))
    }

    fn resolve(&self, sheet: Option<&Sheet>) -> Resolution {
        let game = HareTortoise::new(self.rules.clone()).expect("playable");
        let state = game.state(&self.position()).expect("a position that can be");
        assert_eq!(game.turn(&state), Turn::Seat(Seat::FIRST));
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let view = game.view(&state, Seat::FIRST);
        let situation = Situation { game: &game, view: &view, seen: &self.seen };
        let resolution = situation.resolve(sheet, &actions);
        assert!(actions.contains(&resolution.action), "{resolution:?} is not legal");
        resolution
    }

    fn by_default(&self) -> (Action, DefaultAction) {
        let resolution = self.resolve(None);
        let Basis::Default(default) = resolution.basis else { panic!("no orders: {resolution:?}") };
        (resolution.action, default)
    }

    /// Returns whether an alternative with this condition is carried out.
    fn holds(&self, condition: &str) -> bool {
        let resolution = self.with(&format!("first: if {condition}: to 9; to 13"));
        match resolution.action {
            Action::To(square) if square == at(9) => true,
            Action::To(square) if square == at(13) => false,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_runner_at_home_is_on_the_finish_and_on_no_other_square() {
    let mut case = case(8, 30);
    case.others = [64, 12, 2];
    for (condition, holds) in [
        ("B on finish", true),
        ("B on 64", true),
        ("C on finish", false),
        ("B on 63", false),
        ("B on 12", false),
        ("B on 0", false),
        ("C on 12", true),
        ("not (B on 21)", true),
    ] {
        assert_eq!(case.holds(condition), holds, "{condition}");
    }
}

#[test]
fn hp_05_a_move_goes_forward_to_the_next_available_square() {
    // Square 11 is a tortoise and 12 is taken.
    let mut case = case(10, 30);
    case.lettuces = 0;
    case.others = [12, 1, 2];
    assert_eq!(case.by_default(), (Action::To(at(13)), DefaultAction::Forward));
}

#[test]
fn hp_05_the_finish_is_an_available_square() {
    let mut case = case(62, 3);
    case.lettuces = 0;
    case.others = [63, 1, 2];
    assert_eq!(case.by_default(), (Action::To(Square::FINISH), DefaultAction::Forward));
}

#[test]
fn hp_05_without_a_forward_move_it_goes_back_to_the_tortoise() {
    assert_eq!(case(12, 0).by_default(), (Action::Back(at(11)), DefaultAction::Back));
}

#[test]
fn hp_05_hp_09_without_any_move_it_goes_back_to_start() {
    let stuck = case(8, 0);
    assert_eq!(stuck.by_default(), (Action::ToStart, DefaultAction::NoMove));
    let resolution = stuck.with("first: to 9; back");
    assert_eq!(resolution.action, Action::ToStart);
    assert_eq!(resolution.passed_over.len(), 2);
    assert_eq!(resolution.passed_over[1].reason, "there is no tortoise behind");
}

#[test]
fn hp_05_on_a_carrot_square_it_stays_and_draws_or_as_the_ruleset_says() {
    let mut case = case(13, 30);
    assert_eq!(case.by_default(), (Action::Draw, DefaultAction::StayAndDraw));
    case.rules.orders.empty_on_carrot_square = EmptyOrder::Forward;
    assert_eq!(case.by_default(), (Action::To(at(14)), DefaultAction::Forward));
    case.carrots = 0;
    assert_eq!(case.by_default(), (Action::Back(at(11)), DefaultAction::Back), "no forward move");
    case.carrots = 30;
    // Staying means gaining, whatever an empty order means.
    assert_eq!(case.with("first: stay").action, Action::Draw);
    assert_eq!(case.with("first: stay and pay").action, Action::Pay);
}

#[test]
fn hp_05_on_a_lettuce_square_it_chews_whatever_is_ordered() {
    let case = case(10, 30);
    assert_eq!(case.by_default(), (Action::Chew, DefaultAction::Chew));
    let resolution = case.with("first: to 12");
    assert_eq!(resolution.action, Action::Chew);
    assert_eq!(resolution.passed_over[0].reason, "the runner must chew a lettuce");
}

#[test]
fn hp_05_a_carrot_to_chew_is_drawn() {
    let mut case = case(6, 30);
    case.phase = Phase::ChewCarrot;
    assert_eq!(case.by_default(), (Action::Draw, DefaultAction::Draw));
    assert_eq!(case.with("chew: pay").action, Action::Pay);
    case.carrots = 9;
    let resolution = case.with("chew: pay");
    assert_eq!(resolution.action, Action::Draw);
    assert_eq!(resolution.passed_over[0].reason, "there are only 9 carrots, not 10 to pay");
}

#[test]
fn hp_05_another_move_goes_forward_and_orders_may_stay() {
    let mut case = case(6, 30);
    case.phase = Phase::AnotherMove;
    assert_eq!(case.by_default(), (Action::To(at(7)), DefaultAction::Forward));
    assert_eq!(case.with("again: stay").action, Action::Stay);
    assert_eq!(case.with("first: to 9").action, Action::To(at(7)), "`first:` is not for it");
    case.carrots = 0;
    assert_eq!(case.by_default(), (Action::Stay, DefaultAction::NoMove));
    case.square = 14;
    assert_eq!(case.by_default(), (Action::Back(at(11)), DefaultAction::Back));
}

#[test]
fn hp_03_the_limit_at_the_finish_grows_with_the_place() {
    let mut case = case(60, 10 + 11);
    case.lettuces = 0;
    let resolution = case.with("first: to finish; to 62");
    assert_eq!(resolution.action, Action::To(at(62)));
    assert_eq!(
        resolution.passed_over[0].reason,
        "11 carrots would be left at the finish, and 10 are allowed"
    );
    case.others = [64, 1, 2];
    assert_eq!(case.with("first: to finish; to 62").action, Action::To(Square::FINISH));
}

#[test]
fn hp_04_alternatives_are_tried_in_turn_and_each_that_fails_says_why() {
    let mut case = case(8, 30);
    case.others = [9, 13, 20];
    let resolution = case.with(
        "first: if B on 21 and 22 free: to 22; to 9; to 11; to 22; forward 60; to 7; to 8; if C on 13 or D on 1: to 12",
    );
    let reasons: Vec<&str> = resolution.passed_over.iter().map(|over| over.reason.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "B is on 9",
            "a runner stands on 9",
            "11 is a tortoise square, which is only reached backward",
            "the move costs 105 carrots and there are 30",
            "the finish is only 56 squares ahead",
            "7 is not the nearest tortoise behind",
            "8 is not ahead of the runner",
        ]
    );
    assert_eq!(resolution.action, Action::To(at(12)));
    let order = "if C on 13 or D on 1: to 12".to_owned();
    assert_eq!(resolution.basis, Basis::Order { order, fact: Some("C is on 13".to_owned()) });
}

#[test]
fn a_square_behind_means_the_tortoise() {
    // HT-24: only the nearest, so that nothing else can be meant.
    assert_eq!(case(12, 30).with("first: to 11").action, Action::Back(at(11)));
    assert_eq!(case(12, 30).with("first: back").action, Action::Back(at(11)));
}

#[test]
#[expect(clippy::too_many_lines, reason = "one condition after the other")]
fn hp_04_conditions_speak_of_what_can_be_known_at_that_moment() {
    let mut case = case(8, 30);
    case.others = [12, 7, 0];
    let runner = |number| RunnerName { seat: seat(number), index: 0 };
    // B has come from 6 past A on 8 and then past C, who stood on 9 and was thrown back to 7 afterwards.
    case.seen = vec![
        Happening::Moves { runner: runner(1), from: at(6), to: at(12), way: Way::Forward },
        Happening::Jugs {
            runner: runner(2),
            square: at(9),
            position: 2,
            drawn: Drawn::Die(3),
            effect: Effect::DropBack,
        },
        Happening::Moves { runner: runner(2), from: at(9), to: at(7), way: Way::Effect },
        Happening::Misses { runner: Some(runner(3)), seat: seat(3) },
    ];
    let true_ones = [
        "B on 12",
        "D on start",
        "me on 8",
        "I on 8",
        "A on 8",
        "B is ahead of me",
        "C behind A",
        "B ahead of 11",
        "B passed me",
        "B has passed C",
        "B passed 10",
        "9 is free",
        "start free",
        "position is 2",
        "carrots >= 30",
        "carrots at most 30",
        "carrots > 29",
        "carrots < 31",
        "lettuces = 3",
        "lettuces is not 2",
        "B carrots < 6",
        "B moved",
        "C jugged",
        "C jugged 3",
        "C jugged drop-back",
        "D missed",
        "not (B on 1 or C on 1) and not D moved",
    ];
    for condition in true_ones {
        assert!(case.holds(condition), "{condition}");
        assert!(!case.holds(&format!("not ({condition})")), "not ({condition})");
    }
    let false_ones = [
        "C ahead of me",
        "B behind 12",
        "B ahead of 12",
        "C passed me",
        "C passed B",
        "B passed 12",
        "B passed 6",
        "12 free",
        "carrots > 30",
        "carrots < 30",
        "carrots is not 30",
        "position > 2",
        "C moved",
        "B went back",
        "B drew",
        "C paid",
        "B chewed",
        "B jugged",
        "C jugged 4",
        "C jugged another-move",
        "C missed",
        "B on 12 and C on 1",
    ];
    for condition in false_ones {
        assert!(!case.holds(condition), "{condition}");
    }
}
