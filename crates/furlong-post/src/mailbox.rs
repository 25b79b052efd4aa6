//! Mailboxes: files with many e-mails, as e-mail programs write them (mbox).

use std::collections::BTreeMap;

use furlong::hare_tortoise::postal::{Moment, Sent};
use furlong::text::plain;

use crate::mail::{header_name, mail, one};

/// The maximum size of a file, in bytes: a mailbox with all its pictures.
pub const MOST_BYTES: usize = 1 << 26;

/// The number of header lines searched for the sender.
const MOST_HEADERS: usize = 200;

/// The maximum length of a sender's name in a file name, in characters.
const LONGEST_SENDER: usize = 40;

/// Reads the files in these bytes: the e-mails of a mailbox, in order and each with its own name, or else the single
/// file. An e-mail is named by its sender and time, so that it keeps its name when the mailbox grows.
pub fn read(file: &str, bytes: &[u8]) -> Vec<Sent> {
    if bytes.len() > MOST_BYTES {
        return vec![Sent::unreadable(file, format!("larger than {MOST_BYTES} bytes, which is the limit"))];
    }
    let mails = mails(bytes);
    match &mails[..] {
        [] => vec![one(file, bytes)],
        [part] => vec![mail(file, part)],
        parts => {
            let mut names = BTreeMap::new();
            parts.iter().map(|part| mail(file, part)).map(|sent| named(sent, &mut names)).collect()
        }
    }
}

/// The e-mail with a name that no other one has.
fn named(mut sent: Sent, names: &mut BTreeMap<String, u32>) -> Sent {
    let mail = sent.mail.clone().unwrap_or_default();
    let account = mail.address.as_ref().and_then(|address| address.split('@').next());
    let sender = mail.from.as_deref().filter(|from| !from.trim().is_empty()).or(account).unwrap_or("unknown");
    // The sender chooses this, and a report shows it to all.
    let is_kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '.' | '\'');
    let sender: String = plain(sender).chars().filter(is_kept).take(LONGEST_SENDER).collect();
    let moment = mail.received.or(mail.date).and_then(Moment::at);
    let moment =
        moment.map_or_else(String::new, |moment| moment.to_string().replace(" UTC", "").replace(':', "."));
    let name = format!("{} {moment}", sender.trim_matches([' ', '.'])).trim().to_owned();
    let times = names.entry(name.clone()).and_modify(|times| *times += 1).or_insert(1);
    sent.file = if *times == 1 { format!("{name}.eml") } else { format!("{name} ({times}).eml") };
    sent
}

/// The e-mails of a mailbox, each starting with its first header; `None` if the bytes are not a mailbox.
fn mails(bytes: &[u8]) -> Vec<Vec<u8>> {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let is_empty = |line: &&&[u8]| line.trim_ascii().is_empty();
    // A separator follows an empty line, as it should, or headers with a sender follow it.
    let begins = |index: usize| {
        let mut names = lines[index + 1..]
            .iter()
            .take(MOST_HEADERS)
            .take_while(|line| !is_empty(line))
            .map(|line| header_name(line));
        let is_between = index == 0 || is_empty(&&lines[index - 1]);
        is_separator(lines[index])
            && names.next().flatten().is_some_and(|first| {
                is_between || first == b"from" || names.any(|name| name.is_some_and(|name| name == b"from"))
            })
    };
    let mut mails: Vec<Vec<u8>> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if begins(index) {
            mails.push(Vec::new());
        } else if let Some(mail) = mails.last_mut() {
            // A line of a text that looks like a separator has a mark before it.
            let marks = line.iter().take_while(|byte| **byte == b'>').count();
            let is_marked = marks > 0 && line[marks..].starts_with(b"From ");
            mail.extend_from_slice(if is_marked { &line[1..] } else { line });
        } else {
            return mails;
        }
    }
    mails
}

/// Returns whether a line is `From ADDRESS DATE`, with a time of day and a year.
fn is_separator(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else { return false };
    let rest = String::from_utf8_lossy(rest);
    let mut words = rest.split_whitespace().skip(1);
    let is_number =
        |text: &str, digits: usize| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_time = |word: &str| word.split(':').count() >= 2 && word.split(':').all(|part| is_number(part, 2));
    words.clone().any(is_time) && words.any(|word| is_number(word, 4))
}

#[cfg(test)]
mod tests {
    use super::read;
    use furlong::hare_tortoise::postal::Sent;

