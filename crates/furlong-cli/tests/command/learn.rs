//! Guided first games, line by line and from the menu.

use crate::run::{folder, refusal, run_typing, text};

#[test]
fn a_guided_game_is_walked_through_line_by_line_with_any_legal_action() {
    for (game, word, meaning) in [
        ("hare-tortoise", "tortoise", "Only for going back."),
        ("animal-race", "lamb", "It stops at the first stream"),
        ("gotham", "swap with 3rd", "The two figures change places."),
    ] {
        let folder = folder();
        // Of each step an explanation, a hint, the first choice, and the next step.
        let step = "hint\n1\n\n";
        let typed = format!("fly\n? {word}\n? dragon\n{}q\n", step.repeat(20));
        let output = run_typing(folder.path(), &["learn", game], &typed);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let shown = text(&output.stdout);
        let unwrapped = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [
            "Step 1 of ",
            "Step 2 of ",
            "This step is about `",
            "`dragon` is not a term of this game. The terms are: ",
            meaning,
            "That was all. Now play: `New game` in the menu, or `furlong play",
        ] {
            assert!(unwrapped.contains(part), "{game}: {part} in:\n{shown}");
        }
        let sentences = shown.lines().filter(|line| !line.starts_with(' ') || line.len() < 80);
        assert!(sentences.clone().all(|line| line.chars().count() <= 80), "{shown}");
        let files = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(files, 0, "a guided game is not saved");
    }
}

#[test]
fn rules_that_cannot_be_learned_are_refused_in_one_sentence() {
    let folder = folder();
    let message = refusal(folder.path(), &["learn", "gotham", "--ruleset", "standrad"], 2);
    assert!(message.contains("standrad") && message.contains("standard"), "{message}");
    let message = refusal(folder.path(), &["learn", "chess"], 2);
    assert!(message.contains("chess"), "{message}");
}
