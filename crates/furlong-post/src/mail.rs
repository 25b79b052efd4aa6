//! The text of an order file: a saved e-mail in any encoding, or a plain file.

use std::borrow::Cow;

use furlong::hare_tortoise::postal::{Content, Mail, Sent, is_letter, own_sheet};
use furlong::text::plain;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{DateTime, Encoding, Message, MessageParser, MessagePart, MimeHeaders as _, PartType};

use crate::letters::normalized;
use crate::page::page;
use crate::text::{unarmoured, unflowed};

/// The maximum size of a text, in bytes, including everything around its sheet.
pub(crate) const MOST_BYTES_OF_A_TEXT: usize = 1 << 18;

/// Reads a file that is not a mailbox.
pub(crate) fn one(file: &str, bytes: &[u8]) -> Sent {
    let bytes = match wide_text(bytes) {
        Ok(bytes) => bytes,
        Err(reason) => return Sent::unreadable(file, reason),
    };
    // The separator of a mailbox is none of the headers, in whatever form it is written.
    let separator =
        if bytes.starts_with(b"From ") { bytes.iter().position(|byte| *byte == b'\n') } else { None };
    let from_headers = &bytes[separator.map_or(0, |end| end + 1)..];
    if is_mail(from_headers) {
        return mail(file, from_headers);
    }
    match plain_file(&bytes) {
        Ok(text) => Sent::text(file, text),
        Err(reason) => Sent::unreadable(file, reason),
    }
}

/// Reads the text of a plain file.
fn plain_file(bytes: &[u8]) -> Result<String, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let sound = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = sound.matches('\n').count() + 1;
        let column = sound.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        format!("line {line}, column {column}: not UTF-8 text")
    })?;
    if text.contains(|letter: char| letter.is_control() && !letter.is_whitespace()) {
        return Err("no text, or UTF-16 without a byte order mark: save it as UTF-8".to_owned());
    }
    let start = text.trim_start().get(..9).unwrap_or_default().to_ascii_lowercase();
    if start.starts_with("<html") || start.starts_with("<!doctype") {
        return page_text(text);
    }
    words(text)
}

/// The text without the armour of a signature.
fn words(text: &str) -> Result<String, String> {
    if text.len() > MOST_BYTES_OF_A_TEXT {
        return Err(format!("its text is longer than {MOST_BYTES_OF_A_TEXT} bytes, which is the limit"));
    }
    Ok(unarmoured(&normalized(text))?)
}

/// The text of an HTML page. It is an error if words are struck out, because only their writer knows whether they
/// count.
fn page_text(source: &str) -> Result<String, String> {
    let page = page(&normalized(source))?;
    if page.is_struck && !is_letter(&page.text) {
        return Err("some words are struck out: ask for the orders without them".to_owned());
    }
    words(&page.text)
}

/// Converts text in UTF-16, recognized by its byte order mark, to UTF-8. Other bytes stay the same, without such a
/// mark.
fn wide_text(bytes: &[u8]) -> Result<Cow<'_, [u8]>, &'static str> {
    let (order, rest): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return Ok(Cow::Borrowed(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes))),
    };
    let (pairs, odd) = rest.as_chunks::<2>();
    match String::from_utf16(&pairs.iter().map(|pair| order(*pair)).collect::<Vec<u16>>()) {
        Ok(text) if odd.is_empty() => Ok(Cow::Owned(text.into_bytes())),
        _ => Err("it begins like UTF-16 text, but is not: save it as UTF-8"),
    }
}

/// The name of the header in a line, in lower case.
pub(crate) fn header_name(line: &[u8]) -> Option<Vec<u8>> {
    let end = line.iter().position(|byte| *byte == b':')?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let name = &line[..end];
    (!name.is_empty() && name.iter().all(is_name)).then(|| name.to_ascii_lowercase())
}

/// Returns whether bytes are an e-mail: they begin with a header, and one of the lines before the first empty line is a
/// header that every e-mail has. Lines that are no headers do not matter, because a stranger's e-mail must not pass for
/// a plain file.
fn is_mail(bytes: &[u8]) -> bool {
    let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
    let mut names = lines.take_while(|line| !line.is_empty()).map(header_name).peekable();
    let is_header =
        |name: &Option<Vec<u8>>| name.as_ref().is_some_and(|name| name != b"player" && name != b"round");
    let known: [&[u8]; 6] =
        [b"from", b"received", b"return-path", b"delivered-to", b"message-id", b"subject"];
    names.peek().is_some_and(is_header) && names.flatten().any(|name| known.contains(&&*name))
}

