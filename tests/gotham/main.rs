//! Gotham: its clauses, the knowledge that views give, laws that hold in every race, and golden records.

mod bots;
mod knowledge;
mod laws;
mod memory;
mod records;
mod rules;
mod slow;
