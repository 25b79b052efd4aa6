//! The games from outside, a module each, in one program: much of what it is built of serves them all.

mod animal_race;
mod gotham;
mod hare_tortoise;
mod postal;
