#![doc = include_str!("rules.md")]

mod action;
mod bots;
mod cards;
mod check;
mod contract;
mod decks;
mod explain;
mod finish;
mod game;
mod guide;
mod hand;
mod happening;
mod lessons;
mod memory;
mod metrics;
mod narrate;
mod origins;
mod picture;
mod policy;
mod position;
mod recall;
mod resample;
mod ruleset;
mod schema;
mod setup;
mod standings;
mod state;
mod stock;
mod svg;
mod text;
mod track;
mod turn;
mod view;
mod written;

pub use action::{Action, Chance, DEAL, DRAW, Illegal, OWNERLESS, START_NUMBER};
pub use bots::{Guide, HeuristicBot};
pub use cards::{Animal, Card, Effect, Line, Rank, Unreadable};
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
