//! What is undone that programs for e-mail have done to a sheet, and what is not read because it is uncertain.

use proptest::prelude::*;

use super::table::{begun, mail, one, orders};

const SHEET: &str = "player B\nround 1\nfirst: to 7\n";

#[expect(clippy::unnecessary_wraps, reason = "it is compared with what is read")]
fn ok(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

fn error(sent: &furlong::hare_tortoise::postal::Sent) -> String {
    orders(sent).expect_err("no orders")
}

/// A part of an e-mail of several.
fn part(kind: &str, disposition: &str, text: &str) -> String {
    format!("--x\nContent-Type: {kind}\nContent-Disposition: {disposition}\n\n{text}\n")
}

fn parts(kind: &str, parts: &[String]) -> furlong::hare_tortoise::postal::Sent {
    mail(
        &format!("MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary=x"),
        &format!("{}--x--\n", parts.concat()),
    )
}

fn page(source: &str) -> furlong::hare_tortoise::postal::Sent {
    mail("Content-Type: text/html; charset=utf-8", source)
}

#[test]
fn a_plain_file_is_read_as_it_is_whatever_its_encoding() {
    let wide = |order: fn(u16) -> [u8; 2]| {
        std::iter::once(0xfeff).chain(SHEET.encode_utf16()).flat_map(order).collect::<Vec<u8>>()
    };
    let read = |bytes: &[u8]| orders(&furlong_post::read("b.txt", bytes)[0]);
    for bytes in
        [SHEET.into(), wide(u16::to_le_bytes), wide(u16::to_be_bytes), SHEET.replace('\n', "\r").into()]
    {
        assert_eq!(read(&bytes), ok("first: to 7"));
    }
    // These look like headers, and are the sheet.
    assert_eq!(read(b"player: B\nround: 1\n\nfirst: to 7"), ok("first: to 7"));
    let no_mark: Vec<u8> = SHEET.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, reason) in [
        (&no_mark[..], "UTF-16 without a byte order mark"),
        (&[0xff, 0xfe, 0x00, 0xd8], "begins like UTF-16 text, but is not"),
        (b"player B\nround \xfc", "line 2, column 7: not UTF-8 text"),
        (&vec![b'x'; (1 << 18) + 1], "longer than 262144 bytes"),
    ] {
        assert!(read(bytes).expect_err(reason).contains(reason), "{reason}");
    }
}

#[test]
fn a_mail_is_a_mail_whatever_stands_above_its_sender() {
    for above in [
        "Received-SPF: pass",
        "List-Id: <x>",
        "ARC-Seal: i=1;\n a=rsa",
        "X_Odd.Name: 1",
        "Authentication-Results: x",
    ] {
        let sent = one("a.eml", &format!("{above}\nFrom: Bob <b@example.org>\nSubject: x\n\n{SHEET}"));
        assert_eq!(
            sent.mail.as_ref().and_then(|mail| mail.address.as_deref()),
            Some("b@example.org"),
            "{above}"
        );
        assert_eq!(orders(&sent), ok("first: to 7"), "{above}");
    }
}

#[test]
fn no_header_makes_an_e_mail_pass_for_a_plain_file() {
    for above in ["Player: B", "player B", "Round: 1", "no header at all", "Bad Name: x"] {
        let text = format!("Received: from x by y; Tue, 1 Dec 2026 20:30:59 +0000\n{above}\n\n{SHEET}");
        assert_eq!(error(&one("a.eml", &text)), "it has no sender, so it never counts", "{above}");
    }
}

#[test]
fn an_automatic_reply_never_counts() {
    for header in
        ["Auto-Submitted: auto-replied", "Return-Path: <>", "Precedence: auto_reply", "X-Autoreply: yes"]
    {
        let quoting = mail(header, &format!("I am away until 7 December.\n\n{SHEET}"));
        assert!(error(&quoting).contains("an automatic reply, which never counts"), "{header}");
        assert!(mail(header, "first: I am back on 7").is_only_letter(), "{header}");
    }
    for header in ["Auto-Submitted: no", "Precedence: list", "Return-Path: <b@example.org>"] {
        assert_eq!(orders(&mail(header, &SHEET.replace('B', "A"))), ok("first: to 7"), "{header}");
    }
}

#[test]
fn of_text_and_page_the_whole_lines_count_and_a_difference_is_reported() {
    let alternative = |text: &str, source: &str| {
        parts("alternative", &[part("text/plain", "inline", text), part("text/html", "inline", source)])
    };
    let long = "press: a letter that is longer than any line of an e-mail, as people write it, and then some";
    let broken = long.replace("people write", "people\nwrite");
    let source = format!("<div>player A</div><div>round 1</div><div>first: to 5</div><div>{long}</div>");
    let sheet = alternative(&format!("player A\nround 1\nfirst: to 5\n{broken}\n"), &source);
    let read = sheet.instructions(&begun().occasion().expect("a round is open")).expect("a sheet");
    assert_eq!(read.parts[0].press[0].text, long.strip_prefix("press: ").expect("press"));
    let stub = alternative("This e-mail is a page.", &source);
    assert_eq!(orders(&stub), ok("first: to 5"));
    let apart = alternative(
        "player A\nround 1\nfirst: to 5\n\nBye, Ann",
        "player A<br>round 1<br>first: to 5<br>Bye, Ann",
    );
    assert_eq!(orders(&apart), ok("first: to 5"), "a greeting right below the orders");
    let other = alternative("player A\nround 1\nfirst: to 8", &source);
    assert!(error(&other).contains("two different sheets, in its text and in its page"), "{}", error(&other));
}

