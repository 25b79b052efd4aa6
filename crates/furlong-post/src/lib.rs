//! Order sheets of postal games as people send them: e-mails, mailboxes and files; and answers as e-mails.
//!
//! [`read`] makes the files of a round ([`Sent`](furlong::hare_tortoise::postal::Sent)) of bytes. Whatever a program for
//! e-mail has done to a sheet is undone here: encodings, pages, broken lines, signatures, attachments. The language of
//! orders, greetings around a sheet and older e-mails below it are the library's.
//!
//! One principle covers all of it: a player's order either counts or is reported to the master by sender and subject, and
//! nothing else ever counts. Where a reading is uncertain, the e-mail is not read at all, and its
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
