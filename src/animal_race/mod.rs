#![doc = include_str!("rules.md")]

mod action;
mod animals;
mod bets;
mod bots;
mod cards;
mod check;
mod contract;
mod encode;
mod explain;
mod game;
mod guide;
mod happening;
mod legal;
mod lessons;
#[cfg(feature = "arena")]
mod metrics;
mod narrate;
mod odds;
mod placed_origins;

mod frames;
mod picture;
mod policy;
mod position;
mod racing;
mod resample;
mod review;
mod rules_text;
mod ruleset;
mod schema;
mod setup;
mod sheets;
mod standings;
mod state;
mod svg;
mod text;
mod totals;
mod track;
mod turn;
mod unseen;
mod view;

pub use action::{Action, Chance, Illegal, Placement, purpose};
pub use animals::{ANIMALS, Animal, Animals, ByAnimal, MOST_PLAYERS};
pub use bets::Bets;
pub use bots::{CourseBot, EASY, Guide, HARD, HeuristicBot, MEDIUM};
pub use cards::{Card, Cards, KINDS, MOST_CARDS};
pub use encode::{ActionFeatures, ViewFeatures};
pub use game::AnimalRace;
pub use happening::Happening;
pub use policy::{
    AfterLastPhase, FirstPlayer, MovementMode, Nap, RaceEnds, Reshuffle, SecondBet, StartLine, StreamEffect,
    TieBreak, TrackTies,
};
pub use position::{Open, Position, SinceShuffle};
pub use resample::InformationSet;
pub use ruleset::{CardCounts, End, Movement, Players, Ruleset, StartingBets, TableLimits, Track};
pub use setup::{MOST_GAMES, Setup};
pub use state::{Phase, State};
pub use track::{MOST_TILES, OnTrack, Podium, Tiles};
pub use view::View;
