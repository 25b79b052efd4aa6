//! The laws of an encoding: see [`Encoded`].

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::indistinguishable::{look_at_twins, no_moments};
use super::law::Spot;
use super::{Broken, Check, Law, Options, TWINS_A_GAME, TwinOptions};
use crate::common::seat::Seat;
use crate::encoding::{self, Encoded, EncodingError, Features, Layout};
use crate::game::list;

/// What a check of an encoding has covered without finding a broken law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckedEncoding {
    /// The number of encoded views.
    pub views: u64,
    /// The number of encoded actions.
    pub actions: u64,
    /// The number of positions whose encodings were compared with those of twins.
    pub twins: u64,
}

/// Checks the laws of a game's encoding ([`Law::Encoding`]) for every number of players: the vocabulary is one to one
/// and in order; the mask equals the list of legal actions; features are finite, in their range, and a function of the
/// view alone; buffers of a wrong size are refused.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::testkit::{Options, check_encoding};
/// use furlong::{RaceGame, ruleset};
///
/// let game = AnimalRace::new(ruleset::open("classic")?)?;
/// let checked = check_encoding(&game, &Options::default().games(1).every(5))?;
/// assert!(checked.views > 100 && checked.actions > 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first broken law.
pub fn check_encoding<G: Encoded>(game: &G, options: &Options) -> Result<CheckedEncoding, Broken> {
    let spot = Spot { seed: options.seed, game: 0, event: 0, except: options.except };
    vocabulary::<G>(spot)?;
    names(spot, "view", G::ViewFeatures::LAYOUT)?;
    names(spot, "action", G::ActionFeatures::LAYOUT)?;
    let mut checked = CheckedEncoding::default();
    for players in game.players() {
        let setup = game.setup(players);
        for number in 0..options.games {
            let mut check = Check::start(game, &setup, options, number)?;
            let trail = check.scout()?;
            for (event, state) in trail.states.iter().enumerate().step_by(options.every.max(1) as usize) {
                check.at.event = event as u32;
                check.encodes(state, &mut checked)?;
            }
        }
        let positions = TWINS_A_GAME * u64::from(options.games);
        let twins = TwinOptions::default().seed(options.seed).positions(positions).except(options.except);
        checked.twins += look_at_twins(game, &setup, &twins, no_moments(), &|game, state, seat, _| {
            numbers(game, state, seat)
        })?
        .positions;
    }
    Ok(checked)
}

/// Checks that indices and actions are one to one, in the same order.
fn vocabulary<G: Encoded>(spot: Spot) -> Result<(), Broken> {
    let mut before = None;
    for index in 0..G::ACTIONS {
        let action = G::action_at(index);
        spot.hold(Law::Encoding, action.and_then(G::index_of) == Some(index), || {
            format!("action {index} is {action:?}, whose index is {:?}", action.and_then(G::index_of))
        })?;
        spot.hold(Law::Encoding, before < action, || format!("{before:?} is not before {action:?}"))?;
        before = action;
    }
    for index in [G::ACTIONS, usize::MAX] {
        let action = G::action_at(index);
        spot.hold(Law::Encoding, action.is_none(), || {
            format!("there are {} actions, and {index} is {action:?}", G::ACTIONS)
        })?;
    }
    Ok(())
}

/// Checks that the names of features are distinct.
fn names(spot: Spot, what: &str, layout: Layout) -> Result<(), Broken> {
    let mut names = BTreeSet::new();
    for feature in layout.features() {
        let name = feature.name.clone();
        spot.hold(Law::Encoding, names.insert(feature.name), || {
            format!("two features of the {what} are named {name}")
        })?;
        let one = feature.block.one;
        spot.hold(Law::Encoding, one.is_finite() && one > 0.0, || format!("{one} {name} are written as 1"))?;
    }
    Ok(())
}

