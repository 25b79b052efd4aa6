//! The reasons that games give for actions: each action has one, and what it says is true of the position. The facts are worked
//! out here a second time, from positions, rulesets and the engine's own play.

use furlong::animal_race::{self, AnimalRace};
use furlong::gotham::{self, Change, Gotham};
use furlong::hare_tortoise::{Action, HareTortoise, Square};
use furlong::record::Player;
use furlong::table::{GameTable, Reader, Request, Table as _};
use furlong::{Bots, Playable, Race, RaceGame, RandomBot, Seat, Stream, Text, Turn, ruleset};
use rand::SeedableRng as _;

/// The positions of each game.
const POSITIONS: usize = 200;

fn game<G: RaceGame>(rules: &str) -> G {
    G::new(ruleset::open(rules).expect("a ruleset of the library")).expect("a playable ruleset")
}

/// Plays games of four by a bot, and looks at decisions all over them.
fn for_positions<G: Text + Bots>(rules: &str, bot: &str, mut look: impl FnMut(&Race<G>, Seat)) {
    let game = game::<G>(rules);
    let (mut seen, mut passed) = (0, 0);
    for seed in 0.. {
        let mut race = Race::new(game.clone(), &game.setup(4), seed).expect("four can play");
        let mut bot = G::bot(&bot.parse().expect("a bot")).expect("a bot of the game");
        while let Turn::Seat(seat) = race.proceed_within(race.events() + 1_000) {
            passed += 1;
            // A number that has nothing in common with that of the seats.
            if passed % 7 == 0 && race.actions(seat).len() > 1 {
                look(&race, seat);
                seen += 1;
                if seen == POSITIONS {
                    return;
                }
            }
            race.ask(&mut *bot).expect("a legal action");
            if race.events() > 2_000 {
                break;
            }
        }
    }
}

/// The reasons for all actions of a seat.
fn reasons<G: Text>(race: &Race<G>, seat: Seat) -> Vec<(G::Action, String)> {
    let view = race.seat_view(seat);
    let reason = |action| {
        let reason = race.game().purpose(&view, action);
        (action, reason.unwrap_or_else(|| panic!("no reason for {}", race.game().label(&view, action))))
    };
    race.actions(seat).into_iter().map(reason).collect()
}

