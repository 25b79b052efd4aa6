//! The text of an order file: a mail as it was saved, with whatever encoding it was sent in, or a plain file.

use std::borrow::Cow;

use mail_parser::decoders::html::html_to_text;
use mail_parser::{DateTime, Message, MessageParser, MessagePart, MimeHeaders as _, PartType};
use serde::{Deserialize, Serialize};

use super::error::{OrdersError, SheetPlace};
use super::mail::has_own_sheet;
use crate::text::plain;

/// The largest sheet that is read, in bytes.
pub const MOST_BYTES: usize = 16_384;
/// The largest mail that is read, in bytes, with its pictures and whatever else it holds beside its text.
pub const MOST_BYTES_OF_A_MAIL: usize = 1 << 20;

/// The facts that a mail tells of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mail {
    /// The name of its sender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Its address, in small letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The moment at which it was sent, as the program of its sender says, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<i64>,
    /// The moment at which the last server took it in, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<i64>,
}

/// The text in these bytes, and if they are a mail its facts.
pub(super) fn decode(bytes: &[u8]) -> Result<(String, Option<Mail>), OrdersError> {
    let bytes = wide_text(bytes)?;
    if is_mail(&bytes) {
        return mail(&bytes);
    }
    within(bytes.len(), MOST_BYTES)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let sound = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = sound.matches('\n').count() + 1;
        let column = sound.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        OrdersError::NotText { place: SheetPlace { line, column } }
    })?;
    if text.contains('\0') {
        return unreadable("no text, or UTF-16 without a byte order mark: save it as UTF-8");
    }
    let start = text.trim_start().get(..9).unwrap_or_default().to_ascii_lowercase();
    let is_page = start.starts_with("<html") || start.starts_with("<!doctype");
    Ok((if is_page { page_text(text) } else { text.to_owned() }, None))
}

fn unreadable<T>(reason: &str) -> Result<T, OrdersError> {
    Err(OrdersError::Unreadable(reason.to_owned()))
}

fn within(bytes: usize, most: usize) -> Result<(), OrdersError> {
    if bytes > most { Err(OrdersError::TooLarge { most }) } else { Ok(()) }
}

/// Text in UTF-16, which its byte order mark tells, as UTF-8; other bytes as they are.
fn wide_text(bytes: &[u8]) -> Result<Cow<'_, [u8]>, OrdersError> {
    let (order, rest): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return Ok(Cow::Borrowed(bytes)),
    };
    within(rest.len(), MOST_BYTES_OF_A_MAIL)?;
    let (pairs, odd) = rest.as_chunks::<2>();
    match String::from_utf16(&pairs.iter().map(|pair| order(*pair)).collect::<Vec<u16>>()) {
        Ok(text) if odd.is_empty() => Ok(Cow::Owned(text.into_bytes())),
        _ => unreadable("it begins as text in UTF-16, and is none: save it as UTF-8"),
    }
}

/// The headers that a saved mail begins with, in small letters.
const HEADERS: [&str; 20] = [
    "arc-seal",
    "authentication-results",
    "bcc",
    "cc",
    "content-transfer-encoding",
    "content-type",
    "date",
    "delivered-to",
    "dkim-signature",
    "envelope-to",
    "from",
    "in-reply-to",
    "message-id",
    "mime-version",
    "received",
    "reply-to",
    "return-path",
    "sender",
    "subject",
    "to",
];

/// Returns whether bytes are a mail with its headers: lines of `Name: value` up to an empty one.
fn is_mail(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).peekable();
    // The separator of an mbox file.
    lines.next_if(|line| line.starts_with(b"From "));
    let name = |line: &[u8]| {
        let end = line.iter().position(|byte| *byte == b':')?;
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        let name = &line[..end];
        (!name.is_empty() && name.iter().all(is_name)).then(|| name.to_ascii_lowercase())
    };
    let is_known =
        |name: &[u8]| name.starts_with(b"x-") || HEADERS.iter().any(|known| known.as_bytes() == name);
    if !lines.peek().and_then(|line| name(line)).is_some_and(|name| is_known(&name)) {
        return false;
    }
    let mut has_text = false;
    for line in lines.by_ref() {
        if line.is_empty() {
            has_text = true;
            break;
        }
        let is_continued = line.starts_with(b" ") || line.starts_with(b"\t");
        let is_header = name(line).is_some_and(|name| name != b"player" && name != b"round");
        if !is_continued && !is_header {
            return false;
        }
    }
    has_text && lines.any(|line| !line.is_empty())
}