    fn mail(from: &str, minute: u8, text: &str) -> String {
        format!(
            "From {from}@example.org Wed Nov 25 10:00:00 2026\nFrom: {from} <{from}@Example.org>\n\
             Date: Wed, 25 Nov 2026 10:{minute:02}:00 +0100\nSubject: x\n\n{text}\n\n"
        )
    }

    fn names(sent: &[Sent]) -> Vec<&str> {
        sent.iter().map(|sent| sent.file.as_str()).collect()
    }

    #[test]
    fn a_mailbox_is_its_mails_and_each_keeps_its_name_when_more_come() {
        let first = mail("ann", 5, "player A\nround 1\nfirst: to 5\n>From me to 8");
        let second = mail("ann", 5, "Hello, when is it due?");
        let both = read("in.mbox", format!("{first}{second}").as_bytes());
        assert_eq!(names(&both), ["ann 2026-11-25 09.05.eml", "ann 2026-11-25 09.05 (2).eml"]);
        assert_eq!(both[0].mail.as_ref().and_then(|mail| mail.address.as_deref()), Some("ann@example.org"));
        assert_eq!(both.iter().map(Sent::is_only_letter).collect::<Vec<_>>(), [false, true]);
        let more = read("in.mbox", format!("{first}{second}{}", mail("cleo", 9, "x")).as_bytes());
        assert_eq!(more[..2], both[..]);
        assert_eq!(names(&read("one.eml", first.as_bytes())), ["one.eml"], "one e-mail is a file");
        assert_eq!(read("a.txt", b"player A").len(), 1);
        let nobody = mail("\"../../#\" x", 5, "player A");
        assert_eq!(
            names(&read("in.mbox", (nobody.clone() + &nobody).as_bytes()))[0],
            "x 2026-11-25 09.05.eml"
        );
    }

    #[test]
    fn a_line_of_press_does_not_split_a_mailbox() {
        for line in [
            "From here to eternity",
            "From me",
            "From Bob x Wed Nov 25 10:00:00 2026",
            "From nobody today at 10:00",
        ] {
            let press = format!(
                "player A\nround 1\nfirst: to 5\npress:\nRead this:\n\n{line}\n\nplayer B\nend press\n"
            );
            let all = read("in.mbox", (mail("ann", 1, &press) + &mail("bob", 2, "player B")).as_bytes());
            assert_eq!(names(&all), ["ann 2026-11-25 09.01.eml", "bob 2026-11-25 09.02.eml"], "{line}");
            assert_eq!(
                all[0]
                    .instructions(&furlong::hare_tortoise::postal::Occasion::default())
                    .map(|read| read.parts[0].press.len()),
                Ok(1),
                "{line}"
            );
        }
    }

    #[test]
    fn mails_without_an_empty_line_between_them_are_two() {
        let first = mail("ann", 1, "player A\nround 1");
        let all =
            read("in.mbox", (first.trim_end().to_owned() + "\n" + &mail("bob", 2, "player B")).as_bytes());
        assert_eq!(names(&all), ["ann 2026-11-25 09.01.eml", "bob 2026-11-25 09.02.eml"]);
    }

    #[test]
    fn a_part_without_a_sender_never_counts() {
        let part =
            "From x@example.org Wed Nov 25 10:00:00 2026\nSubject: x\n\nplayer B\nround 1\nfirst: to 8\n\n";
        let all = read("in.mbox", (mail("ann", 1, "Hello") + part).as_bytes());
        let error = all[1]
            .sheet(&furlong::hare_tortoise::postal::Occasion::default())
            .expect_err("no sender")
            .to_string();
        assert_eq!(error, "it has no sender, so it never counts");
        // Nor does one that hardly looks like an e-mail pass for a plain file.
        let part = "From x@example.org Wed Nov 25 10:00:00 2026\nA: b\nplayer B\nround 1\nfirst: to 8\n\n";
        for mailbox in [mail("ann", 1, "Hello") + part, part.to_owned()] {
            let last = read("in.mbox", mailbox.as_bytes()).pop().expect("a part");
            assert!(last.sheet(&furlong::hare_tortoise::postal::Occasion::default()).is_err(), "{mailbox}");
        }
        let odd = read("x.eml", b"From somewhere\nSubject: x\n\nplayer B\nround 1\nfirst: to 8\n");
        assert!(odd[0].sheet(&furlong::hare_tortoise::postal::Occasion::default()).is_err());
    }
}
