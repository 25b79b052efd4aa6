//! The puzzles of the library: a fresh search finds each answer, exact values agree, and hints do not give it away.

use furlong::analysis::{Proof, proof_of};
use furlong::animal_race::AnimalRace;
use furlong::any::CatalogueEntry;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::table::{Reader, Request, Shown, posed_puzzles};
use furlong::{Decision, Playable, Race, Stream, Turn, ruleset};
use rand::SeedableRng as _;

/// The minimum number of puzzles of each game.
const LEAST: usize = 30;
/// The seed of the search. The puzzles were found with others.
const SEED: u64 = 90_210;

fn usual<G: Playable>() -> G {
    let name = CatalogueEntry::of::<G>().usual_ruleset();
    G::new(ruleset::open::<G::Ruleset>(name).expect("a ruleset of the library")).expect("playable")
}

fn answers_hold<G: Playable>(worlds: u32, proved: usize) {
    let game: G = usual();
    let puzzles = game.puzzles();
    assert!(puzzles.len() >= LEAST, "{}: {}", G::ID, puzzles.len());
    assert!(puzzles.iter().filter(|puzzle| puzzle.is_exact).count() >= proved, "{}", G::ID);
    for (number, puzzle) in (1..).zip(&puzzles) {
        let race = Race::from_position(game.clone(), &puzzle.position, 1).expect("a position");
        let Turn::Seat(seat) = race.turn() else { panic!("{} {number}: nobody decides", G::ID) };
        let (view, actions) = (race.seat_view(seat), race.actions(seat));
        let mut rng = Stream::seed_from_u64(SEED);
        let mut bot = G::bot(&format!("flat:worlds={worlds}").parse().expect("a spec")).expect("a bot");
        let chosen = bot.choose(&mut Decision::new(&game, &view, &actions, &mut rng)).expect("a choice");
        assert_eq!(chosen, puzzle.best, "{} {number}: {puzzle:?}", G::ID);
        assert!(puzzle.shares[0] >= puzzle.shares[1] + 0.15, "{} {number}", G::ID);
        let proof = proof_of(&game, &view, puzzle.best, 10, (4, 50_000), &mut rng);
        assert!(proof != Proof::Worse, "{} {number}", G::ID);
        assert!(!puzzle.is_exact || proof == Proof::Best, "{} {number}: {proof:?}", G::ID);
    }
}

fn words_help<G: Playable>() {
    let posed = posed_puzzles(&usual::<G>());
    let mut ids: Vec<&str> = posed.iter().map(|puzzle| &*puzzle.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), posed.len(), "{}", G::ID);
    for (number, mut puzzle) in (1..).zip(posed) {
        let question = puzzle.table.question(puzzle.seat).expect("a question");
        let labels: Vec<&str> = question.choices.iter().map(|choice| &*choice.label).collect();
        assert!(labels.len() > 2 && labels.contains(&&*puzzle.best), "{} {number}: {labels:?}", G::ID);
        // A hint names the best move only together with another one.
        let named = |hint: &str| labels.iter().filter(|label| hint.contains(&format!("`{label}`"))).count();
        let [general, what] = &puzzle.hints;
        assert_eq!(named(general), 0, "{} {number}: the first hint names no move: {general}", G::ID);
        assert!(named(what) != 1 && what.len() > 15, "{} {number}: {what}", G::ID);
        let (best, explanation) = (format!("`{}`", puzzle.best), &puzzle.explanation);
        assert!(explanation.contains(&best) && explanation.contains(" of 100 games"), "{explanation}");
        let asked = Request::Explain(puzzle.best.clone());
        let reply = puzzle.table.answer(Reader::Player(puzzle.seat), &asked).expect("an answer");
        assert!(matches!(reply.message.shown[..], [Shown::Sentence(_)]), "{} {number}", G::ID);
    }
}

#[test]
fn a_fresh_search_and_exact_values_agree_with_every_puzzle_of_the_animal_race() {
    answers_hold::<AnimalRace>(200, 0);
    words_help::<AnimalRace>();
}

#[test]
fn a_fresh_search_and_exact_values_agree_with_every_puzzle_of_hare_and_tortoise() {
    answers_hold::<HareTortoise>(200, 1);
    words_help::<HareTortoise>();
}

#[test]
fn a_fresh_search_and_exact_values_agree_with_every_puzzle_of_gotham() {
    answers_hold::<Gotham>(200, 0);
    words_help::<Gotham>();
}
