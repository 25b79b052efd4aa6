//! Positions that are typed: every inconsistency is refused with its field.

use furlong::animal_race::{
    Animal, AnimalRace, Animals, Bets, Card, Phase, Position, RaceEnds, StartLine, Tiles,
};
use furlong::{RaceGame, Seats};

use super::kit::{
    Fox, Hare, Lamb, Play, Scene, Tortoise, Wolf, bet, cards, changed, game, list, podium, seat,
};

fn faults(game: &AnimalRace, position: &Position) -> Vec<String> {
    match game.state(position) {
        Ok(state) => panic!("{:?} cannot be", game.position(&state)),
        Err(faults) => faults.into_iter().map(|fault| fault.field).collect(),
    }
}

/// The fields that are wrong when a sound position of the classic game is changed so.
fn wrong(change: impl FnOnce(&mut Position)) -> Vec<String> {
    let game = game("classic");
    let mut position = Scene::new(&game, 3).table("1 hare").position();
    assert!(game.state(&position).is_ok());
    change(&mut position);
    faults(&game, &position)
}

#[test]
fn what_cannot_be_is_refused_with_its_field() {
    // AR-03, AR-04, AR-07
    assert_eq!(wrong(|position| position.open.players = Seats::new(6).expect("six")), ["open.players"]);
    assert_eq!(wrong(|position| position.bets = list(&[Bets::default(); 2])), ["bets"]);
    assert_eq!(
        wrong(|position| {
            let twice = bet(&[Hare], Card::Lamb);
            position.bets = list(&[twice, twice, bet(&[Wolf], Card::Lamb)]);
        }),
        ["bets[1].dealt"]
    );
    assert_eq!(
        wrong(|position| {
            let none = super::kit::dealt(&[Hare]);
            position.bets = list(&[none, position.bets[seat(1)], position.bets[seat(2)]]);
        }),
        ["bets[0].chosen"]
    );
    // AR-02: 19 hares
    assert_eq!(wrong(|position| position.deck[Card::Hare] = 19), ["deck"]);
    // AR-05
    assert_eq!(wrong(|position| position.open.streams = super::kit::tiles(&[3])), ["open.streams"]);
    assert_eq!(wrong(|position| position.open.streams = super::kit::tiles(&[3, 12])), ["open.streams"]);
    // AR-06
    assert_eq!(wrong(|position| position.open.animals[Fox] = Some(12)), ["open.animals.fox"]);
    // AR-11, AR-13
    assert_eq!(wrong(|position| position.open.table = cards("4 hare"))[0], "open.table");
    assert_eq!(wrong(|position| position.open.table = cards("5 hare"))[0], "open.table");
    // AR-12
    let hands = wrong(|position| {
        position.hands = list(&[cards("5 fox"), position.hands[seat(1)], position.hands[seat(2)]]);
    });
    assert_eq!(hands, ["hands[0]"]);
    // AR-28, AR-30
    assert_eq!(wrong(|position| position.open.podium = podium(&[Hare, Fox, Wolf])), ["open.podium"]);
    // AC-01
    assert_eq!(wrong(|position| position.open.game = 2), ["open.game"]);
    assert_eq!(wrong(|position| position.open.games = 0), ["open.game"]);
    assert_eq!(wrong(|position| position.open.games = 100), ["open.game"]);
    assert_eq!(wrong(|position| position.open.totals = list(&[0, 5, 0])), ["open.totals[1]"]);
    // a seat that is not there
    assert_eq!(wrong(|position| position.open.phase = Phase::Placing(seat(3))), ["open.phase"]);
    assert_eq!(wrong(|position| position.open.first = seat(7)), ["open.first"]);
}