/// The text of a mail and its facts.
fn mail(bytes: &[u8]) -> Result<(String, Option<Mail>), OrdersError> {
    within(bytes.len(), MOST_BYTES_OF_A_MAIL)?;
    // The separator of an mbox file is none of the headers.
    let start = if bytes.starts_with(b"From ") { bytes.iter().position(|byte| *byte == b'\n') } else { None };
    let bytes = &bytes[start.map_or(0, |end| end + 1)..];
    let Some(message) = MessageParser::default().parse(bytes) else {
        return unreadable("a mail that cannot be read: save its text as a file");
    };
    let mut text = String::new();
    for part in &message.text_body {
        let Some(part) = message.part(*part) else { continue };
        text.push_str(&part_text(part)?.unwrap_or_default());
        text.push('\n');
    }
    if !has_own_sheet(&text) {
        text = attached_sheet(&message, text)?;
    }
    within(text.len(), MOST_BYTES)?;
    let sender = message.from().and_then(|from| from.first());
    let from = sender.and_then(|sender| sender.name().map(str::to_owned));
    let address = sender.and_then(|sender| sender.address().map(str::to_lowercase));
    let seconds = |date: &DateTime| date.is_valid().then(|| date.to_timestamp());
    let date = message.date().and_then(seconds);
    // Each server writes its line above those of the servers before it.
    let received = message.received_all().next().and_then(|received| received.date.as_ref());
    let received = received.and_then(seconds);
    Ok((text, Some(Mail { from, address, date, received })))
}

/// The text of a part of a mail; nothing when it is none.
fn part_text<'a>(part: &'a MessagePart<'_>) -> Result<Option<Cow<'a, str>>, OrdersError> {
    if part.is_encoding_problem {
        return unreadable("a mail whose encoding is damaged: save its text as a file");
    }
    Ok(match &part.body {
        PartType::Text(words) => Some(Cow::Borrowed(&**words)),
        PartType::Html(page) => Some(Cow::Owned(page_text(page))),
        _ => None,
    })
}

/// The text of a mail whose own text has no sheet: the one text among its attachments that has.
fn attached_sheet(message: &Message<'_>, text: String) -> Result<String, OrdersError> {
    let name = |part: &MessagePart<'_>| {
        part.attachment_name()
            .map_or_else(|| "without a name".to_owned(), |name| format!("`{}`", plain(name)))
    };
    let (mut sheets, mut others) = (Vec::new(), Vec::new());
    for part in message.attachments() {
        match part_text(part)?.filter(|text| has_own_sheet(text)) {
            Some(sheet) => sheets.push((name(part), sheet.into_owned())),
            None => others.push(name(part)),
        }
    }
    match (&mut sheets[..], others.first()) {
        ([(_, sheet)], _) => Ok(std::mem::take(sheet)),
        ([], Some(other)) if text.trim().is_empty() => {
            unreadable(&format!("a mail without text: save its attachment {other} as a file"))
        }
        ([], None) if text.trim().is_empty() => unreadable("a mail without text"),
        ([], _) => Ok(text),
        ([(one, _), (other, _), ..], _) => unreadable(&format!(
            "a mail with two sheets, in its attachments {one} and {other}: save the one that counts as a file"
        )),
    }
}

/// The tags in whose place a line ends.
const BLOCKS: [&str; 8] = ["</div", "</li", "</tr", "</pre", "</h1", "</h2", "</h3", "<p"];

