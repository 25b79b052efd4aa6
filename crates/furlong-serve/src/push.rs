//! Push messages to closed pages (RFC 8030). They have no content, so that a push service learns nothing and nothing needs to be
//! encrypted; the page's service worker writes the sentence.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;
use tracing::error;
use ureq::Agent;

use crate::store::Store;

/// The time for which a service keeps a message for a browser that it does not reach, in seconds.
pub(crate) const KEPT: u64 = 24 * 3_600;

/// The time for which a signature is valid, in seconds. Services allow a day at most.
const VALID: u64 = 12 * 3_600;

/// The key by which push services know this server (VAPID, RFC 8292).
#[derive(Debug)]
pub(crate) struct PushKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl PushKey {
    /// The key in the file, which is made at the first start. Without it the server runs, but sends no messages.
    pub(crate) fn of(store: &Store) -> Option<Arc<Self>> {
        let key = store.key("push", Self::generate).and_then(|saved| Self::read(&saved));
        key.map(Arc::new)
            .inspect_err(|error| error!(error = format!("{error:#}"), "there are no push messages"))
            .ok()
    }

    /// Makes a new key, in the form in which it is saved.
    fn generate() -> anyhow::Result<Vec<u8>> {
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        Ok(key.map_err(|_| anyhow!("the system provides no random numbers"))?.as_ref().to_vec())
    }

    fn read(saved: &[u8]) -> anyhow::Result<Self> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, saved, &random);
        Ok(Self { pair: pair.map_err(|_| anyhow!("the key for push messages is damaged"))?, random })
    }

    /// The public key, as browsers take it.
    pub(crate) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// The header that proves to the service of an address who sends the message: the server with the page at `home`.
    fn authorization(&self, address: &str, home: &str, now: u64) -> anyhow::Result<String> {
        let host = address.split('/').nth(2).context("an address has a host")?;
        let scheme = address.split(':').next().unwrap_or_default();
        let claims = json!({ "aud": format!("{scheme}://{host}"), "exp": now + VALID, "sub": home });
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(json!({ "typ": "JWT", "alg": "ES256" })), part(claims));
        let signature = self.pair.sign(&self.random, signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.map_err(|_| anyhow!("nothing can be signed"))?);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }

    /// Tells a browser that it is somebody's turn. Returns `false` if its address has ended.
    pub(crate) fn send(&self, agent: &Agent, address: &str, home: &str) -> anyhow::Result<bool> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let sent = agent
            .post(address)
            .header("authorization", self.authorization(address, home, now)?)
            .header("ttl", KEPT.to_string())
            .send_empty();
        match sent {
            Ok(answer) if answer.status().is_success() => Ok(true),
            Ok(answer) if [404, 410].contains(&answer.status().as_u16()) => Ok(false),
            Ok(answer) => bail!("the service answered {}", answer.status()),
            // The address is a secret.
            Err(error) => bail!("{}", error.to_string().replace(address, "its address")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::thread;

    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_message_is_signed_for_its_service() {
        let key = PushKey::read(&PushKey::generate().expect("random numbers")).expect("the key");
        let header = key.authorization("https://web.push.apple.com/a/b", "https://games.example/", 1_000);
        let header = header.expect("a host");
        let (token, public) =
            header.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("two parts");
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64");
        let claims: Value =
            serde_json::from_slice(&decoded(signed.split_once('.').expect("two parts").1)).expect("JSON");
        assert_eq!(
            claims,
            json!({ "aud": "https://web.push.apple.com", "exp": 44_200, "sub": "https://games.example/" })
        );
        let verified = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decoded(public));
        verified.verify(signed.as_bytes(), &decoded(signature)).expect("the signature of the key");
        assert_eq!(decoded(public).len(), 65, "an uncompressed point");
        assert!(PushKey::read(b"damaged").is_err());
    }

    #[test]
    fn a_message_is_empty_and_an_address_may_end() {
        let key = PushKey::read(&PushKey::generate().expect("random numbers")).expect("the key");
        let agent = Agent::new_with_config(Agent::config_builder().http_status_as_error(false).build());
        for (answer, is_there) in [("201 Created", true), ("410 Gone", false)] {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
            let address = format!("http://{}/a", listener.local_addr().expect("an address"));
            let service = thread::spawn(move || {
                let (mut stream, _) = listener.accept().expect("a message");
                let mut read = Vec::new();
                while !read.ends_with(b"\r\n\r\n") {
                    let mut part = [0; 1_000];
                    let length = stream.read(&mut part).expect("the message");
                    read.extend(&part[..length]);
                }
                write!(stream, "HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n").expect("sent");
                String::from_utf8(read).expect("text").to_lowercase()
            });
            assert_eq!(key.send(&agent, &address, "https://games.example/").expect("an answer"), is_there);
            let read = service.join().expect("no panic");
            assert!(
                read.starts_with("post /a http/1.1\r\n") && read.contains("\r\nttl: 86400\r\n"),
                "{read}"
            );
            assert!(
                read.contains("\r\ncontent-length: 0\r\n") && read.contains("authorization: vapid t="),
                "{read}"
            );
        }
    }
}
