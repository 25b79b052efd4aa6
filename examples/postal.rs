//! The game master's tool for a postal game of Hare & Tortoise.
//!
//! ```text
//! cargo run --release --example postal -- new --names Ann,Bob,Cleo,Dan
//! cargo run --release --example postal -- orders --bot
//! cargo run --release --example postal -- adjudicate
//! ```

fn main() -> std::process::ExitCode {
    furlong_cli::postal_main()
}