/// The number in front of a word of the text, where it stands.
fn number_before(text: &str, words: &str) -> Option<i64> {
    let before = text.split(words).next().filter(|before| before.len() < text.len())?.trim_end();
    let digits = before.rsplit(|letter: char| !letter.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The number behind words of the text, where they stand.
fn number_after(text: &str, words: &str) -> Option<i64> {
    let behind = text.split_once(words)?.1;
    behind.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// The price of a step.
fn price(squares: i64) -> i64 {
    squares * (squares + 1) / 2
}

/// A runner before an action, as the position and the board say.
struct Runner<'a> {
    letters: &'a [char],
    square: i64,
    carrots: i64,
    lettuces: i64,
    others: Vec<i64>,
}

impl Runner<'_> {
    /// The race position on a square.
    fn place(&self, square: i64) -> i64 {
        1 + self.others.iter().filter(|other| **other > square).count() as i64
    }

    fn letter(&self, square: i64) -> char {
        self.letters[square as usize - 1]
    }

    /// The square after an action, and the carrots right after it.
    fn after(&self, action: Action) -> Option<(i64, i64)> {
        let (at, held) = (self.square, self.carrots);
        Some(match action {
            Action::To(to) => (i64::from(to.number()), held - price(i64::from(to.number()) - at)),
            Action::Back(to) => (i64::from(to.number()), held + 10 * (at - i64::from(to.number()))),
            Action::Draw => (at, held + 10),
            Action::Pay => (at, held - 10),
            Action::Chew => (at, held + 10 * self.place(at)),
            _ => return None,
        })
    }

    /// Checks what a number square is said to pay: that of its digit, that of a flag for those whom it pays. Returns what it
    /// pays when nobody else moves.
    fn check_pay(&self, to: i64, reason: &str) -> Option<i64> {
        let letter = self.letter(to);
        let pays = |place: i64| match letter.to_digit(10) {
            Some(digit) => i64::from(digit) == place,
            None => letter == 'F' && [1, 5, 6].contains(&place),
        };
        let pay = (self.place(to)..=4).find(|place| pays(*place));
        assert_eq!(number_after(reason, "draws "), pay.map(|place| 10 * place), "{reason}");
        let pay = pay?;
        let passers = number_before(reason, " runner").unwrap_or(0);
        assert_eq!(passers, pay - self.place(to), "{reason}");
        Some(if passers == 0 { 10 * pay } else { 0 })
    }

    /// Checks the lettuce squares that are said to be left for the lettuces. Returns whether anything is said.
    fn check_lettuces(&self, action: Action, to: i64, reason: &str) -> bool {
        let chews = action == Action::Chew;
        let lettuces = self.lettuces - i64::from(chews);
        let ahead = (to + i64::from(chews)..64).filter(|square| self.letter(*square) == 'L').count() as i64;
        let is_said = reason.contains(" from there on for ");
        assert_eq!(is_said, ahead < lettuces, "{reason}");
        if is_said {
            assert_eq!(number_after(reason, "there on for "), Some(lettuces), "{reason}");
            assert_eq!(number_before(reason, " lettuce square").unwrap_or(0), ahead, "{reason}");
        }
        is_said
    }
}

#[test]
fn the_reasons_of_hare_and_tortoise_are_true() {
    let rules: furlong::hare_tortoise::Ruleset = ruleset::open("classic").expect("a ruleset");
    let letters: Vec<char> = rules.board.squares.chars().filter(char::is_ascii_alphanumeric).collect();
    assert_eq!(letters.len(), 63);
    let mut told = [0; 5];
    for_positions::<HareTortoise>("classic", "club", |race, seat| {
        let players = race.position().players;
        let others = players.iter().enumerate().filter(|(index, _)| *index != seat.index());
        let own = &players[seat.index()];
        let runner = Runner {
            letters: &letters,
            square: own.runners[0].square.into(),
            carrots: own.carrots.into(),
            lettuces: own.runners[0].lettuces.into(),
            others: others.map(|(_, other)| other.runners[0].square.into()).collect(),
        };
        for (action, reason) in reasons(race, seat) {
            if action == Action::To(Square::FINISH) {
                assert_eq!(reason, "brings the runner home");
                continue;
            }
            let Some((to, then)) = runner.after(action) else { continue };
            assert!(reason.contains(" to go"), "{reason}");
            let carrots = ["leaves ", "and makes ", "steps: ", "the finish: "];
            for said in carrots.iter().filter_map(|words| number_after(&reason, words)) {
                assert_eq!(said, then, "{reason}");
                told[0] += 1;
            }
            // A gamble changes all the rest. Card 4 of 6 chews a lettuce, but not for the 1st.
            if matches!(action, Action::To(_)) && runner.letter(to) == 'H' {
                let chews = runner.lettuces > 0 && runner.place(to) > 1;
                assert_eq!(reason.contains("chews a lettuce in 1 of 6 cases"), chews, "{reason}");
                continue;
            }
            let pay = if let Action::To(_) = action { runner.check_pay(to, &reason) } else { None };
            let is_step = matches!(action, Action::To(_) | Action::Back(_));
            told[1] += usize::from(pay.is_some());
            let left = runner.lettuces - i64::from(action == Action::Chew);
            if left > 0 {
                told[2] += usize::from(runner.check_lettuces(action, to, &reason));
            } else if is_step {
                let over = then + pay.unwrap_or(0) - price(64 - to);
                let one_run = number_after(&reason, "one run from home, with ");
                let many = number_before(&reason, " carrots too many");
                assert_eq!(one_run, Some(over).filter(|over| (0..=20).contains(over)), "{reason}");
                assert_eq!(many, Some(over - 20).filter(|many| *many > 0), "{reason}");
                told[3] += usize::from(one_run.is_some());
                told[4] += usize::from(many.is_some());
            }
        }
    });
    assert!(told.iter().all(|times| *times > 5), "{told:?}");
}

#[test]
fn the_reasons_of_hare_and_tortoise_know_nothing_of_the_carrots_of_others() {
    for_positions::<HareTortoise>("classic", "club", |race, seat| {
        let mut position = race.position();
        for (index, player) in position.players.iter_mut().enumerate() {
            player.carrots += if index == seat.index() { 0 } else { 7 };
        }
        let other = Race::from_position(race.shared_game(), &position, 1).expect("a sound position");
        assert_eq!(reasons(race, seat), reasons(&other, seat));
    });
}

/// Plays an action, and compares the points that the reason promises the bets with those that the sheet of scores says then.
fn assert_scores(
    race: &mut Race<AnimalRace>,
    seat: Seat,
    action: animal_race::Action,
    said: i64,
    reason: &str,
) {
    race.play(seat, action).expect("a legal action");
    race.proceed();
    let sheets = race.game().aids(&race.seat_view(seat));
    let scores = sheets.iter().find(|sheet| sheet.name == "scores").expect("a sheet");
    assert_eq!(number_after(&scores.text, "Your bets score "), Some(said), "{reason}\n{}", scores.text);
}

#[test]
fn the_reasons_of_the_animal_race_are_true() {
    let mut told = [0; 3];
    for_positions::<AnimalRace>("classic", "club", |race, seat| {
        let view = race.seat_view(seat);
        for (action, reason) in reasons(race, seat) {
            let animal_race::Action::Place(placement) = action else {
                assert!(reason.contains("in your hand"), "{reason}");
                told[0] += 1;
                continue;
            };
            let mut own: Vec<_> = view.bets.animals().collect();
            own.sort();
            own.dedup();
            for animal in own {
                let said = number_before(&reason, &format!(" {animal} card")).unwrap_or(0);
                // At home it needs no cards.
                let left = view.hand.of(animal) - placement.cards().of(animal);
                let left = if view.open.podium.contains(animal) { 0 } else { left };
                assert_eq!(said, i64::from(left), "{reason}");
            }
            // The table is played on: as soon as it runs, the sheet says what the bets score.
            let Some(said) =
                number_after(&reason, "your bets stand at ").filter(|_| reason.contains(" then;"))
            else {
                told[1] += 1;
                continue;
            };
            let mut played = Race::from_position(race.shared_game(), &race.position(), 5).expect("sound");
            assert_scores(&mut played, seat, action, said, &reason);
            told[2] += 1;
        }
    });
    assert!(told.iter().all(|times| *times > 5), "{told:?}");
}

#[test]
fn the_points_that_an_animal_race_promises_are_those_of_a_table_that_runs_so() {
    let classic: animal_race::Ruleset = ruleset::open("classic").expect("a ruleset of the library");
    let mut compared = 0;
    for_positions::<AnimalRace>("classic", "club", |race, seat| {
        for (action, reason) in reasons(race, seat) {
            let said = number_after(&reason, "your bets would stand at ")
                .or_else(|| number_after(&reason, "your bets stand at "))
                .filter(|_| !reason.contains(" then;"));
            let (Some(said), animal_race::Action::Place(placement)) = (said, action) else { continue };
            // The same table, which is full with these cards.
            let mut rules = classic.clone();
            rules.table.cards = race.seat_view(seat).open.table.count() as u8 + placement.count();
            let Ok(full) = AnimalRace::new(rules) else { continue };
            let Ok(mut played) = Race::from_position(full, &race.position(), 5) else { continue };
            assert_scores(&mut played, seat, action, said, &reason);
            compared += 1;
        }
    });
    assert!(compared > 50, "{compared}");
}

/// The change that the card of a seat makes when the round is played on in any way.
fn change_of(
    game: &Gotham,
    mut state: gotham::State,
    seat: Seat,
    action: gotham::Action,
    rng: &mut Stream,
) -> Option<Change> {
    let mut seen = Vec::new();
    game.apply(&mut state, action, &mut seen);
    for _ in 0..200 {
        let change = seen.iter().find_map(|happening| match happening {
            gotham::Happening::TakesEffect { placed_by, change, .. } if *placed_by == Some(seat) => {
                Some(*change)
            }
            _ => None,
        });
        if change.is_some() {
            return change;
        }
        seen.clear();
        if let Some(action) = game.sample_action(&state, rng) {
            game.apply(&mut state, action, &mut seen);
        } else {
            let outcome = game.sample_chance(&state, rng);
            game.apply_chance(&mut state, outcome, &mut seen);
        }
    }
    None
}

#[test]
fn the_reasons_of_gotham_are_true() {
    const WORLDS: usize = 100;
    let mut rng = Stream::seed_from_u64(3);
    let mut told = [0; 4];
    for_positions::<Gotham>("standard", "club", |race, seat| {
        let (game, view) = (race.game(), race.seat_view(seat));
        let own = view.acting().expect("the seat acts");
        let is_first = view.deposit().len() == 0;
        for (action, reason) in reasons(race, seat) {
            if let gotham::Action::Draw(back) = action {
                let mover = view.figures()[back.index()].figure;
                let now = if mover == own { "you".to_owned() } else { mover.to_string() };
                assert!(reason.starts_with(&format!("its cards move {now} as things stand")), "{reason}");
                told[0] += 1;
                continue;
            }
            if is_first {
                let change =
                    change_of(game, *race.state(), seat, action, &mut rng).expect("it is carried out");
                if let Change::Moves { figure, from, to, rank } = change {
                    let whom = if figure == own { "you".to_owned() } else { figure.to_string() };
                    let expected = format!("takes {whom} from {from} to {to}, {rank} there");
                    assert!(reason.starts_with(&expected), "{expected}: {reason}");
                    let sign = match view.sign() {
                        gotham::Animal::Fish => 26,
                        gotham::Animal::Hedgehog => 29,
                        gotham::Animal::Tortoise => 23,
                        gotham::Animal::Snail => 20,
                        gotham::Animal::Sheep => 32,
                    };
                    let (forward, back) = (sign + 1 - i64::from(to), i64::from(to) - (sign - 36 - 1));
                    if let Some(said) = number_after(&reason, ", with ") {
                        assert_eq!(said, forward, "{reason}");
                        assert_eq!(number_before(&reason, " back still to go"), Some(back), "{reason}");
                        told[1] += 1;
                    }
                }
                assert!(!reason.contains("deals"), "{reason}");
                continue;
            }
            let Some(often) = number_after(&reason, "moves you in about ") else {
                assert!(reason.contains("takes the finish to"), "{reason}");
                told[2] += 1;
                continue;
            };
            assert_eq!(number_before(&reason, " card"), Some(view.deposit().len() as i64), "{reason}");
            let moves_own = |_: &usize| {
                let world = game.resample(&view, &mut rng).expect("a sound view");
                let change = change_of(game, world, seat, action, &mut rng).expect("it is carried out");
                matches!(change, Change::Moves { figure, .. } | Change::Swaps { figure, .. } if figure == own)
            };
            let counted = (0..WORLDS).filter(moves_own).count() as i64;
            assert!((often - counted).abs() <= 30, "{counted} of {WORLDS}: {reason}");
            told[3] += 1;
        }
    });
    assert!(told.iter().all(|times| *times > 5), "{told:?}");
}

/// The lines of a hint that nobody asked of a certain bot.
fn hint<G: Playable>(rules: &str) -> Vec<String> {
    hint_in(&game::<G>(rules))
}

fn hint_in<G: Playable>(game: &G) -> Vec<String> {
    let mut race = Race::new(game.clone(), &game.setup(4), 2).expect("a race");
    // A few decisions on.
    for _ in 0..12 {
        race.proceed();
        race.ask(&mut RandomBot).expect("a legal action");
    }
    let Turn::Seat(seat) = race.proceed() else { panic!("somebody decides") };
    race.set_players(
        (0..4)
            .map(|_| Player { name: "Ada".to_owned(), player: "person".to_owned(), colour: None })
            .collect(),
    );
    let mut table = GameTable::new(race).expect("a table");
    let reply = table.answer(Reader::Player(seat), &Request::Hint(None)).expect("an answer");
    reply.message.shown.iter().map(|shown| format!("{shown:?}")).collect()
}

#[test]
fn a_hint_compares_the_best_action_with_the_next_best_by_their_chances() {
    let hints = [hint::<AnimalRace>("classic"), hint::<HareTortoise>("classic"), hint::<Gotham>("standard")];
    for hint in hints {
        let text = hint.join("\n");
        assert!(text.contains("The bot `expert` suggests:"), "{text}");
        let compares =
            [" more wins in 100 than `", " is about as good as `"].iter().any(|words| text.contains(words));
        assert!(compares, "{text}");
    }
}

#[cfg(all(feature = "learned", feature = "parallel"))]
#[test]
fn a_hint_says_which_other_bot_is_better_where_the_bots_that_learned_are_not_the_best() {
    // HT-28: nobody may keep a carrot.
    let classic = game::<HareTortoise>("classic");
    let values = [("finish.carrots".to_owned(), "0".to_owned())];
    let strict = ruleset::with_values(classic.ruleset(), &values, "strict").expect("it fits");
    let strict = HareTortoise::new(strict).expect("playable");
    let note =
        "Under these rules `heuristic` may advise better (`hint heuristic`): one `heuristic` against 3";
    let [usual, strict] = [hint_in(&classic), hint_in(&strict)].map(|hint| hint.join("\n"));
    assert!(strict.contains(note), "{strict}");
    assert!(!usual.contains("may advise better"), "{usual}");
}
