//! The search for differences between two rulesets: every difference named in the rule texts is found, with a
//! race that leads to a position in which the rulesets really differ. The tests replay these races from their
//! records with the contract alone.

use furlong::animal_race::{self, AnimalRace};
use furlong::arena::diff::{DifferenceKind, Differences, Search, Witness, diff};
use furlong::hare_tortoise::{self, HareTortoise};
use furlong::record::apply;
use furlong::ruleset::{self, differences as differences_of, with_fields_of};
use furlong::{Bots, RaceGame, Record, Ruleset, Text, Turn};

fn search() -> Search {
    Search::default().games(10).seed(1).most_events(500)
}

/// The differences between two embedded rulesets, with every witness checked.
fn differences<G: Text + Bots>(first: &str, second: &str) -> Differences<G> {
    let open = |name| ruleset::open::<G::Ruleset>(name).expect("a ruleset of the library");
    let found = diff::<G>(&open(first), &open(second), &search()).expect("both are playable");
    for group in &found.groups {
        for witness in &group.witnesses {
            let fields: Vec<&str> = group.fields.iter().map(|field| field.field.path).collect();
            assert!(witness.holds(), "{first}, {second}, {fields:?}: {}", witness.kind);
            assert_parts(witness, &format!("{first}, {second}, {fields:?}: {}", witness.kind));
        }
    }
    found
}

/// Asserts that each field has a witness of this kind.
fn assert_found<G: RaceGame>(found: &Differences<G>, expected: &[(&str, DifferenceKind)]) {
    for (field, kind) in expected {
        let difference = found.of(field).unwrap_or_else(|| panic!("the rulesets differ in {field}"));
        let kinds: Vec<DifferenceKind> = difference.witnesses.iter().map(|witness| witness.kind).collect();
        assert!(kinds.contains(kind), "{field}: {kind} is wanted, there are {kinds:?}");
    }
}

/// The record of one side, passed through JSON as a file would be.
fn record<G: RaceGame>(witness: &Witness<G>, side: usize) -> Record<G> {
    Record::from_json(&witness.record(side).to_json()).expect("a record that reads")
}

/// A race under one of the rulesets.
struct Side<G: RaceGame> {
    game: G,
    state: G::State,
    told: Vec<G::Happening>,
}

impl<G: RaceGame> Side<G> {
    fn actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.actions(&self.state, &mut actions);
        actions
    }

    fn chances(&self) -> Vec<furlong::game::Weighted<G::Chance>> {
        let mut chances = Vec::new();
        self.game.chances(&self.state, &mut chances);
        chances
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn position(&self) -> G::Position {
        self.game.position(&self.state)
    }
}