#[test]
fn phases_that_the_ruleset_does_not_have_are_refused() {
    let apprentice = game("apprentice");
    let mut position = Scene::new(&apprentice, 3).position();
    position.open.phase = Phase::SecondBet(seat(0));
    assert!(faults(&apprentice, &position).contains(&"open.phase".to_owned()), "AA-03");

    let classic = game("classic");
    let mut before_deal = Play::from_start(&classic, 2);
    while !matches!(before_deal.position().open.phase, Phase::Deal(_)) {
        let (outcome, _) = before_deal.chances()[0];
        before_deal.resolve(outcome);
    }
    let mut position = before_deal.position();
    position.open.phase = Phase::Turbo(Hare);
    assert_eq!(faults(&classic, &position), ["open.phase"], "AA-02: there are no tokens");

    let no_bets = changed("classic", |rules| rules.starting_bets.three = 0);
    let mut position = Play::from_start(&no_bets, 3).position();
    position.open.phase = Phase::StartingBet(seat(0));
    assert!(faults(&no_bets, &position).contains(&"open.phase".to_owned()), "AR-04: nobody is dealt one");

    let mut position = Scene::new(&classic, 2).table("4 hare").position();
    position.open.phase = Phase::Moving { seat: seat(0), moved: furlong::animal_race::Animals::NONE };
    assert_eq!(faults(&classic, &position), ["open.phase"], "AA-05: the animals move in their order");
}

#[test]
fn a_game_that_is_over_looks_like_one() {
    let classic = game("classic");
    let over = |table: &str, podium: &[Animal], totals: &[u16]| {
        let bets = [bet(&[Hare, Lamb], Card::Wolf), bet(&[Tortoise, Fox], Card::Fox)];
        let mut position =
            Scene::new(&classic, 2).bets(0, bets[0]).bets(1, bets[1]).podium(podium).table(table).position();
        position.open.phase = Phase::Over;
        position.open.totals = list(totals);
        position
    };
    let sound = over("4 lamb", &[Wolf, Fox, Lamb], &[5 + 2, 3 + 3]);
    let state = classic.state(&sound).expect("a game that is over");
    assert_eq!(classic.standings(&state).rows[seat(0)].score, 7);
    // AR-29: the cards that triggered the last phase lie there still
    assert_eq!(faults(&classic, &over("3 lamb", &[Wolf, Fox, Lamb], &[7, 6])), ["open.table"]);
    // AR-30: nobody arrives after the third; two do not end a game
    assert_eq!(faults(&classic, &over("4 lamb", &[Wolf, Fox, Lamb, Hare], &[7, 6])), ["open.podium"]);
    assert!(faults(&classic, &over("4 lamb", &[Wolf, Fox], &[5, 6])).contains(&"open.podium".to_owned()));
    // AR-31: the points are those of the bets
    assert_eq!(faults(&classic, &over("4 lamb", &[Wolf, Fox, Lamb], &[6, 6])), ["open.totals[0]"]);
    let course = game("course");
    let mut position = over("2 fox, 4 lamb", &[Wolf, Tortoise, Fox, Lamb], &[5, 3 + 2 + 2]);
    assert!(course.state(&position).is_ok(), "AR-30: after the phase four may have arrived");
    position.open.totals = list(&[5, 8]);
    assert_eq!(faults(&course, &position), ["open.totals[1]"]);
}

#[test]
fn ar_31_a_view_with_bets_that_cannot_be_revealed_is_refused() {
    let classic = game("classic");
    let bets = [bet(&[Hare, Lamb], Card::Wolf), bet(&[Tortoise, Fox], Card::Fox)];
    let scene = Scene::new(&classic, 2).bets(0, bets[0]).bets(1, bets[1]).podium(&[Wolf, Fox, Lamb]);
    let mut position = scene.table("4 lamb").position();
    position.open.phase = Phase::Over;
    position.open.totals = list(&[5 + 2, 3 + 3]);
    let view = classic.view(&classic.state(&position).expect("a game that is over"), seat(0));
    let wrong = |revealed: [Bets; 2]| -> Vec<String> {
        let mut view = view;
        view.revealed = Some(list(&revealed));
        let faults = classic.information_set(&view).err().map(|faults| faults.to_vec()).unwrap_or_default();
        faults.into_iter().map(|fault| fault.field).filter(|field| field.starts_with("revealed")).collect()
    };
    assert!(wrong(bets).is_empty());
    assert_eq!(wrong([bet(&[Hare, Lamb], Card::Fox), bets[1]]), ["revealed[0]"], "not the own bets");
    assert_eq!(wrong([bets[0], bet(&[Hare, Fox], Card::Fox)]), ["revealed[1]"], "seat 0 has the hare");
    assert_eq!(wrong([bets[0], bet(&[Fox], Card::Fox)]), ["revealed[1]"], "one of two");
    assert_eq!(wrong([bets[0], super::kit::dealt(&[Tortoise, Fox])]), ["revealed[1]"], "no second bet");
}

