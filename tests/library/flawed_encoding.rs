//! Encodings of the toy game with a flaw, each of which breaks the law of encodings.

use furlong::encoding::{Encoded, Features, Layout};
use furlong::testkit::{self, Law, Options};

use crate::flaw::Flaw;
use crate::own_game::{Action, ActionFeatures, TokenDash, ViewFeatures};
use crate::toy::{Flawed, FlawedView};

/// Every flaw of an encoding with the law that it breaks.
pub(crate) const FLAWS_OF_ENCODING: [(Flaw, Law); 3] = [
    (Flaw::FeatureIsNotANumber, Law::Encoding),
    (Flaw::FeatureOutOfRange, Law::Encoding),
    (Flaw::FeatureOfHiddenTokens, Law::Encoding),
];

/// The features of the game, the first with another value.
#[derive(Debug)]
pub(crate) struct FlawedFeatures {
    features: ViewFeatures,
    first: Option<f32>,
}

impl Features for FlawedFeatures {
    const LAYOUT: Layout = ViewFeatures::LAYOUT;

    fn write(&self, out: &mut [f32]) {
        self.features.write(out);
        if let (Some(first), Some(place)) = (self.first, out.first_mut()) {
            *place = first;
        }
    }
}

impl Encoded for Flawed {
    const VERSION: u32 = 1;
    const ACTIONS: usize = TokenDash::ACTIONS;
    type ViewFeatures = FlawedFeatures;
    type ActionFeatures = ActionFeatures;

    fn index_of(action: Action) -> Option<usize> {
        TokenDash::index_of(action)
    }

    fn action_at(index: usize) -> Option<Action> {
        TokenDash::action_at(index)
    }

    fn view_features(&self, view: &FlawedView) -> FlawedFeatures {
        let hidden = f32::from(u8::from(view.cached[0] > 0));
        let flaws = [
            (Flaw::FeatureIsNotANumber, f32::NAN),
            (Flaw::FeatureOutOfRange, 1.5),
            (Flaw::FeatureOfHiddenTokens, hidden),
        ];
        let first = flaws.into_iter().find(|(flaw, _)| self.is(*flaw)).map(|(_, value)| value);
        FlawedFeatures { features: self.game.view_features(&view.seen), first }
    }

    fn action_features(&self, view: &FlawedView, action: Action) -> ActionFeatures {
        self.game.action_features(&view.seen, action)
    }
}

#[test]
fn every_flaw_of_an_encoding_is_caught_and_named_by_its_law() {
    let check = |flaw| testkit::check_encoding(&Flawed::with(flaw), &Options::default());
    assert!(check(Flaw::Nothing).expect("no flaw yet").twins > 0);
    for (flaw, law) in FLAWS_OF_ENCODING {
        let broken = check(flaw).expect_err(&format!("{flaw:?} passes"));
        assert_eq!(broken.law, law, "{flaw:?}: {broken}");
    }
}