/// Reads an e-mail.
pub(crate) fn mail(file: &str, bytes: &[u8]) -> Sent {
    let Some(message) = MessageParser::default().parse(bytes) else {
        return Sent::unreadable(file, "an e-mail that cannot be read: save its text as a file");
    };
    let sender = message.from().and_then(|from| from.first());
    let seconds = |date: &DateTime| date.is_valid().then(|| date.to_timestamp());
    // Each server writes its line above those of the servers before it.
    let received = message.received_all().next().and_then(|received| received.date.as_ref());
    let facts = Mail {
        from: sender.and_then(|sender| sender.name().map(normalized)),
        address: sender.and_then(|sender| sender.address().map(str::to_lowercase)),
        subject: message.subject().map(normalized),
        date: message.date().and_then(seconds),
        received: received.and_then(seconds),
        is_automatic: is_automatic(&message),
    };
    let text = if facts.address.is_none() {
        Err("it has no sender, so it never counts".to_owned())
    } else {
        text_of(&message)
    };
    let content = match text {
        Ok(text) if facts.is_automatic && own_sheet(&text).is_some() => {
            Content::Unreadable("it is an automatic reply, which never counts".to_owned())
        }
        Ok(text) => Content::Text(text),
        Err(_) if facts.is_automatic => Content::Text(String::new()),
        Err(reason) => Content::Unreadable(reason),
    };
    Sent { content, mail: Some(facts), ..Sent::text(file, "") }
}

/// Returns whether an e-mail was sent by a program rather than a person (RFC 3834).
fn is_automatic(message: &Message<'_>) -> bool {
    let header = |name: &'static str| message.header_raw(name).map(|value| value.trim().to_ascii_lowercase());
    let is_report = message
        .content_type()
        .is_some_and(|kind| kind.ctype() == "multipart" && kind.subtype() == Some("report"));
    is_report
        || header("Auto-Submitted").is_some_and(|value| !value.starts_with("no"))
        || header("Precedence").is_some_and(|value| value.starts_with("auto"))
        || header("Return-Path").is_some_and(|value| value == "<>")
        || ["X-Autoreply", "X-Autorespond"].iter().any(|name| header(name).is_some())
}

/// A text that has a sheet or may contain orders, and its place in the e-mail.
struct Found {
    place: String,
    text: String,
}

/// The text of an e-mail that counts: the one with the only sheet, or else what the sender wrote.
fn text_of(message: &Message<'_>) -> Result<String, String> {
    let body = body(message)?;
    let mut unread = Vec::new();
    let mut found = vec![Found { place: "its text".to_owned(), text: body }];
    for part in message.attachments() {
        match attachment(message, part) {
            Attachment::Text(text) => {
                found.push(Found { place: format!("its attachment {}", name(part)), text });
            }
            Attachment::Unread => unread.push(name(part)),
            Attachment::Nothing => {}
        }
    }
    let sheets: Vec<(&Found, String)> =
        found.iter().filter_map(|found| Some((found, significant(&own_sheet(&found.text)?)))).collect();
    match &sheets[..] {
        [] => {}
        [(first, sheet), rest @ ..] => {
            return match rest.iter().find(|(_, other)| other != sheet) {
                None => Ok(first.text.clone()),
                Some((other, _)) => Err(two_sheets(&first.place, &other.place)),
            };
        }
    }
    if let Some(reason) = message.parts.iter().find_map(locked) {
        return Err(reason.to_owned());
    }
    if let Some(doubtful) = found.iter().position(|found| !is_letter(&found.text)) {
        return Ok(found.swap_remove(doubtful).text);
    }
    if let Some(name) = unread.first() {
        return Err(format!("its attachment {name} is not read: ask for the orders as text"));
    }
    if found[0].text.trim().is_empty() {
        return Err("it has no text".to_owned());
    }
    Ok(found.swap_remove(0).text)
}

fn two_sheets(one: &str, other: &str) -> String {
    format!("it has two different sheets, in {one} and in {other}: ask which one counts")
}

/// The body of an e-mail. Many have it twice, as plain text and as HTML: the plain text has no invisible markup, and
/// the HTML has unbroken lines.
fn body(message: &Message<'_>) -> Result<String, String> {
    let joined = |parts: &[u32]| -> Result<String, String> {
        let mut text = String::new();
        for part in parts.iter().filter_map(|part| message.part(*part)) {
            text.push_str(&part_text(message, part)?.unwrap_or_default());
            text.push('\n');
        }
        Ok(text)
    };
    let text = joined(&message.text_body)?;
    if message.text_body == message.html_body {
        return Ok(text);
    }
    let page = joined(&message.html_body)?;
    match (own_sheet(&text), own_sheet(&page)) {
        (Some(of_text), Some(of_page)) => {
            let [one, other] = [&of_text, &of_page].map(|sheet| significant(sheet));
            if one == other {
                let has_broken_lines = of_text.lines().count() > of_page.lines().count();
                return Ok(if has_broken_lines { page } else { text });
            }
            // A greeting that stands right below the orders in one of them is apart in the other.
            let ends_before = |short: &str, long: &str, sheet: &str| {
                long.starts_with(short) && is_letter(&behind(sheet, short.chars().count()))
            };
            if ends_before(&one, &other, &of_page) {
                Ok(text)
            } else if ends_before(&other, &one, &of_text) {
                Ok(page)
            } else {
                Err(two_sheets("its text", "its page"))
            }
        }
        (None, Some(_)) => Ok(page),
        (None, None) if is_letter(&text) && (text.trim().is_empty() || !is_letter(&page)) => Ok(page),
        _ => Ok(text),
    }
}

