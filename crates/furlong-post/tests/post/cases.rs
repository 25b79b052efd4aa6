//! E-mails as people's programs send them, each with what it must be read as.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use furlong::hare_tortoise::postal::{Content, PostalGame, Sent, letter};

use super::table::{begun, on_one_line};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails")
}

/// The reading of a file: the player with the orders, or the reason why they do not count.
fn reading(postal: &PostalGame, sent: &Sent) -> String {
    if sent.is_only_letter() {
        return "-\tletter".to_owned();
    }
    let unreadable = matches!(sent.content, Content::Unreadable(_));
    match sent.sheet(&postal.occasion().expect("a round is open")) {
        Ok(sheet) => format!("{}\t{}", letter(sheet.player), on_one_line(&sheet.to_string())),
        Err(faulty) if unreadable => format!("-\tunread: {faulty}"),
        Err(faulty) => format!("-\tfault: {faulty}"),
    }
}

/// The table has a line for each file, in the order of names: the file, the player, and the orders that count or the reason
/// why none do. `UPDATE_GOLDENS=1` writes it anew.
#[test]
fn each_mail_is_read_as_the_table_says() {
    let postal = begun();
    let table = folder().join("EXPECT.tsv");
    let files: BTreeSet<PathBuf> =
        fs::read_dir(folder()).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    let mut found = String::new();
    for path in files.iter().filter(|path| **path != table) {
        let file = path.file_name().expect("a name").to_string_lossy();
        let sent = furlong_post::read(&file, &fs::read(path).expect("a file"));
        assert_eq!(sent.len(), 1, "{file} is no mailbox");
        writeln!(found, "{file}\t{}", reading(&postal, &sent[0])).expect("a string");
    }
    if env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&table, &found).expect("written");
    }
    let expected = fs::read_to_string(&table).expect("a table");
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "each file has a line");
}