/// Replays the race under both rulesets and checks that they differ as stated.
#[expect(clippy::too_many_lines, reason = "one case for each kind of difference")]
fn assert_parts<G: RaceGame>(witness: &Witness<G>, which: &str) {
    let records = [record(witness, 0), record(witness, 1)];
    assert_ne!(records[0].ruleset, records[1].ruleset, "{which}");
    if witness.kind == DifferenceKind::SetUp {
        assert_ne!(records[0].open().is_ok(), records[1].open().is_ok(), "{which}");
        return;
    }
    for record in &records {
        record.replay().unwrap_or_else(|error| panic!("{which}: {error}"));
    }
    let mut sides = records.each_ref().map(|record| {
        let (game, state) = record.open().expect("it replays");
        Side { game, state, told: Vec::new() }
    });
    for (event, number) in witness.events.iter().zip(1..) {
        for side in &mut sides {
            let Side { game, state, told } = side;
            apply(game, state, event, number, told).unwrap_or_else(|error| panic!("{which}: {error}"));
        }
        assert_eq!(sides[0].told, sides[1].told, "{which}: the same on the way");
        assert_eq!(sides[0].turn(), sides[1].turn(), "{which}: the same on the way");
    }
    let [one, other] = &sides;
    let lacks = |here: &Side<G>, there: &Side<G>| {
        let has = there.actions();
        here.actions().iter().any(|action| !has.contains(action))
    };
    let only = [lacks(one, other), lacks(other, one)];
    match witness.kind {
        DifferenceKind::SetUp => {}
        DifferenceKind::Start => {
            assert!(witness.events.is_empty(), "{which}");
            assert_ne!(one.position(), other.position(), "{which}");
        }
        DifferenceKind::Turn => assert_ne!(one.turn(), other.turn(), "{which}"),
        DifferenceKind::OnlyFirst => assert_eq!(only, [true, false], "{which}"),
        DifferenceKind::OnlySecond => assert_eq!(only, [false, true], "{which}"),
        DifferenceKind::Actions => assert_eq!(only, [true, true], "{which}"),
        DifferenceKind::Chances => assert_ne!(one.chances(), other.chances(), "{which}"),
        DifferenceKind::Result => {
            let event = witness.parting.as_ref().expect("the event that leads to something else");
            let last = records.each_ref().map(|record| record.events.last());
            assert_eq!(last, [Some(event); 2], "{which}: it is legal under both");
            for side in &mut sides {
                let Side { game, state, told } = side;
                apply(game, state, event, 0, told).unwrap_or_else(|error| panic!("{which}: {error}"));
            }
            let [one, other] = &sides;
            let is_same = one.told == other.told
                && one.position() == other.position()
                && one.turn() == other.turn()
                && one.game.standings(&one.state) == other.game.standings(&other.state);
            assert!(!is_same, "{which}");
        }
        DifferenceKind::Standings => {
            assert_ne!(one.game.standings(&one.state), other.game.standings(&other.state), "{which}");
        }
        DifferenceKind::Screen => assert_eq!(one.actions(), other.actions(), "{which}: play is the same"),
    }
    let is_of_actions = matches!(
        witness.kind,
        DifferenceKind::OnlyFirst | DifferenceKind::OnlySecond | DifferenceKind::Actions
    );
    if let (Some(event), true) = (&witness.parting, is_of_actions) {
        // The event is legal under one ruleset, and the record under the other one ends before it.
        let ends = records.each_ref().map(|record| record.events.last() == Some(event));
        assert_eq!(ends, [only[0], !only[0]], "{which}");
    }
}

#[test]
fn the_1978_edition_differs_from_the_classic_one_in_board_carrots_finish_and_pack() {
    let found = differences::<HareTortoise>("classic", "ravensburger-1978");
    assert_found(
        &found,
        &[
            // Board A: a lettuce on 7, a tortoise on 8.
            ("board.squares", DifferenceKind::OnlyFirst),
            ("board.squares", DifferenceKind::Result),
            ("start.carrots", DifferenceKind::Start),
            // HT-06: number-4 squares are open with three players.
            ("movement.fours-with-three", DifferenceKind::OnlySecond),
            // HT-28: 10 x the finishing place, for every runner, and not 20 flat for a player's last one.
            ("finish.limit", DifferenceKind::OnlySecond),
            ("finish.carrots", DifferenceKind::OnlyFirst),
            ("finish.limit-binds", DifferenceKind::OnlyFirst),
            // HT-30: twelve cards that go round, and not six on a chart.
            ("hare.mechanism", DifferenceKind::Chances),
            ("hare.pack", DifferenceKind::Chances),
            // HT-33: take 10, give 10, or neither.
            ("hare.chew-a-carrot", DifferenceKind::OnlySecond),
        ],
    );
}

