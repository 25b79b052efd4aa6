#![doc = include_str!("rules.md")]

mod action;
mod bots;
mod card_index;
mod cards;
mod check;
mod contract;
mod decks;
mod effect_forms;
mod encode;
mod explain;
mod finish;
mod frames;
mod game;
mod guide;
mod hand;
mod happening;
mod layer_ways;
mod legal;
mod lessons;
mod memory;
#[cfg(feature = "arena")]
mod metrics;
mod narrate;
mod picture;
mod policy;
mod position;
mod reason;
mod resample;
mod review;
mod ruleset;
mod schema;
mod setup;
mod sheets;
mod standings;
mod state;
mod svg;
mod text;
mod track;
mod turn;
mod view;
mod view_json;

pub use action::{Action, Chance, DEAL, DRAW, Illegal, OWNERLESS, START_NUMBER};
pub use bots::{EASY, Guide, HARD, HeuristicBot, MEDIUM};
pub use cards::{Animal, Card, Effect, Line, Rank, Unreadable};
pub use encode::{ActionFeatures, ViewFeatures};
pub use game::Gotham;
pub use happening::{Change, Direction, Happening};
pub use policy::{
    Backwards, Drawing, EmptyDeck, EquallyFar, OnTheSign, OwnLocation, OwnerlessFurthest, Recycling,
    StartNumbers,
};
pub use position::{DeckPosition, Open, Placed, Position, Remembered};
pub use resample::InformationSet;
pub use ruleset::{Animals, Board, Decks, Rules, Ruleset};
pub use schema::{LEAST_DECK, LEAST_SPACES, MOST_DECK, MOST_SPACES, MOST_STEP};
pub use setup::Setup;
pub use state::{Phase, State};
pub use track::{FIGURES, Figure, Stand};
pub use view::View;