// AR-08
#[test]
fn a_view_that_leaves_out_what_a_position_may_leave_out_is_refused() {
    let classic = game("classic");
    let view = classic.view(&Scene::new(&classic, 2).podium(&[Wolf]).state(), seat(0));
    let refused = |path: [&str; 2], value: Option<u8>| {
        let mut json = serde_json::to_value(view).expect("plain data");
        let open = json["open"].as_object_mut().expect("the open information");
        let [table, key] = path;
        match (value, open[table].as_object_mut()) {
            (Some(value), Some(entries)) => _ = entries.insert(key.to_owned(), value.into()),
            (None, Some(entries)) => _ = entries.remove(key),
            (_, None) => _ = open.remove(table),
        }
        let changed = serde_json::from_value(json).expect("still a view");
        classic.information_set(&changed).err().map(|faults| faults[0].field.clone())
    };
    assert_eq!(refused(["animals", "nobody"], None), None, "the view as it is");
    assert_eq!(refused(["animals", "fox"], None).as_deref(), Some("open"), "the fox stands somewhere");
    assert_eq!(refused(["animals", "wolf"], Some(7)).as_deref(), Some("open"), "the wolf is on the podium");
    assert_eq!(refused(["totals", ""], None).as_deref(), Some("open"), "each seat has points");
}

#[test]
fn who_came_too_late_for_an_earlier_phase_has_moved_in_the_last() {
    let over = |name: &str, table: &str, podium: &[Animal]| {
        let game = game(name);
        let mut scene = Scene::new(&game, 2).podium(podium).table(table);
        scene.open.games = 2;
        let mut position = scene.position();
        position.open.phase = Phase::Over;
        position.open.game = 2;
        // Whatever the first game gave, so that the podium alone can be wrong.
        let faults = game.state(&position).err().map(|faults| faults.to_vec()).unwrap_or_default();
        faults.iter().any(|fault| fault.field == "open.podium")
    };
    assert!(!over("classic", "4 lamb", &[Hare, Wolf, Lamb]));
    assert!(!over("classic", "4 lamb", &[Hare, Wolf, Tortoise]), "AR-23: without a card too");
    assert!(over("classic", "4 lamb", &[Lamb, Wolf, Hare]), "AR-20: without a card it stays");
    assert!(over("classic", "3 lamb, 1 howl, 4 fox", &[Lamb, Wolf, Fox]), "AR-25: only the wolf moves");
    assert!(!over("course", "2 fox, 4 lamb", &[Wolf, Hare, Fox, Lamb]));
    assert!(
        over("course", "2 fox, 4 lamb", &[Wolf, Hare, Lamb, Fox]),
        "AR-30: the fox moves before the lamb"
    );
    assert!(over("apprentice", "4 lamb", &[Lamb, Fox]), "AA-07: both must have come in this phase");
    assert!(!over("apprentice", "2 fox, 4 lamb", &[Lamb, Fox]));

    let moving = |seat_to_move: u8, moved: &[Animal], podium: &[Animal]| {
        let game = game("apprentice");
        let mut position = Scene::new(&game, 3).podium(podium).table("2 fox, 4 lamb").position();
        position.open.phase =
            Phase::Moving { seat: seat(seat_to_move), moved: moved.iter().copied().collect() };
        game.state(&position).err().map(|faults| faults[0].field.clone())
    };
    assert_eq!(moving(0, &[], &[]), None);
    assert_eq!(moving(1, &[Fox], &[Fox]), None);
    assert_eq!(moving(0, &[Fox], &[]).as_deref(), Some("open.phase"), "AA-05: seat 0 has moved the fox");
    assert_eq!(moving(1, &[Hare], &[]).as_deref(), Some("open.phase"), "AA-05: the hare has no card");
    assert_eq!(moving(0, &[], &[Fox]).as_deref(), Some("open.podium"), "AA-07: it has not moved");
}

