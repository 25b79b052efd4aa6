//! The values that searches are asked for by name.

use furlong::BotSpec;
use furlong::bot::{Settings, Unguided, flat_bot, search_bot};

use crate::dash::Dash;

fn refusal(text: &str) -> String {
    let spec: BotSpec = text.parse().expect("a spec");
    let bot = search_bot::<Dash, _>(&spec, Unguided, Settings::iterations(10));
    bot.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn values_that_cannot_be_are_refused_with_what_could() {
    for (text, words) in [
        ("hard:iterations=0", "cannot have iterations = `0`: a number from 1 to"),
        ("hard:seconds=0", "cannot have seconds = `0`"),
        ("hard:seconds=NaN", "cannot have seconds = `NaN`"),
        ("hard:exploration=-1", "cannot have exploration = `-1`"),
        ("hard:trees=0", "cannot have trees = `0`: a number from 1 to 64"),
        ("hard:nodes=x", "cannot have nodes = `x`"),
        ("hard:chance=luck", "cannot have chance = `luck`: `seen` or `merged`"),
        ("hard:root=tree", "cannot have root = `tree`: `bounds` or `halving`"),
        ("hard:cut=soon", "cannot have cut = `soon`: `never`, or a number from 0 to 10000"),
        ("hard:guided=101", "cannot have guided = `101`: a number from 0 to 100"),
    ] {
        assert!(refusal(text).contains(words), "{text}: {}", refusal(text));
    }
    assert_eq!(
        refusal("hard:iterations=3,untried=0.5,cut=never,chance=merged,root=halving,trees=2,nodes=9"),
        ""
    );
    let flat: BotSpec = "flat:worlds=0".parse().expect("a spec");
    assert!(flat_bot::<Dash, _>(&flat, Unguided, Settings::iterations(1)).is_err());
}
