//! The limits on connections that are not pages yet: if there are too many, the oldest silent one is closed. An address
//! cannot have too many either.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hyper::HeaderMap;
use tokio::task::AbortHandle;

/// Connections that may request files, in order of arrival.
#[derive(Debug, Default)]
pub(crate) struct PendingConnections {
    asking: BTreeMap<u64, (AbortHandle, Arc<AtomicBool>)>,
}

impl PendingConnections {
    /// Adds a connection; `has_asked` becomes true when it has sent a request.
    pub(crate) fn enter(&mut self, number: u64, task: AbortHandle, has_asked: Arc<AtomicBool>) {
        self.asking.insert(number, (task, has_asked));
    }

    /// Removes a connection that has ended.
    pub(crate) fn leave(&mut self, number: u64) {
        self.asking.remove(&number);
    }

    pub(crate) fn len(&self) -> usize {
        self.asking.len()
    }

    /// Closes the oldest connection that has requested nothing, or else the oldest of all. Returns whether there was
    /// one.
    pub(crate) fn drop_oldest(&mut self) -> bool {
        let silent = self.asking.iter().find(|(_, (_, has_asked))| !has_asked.load(Ordering::Relaxed));
        let Some(oldest) = silent.map(|(number, _)| *number).or_else(|| self.asking.keys().next().copied())
        else {
            return false;
        };
        if let Some((task, _)) = self.asking.remove(&oldest) {
            task.abort();
        }
        true
    }
}

/// The number of connections of each address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addresses {
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
    /// The proxies that may say for whom a connection is.
    proxies: Vec<IpAddr>,
}

/// A connection of an address, counted until this is dropped.
#[derive(Debug)]
pub(crate) struct AddressSlot {
    of: Addresses,
    address: IpAddr,
    is_proxy: bool,
}

impl Addresses {
    /// Starts to count, with these trusted proxies.
    pub(crate) fn new(proxies: Vec<IpAddr>) -> Self {
        Self { proxies, ..Self::default() }
    }

    /// Accepts a connection from this address, unless it already has `most`. This computer itself and trusted proxies have no
    /// limit, because a proxy in front of the server brings everybody.
    pub(crate) fn admit(&self, address: IpAddr, most: usize) -> Option<AddressSlot> {
        let is_proxy = self.proxies.contains(&address.to_canonical());
        let address = network_of(address);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most && !address.is_loopback() && !is_proxy {
            return None;
        }
        *count += 1;
        Some(AddressSlot { of: self.clone(), address, is_proxy })
    }
}

impl AddressSlot {
    /// The address that is counted.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// The address for which a trusted proxy made this request. Only the last one that is named comes from the proxy itself.
    pub(crate) fn forwarded(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let named = headers.get_all("x-forwarded-for").iter().next_back().filter(|_| self.is_proxy)?;
        named.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
    }
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let mut counts = self.of.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// The address that is counted. Somebody with one IPv6 address has all addresses with the same first half.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn an_address_has_a_bound_and_this_computer_has_none() {
        let addresses = Addresses::default();
        let enter = |address: &str| addresses.admit(address.parse().expect("an address"), 2);
        let first = enter("192.0.2.7");
        let _second = enter("::ffff:192.0.2.7");
        assert!(first.is_some() && enter("192.0.2.7").is_none());
        let _other = [enter("192.0.2.8"), enter("2001:db8::1"), enter("2001:db8::2")]
            .map(|slot| slot.expect("another address"));
        assert!(enter("2001:db8::3").is_none(), "the same half");
        drop(first);
        assert!(enter("192.0.2.7").is_some(), "one has gone");
        let _here: Vec<AddressSlot> = (0..5).map(|_| enter("127.0.0.1").expect("no bound")).collect();
    }

    #[test]
    fn a_trusted_proxy_alone_says_for_whom_it_asks() {
        let proxy = "192.0.2.1".parse().expect("an address");
        let addresses = Addresses::new(vec![proxy]);
        let named = |from: &str, lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            let slot = addresses.admit(from.parse().expect("an address"), 1).expect("a slot");
            slot.forwarded(&headers).map(|address| address.to_string())
        };
        let last = Some("192.0.2.9".to_owned());
        assert_eq!(named("192.0.2.1", &["192.0.2.9"]), last);
        assert_eq!(named("::ffff:192.0.2.1", &["192.0.2.7, 192.0.2.9"]), last);
        assert_eq!(named("192.0.2.1", &["192.0.2.7", "192.0.2.9"]), last);
        assert_eq!(named("192.0.2.1", &["192.0.2.9, nonsense"]), None);
        assert_eq!(named("192.0.2.2", &["192.0.2.9"]), None, "not trusted");
        let slots: Vec<_> = (0..3).map(|_| addresses.admit(proxy, 1)).collect();
        assert!(slots.iter().all(Option::is_some), "a proxy brings everybody");
    }
}