#[test]
fn broken_lines_are_joined_where_the_order_is_not_complete() {
    let read = |text: &str| orders(&mail("Subject: x", &format!("player A\nround 1\n{text}")));
    for (text, wanted) in [
        ("first: if Björn on 5\nand 8 free: to 8\nto 3", "first: if B on 5 and 8 free: to 8 | to 3"),
        ("first: if carrots at least\n20: to\n8\nto 3", "first: if carrots >= 20: to 8 | to 3"),
        (
            "first: if not (8 free\nor 9 free):\nto 8; forward\n3\nsecond: back",
            "first: if not (8 free or 9 free): to 8 | forward 3 | second: back",
        ),
        ("first: stay and\ndraw\nchew:\ndraw", "first: stay and draw | chew: draw"),
    ] {
        assert_eq!(read(text), ok(wanted), "{text}");
    }
    for text in [
        "first: if 8 free\n\nto 8",
        "first: to\nsecond: back",
        "first: if 8 free\nif 9 free: to 9",
        "first: to 5\nand stay",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn a_page_is_read_as_a_browser_shows_it() {
    for (source, wanted) in [
        (
            "<div style='white-space: pre-wrap'>player A\nround 1\nfirst: to 5\n        to 8</div>",
            "first: to 5 | to 8",
        ),
        ("<pre>player A\nround 1\nfirst: to 5</pre>", "first: to 5"),
        (
            "<table><tr><td><img src=x></td><td><p>player A</p><p>round 1</p><p>first: to 5</p></td></tr></table>",
            "first: to 5",
        ),
        (
            "<table><tr><td>Logo<br>Shop</td><td>player A<br>round 1<br>first: to 5</td></tr></table>",
            "first: to 5",
        ),
        ("<p>player A</p><p>round 1</p><p>first: to 5</p><hr><p>Bye, Ann</p>", "first: to 5"),
        ("player A<br>round 1<br>first: to 5<div hidden style='display:none'>to 8</div>", "first: to 5"),
        (
            "player A<br>round 1<br>first: to 5<div style='max-height:0;overflow:hidden'>to 8</div>",
            "first: to 5",
        ),
    ] {
        assert_eq!(orders(&page(source)), ok(wanted), "{source}");
    }
    for struck in [
        "<s>to 5</s>",
        "<del>to 5</del>",
        "<strike>to 5</strike>",
        "<span style='text-decoration:line-through'>to 5</span>",
    ] {
        let read = error(&page(&format!("player A<br>round 1<br>first: {struck}<br>to 8")));
        assert!(read.contains("struck out"), "{struck}: {read}");
    }
}

#[test]
fn attachments_count_where_they_are_text_and_are_named_where_they_are_not() {
    let text = |text: &str| part("text/plain", "inline", text);
    let sheet = |kind: &str| part(kind, "attachment; filename=\"orders.txt\"", &SHEET.replace('B', "A"));
    let picture = part("image/png", "attachment; filename=\"me.png\"", "xyz");
    for kind in ["text/plain", "application/octet-stream", "application/x-unknown"] {
        assert_eq!(
            orders(&parts("mixed", &[text("See below."), picture.clone(), sheet(kind)])),
            ok("first: to 7"),
            "{kind}"
        );
    }
    let own = text("player A\nround 1\nfirst: back");
    let two = error(&parts("mixed", &[own.clone(), sheet("text/plain")]));
    assert!(two.contains("two different sheets, in its text and in its attachment `orders.txt`"), "{two}");
    // Whatever else is attached blocks no sheet, also when it is large.
    let photo = part("image/jpeg", "attachment; filename=\"x.jpg\"", &"QUJD".repeat(1 << 20));
    assert_eq!(orders(&parts("mixed", &[own, photo])), ok("first: back"));
    for (other, reason) in [
        (
            part("application/pdf", "attachment; filename=\"o.pdf\"", "%PDF\u{0}"),
            "attachment `o.pdf` is not read",
        ),
        (picture, "attachment `me.png` is not read"),
        (
            format!("--x\nContent-Type: message/rfc822\n\nFrom: b@example.org\n\n{SHEET}\n"),
            "attachment of an e-mail is not read",
        ),
        (part("application/ms-tnef", "attachment; filename=\"winmail.dat\"", "x"), "packed in `winmail.dat`"),
    ] {
        let read = error(&parts("mixed", &[text("See below."), other]));
        assert!(read.contains(reason), "{reason}: {read}");
    }
}

#[test]
fn older_mails_and_added_lines_are_left_out_in_many_languages() {
    let sheet = "player A\nround 1\nfirst: to 5\n";
    let older = "player A\nround 1\nfirst: to 9\n";
    let quoted = "> player A\n> round 1\n> first: to 9\n";
    for below in [
        format!("Von: Meister\nGesendet: Freitag\nAn: Ann\nBetreff: x\n\n{older}"),
        format!("De\u{a0}: Meister\nEnvoyé\u{a0}: vendredi\n\u{c0}\u{a0}: Ann\n\n{older}"),
        format!("Da: M\nInviato: venerdì\nA: Ann\nOggetto: x\n\n{older}"),
        format!("De: M\nEnviado: viernes\nPara: Ann\n\n{older}"),
        format!("Van: M\nVerzonden: vrijdag\nAan: Ann\n\n{older}"),
        format!("*From:* M\n*Sent:* Friday\n\n{older}"),
        format!("-----Urspr\u{fc}ngliche Nachricht-----\nVon: M\nGesendet: x\n\n{older}"),
        format!("Am 27.11.26 um 10:00 schrieb Meister:\n{quoted}"),
        format!("Am Fr., 27. Nov. 2026 um 10:00 Uhr schrieb Meister <\nm@example.org>:\n{quoted}"),
        format!("Le ven. 27 nov. 2026 \u{e0} 10:00, M <m@example.org> a \u{e9}crit\u{a0}:\n{quoted}"),
        format!("Il giorno ven 27 nov 2026 alle ore 10:00 M ha scritto:\n\n{quoted}"),
        format!("El vie, 27 nov 2026 a las 10:00, M escribi\u{f3}:\n{older}"),
        "Sent from my iPhone\n".to_owned(),
        "Gesendet von Yahoo Mail auf Android\n".to_owned(),
        "Envoy\u{e9} de mon iPhone\n".to_owned(),
        "_______________________________________________\nRace mailing list -- race@lists.example\nhttps://lists.example/8\n".to_owned(),
        format!("-- \nAnn\nto 99\n{quoted}"),
    ] {
        for between in ["", "\n"] {
            assert_eq!(orders(&mail("Subject: x", &format!("{sheet}{between}{below}"))), ok("first: to 5"), "{below}");
        }
    }
    // What may have been meant to count is reported.
    for below in ["----------\nto 8", "\nplayer A\nround 1\nfirst: to 9", "\nplayer B\nround 1\nfirst: to 9"]
    {
        assert!(orders(&mail("Subject: x", &format!("{sheet}{below}"))).is_err(), "{below}");
    }
}

#[test]
fn names_are_read_however_their_letters_are_written() {
    for name in ["Bjo\u{308}rn", "BJ\u{d6}RN", "Bj\u{f6}rn\u{200b}", "\u{feff}B", "\u{ff22}"] {
        assert_eq!(
            orders(&one("b.txt", &format!("player {name}\nround 1\nfirst\u{ff1a}to 7"))),
            ok("first: to 7"),
            "{name}"
        );
    }
    for name in ["FRITZ GROSS", "Fritz Gro\u{1e9e}", "fritz gro\u{df}"] {
        assert_eq!(
            orders(&one("f.txt", &format!("player {name}\nround 1\nfirst: to 4"))),
            ok("first: to 4"),
            "{name}"
        );
    }
}

#[test]
fn a_header_that_is_damaged_leaves_the_time_of_arrival_open() {
    let times = |headers: &str| {
        let mail = mail(headers, "Hello").mail.expect("an e-mail");
        (mail.received, mail.date)
    };
    let servers = "Received: from a by b with ESMTP id 1;\n Tue, 1 Dec 2026 20:30:59 +0000 (UTC)\n\
                   Received: from c by a; Tue, 1 Dec 2026 19:00:00 +0000\nDate: Tue, 01 Dec 2026 19:00:00 +0000";
    assert_eq!(times(servers), (Some(1_796_157_059), Some(1_796_151_600)));
    assert_eq!(times("Received: nonsense\nDate: yesterday"), (None, None));
}

proptest! {
    #[test]
    fn no_bytes_make_the_reading_stop(bytes in proptest::collection::vec(any::<u8>(), 0..400), cut in 0_usize..400) {
        let pieces = ["From x Wed Nov 25 10:00:00 2026\n", "From: a@b\n", "Content-Type: text/html\n\n", "<blockquote><s>", "player B\nround 1\n", "press:\n"];
        let mut all: Vec<u8> = bytes.iter().take(6).flat_map(|byte| pieces[*byte as usize % pieces.len()].bytes()).collect();
        all.extend(bytes.iter().skip(cut));
        for sent in furlong_post::read("x", &all) {
            let _ = (orders(&sent), sent.is_only_letter(), sent.lines(), sent.origin());
        }
    }
}
