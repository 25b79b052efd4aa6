//! Replies to players as e-mails.

use furlong::hare_tortoise::postal::Reply;
use furlong::text::plain;
use mail_builder::headers::Header as _;
use mail_builder::headers::text::Text;

/// Writes a reply as an e-mail: its headers, an empty line, and the text.
pub fn write(reply: &Reply) -> String {
    let to = reply.to.as_ref().map_or_else(String::new, |to| format!("To: {}\n", plain(to)));
    let subject = header("Subject", &plain(&reply.subject));
    let kind = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit";
    format!("{to}{subject}{kind}\n\n{}\n", reply.document.to_text())
}

/// A header of an e-mail. Letters outside ASCII are encoded, and long lines are folded.
fn header(name: &str, value: &str) -> String {
    let mut line = format!("{name}: ").into_bytes();
    // Writing to a vector does not fail.
    _ = Text::new(value).write_header(&mut line, name.len() + 2);
    String::from_utf8_lossy(&line).replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::*;

    #[test]
    fn a_header_has_letters_of_ascii_alone_and_reads_back() {
        assert_eq!(header("Subject", "spring, round 1: Ann (A)"), "Subject: spring, round 1: Ann (A)\n");
        for subject in ["Frühling, Runde 1: Jörg (A)", "春のレース: 第一ラウンド (A) と (B) と (C) と (D)"]
        {
            let line = header("Subject", subject);
            assert!(line.is_ascii() && line.lines().all(|line| line.len() <= 78), "{line}");
            let mail = format!("{line}\nx");
            let mail = MessageParser::default().parse(mail.as_bytes());
            assert_eq!(mail.as_ref().and_then(|mail| mail.subject()), Some(subject));
        }
    }
}