/// Returns whether a character is more than layout.
fn is_significant(letter: char) -> bool {
    letter.is_alphanumeric() || "<>=!;:()#\u{2264}\u{2265}\u{2260}".contains(letter)
}

/// The characters of a sheet that are more than layout.
fn significant(sheet: &str) -> String {
    sheet.chars().filter(|letter| is_significant(*letter)).collect()
}

/// The part of a sheet after this number of characters that are more than layout.
fn behind(sheet: &str, letters: usize) -> String {
    let mut rest = sheet.chars();
    let mut left = letters;
    while left > 0 {
        let Some(letter) = rest.next() else { break };
        left -= usize::from(is_significant(letter));
    }
    rest.collect()
}

/// The text of a part of an e-mail; `None` if it is not text.
fn part_text(message: &Message<'_>, part: &MessagePart<'_>) -> Result<Option<String>, String> {
    let text = match &part.body {
        PartType::Text(text) | PartType::Html(text) => decoded(message, part, text),
        _ => return Ok(None),
    };
    if part.is_encoding_problem {
        return Err("its encoding is damaged: save its text as a file".to_owned());
    }
    if matches!(part.body, PartType::Html(_)) {
        return page_text(&text).map(Some);
    }
    let attribute = |name| part.content_type().and_then(|kind| kind.attribute(name)).unwrap_or_default();
    if attribute("format").eq_ignore_ascii_case("flowed") {
        return words(&unflowed(&text, attribute("delsp").eq_ignore_ascii_case("yes"))).map(Some);
    }
    words(&text).map(Some)
}

/// Decodes a part. If it names no known encoding and is not UTF-8, it is read as Windows-1252.
fn decoded<'a>(message: &Message<'_>, part: &MessagePart<'_>, text: &'a str) -> Cow<'a, str> {
    let charset = part.content_type().and_then(|kind| kind.attribute("charset")).unwrap_or("us-ascii");
    let is_known =
        charset_decoder(charset.as_bytes()).is_some() && !charset.to_ascii_lowercase().contains("ascii");
    let is_named = is_known || charset.eq_ignore_ascii_case("utf-8") || charset.eq_ignore_ascii_case("utf8");
    if is_named || !text.contains('\u{fffd}') {
        return Cow::Borrowed(text);
    }
    let raw = message.raw_message.get(part.raw_body_offset() as usize..part.raw_end_offset() as usize);
    let raw = raw.unwrap_or_default();
    let bytes = match part.encoding {
        Encoding::None => Some(raw.to_vec()),
        Encoding::QuotedPrintable => quoted_printable_decode(raw),
        Encoding::Base64 => base64_decode(raw),
    };
    match (bytes, charset_decoder(b"windows-1252")) {
        (Some(bytes), Some(decode)) => Cow::Owned(decode(&bytes)),
        _ => Cow::Borrowed(text),
    }
}

/// The reason why only the recipient can read the text of an e-mail with this part.
fn locked(part: &MessagePart<'_>) -> Option<&'static str> {
    let kind = part.content_type()?;
    match (kind.ctype(), kind.subtype()?.to_ascii_lowercase().as_str()) {
        ("multipart", "encrypted") | ("application", "pkcs7-mime" | "x-pkcs7-mime" | "pgp-encrypted") => {
            Some("it is encrypted or sealed: ask for the orders as text")
        }
        ("application", "ms-tnef") => {
            Some("its text is packed in `winmail.dat`: ask for the orders as plain text")
        }
        _ => None,
    }
}

/// The content of an attachment.
enum Attachment {
    Text(String),
    /// Content that may have orders.
    Unread,
    /// Content that never has orders: a signature, a date, a logo.
    Nothing,
}

fn attachment(message: &Message<'_>, part: &MessagePart<'_>) -> Attachment {
    let kind = part.content_type();
    let (main, sub) = kind.map_or(("", ""), |kind| (kind.ctype(), kind.subtype().unwrap_or_default()));
    let (main, sub) = (main.to_ascii_lowercase(), sub.to_ascii_lowercase());
    match (main.as_str(), sub.as_str()) {
        ("text", "calendar" | "vcard" | "x-vcard" | "directory")
        | ("application", "pgp-signature" | "pkcs7-signature" | "x-pkcs7-signature" | "pgp-keys" | "ics") => {
            return Attachment::Nothing;
        }
        ("image", _) if part.content_id().is_some() => return Attachment::Nothing,
        _ => {}
    }
    let text = match &part.body {
        PartType::Text(_) | PartType::Html(_) => part_text(message, part).ok().flatten(),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
            let text = wide_text(bytes).ok().and_then(|bytes| plain_file(&bytes).ok());
            text.filter(|text| !is_letter(text))
        }
        _ => None,
    };
    // A text that is no sheet may still be the orders, as somebody has written them who does not know how.
    text.map_or(Attachment::Unread, Attachment::Text)
}

/// The name of an attachment.
fn name(part: &MessagePart<'_>) -> String {
    match part.attachment_name() {
        Some(name) => format!("`{}`", plain(name)),
        None if part.is_message() => "of an e-mail".to_owned(),
        None => "without a name".to_owned(),
    }
}