// AC-01, AR-04, AR-31
#[test]
fn totals_are_sums_of_points_that_the_games_before_can_have_given() {
    let wrong = |game_number: u8, totals: &[u16]| {
        let classic = game("classic");
        let mut scene = Scene::new(&classic, totals.len() as u8);
        (scene.open.game, scene.open.games, scene.open.totals) = (game_number, 3, list(totals));
        let position = scene.position();
        let fields =
            |faults: furlong::common::Faults| faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>();
        // The view of such a position is refused too.
        let mut view = classic.view(&Scene::new(&classic, totals.len() as u8).state(), seat(0));
        (view.open.game, view.open.games, view.open.totals) = (game_number, 3, position.open.totals);
        let of_view = classic.information_set(&view).err().map(fields).unwrap_or_default();
        let of_position = classic.state(&position).err().map(fields).unwrap_or_default();
        assert_eq!(of_view, of_position, "game {game_number}, {totals:?}");
        of_position
    };
    let mut first = Scene::new(&game("classic"), 2);
    first.open.totals = list(&[5, 0]);
    let faults = game("classic").state(&first.position()).expect_err("points before any game");
    assert_eq!(faults.to_string(), "open.totals[0]: 5 points; this position gives 0");
    assert!(wrong(2, &[10, 8, 0]).is_empty());
    assert_eq!(
        wrong(1, &[10, 8, 0]),
        ["open.totals[0]", "open.totals[1]"],
        "nobody has points in the first game"
    );
    assert_eq!(wrong(2, &[9, 8, 0]), ["open.totals[0]"], "no two of 5, 3, 2 and 0 make 9");
    assert_eq!(wrong(2, &[11, 8, 0]), ["open.totals[0]"], "twice 5 is the most");
    assert_eq!(wrong(2, &[65_535, 8, 0]), ["open.totals[0]"]);
    assert_eq!(
        wrong(2, &[10, 10, 0]),
        ["open.totals"],
        "one of them was dealt another animal than the first"
    );
    assert!(wrong(3, &[20, 16, 10]).is_empty());
    assert!(wrong(3, &[18, 18, 10]).is_empty(), "each was dealt the first once");
    assert_eq!(wrong(3, &[20, 17, 10]), ["open.totals"]);
    assert_eq!(wrong(2, &[0, 0, 0, 0, 0]), ["open.totals"], "with five players all animals are bet on");
}

// AR-30: after three arrivals, the last of two animals on a track of one tile is on the start line or shares its rank.
#[test]
fn the_last_rank_of_the_shortest_track_is_given_only_where_a_phase_goes_on_after_the_third_arrival() {
    let wrong = |when: RaceEnds, total: u16| {
        let game = changed("classic", |rules| {
            rules.track.tiles = 1;
            rules.track.streams = 1;
            rules.end.when = when;
            rules.end.start_line = StartLine::NoRank;
            rules.end.points = vec![50, 40, 30, 23, 1];
        });
        let mut scene = Scene::new(&game, 2);
        (scene.open.games, scene.open.game, scene.open.totals) = (2, 2, list(&[total, 40 + 30 + 30]));
        game.state(&scene.position()).err().map(|faults| faults[0].field.clone())
    };
    assert_eq!(wrong(RaceEnds::ThirdArrivalAfterPhase, 50 + 1 + 50), None);
    assert_eq!(wrong(RaceEnds::ThirdArrivalAtOnce, 23 + 23 + 23), None, "both on the tile");
    assert_eq!(wrong(RaceEnds::ThirdArrivalAtOnce, 23 + 23), None, "one on the start line");
    assert_eq!(wrong(RaceEnds::ThirdArrivalAtOnce, 50 + 1 + 50).as_deref(), Some("open.totals[0]"));
}

#[test]
fn ar_05_the_last_stream_ends_the_laying_of_streams() {
    let classic = game("classic");
    let mut position = Scene::new(&classic, 2).position();
    position.open.phase = Phase::Stream;
    let fields = faults(&classic, &position);
    assert!(fields.contains(&"open.streams".to_owned()), "all streams are laid: {fields:?}");
}