#[test]
fn the_postal_game_differs_in_runners_rounds_finish_and_die() {
    let found = differences::<HareTortoise>("classic", "postal");
    assert_found(
        &found,
        &[
            // HP-01: 65 carrots and one runner, whatever the number of players.
            ("start.carrots", DifferenceKind::Start),
            ("start.runners", DifferenceKind::Start),
            // HP-02: only the number of the round differs; the order is clockwise all the same.
            ("turns.order", DifferenceKind::Result),
            // HP-08
            ("movement.fours-with-three", DifferenceKind::OnlySecond),
            // HP-03
            ("finish.limit", DifferenceKind::OnlySecond),
            ("finish.carrots", DifferenceKind::OnlyFirst),
            // HP-07: a die and the race position.
            ("hare.mechanism", DifferenceKind::Chances),
            // HP-10: everything is public.
            ("screen.others-carrots", DifferenceKind::Screen),
        ],
    );
}

#[test]
fn the_2008_edition_differs_in_lettuces_choice_of_runner_and_pack() {
    let found = differences::<HareTortoise>("classic", "ravensburger-2008");
    assert_found(
        &found,
        &[
            ("start.carrots", DifferenceKind::Start),
            ("start.lettuces", DifferenceKind::Start),
            // HT-04: free choice of the runner, one pool of lettuces.
            ("turns.runner", DifferenceKind::Actions),
            ("lettuces.belong-to", DifferenceKind::Start),
            // HT-32: the player misses a turn, not the runner.
            ("turns.miss-binds", DifferenceKind::Result),
            // HT-06: open but without payment.
            ("movement.fours-with-three", DifferenceKind::OnlySecond),
            ("finish.limit", DifferenceKind::OnlySecond),
            ("finish.carrots", DifferenceKind::OnlyFirst),
            ("hare.mechanism", DifferenceKind::Chances),
        ],
    );
}

#[test]
fn the_olympiad_differs_in_what_a_hare_square_does() {
    let found = differences::<HareTortoise>("classic", "olympiad");
    assert_found(
        &found,
        &[
            ("start.carrots", DifferenceKind::Start),
            ("start.runners", DifferenceKind::Start),
            ("movement.fours-with-three", DifferenceKind::OnlySecond),
            ("finish.limit", DifferenceKind::OnlySecond),
            // No effect on landing.
            ("hare.mechanism", DifferenceKind::Result),
        ],
    );
}

#[test]
fn the_course_differs_in_players_first_player_end_and_tie_break() {
    let found = differences::<AnimalRace>("classic", "course");
    assert_found(
        &found,
        &[
            // AR-34: only two players; the first player is drawn after the bets.
            ("players.most", DifferenceKind::SetUp),
            ("first-player", DifferenceKind::Result),
            // AR-30: the end is checked after the phase, so more than three can arrive.
            ("end.when", DifferenceKind::Result),
            // AR-33: points from the dealt bets.
            ("end.tie-break", DifferenceKind::Result),
        ],
    );
    // The course ruleset differs in four fields, and each of them has a witness.
    assert_eq!(found.groups.len(), 4);
}

#[test]
fn beginners_differ_in_cards_bets_turbos_and_movement() {
    let found = differences::<AnimalRace>("classic", "apprentice");
    assert_found(
        &found,
        &[
            // AA-01: 65 cards and no howl, no powers.
            ("cards", DifferenceKind::Start),
            ("movement.nap", DifferenceKind::Result),
            ("movement.streams", DifferenceKind::Result),
            // AA-02
            ("track.turbo-tiles", DifferenceKind::Result),
            // AA-03: five cards, no second bet.
            ("second-bet", DifferenceKind::Result),
            ("hand", DifferenceKind::Result),
            // AA-05: the players choose the animal, which moves as many tiles as it has cards.
            ("movement.mode", DifferenceKind::Result),
            ("movement.steps", DifferenceKind::Result),
            // AA-07: the first arrival ends the game.
            ("end.when", DifferenceKind::Result),
        ],
    );
}

