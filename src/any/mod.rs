//! Games chosen by name at run time.

mod bot;
pub(crate) mod catalogue;
mod error;
pub(crate) mod new_race;
pub(crate) mod race;
mod stock;

pub use bot::{AnyBot, AnyDecision};
pub use catalogue::CatalogueEntry;
pub use error::AnyError;
