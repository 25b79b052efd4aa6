//! Reads the order sheets of postal games from e-mails, mailboxes and files, and writes replies as e-mails.
//!
//! [`read`] turns bytes into the files of a round ([`Sent`](furlong::hare_tortoise::postal::Sent)). It undoes what
//! e-mail programs do to a sheet: encodings, HTML, broken lines, signatures, attachments. The library itself handles
//! the language of orders, greetings around a sheet and older e-mails below it.
//!
//! One principle applies throughout: every order of a player either counts or is reported to the master by sender and
//! subject. If it is uncertain how to read an e-mail, it is not read at all, and its
//! [content](furlong::hare_tortoise::postal::Content) is the reason.
//!
//! ```
//! let mail = b"From: Ann <ann@example.org>\n\nHello!\n\nplayer A\nround 1\nfirst: to 5\n";
//! let sent = furlong_post::read("ann.eml", mail);
//! let sheet = sent[0].sheet(&Default::default())?;
//! assert_eq!(sheet.first.len(), 1);
//! # Ok::<(), furlong::hare_tortoise::postal::UnusableSheet>(())
//! ```

mod answer;
mod letters;
mod mail;
mod mailbox;
mod names;
mod page;
mod text;

pub use answer::write;
pub use letters::normalized;
pub use mailbox::{MOST_BYTES, read};
pub use names::by_name;