/// Writes the features that a seat gets, and those of its actions, exact to the bit.
fn numbers<G: Encoded>(game: &G, state: &G::State, seat: Seat) -> String {
    let view = game.view(state, seat);
    let mut shown = String::new();
    let mut features = vec![0.0; G::ViewFeatures::LEN];
    game.view_features(&view).write(&mut features);
    _ = writeln!(shown, "{features:?}");
    let mut features = vec![0.0; G::ActionFeatures::LEN];
    for action in list(|into| game.actions_of(state, seat, into)) {
        game.action_features(&view, action).write(&mut features);
        _ = writeln!(shown, "{features:?}");
    }
    shown
}

impl<G: Encoded> Check<'_, G> {
    fn encodes(&self, state: &G::State, checked: &mut CheckedEncoding) -> Result<(), Broken> {
        for seat in self.seats.iter() {
            let view = self.game.view(state, seat);
            checked.views += 1;
            self.encoded::<G::ViewFeatures>("view", |out| self.game.encode(&view, out))?;
            self.reads_back(&view)?;
            let actions = list(|into| self.game.actions_of(state, seat, into));
            for action in &actions {
                checked.actions += 1;
                self.hold(Law::Encoding, G::index_of(*action).is_some(), || {
                    format!("the legal action {action:?} has no index")
                })?;
                self.encoded::<G::ActionFeatures>("action", |out| {
                    self.game.encode_action(&view, *action, out)
                })?;
            }
            self.masks(&actions)?;
        }
        Ok(())
    }

    /// Checks that features are finite and in their range, and that buffers of a wrong size are not touched.
    fn encoded<F: Features>(
        &self,
        what: &str,
        encode: impl Fn(&mut [f32]) -> Result<(), EncodingError>,
    ) -> Result<(), Broken> {
        let mut buffer = vec![f32::NAN; F::LEN + 1];
        for wrong in [F::LEN - 1, F::LEN + 1] {
            let refused = encode(&mut buffer[..wrong]).is_err();
            self.hold(Law::Encoding, refused && buffer.iter().all(|number| number.is_nan()), || {
                format!("a buffer for {wrong} features of the {what} is taken, though there are {}", F::LEN)
            })?;
        }
        let written = encode(&mut buffer[..F::LEN]);
        self.hold(Law::Encoding, written.is_ok(), || format!("the {what} is not encoded: {written:?}"))?;
        for (feature, number) in F::LAYOUT.features().zip(&buffer) {
            let least = feature.block.least();
            self.hold(Law::Encoding, (least..=1.0).contains(number), || {
                format!("{} of the {what} is {number}, not from {least} to 1", feature.name)
            })?;
        }
        Ok(())
    }

    /// Checks that a view gives the same numbers after it is written and read back.
    fn reads_back(&self, view: &G::View) -> Result<(), Broken> {
        let encoded = |view: &G::View| {
            let mut features = vec![0.0; G::ViewFeatures::LEN];
            self.game.view_features(view).write(&mut features);
            features
        };
        let json = serde_json::to_string(view);
        let back = json.ok().and_then(|json| serde_json::from_str::<G::View>(&json).ok());
        let same = back.is_some_and(|back| encoded(&back) == encoded(view));
        self.hold(Law::Encoding, same, || format!("{view:?} has other features after it was read back"))
    }

    /// Checks that the masks mark the legal actions and nothing else.
    fn masks(&self, actions: &[G::Action]) -> Result<(), Broken> {
        let mut bytes = vec![u8::MAX; G::ACTIONS];
        let mut bits = vec![u64::MAX; encoding::mask_words::<G>()];
        let written =
            encoding::mask::<G>(actions, &mut bytes).and(encoding::mask_bits::<G>(actions, &mut bits));
        let is_set = |index: usize| bits[index / 64] >> (index % 64) & 1 == 1;
        let of_bytes = (0..G::ACTIONS).filter(|index| bytes[*index] == 1).filter_map(G::action_at);
        let of_bits = (0..bits.len() * 64).filter(|index| is_set(*index)).map(G::action_at);
        let holds = written.is_ok()
            && bytes.iter().all(|byte| *byte <= 1)
            && of_bytes.eq(actions.iter().copied())
            && of_bits.eq(actions.iter().copied().map(Some));
        self.hold(Law::Encoding, holds, || format!("the masks of {actions:?} mark other actions"))
    }
}
