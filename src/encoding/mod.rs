//! Games as numbers, for machine learning: indices of actions, masks of the legal ones, features of views and actions.
//!
//! [`Encoded`] extends [`RaceGame`]. The three games of this library implement it, and other games can. It has
//!
//! * a **vocabulary** of actions, the same for all rulesets and numbers of players of a game: [`Encoded::index_of`] and
//!   [`Encoded::action_at`]. A **mask** marks the legal ones, as bytes ([`mask`]) or bits ([`mask_bits`]).
//! * **features** of a view and of an action in a view: named numbers in fixed places, each finite and in a stated
//!   range. Seats are counted from the viewer, and the numbers of the ruleset are among the features, so one model can
//!   play under many rulesets.
//! * a **version** and a hash of the whole [`Specification`], so that a model is never used with other numbers than the
//!   ones it was trained on.
//!
//! ```
//! use furlong::animal_race::AnimalRace;
//! use furlong::encoding::{self, Encoded, Features};
//! use furlong::{Race, RaceGame, Turn, ruleset};
//!
//! let game = AnimalRace::new(ruleset::open("classic")?)?;
//! let mut race = Race::new(game, &race_setup(), 7)?;
//! # fn race_setup() -> furlong::animal_race::Setup { furlong::animal_race::Setup { players: 4, first: None, games: 1 } }
//! let Turn::Seat(seat) = race.proceed() else { unreachable!("nobody has decided yet") };
//! let (view, actions) = (race.seat_view(seat), race.actions(seat));
//!
//! let mut features = vec![0.0; <AnimalRace as Encoded>::ViewFeatures::LEN];
//! race.game().encode(&view, &mut features)?;
//! let mut mask = vec![0; AnimalRace::ACTIONS];
//! encoding::mask::<AnimalRace>(&actions, &mut mask)?;
//! assert_eq!(mask.iter().filter(|is_legal| **is_legal == 1).count(), actions.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/encoding.md` lists the features of each game, and a [`Batch`](crate::batch::Batch) plays many games in
//! parallel with these numbers. The [`testkit`](crate::testkit::check_encoding) checks the laws of an encoding.

mod error;
mod features;
mod sample;
mod specification;

use crate::game::RaceGame;

pub use error::{EncodingError, EncodingId};
pub(crate) use features::words;
#[doc(hidden)]
pub use features::write_block;
pub use features::{Block, Feature, Features, Flat, Layout, flag, one_of};
pub use sample::sample;
pub(crate) use sample::{can_draw, draw};
pub use specification::Specification;

/// A game as numbers for machine learning.
///
/// The laws, which [`testkit::check_encoding`](crate::testkit::check_encoding) checks:
///
/// * `index_of` and `action_at` are inverses of each other below [`Encoded::ACTIONS`], and return `None` for everything
///   else. Greater actions have greater indices, so the list of legal actions and the mask have the same order.
/// * Every legal action has an index.
/// * The features are finite, in their range, and a function of the view (and the action) alone.
/// * Encoding allocates no memory.
pub trait Encoded: RaceGame {
    /// The version of the encoding. Change it whenever a number changes its place or its meaning.
    const VERSION: u32;
    /// The number of actions in the vocabulary.
    const ACTIONS: usize;

    /// The features of a view.
    type ViewFeatures: Features;
    /// The features of an action in a view.
    type ActionFeatures: Features;

    /// Returns the index of an action; `None` for one that no ruleset allows.
    fn index_of(action: Self::Action) -> Option<usize>;

    /// Returns the action with this index; `None` from [`Encoded::ACTIONS`] on.
    fn action_at(index: usize) -> Option<Self::Action>;

    /// Computes the features of a view of this game. Check a typed view with [`RaceGame::information_set`] first; the
    /// features of an impossible one mean nothing.
    fn view_features(&self, view: &Self::View) -> Self::ViewFeatures;

    /// Computes the features of a legal action in a view: what it costs and where it leads.
    fn action_features(&self, view: &Self::View, action: Self::Action) -> Self::ActionFeatures;

    /// Returns the action that a learned bot takes without asking what it learned: one that wins at once, which nobody
    /// overlooks; or, if the game is taking much longer than usual, one that leads towards the end, because under rules
    /// that it never saw a bot may go round in circles.
    fn way_out(&self, _view: &Self::View, _actions: &[Self::Action]) -> Option<Self::Action> {
        None
    }

    /// Writes the features of a view as numbers in their range.
    ///
    /// # Errors
    /// When the buffer does not have the length of the features. Nothing is written then.
    #[inline]
    fn encode(&self, view: &Self::View, out: &mut [f32]) -> Result<(), EncodingError> {
        EncodingError::check_size("features of a view", Self::ViewFeatures::LEN, out.len())?;
        self.view_features(view).write(out);
        Ok(())
    }

    /// Writes the features of an action in a view as numbers in their range.
    ///
    /// # Errors
    /// When the buffer does not have the length of the features. Nothing is written then.
    #[inline]
    fn encode_action(
        &self,
        view: &Self::View,
        action: Self::Action,
        out: &mut [f32],
    ) -> Result<(), EncodingError> {
        EncodingError::check_size("features of an action", Self::ActionFeatures::LEN, out.len())?;
        self.action_features(view, action).write(out);
        Ok(())
    }
}

/// The number of words in a bit mask.
pub const fn mask_words<G: Encoded>() -> usize {
    G::ACTIONS.div_ceil(u64::BITS as usize)
}

/// Writes a byte mask: 1 at the index of each of these actions, 0 elsewhere. Actions without an index are left out.
///
/// # Errors
/// When the buffer does not have [`Encoded::ACTIONS`] bytes. Nothing is written then.
#[inline]
pub fn mask<G: Encoded>(actions: &[G::Action], out: &mut [u8]) -> Result<(), EncodingError> {
    EncodingError::check_size("mask", G::ACTIONS, out.len())?;
    out.fill(0);
    for index in actions.iter().filter_map(|action| G::index_of(*action)) {
        out[index] = 1;
    }
    Ok(())
}

/// Writes a bit mask: index `i` is bit `i % 64` of word `i / 64`.
///
/// # Errors
/// When the buffer does not have [`mask_words`] words. Nothing is written then.
#[inline]
pub fn mask_bits<G: Encoded>(actions: &[G::Action], out: &mut [u64]) -> Result<(), EncodingError> {
    EncodingError::check_size("mask of bits", mask_words::<G>(), out.len())?;
    out.fill(0);
    for index in actions.iter().filter_map(|action| G::index_of(*action)) {
        out[index / 64] |= 1 << (index % 64);
    }
    Ok(())
}
