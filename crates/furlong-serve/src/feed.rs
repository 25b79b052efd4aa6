//! The feeds of seats, in the Atom format (RFC 4287).

use std::fmt::Write as _;

use furlong::text::escaped;
use furlong_tables::{Feed, GONE, Millis};
use hyper::header::{ETAG, HeaderMap};
use hyper::{Response, StatusCode};
use jiff::Timestamp;

use crate::pages::{Body, guarded, is_known, said, tag_of};
use crate::shared::Shared;

const KIND: &str = "application/atom+xml; charset=utf-8";

/// The response for the feed at this address: a table and a secret.
pub(crate) async fn answer(shared: &Shared, address: &str, asked: &HeaderMap) -> Response<Body> {
    let (table, secret) = address.split_once('.').unwrap_or_default();
    let feed = match shared.feed(table, secret).await {
        Ok(Some(feed)) => atom(&feed, &format!("{}#t={table}", shared.bounds.home)),
        Ok(None) => return said(StatusCode::NOT_FOUND, format!("{GONE}\n")),
        Err(sentence) => return said(StatusCode::SERVICE_UNAVAILABLE, format!("{sentence}\n")),
    };
    let tag = tag_of(feed.as_bytes());
    let mut response = if is_known(asked, &tag) {
        guarded(StatusCode::NOT_MODIFIED, KIND, Body::default())
    } else {
        guarded(StatusCode::OK, KIND, Body::from(feed))
    };
    response.headers_mut().insert(ETAG, tag);
    response
}

/// A feed whose entries lead to this page. They say whose turn it is, and never what has happened.
fn atom(feed: &Feed, page: &str) -> String {
    let Feed { id, heading, player, turns } = feed;
    let [heading, player, page] = [heading, player, page].map(escaped);
    let about = |title: &str, id: u128, moment: Millis| {
        format!(
            "<title>{title}</title><id>{}</id><updated>{}</updated><link href=\"{page}\"/>",
            urn(id),
            time(moment)
        )
    };
    let latest = turns.first().map_or(0, |turn| turn.began);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">{}\
         <author><name>Furlong</name></author>\n",
        about(&format!("{player} at {heading}"), *id, latest)
    );
    for turn in turns {
        let title = format!("{player}, it is your turn at {heading}");
        // Writing to a string does not fail.
        _ = writeln!(text, "<entry>{}</entry>", about(&title, turn.id, turn.began));
    }
    text.push_str("</feed>\n");
    text
}

/// A name for this number: a UUID of version 8, whose bits mean nothing.
fn urn(id: u128) -> String {
    let id = id & !(0xf << 76 | 0b11 << 62) | 8 << 76 | 0b10 << 62;
    let hex = format!("{id:032x}");
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

fn time(moment: Millis) -> Timestamp {
    i64::try_from(moment).ok().and_then(|moment| Timestamp::from_millisecond(moment).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use furlong_tables::FeedTurn;

    use super::*;

    #[test]
    fn a_feed_is_valid_whatever_people_call_themselves() {
        let feed = Feed {
            id: u128::MAX,
            heading: "Hare & Tortoise".to_owned(),
            player: "</title>\u{1}\"Ada\"".to_owned(),
            turns: vec![FeedTurn { id: 0, began: 1_795_932_000_500 }, FeedTurn { id: 1, began: 7 }],
        };
        let text = atom(&feed, "https://games.example/#t=a1");
        assert!(
            text.contains(
                "<entry><title>&lt;/title&gt;\u{fffd}&quot;Ada&quot;, it is your turn at Hare &amp; Tortoise</title>\
             <id>urn:uuid:00000000-0000-8000-8000-000000000000</id><updated>2026-11-29T06:00:00.5Z</updated>\
             <link href=\"https://games.example/#t=a1\"/></entry>"
            ),
            "{text}"
        );
        assert!(text.contains("<id>urn:uuid:ffffffff-ffff-8fff-bfff-ffffffffffff</id>"), "{text}");
        assert_eq!(
            text.matches("<updated>2026-11-29T06:00:00.5Z</updated>").count(),
            2,
            "the feed is as old as its latest turn"
        );
        assert!(
            atom(&Feed { turns: Vec::new(), ..feed }, "").contains("<updated>1970-01-01T00:00:00Z</updated>")
        );
    }
}
