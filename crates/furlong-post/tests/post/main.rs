//! E-mails of postal games from outside: what is read, what is reported, and what never counts.

mod cases;
mod mailboxes;
mod reading;
mod table;