#[test]
fn ar_12_a_hand_that_is_being_refilled_lacks_a_card() {
    let classic = game("classic");
    let mut position = Scene::new(&classic, 2).table("1 hare").position();
    assert!(classic.state(&position).is_ok());
    position.open.phase = Phase::Refill(seat(0));
    assert_eq!(faults(&classic, &position), ["hands[0]"]);
}

#[test]
fn a_set_of_two_sets_has_the_animals_of_both() {
    let set = |animals: &[Animal]| animals.iter().copied().collect::<Animals>();
    assert_eq!(set(&[Hare, Fox]).union(set(&[Fox, Lamb])), set(&[Hare, Fox, Lamb]));
}

#[test]
fn a_list_of_tiles_has_tiles_of_the_track_once_each() {
    assert_eq!(Tiles::try_from(vec![3, 1]), Ok(super::kit::tiles(&[1, 3])));
    let set = super::kit::tiles(&[3]);
    assert_eq!((set.with(3), set.is_empty(), Tiles::NONE.is_empty()), (set, false, true));
    for wrong in [vec![0], vec![3, 3], vec![u8::MAX]] {
        assert!(Tiles::try_from(wrong.clone()).is_err(), "{wrong:?}");
    }
}

#[test]
fn in_a_movement_phase_that_ends_at_once_two_at_most_have_arrived() {
    let game = changed("apprentice", |rules| rules.end.when = RaceEnds::ThirdArrivalAtOnce);
    let mut position = Scene::new(&game, 2).podium(&[Hare, Tortoise, Wolf]).table("4 lamb").position();
    position.open.phase = Phase::Moving { seat: seat(0), moved: furlong::animal_race::Animals::NONE };
    assert_eq!(faults(&game, &position), ["open.podium"]);
    position.open.podium = podium(&[Hare, Tortoise]);
    assert!(game.state(&position).is_ok());
}

#[test]
fn ar_07_a_hand_that_is_being_dealt_lacks_a_card() {
    let classic = game("classic");
    let mut play = Play::from_start(&classic, 2);
    while play.position().open.phase != Phase::Deal(seat(1)) {
        let (outcome, _) = play.chances()[0];
        play.resolve(outcome);
    }
    let mut position = play.position();
    assert!(classic.state(&position).is_ok());
    position.open.phase = Phase::Deal(seat(0));
    assert_eq!(faults(&classic, &position), ["hands[0]"], "seat 0 has all of its cards");
}

// AR-08: a memory that no game can have would make a view from which nothing can be imagined.
#[test]
fn ar_08_a_memory_that_cannot_be_is_refused() {
    let classic = game("classic");
    let mut play = Scene::new(&classic, 2).hand(0, "4 hare, 2 fox").begin();
    play.place("3 hare");
    let mut position = play.position();
    let memory = position.since_shuffle.as_mut().expect("it is written");
    // the deck as if it had just been shuffled, and yet cards were placed since
    memory.deck = position.deck;
    memory.drawn = list(&[cards(""), cards("")]);
    memory.placed = list(&[cards("3 hare"), cards("")]);
    assert_eq!(faults(&classic, &position), ["since-shuffle.placed[0]"], "nine cards and a bet in hand");

    let mut play = Play::from_start(&classic, 2);
    play.draw_all();
    let mut position = play.position();
    let memory = position.since_shuffle.as_mut().expect("it is written");
    memory.deck = position.deck;
    memory.drawn = list(&[cards(""), cards("")]);
    assert_eq!(faults(&classic, &position), ["since-shuffle.deck"], "nothing is shuffled before the turns");
}

#[test]
fn the_first_player_is_drawn_before_the_deal_only_where_the_rules_say_so() {
    let before = super::kit::with_line("course", "\"drawn-after-bets\"", "\"drawn-before-deal\"");
    let mut play = Play::from_start(&before, 2);
    while play.position().open.phase != Phase::FirstPlayerBeforeDeal {
        let (outcome, _) = play.chances()[0];
        play.resolve(outcome);
    }
    assert_eq!(before.state(&play.position()), Ok(play.state));
    assert_eq!(faults(&game("course"), &play.position()), ["open.first-is-drawn"]);
}
