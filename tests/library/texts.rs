//! The texts that a program asks of any game by name: options of a set-up, possessions, marks, and the rules in words.

use furlong::animal_race::AnimalRace;
use furlong::game::Mark;
use furlong::gotham::{self, Change, Figure, Gotham, Rank};
use furlong::hare_tortoise::{self, Expense, Happening, HareTortoise, Source, Square, Way};
use furlong::text::Names;
use furlong::{Bots, Race, RaceGame, Ruleset, Seat, Seats, Text, ruleset};

fn game<G: RaceGame>(ruleset: &str) -> G {
    G::new(ruleset::open(ruleset).expect("a ruleset of the library")).expect("a playable ruleset")
}

/// The set-up for two with some options, or the first that is refused.
fn set<G: RaceGame>(game: &G, options: &[(&str, &str)]) -> Result<String, String> {
    let mut setup = game.setup(2);
    for (option, value) in options {
        game.set_option(&mut setup, option, value).map_err(|error| error.to_string())?;
    }
    game.start(&setup).map_err(|error| error.to_string())?;
    Ok(serde_json::to_string(&setup).expect("a set-up is data"))
}

fn refusal<G: RaceGame>(game: &G, option: &str, value: &str) -> String {
    set(game, &[(option, value)]).expect_err("a set-up that cannot be")
}