/// The text of a page. What it quotes is marked with `>` before each line, once for each quotation around it.
fn page_text(page: &str) -> String {
    let lower = page.to_ascii_lowercase();
    let (mut text, mut depth, mut rest) = (String::new(), 0_usize, 0..page.len());
    while !rest.is_empty() {
        let tags = [("<blockquote", 1), ("</blockquote", 0)];
        let next = tags
            .iter()
            .filter_map(|(tag, begins)| Some((lower[rest.clone()].find(tag)? + rest.start, *begins == 1)));
        let next = next.min();
        let end = next.map_or(rest.end, |(place, _)| place);
        quote(&mut text, &piece_text(&page[rest.start..end], &lower[rest.start..end]), depth);
        let Some((place, begins)) = next else { break };
        depth = if begins { depth + 1 } else { depth.saturating_sub(1) };
        rest.start = lower[place..].find('>').map_or(rest.end, |tag| place + tag + 1);
    }
    text
}

/// Adds lines, each behind as many marks of quotation.
fn quote(text: &mut String, lines: &str, depth: usize) {
    for line in lines.lines() {
        text.extend(std::iter::repeat_n("> ", depth));
        text.push_str(line.trim());
        text.push('\n');
    }
}

/// The text of a part of a page.
fn piece_text(page: &str, lower: &str) -> String {
    let mut lines = String::with_capacity(page.len());
    for (index, letter) in page.char_indices() {
        if letter == '<' && BLOCKS.iter().any(|tag| lower[index..].starts_with(tag)) {
            lines.push_str("<br>");
        }
        lines.push(letter);
    }
    html_to_text(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(bytes).unwrap_or_else(|error| panic!("{error}")).0.replace('\r', "")
    }

    const SHEET: &str = "player B\nround 3\nfirst: if carrots >= 20: to 22\n";

    #[test]
    fn a_mail_is_decoded_from_whatever_it_was_sent_in() {
        let head = "From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\r\nDate: Wed, 25 Nov 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\n";
        let quoted = "Gr=FC=DFe\n\nplayer B\nround 3\nfirst: if carrots >=3D 20:=\n to 22\n";
        let coded = "Z3J1c3MKCnBsYXllciBCCnJvdW5kIDMKZmlyc3Q6IGlmIGNhcnJvdHMgPj0gMjA6IHRvIDIyCg==";
        let page = "<html><body><div>Hi</div><div>player B</div><div>round 3</div><p>first: if carrots &gt;= 20: to&nbsp;22</p></body></html>";
        for (kind, encoding, body) in [
            ("text/plain; charset=iso-8859-1", "quoted-printable", quoted),
            ("text/plain; charset=utf-8", "base64", coded),
            ("text/html; charset=utf-8", "8bit", page),
        ] {
            let mail =
                format!("{head}Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{body}");
            let (text, facts) = decode(mail.as_bytes()).expect(kind);
            for line in ["player B", "round 3", "first: if carrots >= 20: to"] {
                assert!(text.lines().any(|found| found.trim().starts_with(line)), "{line} in: {text}");
            }
            let facts = facts.expect("a mail");
            assert_eq!((facts.from.as_deref(), facts.date), (Some("J\u{f6}rg"), Some(1_795_597_200)));
        }
        let two = format!(
            "{head}Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n{SHEET}\r\n\
             --x\r\nContent-Type: text/html\r\n\r\n<blockquote>{SHEET}</blockquote>\r\n--x--\r\n"
        );
        assert!(text(two.as_bytes()).starts_with(SHEET));
        let boxed = format!("From j@example.org Wed Nov 25 10:00:00 2026\nSubject: x\n\n{SHEET}");
        assert!(text(boxed.as_bytes()).starts_with(SHEET));
    }

    #[test]
    fn what_a_page_quotes_is_marked_as_quoted() {
        let page = "<html><head><title>to 5</title><style>p { x }</style></head><body><div>Mine:</div><p>player A<br>round 3<br>first: to 5</p>\
                    <div class=\"gmail_quote\">On Tuesday Bob wrote:<blockquote type=\"cite\"><div>player B</div><div>round 3</div>\
                    <blockquote>older</blockquote>first: to 8</blockquote></div><div>Ann</div></body></html>";
        let lines: Vec<String> = text(page.as_bytes())
            .lines()
            .map(str::to_owned)
            .filter(|line| !line.trim_matches(['>', ' ']).is_empty())
            .collect();
        assert_eq!(
            lines,
            [
                "Mine:",
                "player A",
                "round 3",
                "first: to 5",
                "On Tuesday Bob wrote:",
                "> player B",
                "> round 3",
                "> > older",
                "> first: to 8",
                "Ann"
            ]
        );
    }

    #[test]
    fn a_sheet_in_an_attachment_counts_where_the_text_has_none() {
        let part = |kind: &str, name: &str, text: &str| {
            format!(
                "--x\nContent-Type: {kind}; name=\"{name}\"\nContent-Disposition: attachment; filename=\"{name}\"\n\n{text}\n"
            )
        };
        let mail = |text: &str, parts: &[String]| {
            let head =
                "From: Bob <b@example.org>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n";
            format!("{head}--x\nContent-Type: text/plain\n\n{text}\n{}--x--\n", parts.concat())
        };
        let sheet = part("text/plain", "orders.txt", SHEET);
        let picture = part("image/png", "me.png", "xyz");
        assert!(
            text(mail("See the attachment.", &[picture, sheet.clone()]).as_bytes()).contains(SHEET.trim())
        );
        let own = text(mail("player B\nround 3\nfirst: back", std::slice::from_ref(&sheet)).as_bytes());
        assert!(own.contains("first: back") && !own.contains("to 22"), "{own}");
        let two = mail("See below.", &[sheet, part("text/plain", "other.txt", SHEET)]);
        let error = decode(two.as_bytes()).expect_err("two sheets").to_string();
        assert!(error.contains("two sheets, in its attachments `orders.txt` and `other.txt`"), "{error}");
    }

    #[test]
    fn a_plain_file_is_read_as_it_is() {
        assert_eq!(text(SHEET.as_bytes()), SHEET);
        // These look like headers, and are the sheet.
        for plain in [
            "player: B\nround: 3\n\nfirst: to 5",
            "Subject: x\nplayer B\nround 3\n\nfirst: to 5",
            "To: Zoe\nround: 3",
        ] {
            assert_eq!(text(plain.as_bytes()), plain);
        }
        let wide = |order: fn(u16) -> [u8; 2]| {
            std::iter::once(0xfeff).chain(SHEET.encode_utf16()).flat_map(order).collect::<Vec<u8>>()
        };
        assert_eq!(text(&wide(u16::to_le_bytes)), SHEET);
        assert_eq!(text(&wide(u16::to_be_bytes)), SHEET);
        assert!(
            text(b"<!DOCTYPE html><html><body>player B<br>round 3</body></html>")
                .starts_with("player B\nround 3")
        );
    }

    #[test]
    fn what_cannot_be_decoded_is_named_as_what_it_is() {
        let no_mark: Vec<u8> = SHEET.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let attached = "Subject: x\nMIME-Version: 1.0\nContent-Type: application/pdf; name=\"orders.pdf\"\n\
                        Content-Disposition: attachment; filename=\"orders.pdf\"\n\nxyz\n";
        for (bytes, reason) in [
            (&no_mark[..], "UTF-16 without a byte order mark"),
            (&[0xff, 0xfe, 0x00, 0xd8], "begins as text in UTF-16, and is none"),
            (attached.as_bytes(), "a mail without text: save its attachment `orders.pdf`"),
            (b"player B\nround \xfc", "line 2, column 7: not UTF-8 text"),
            (&vec![b'x'; MOST_BYTES + 1], "larger than 16384 bytes"),
            (
                &[&b"Subject: x\n\n"[..], &vec![b'x'; MOST_BYTES_OF_A_MAIL]].concat(),
                "larger than 1048576 bytes",
            ),
        ] {
            let error = decode(bytes).expect_err(reason).to_string();
            assert!(error.contains(reason), "{reason}: {error}");
        }
    }
}
