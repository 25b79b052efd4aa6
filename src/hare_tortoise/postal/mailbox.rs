//! Mailboxes: files of many mails, as programs for mails write them (mbox).

use std::collections::BTreeMap;

use mail_parser::mailbox::mbox::{Message, MessageIterator};

use super::mail::is_letter;
use super::moment::Moment;
use super::sent::{Content, Sent};

/// The largest mailbox that is read, in bytes.
pub const MOST_BYTES_OF_A_MAILBOX: usize = 1 << 26;

impl Sent {
    /// The files in these bytes: of a mailbox its mails, each with a name of its own, and otherwise the one file. The names
    /// of mails come from their dates, so that a mail keeps its name when the mailbox grows.
    pub fn all(file: &str, bytes: &[u8]) -> Vec<Self> {
        if !bytes.starts_with(b"From ") || bytes.len() > MOST_BYTES_OF_A_MAILBOX {
            return vec![Self::new(file, bytes)];
        }
        // Bytes in memory are always read.
        let mails: Vec<Vec<u8>> =
            MessageIterator::new(bytes).map_while(Result::ok).map(Message::unwrap_contents).collect();
        if mails.len() < 2 {
            return vec![Self::new(file, bytes)];
        }
        let mut names: BTreeMap<String, u32> = BTreeMap::new();
        let name = |mut sent: Self| {
            let date = sent.date().and_then(Moment::at);
            let words = date.map_or("undated".to_owned(), |date| date.to_string().replace(" UTC", ""));
            let name = format!("mail {}", words.replace(':', "."));
            let times = names.entry(name.clone()).and_modify(|times| *times += 1).or_insert(1);
            sent.file = if *times == 1 { format!("{name}.eml") } else { format!("{name} ({times}).eml") };
            sent
        };
        mails.iter().map(|mail| Self::new(file, mail)).map(name).collect()
    }

    /// Returns whether it is a mail without orders, as people also write to their master.
    pub fn is_only_letter(&self) -> bool {
        self.mail.is_some() && matches!(&self.content, Content::Text(text) if is_letter(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_is_its_mails_and_each_keeps_its_name_when_more_come() {
        let mail = |from: &str, minute: u8, text: &str| {
            format!(
                "From {from}@example.org Wed Nov 25 10:00:00 2026\nFrom: {from} <{from}@Example.org>\n\
                 Date: Wed, 25 Nov 2026 10:{minute:02}:00 +0100\nSubject: x\n\n{text}\n\n"
            )
        };
        let first = mail("ann", 5, "player A\nround 1\nfirst: to 5\n>From me to 8");
        let second = mail("bob", 5, "Hello, when is it due?");
        let both = Sent::all("in.mbox", format!("{first}{second}").as_bytes());
        let names: Vec<&str> = both.iter().map(|sent| sent.file.as_str()).collect();
        assert_eq!(names, ["mail 2026-11-25 09.05.eml", "mail 2026-11-25 09.05 (2).eml"]);
        assert_eq!(both[0].mail.as_ref().and_then(|mail| mail.address.as_deref()), Some("ann@example.org"));
        assert_eq!(both.iter().map(Sent::is_only_letter).collect::<Vec<_>>(), [false, true]);
        let more = Sent::all("in.mbox", format!("{first}{second}{}", mail("cleo", 9, "x")).as_bytes());
        assert_eq!(more[..2], both[..]);
        assert_eq!(Sent::all("one.eml", first.as_bytes())[0].file, "one.eml", "one mail is a file");
        assert_eq!(Sent::all("a.txt", b"player A").len(), 1);
    }
}