#[test]
fn options_of_a_set_up_are_set_by_name_and_wrong_ones_refused() {
    let animals = game::<AnimalRace>("classic");
    assert_eq!(
        set(&animals, &[("first", "2"), ("games", "3")]),
        Ok(r#"{"players":2,"first":1,"games":3}"#.to_owned())
    );
    assert!(refusal(&animals, "first", "3").starts_with("first: there is no seat 3"));
    assert!(refusal(&animals, "games", "many").contains("`many` is not a number of games"));
    assert!(refusal(&animals, "speed", "1").contains("`first` and `games`"));

    let gotham = game::<Gotham>("standard");
    assert_eq!(
        set(&gotham, &[("start-numbers", "4, 2")]),
        Ok(r#"{"players":2,"start-numbers":[4,2]}"#.to_owned())
    );
    assert!(refusal(&gotham, "start-numbers", "4").contains("1 numbers for 2 players"));
    assert!(refusal(&gotham, "start-numbers", "4,4").contains("each only once"));
    assert!(refusal(&gotham, "start-numbers", "x").contains("`x` is not a list"));
    assert!(refusal(&gotham, "first", "1").contains("`start-numbers`"));

    let hares = game::<HareTortoise>("classic");
    let written = set(&hares, &[("first", "2"), ("longest-step", "64")]).expect("both can be");
    assert_eq!(written, r#"{"players":2,"first":2,"longest-step":64}"#);
    let written = set(&hares, &[("first", "drawn"), ("longest-step", "none")]).expect("both can be");
    assert_eq!(written, r#"{"players":2,"first":"drawn","longest-step":"none"}"#);
    for squares in ["0", "65", "far"] {
        let refused = refusal(&hares, "longest-step", squares);
        assert_eq!(refused, format!("longest-step: `{squares}`: `none`, or 1 to 64 squares"));
    }
    assert!(refusal(&hares, "first", "3").contains("seat 3: there are 2 players"));
    assert!(refusal(&hares, "games", "2").contains("`first` and `longest-step`"));
}

/// Plays at random, to the end or as far as `most_events`.
fn play<G: Bots>(race: &mut Race<G>, most_events: usize) {
    let bot = |_| G::bot(&"random".parse().expect("a bot")).expect("a bot of every game");
    let mut bots: Vec<_> = race.seats().iter().map(bot).collect();
    race.play_out(&mut bots, most_events).ok();
}

/// A race played to its end, with the titles of its possessions before and after.
fn titles<G: Bots + Text>(ruleset: &str) -> [Vec<&'static str>; 2] {
    let mut race = Race::new(game::<G>(ruleset), &game::<G>(ruleset).setup(2), 7).expect("a set-up");
    let before = race.game().tally(race.state()).titles;
    play(&mut race, 5_000);
    assert!(race.is_over());
    let after = race.game().tally(race.state());
    assert!(after.rows.iter().all(|row| row.len() == after.titles.len()), "{after:?}");
    [before, after.titles]
}

#[test]
fn possessions_show_hands_and_bets_while_there_are_any() {
    let of_animals = ["starting bets", "second bet", "hand", "points"];
    let [before, after] = titles::<AnimalRace>("classic");
    assert_eq!((before, after), (of_animals.to_vec(), vec!["starting bets", "second bet", "points"]));
    assert_eq!(titles::<AnimalRace>("apprentice")[1], ["starting bets", "points"]);
    let [before, after] = titles::<Gotham>("standard");
    assert_eq!(before.len(), after.len() + 1);
    let hares = game::<HareTortoise>("classic");
    let state = hares.start(&hares.setup(2)).expect("a set-up");
    let possessions = hares.tally(&state);
    assert_eq!(possessions.titles, ["square", "carrots", "lettuces"]);
    assert_eq!(possessions.rows[1], ["Start, Start", "105", "3, 3"]);
}

#[test]
fn turns_and_rounds_are_marked() {
    let hares = game::<HareTortoise>("classic");
    let mut race = Race::new(hares, &game::<HareTortoise>("classic").setup(3), 5).expect("a set-up");
    play(&mut race, 500);
    let marks: Vec<Mark> = race.happenings().iter().filter_map(|seen| race.game().mark(seen)).collect();
    let count = |wanted: fn(&Mark) -> bool| marks.iter().filter(|mark| wanted(mark)).count();
    let begun = count(|mark| matches!(mark, Mark::TurnBegins(_)));
    assert!(begun > 30, "{begun} turns");
    // The last one is broken off.
    let ended = count(|mark| matches!(mark, Mark::TurnEnds(_)));
    assert!(ended == begun || ended + 1 == begun, "{ended} of {begun} turns end");
    let rounds = count(|mark| matches!(mark, Mark::RoundEnds));
    assert!(rounds + 1 >= begun / 3 && rounds <= begun, "{rounds} rounds, {begun} turns of three");
}

#[test]
fn the_rules_of_hare_and_tortoise_in_words_have_the_board_and_what_a_hare_does() {
    let words =
        |name: &str| ruleset::open::<furlong::hare_tortoise::Ruleset>(name).expect("a ruleset").in_words();
    let has = |name: &str, wanted: &str| {
        let words = words(name);
        assert!(words.iter().any(|line| line.contains(wanted)), "{name}: `{wanted}` in {words:#?}");
    };
    has("classic", "HT-01: a track of 63 squares from Start (0) to the finish (64):");
    has("classic", "  card 1, by position 1 to 6: ");
    has("classic", "  card 2, by position 1 to 3: ");
    has("classic", "; 4 to 6: ");
    has("classic", "  card 4, by position 1: ");
    has("postal", "  sum 2: ");
    has("postal", "  sum 12: ");
    has("ravensburger-1978", "  2 x ");
    let all = words("ravensburger-1978");
    assert!(all.iter().all(|line| !line.starts_with("  0 x ")), "{all:#?}");
    // The board has a picture of several lines, and what the ruleset does not use is left out.
    assert!(
        words("classic").iter().filter(|line| line.starts_with("  ") && !line.contains(": ")).count() >= 3
    );
    assert!(words("olympiad").iter().all(|line| !line.contains("HT-33")), "nobody chews carrots there");
    assert!(words("classic").iter().any(|line| line.contains("HT-33")));
}

#[test]
fn the_rules_of_hare_and_tortoise_in_words_leave_out_what_does_not_matter() {
    let words =
        |name: &str| ruleset::open::<furlong::hare_tortoise::Ruleset>(name).expect("a ruleset").in_words();
    let clauses_of_hares = |name: &str| {
        let words = words(name);
        let of_hares = words.iter().skip_while(|line| !line.starts_with("HT-30, HP-07: ")).skip(1);
        let clauses =
            of_hares.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(": ").next());
        clauses.collect::<Vec<_>>().join("; ")
    };
    let chart = "HT-31; HT-31; HT-33; HT-34; HT-35; HT-36; HT-37; HT-37; HT-39; HT-39; HP-05; HT-08, HP-10";
    for (name, clauses) in [
        ("classic", chart),
        ("postal", chart),
        ("ravensburger-1978", chart),
        ("ravensburger-2008", "HT-31; HT-31; HT-39; HT-39; 2008 pack; 2008 pack; HP-05; HT-08, HP-10"),
        ("olympiad", "olympiad rule; HP-05; HT-08, HP-10"),
    ] {
        assert_eq!(clauses_of_hares(name), clauses, "{name}");
    }
    let start = |name: &str, players| words(name).into_iter().find(|line| line.contains(players));
    let two = "HT-02, HT-03: with 2 players: 105 carrots and 2 runners for each player, 3 lettuces for each runner.";
    assert_eq!(start("classic", "with 2 players").as_deref(), Some(two));
    let six =
        "HT-02, HT-03: with 6 players: 98 carrots and 1 runner for each player, 3 lettuces for each player.";
    assert_eq!(start("ravensburger-2008", "with 6 players").as_deref(), Some(six));
    let pool = |name: &str| words(name).iter().filter(|line| line.contains("need an empty pool")).count();
    assert_eq!(["classic", "ravensburger-2008"].map(pool), [0, 1]);
}

/// The happenings at a table of hare and tortoise, as they are told.
fn told_of_hares(happenings: &[hare_tortoise::Happening]) -> Vec<String> {
    game::<HareTortoise>("classic").narrate_all(happenings, &Names::numbered(Seats::MOST))
}

#[test]
fn a_step_and_its_carrots_are_one_sentence() {
    let runner = hare_tortoise::RunnerName { seat: Seat::FIRST, index: 0 };
    let square = |number| Square::new(number).expect("a square");
    let moves = |from, to, way| Happening::Moves { runner, from: square(from), to: square(to), way };
    let forward = [Happening::Pays { runner, carrots: 6, expense: Expense::Move }, moves(2, 5, Way::Forward)];
    let back = [moves(23, 19, Way::Back), Happening::Draws { runner, carrots: 40, source: Source::Tortoise }];
    assert_eq!(told_of_hares(&forward), ["Seat 1 moves from 2 to 5 (carrot) for 6 carrots."]);
    assert_eq!(told_of_hares(&back), ["Seat 1 moves from 23 to 19 (tortoise) and draws 40 carrots."]);
    // What has nothing to do with the step stays apart, and a flag is no number.
    let apart = [
        Happening::Draws { runner, carrots: 10, source: Source::NumberSquare },
        Happening::Pays { runner, carrots: 10, expense: Expense::CarrotSquare },
    ];
    let apart = told_of_hares(&apart);
    assert_eq!(
        apart,
        ["Seat 1 draws 10 carrots for lying 1st.", "Seat 1 pays 10 carrots on the carrot square."]
    );
}

#[test]
fn who_could_run_home_but_may_not_is_told_why() {
    let game = game::<HareTortoise>("classic");
    let asked = |title: &str| {
        let step = game.lessons().into_iter().find(|step| step.title == title).expect("a lesson");
        let state = game.state(&step.position).expect("sound");
        game.question(&game.view(&state, Seat::FIRST))
    };
    let refused = asked("Too many carrots");
    assert!(
        refused.ends_with(" You cannot go home: 30 carrots would be left at the finish, and 20 are allowed."),
        "{refused}"
    );
    assert_eq!(asked("Home"), "Where do you run?");
    assert_eq!(asked("A number square"), "Where do you run?");
}

#[test]
fn a_card_is_told_with_the_position_that_it_moves_and_who_placed_it() {
    let game = game::<Gotham>("standard");
    let [a, b, c, d] = Figure::ALL;
    let told = |card: &str, placed_by: Option<Seat>, change: Change| {
        let card = card.parse().expect("a card");
        let order = [d, b, a, c];
        let happening = gotham::Happening::TakesEffect { placed_for: c, placed_by, card, change, order };
        game.narrate(&happening, &Names::numbered(Seats::MOST)).expect("a sentence")
    };
    let moves = |from, to, rank| Change::Moves { figure: d, from, to, rank };
    let seat = Seat::new(2);
    assert_eq!(
        told("4th: forward 4", seat, moves(0, 4, Rank::First)),
        "`4th: forward 4`, placed by C (seat 3): D, the 4th, moves 4 spaces forwards from 0 to 4 and is 1st now. \
         1st D, 2nd B, 3rd A, 4th C."
    );
    let still = told("1st: forward 3", None, moves(4, 7, Rank::First));
    assert!(
        still.contains("placed for C (ownerless): D, the 1st, moves 3") && still.contains("is still 1st."),
        "{still}"
    );
    let stays = told("2nd: back to start", seat, moves(0, 0, Rank::Second));
    assert!(stays.contains("D, the 2nd, stays on 0."), "{stays}");
}

#[test]
fn both_ways_to_the_sign_are_told_at_the_beginning() {
    // The fish is on 26 of 36, and its space is not beyond.
    let told = game::<Gotham>("standard").introduction();
    assert!(told.contains("27 spaces forward") && told.contains("11 backward"), "{told}");
}

/// The rules in words, of all rulesets of a game.
fn rules_in_words<R: Ruleset>() -> Vec<String> {
    let names = R::EMBEDDED.iter().map(|embedded| embedded.name);
    names.flat_map(|name| ruleset::open::<R>(name).expect("a ruleset").in_words()).collect()
}

#[test]
fn the_rules_in_words_write_lists_and_tables_as_people_do() {
    let all = [
        rules_in_words::<furlong::animal_race::Ruleset>(),
        rules_in_words::<hare_tortoise::Ruleset>(),
        rules_in_words::<gotham::Ruleset>(),
    ];
    for line in all.concat() {
        assert!(!line.contains(['{', '[', '"']), "{line}");
    }
    let gotham = rules_in_words::<gotham::Ruleset>();
    assert!(gotham.iter().any(|line| line.contains("fish 26, hedgehog 29")), "{gotham:#?}");
    assert!(gotham.iter().any(|line| line.contains("back 2; forward 2 x2; ")), "{gotham:#?}");
}