#[test]
fn a_ruleset_of_ones_own_is_shown_in_its_single_rule() {
    let classic = ruleset::open::<hare_tortoise::Ruleset>("classic").expect("a ruleset");
    let mut short = classic.clone();
    short.movement.longest_step = hare_tortoise::LongestStep::Squares(9);
    let found = diff::<HareTortoise>(&classic, &short, &search()).expect("both are playable");
    let witness =
        found.of("movement.longest-step").expect("they differ in it").witness(DifferenceKind::OnlyFirst);
    let witness = witness.expect("longer steps than nine squares");
    assert_parts(witness, "longest step");
    // Only the draw of the first player comes before it: no witness is shorter.
    assert_eq!(witness.events.len(), 1);
    let report = found.report().to_string();
    assert!(report.contains("A allows what B forbids") && report.contains("> B Seat"), "{report}");
}

#[test]
fn a_ruleset_with_all_that_differs_is_the_other_one() {
    let rulesets = hare_tortoise::Ruleset::EMBEDDED.iter().map(|embedded| embedded.name);
    let open = |name| ruleset::open::<hare_tortoise::Ruleset>(name).expect("a ruleset of the library");
    let rulesets: Vec<hare_tortoise::Ruleset> = rulesets.map(open).collect();
    for (first, second) in rulesets.iter().flat_map(|one| rulesets.iter().map(move |other| (one, other))) {
        let found = differences_of(first, second).expect("they fit their schema");
        let fields: Vec<_> = found.iter().map(|difference| difference.field).collect();
        let mixed = with_fields_of(first, second, &fields, "mixed").expect("it fits the schema");
        assert!(differences_of(&mixed, second).expect("it fits the schema").is_empty());
        assert_eq!(found.is_empty(), first == second);
        // Board A differs on seven squares, counted from 1.
        if [first, second].map(|ruleset| ruleset.title().name.as_str()) == ["classic", "ravensburger-1978"] {
            let parts = &found[0].parts;
            assert_eq!((found[0].field.path, parts.len()), ("board.squares", 7));
            assert_eq!(
                (parts[0].path.as_str(), &parts[0].values),
                ("word 7", &["F", "L"].map(str::to_owned))
            );
        }
    }
}

#[test]
fn what_a_ruleset_says_of_itself_is_no_difference() {
    let classic = ruleset::open::<animal_race::Ruleset>("classic").expect("a ruleset");
    let renamed = "[ruleset]\nname = \"mine\"\nabout = \"the same\"\nextends = \"classic\"\n";
    let renamed = ruleset::open::<animal_race::Ruleset>(ruleset::Source::Text(renamed)).expect("a ruleset");
    assert_ne!(classic, renamed);
    let found = diff::<AnimalRace>(&classic, &renamed, &search()).expect("both are playable");
    assert!(found.groups.is_empty());
    assert_eq!(
        found.report().to_string(),
        "animal-race: classic and mine are equal: they differ in no field.\n"
    );
}

#[test]
fn a_rule_without_effect_has_no_witness_and_the_report_says_so() {
    let classic = ruleset::open::<hare_tortoise::Ruleset>("classic").expect("a ruleset");
    let mut other = classic.clone();
    // It matters only for an order sheet with an effect that is not on the chart.
    other.orders.empty_on_carrot_square = hare_tortoise::EmptyOrder::Forward;
    other.hare.carrots_become = 7;
    let search = search().games(2);
    let found = diff::<HareTortoise>(&classic, &other, &search).expect("both are playable");
    assert_eq!(found.groups.len(), 2);
    assert!(found.groups.iter().all(|group| group.witnesses.is_empty() && group.games > 0));
    assert!(found.report().to_string().contains("may affect play rarely, or not at all"));
}

#[test]
fn the_same_seed_finds_the_same_witnesses() {
    let report = || {
        let search = search().games(3).most_events(200);
        let [first, second] = ["classic", "apprentice"].map(|name| ruleset::open(name).expect("a ruleset"));
        diff::<AnimalRace>(&first, &second, &search).expect("both are playable").report()
    };
    let json = |report| serde_json::to_string(&report).expect("plain data");
    assert_eq!(json(report()), json(report()));
}
