//! Calls about push messages (RFC 8030), which say that it is somebody's turn at a closed page.

use furlong::formats::ErrorCode;

use crate::channel::{Channel, Outcome};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::tables::{GONE, Tables};

/// The maximum number of browsers of a seat. A further one takes the place of the first.
pub(crate) const MOST: usize = 3;

/// The maximum length of an address at a push service.
pub(crate) const LONGEST: usize = 1_000;

/// The hosts of the push services of browsers. An address comes from a stranger, so nothing else is called.
const SERVICES: [&str; 3] = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];

/// The services of which each address has a host of its own.
const MANY_HOSTS: &str = ".notify.windows.com";

impl Tables {
    /// Adds the address of a browser to the seat that a channel shows.
    pub(crate) fn add_push(
        &mut self,
        table: &str,
        channel: Channel,
        address: String,
        outcome: &mut Outcome,
    ) -> Result<Reply, Refusal> {
        if !self.limits.has_push {
            return Err("This server sends no push messages.".into());
        }
        if address.len() > LONGEST || !is_of_service(&address) {
            return Err((ErrorCode::BadValue, "This is not an address at a known push service.").into());
        }
        let open = self.open.get_mut(table).ok_or((ErrorCode::NoSuchTable, GONE))?;
        let (_, turns) = open.own_turns(channel)?;
        if !turns.push.contains(&address) {
            turns.push.push(address);
            turns.push.drain(..turns.push.len().saturating_sub(MOST));
            outcome.changed.push(table.to_owned());
        }
        Ok(Reply::Done {})
    }
}

fn is_of_service(address: &str) -> bool {
    let host = address.strip_prefix("https://").and_then(|rest| rest.split_once('/')).map(|(host, _)| host);
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-');
    address.chars().all(|sign| sign.is_ascii_graphic())
        && host.is_some_and(|host| {
            SERVICES.contains(&host)
                || host.strip_suffix(MANY_HOSTS).is_some_and(|own| own.split('.').all(is_name))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_push_services_are_called() {
        for address in [
            "https://fcm.googleapis.com/fcm/send/a:b_c",
            "https://updates.push.services.mozilla.com/wpush/v2/a",
            "https://web.push.apple.com/a",
            "https://wns2-par02p.notify.windows.com/w/?token=a%3d",
        ] {
            assert!(is_of_service(address), "{address}");
        }
        for address in [
            "http://fcm.googleapis.com/a",
            "https://fcm.googleapis.com",
            "https://fcm.googleapis.com:8080/a",
            "https://fcm.googleapis.com@example.org/a",
            "https://example.org/fcm.googleapis.com/",
            "https://example.org\\.notify.windows.com/a",
            "https://user@a.notify.windows.com/a",
            "https://127.0.0.1/a",
            "https://.notify.windows.com/a",
            "https://web.push.apple.com/a b",
            "https://web.push.apple.com/a\r\nHost: example.org",
            "",
        ] {
            assert!(!is_of_service(address), "{address}");
        }
    }
}
