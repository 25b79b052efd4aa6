//! Furlong's race games in Python: the module `furlong._furlong`, which the package `furlong` makes public.
//!
//! It adds only what Python needs: names instead of types (`kind`), numpy arrays that the caller owns (`arrays`,
//! `batch`), bots in Python (`bots`), results as columns (`arena`, `analysis`), and exceptions (`errors`).

mod analysis;
mod any_batch;
mod any_game;
mod arena;
mod arguments;
mod arrays;
mod batch;
mod bot;
mod bots;
mod errors;
mod exclusive;
mod game;
mod interruptible;
mod json;
mod race;
mod ruleset;
mod runs;
mod typed_game;
mod values;

use pyo3::prelude::*;

#[pymodule]
fn _furlong(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<ruleset::Ruleset>()?;
    module.add_class::<race::Race>()?;
    module.add_class::<bot::Bot>()?;
    module.add_class::<bots::Asked>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(values::sequence, module)?)?;
    runs::add_to(module)?;
    errors::add_to(module)
}
