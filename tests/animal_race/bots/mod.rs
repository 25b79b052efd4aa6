//! The bots: that of the course by its clauses and in set positions, and the heuristic one.

mod course;
mod heuristic;
mod set_positions;
