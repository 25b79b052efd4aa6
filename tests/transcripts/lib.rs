//! Transcripts of the `furlong` command that must hold: `cargo build && cargo test -p furlong-transcripts`.

#[cfg(test)]
mod tests {
    #[test]
    fn transcripts_hold() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        std::env::set_current_dir(root)
            .expect("the transcripts name files as one does in the project's folder");
        trycmd::TestCases::new().case("tests/transcripts/*.trycmd");
    }
}
