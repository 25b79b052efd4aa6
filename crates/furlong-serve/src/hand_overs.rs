//! Texts that one device hands over to another by a code. They are kept in memory only, for a short time, and given away once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// The time for which a text is kept, and in which attempts are counted.
pub(crate) const VALID: Duration = Duration::from_secs(10 * 60);
/// The maximum length of a text, in bytes.
pub(crate) const LONGEST: usize = 64 << 10;
/// The maximum number of texts, of all addresses and of one.
pub(crate) const MOST: usize = 200;
pub(crate) const MOST_OF_ADDRESS: usize = 5;
/// The maximum number of attempts of an address. A proxy on this computer brings everybody.
pub(crate) const ATTEMPTS: u32 = 20;
pub(crate) const ATTEMPTS_OF_PROXY: u32 = 1_000;

/// The texts that wait for another device, by their codes.
#[derive(Debug, Default)]
pub(crate) struct HandOvers {
    kept: HashMap<String, HandOver>,
    /// The number of attempts of each address, since the first of them.
    attempts: HashMap<IpAddr, (u32, Instant)>,
}

#[derive(Debug)]
struct HandOver {
    text: String,
    from: IpAddr,
    since: Instant,
}

impl HandOvers {
    /// Keeps a text under a code.
    ///
    /// # Errors
    /// One sentence, if there is no space for it or the code is not allowed.
    pub(crate) fn keep(
        &mut self,
        code: String,
        text: String,
        from: IpAddr,
        now: Instant,
    ) -> Result<(), &'static str> {
        self.forget(now);
        if !(8..=64).contains(&code.len()) || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err("A code has 8 to 64 letters and digits.");
        }
        if text.len() > LONGEST {
            return Err("These are too many tables for a code. Save them to a file.");
        }
        let own = self.kept.values().filter(|each| each.from == from).count();
        let is_full = self.kept.len() >= MOST || (own >= MOST_OF_ADDRESS && !from.is_loopback());
        if is_full || self.kept.contains_key(&code) {
            return Err("Too many codes are in use. Try again in ten minutes.");
        }
        self.kept.insert(code, HandOver { text, from, since: now });
        Ok(())
    }

    /// Gives a text away.
    ///
    /// # Errors
    /// One sentence, if there is no text with this code or the address has made too many attempts.
    pub(crate) fn take(&mut self, code: &str, from: IpAddr, now: Instant) -> Result<String, &'static str> {
        self.forget(now);
        let (attempts, _) = self.attempts.entry(from).or_insert((0, now));
        if *attempts >= if from.is_loopback() { ATTEMPTS_OF_PROXY } else { ATTEMPTS } {
            return Err("There have been too many attempts. Try again in ten minutes.");
        }
        *attempts += 1;
        let taken = self
            .kept
            .remove(code)
            .ok_or("This code is wrong, has been used, or is older than ten minutes.")?;
        Ok(taken.text)
    }

    fn forget(&mut self, now: Instant) {
        let is_new = |since: Instant| now.saturating_duration_since(since) < VALID;
        self.kept.retain(|_, each| is_new(each.since));
        self.attempts.retain(|_, (_, since)| is_new(*since));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "ABCDEFGH";

    fn addresses() -> [IpAddr; 3] {
        ["192.0.2.1", "192.0.2.2", "127.0.0.1"].map(|address| address.parse().expect("an address"))
    }

    #[test]
    fn a_text_is_given_away_once_and_in_time() {
        let ([one, other, _], now) = (addresses(), Instant::now());
        let mut texts = HandOvers::default();
        texts.keep(CODE.into(), "seats".into(), one, now).expect("space");
        assert!(texts.keep(CODE.into(), "mine".into(), other, now).is_err(), "it is in use");
        assert_eq!(texts.take(CODE, other, now), Ok("seats".into()));
        assert!(texts.take(CODE, other, now).is_err(), "it was used");
        texts.keep(CODE.into(), "seats".into(), one, now).expect("space");
        assert!(texts.take(CODE, other, now + VALID).is_err(), "it is too old");
    }

    #[test]
    fn codes_and_attempts_are_limited() {
        let ([one, other, proxy], now) = (addresses(), Instant::now());
        let mut texts = HandOvers::default();
        let mut keep = |code: &str, text: String, from| texts.keep(code.into(), text, from, now);
        for code in ["short", "ABCD-EFGH", &"x".repeat(65)] {
            assert!(keep(code, String::new(), one).is_err(), "{code}");
        }
        assert!(keep(CODE, "x".repeat(LONGEST + 1), one).is_err());
        for number in 0..MOST_OF_ADDRESS {
            keep(&format!("{CODE}{number}"), String::new(), one).expect("space");
        }
        assert!(keep(CODE, String::new(), one).is_err(), "all of an address are in use");
        keep(CODE, "seats".into(), other).expect("space");
        assert!((0..MOST).any(|number| keep(&format!("PROXIED{number}"), String::new(), proxy).is_err()));
        for _ in 0..ATTEMPTS {
            texts.take("wrong", one, now).expect_err("no such code");
        }
        let refused = texts.take(CODE, one, now).expect_err("too many attempts");
        assert!(refused.contains("too many attempts"), "{refused}");
        assert_eq!(texts.take(CODE, other, now), Ok("seats".into()), "others may still");
    }
}
