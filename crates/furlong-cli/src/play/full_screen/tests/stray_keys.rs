//! Keys that were meant for something other than the question shown. They must not answer it.

use super::*;

/// A game of one person against three bots that play at random.
fn against_bots<G: Playable>() -> Sitting {
    let game = G::from_usual();
    let mut race = Race::new(game.clone(), &game.setup(4), 7).expect("a game");
    let players =
        ["person", "random", "random", "random"].map(|player| player.parse::<Occupant>().expect("a player"));
    let players = race.seats().iter().zip(players).map(|(seat, player)| player.player(seat, None)).collect();
    race.set_players(players);
    Sitting::new(Box::new(GameTable::new(race).expect("a table")), (80, 24))
}

/// Types everything that the help, the sheets and the glossary tell people to type, without opening the input line.
fn spell_all<G: Playable>() {
    let mut sitting = against_bots::<G>();
    sitting.next_question();
    let answer = sitting.session.obey(Typed::Asked(Request::Help)).expect("help");
    let Answer::Told(help) = answer else { panic!("{answer:?}") };
    let commands = help.into_iter().filter_map(|shown| match shown {
        Shown::Word { word, .. } => Some(word.replace("WORD", "1").replace("FILE", "")),
        _ => None,
    });
    let more = ["help", "rules", "? 1", "? 12", "? h", "? hare", "exit"].map(str::to_owned);
    let glossary = G::from_usual().glossary();
    let looked_up = glossary.iter().flat_map(|topic| topic.title.split(", ")).map(|word| format!("? {word}"));
    for word in commands.chain(more).chain(looked_up).filter(|word: &String| !word.starts_with('q')) {
        let mut sitting = against_bots::<G>();
        sitting.next_question();
        sitting.press(KeyCode::Home);
        let before = sitting.decisions();
        sitting.spell(&word);
        assert_eq!(sitting.decisions(), before, "{}: {word}", G::ID);
    }
    // A move typed as shown is that move, even if its letters are keys.
    for (label, _) in &sitting.state.choices {
        let [mut spelled, mut typed] = [against_bots::<G>(), against_bots::<G>()];
        for sitting in [&mut spelled, &mut typed] {
            sitting.next_question();
        }
        spelled.spell(label);
        typed.press(KeyCode::Char('/'));
        typed.spell(label);
        assert_eq!(spelled.decisions(), typed.decisions(), "{}: {label}", G::ID);
        assert_eq!(spelled.decisions().0, 1, "{}: {label}", G::ID);
    }
}

#[test]
fn words_that_people_are_told_to_type_never_play_a_move_and_moves_are_played_as_they_are_shown() {
    spell_all::<HareTortoise>();
    spell_all::<AnimalRace>();
    spell_all::<Gotham>();
}

/// Presses Enter at everything shown.
fn enter_alone<G: Playable>() {
    let mut sitting = against_bots::<G>();
    for number in 0..2 {
        for _ in 0..40 {
            sitting.next();
            sitting.press(KeyCode::Enter);
        }
        assert_eq!(sitting.decisions().0, number, "{}", G::ID);
        assert!(sitting.next().contains("Choose with the arrows or a number"), "{}", G::ID);
        // A choice is played at once, and what follows is news again.
        sitting.play_first();
    }
}

#[test]
fn enter_that_is_meant_for_the_news_never_answers_the_question_after_it() {
    enter_alone::<HareTortoise>();
    enter_alone::<AnimalRace>();
    enter_alone::<Gotham>();
}
