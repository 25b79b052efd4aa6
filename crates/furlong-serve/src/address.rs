//! Addresses: where the server listens, and the names by which pages may call it.

use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use anyhow::Context as _;
use fast_qr::qr::QRBuilder;

/// The address of this computer in its network, found without sending anything.
///
/// # Errors
/// When the computer is in no network.
pub fn in_network() -> anyhow::Result<IpAddr> {
    // An address that no computer has: the way to it leads through the network.
    let elsewhere = SocketAddr::from((Ipv4Addr::new(192, 0, 2, 1), 9));
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect(elsewhere).context("this computer is not on a network")?;
    Ok(socket.local_addr()?.ip())
}

/// A link as a QR code in characters, which a phone can scan.
///
/// # Errors
/// When the link is too long.
pub fn qr(link: &str) -> anyhow::Result<String> {
    let code = QRBuilder::new(link)
        .build()
        .map_err(|error| anyhow::anyhow!("cannot make a code for the link: {error:?}"))?;
    Ok(code.to_str())
}

/// A link to a server of these names at this port as a QR code, drawn as an SVG for the page.
///
/// # Errors
/// One sentence, if the link leads elsewhere or is too long.
pub(crate) fn qr_picture(link: &str, names: &[String], port: u16) -> Result<String, &'static str> {
    /// The width of the blank margin, without which a code cannot be scanned.
    const MARGIN: usize = 4;
    let rest = link.strip_prefix("http://").or_else(|| link.strip_prefix("https://"));
    let host = rest.and_then(|rest| rest.split(['/', '#', '?']).next());
    if !host.is_some_and(|host| is_meant(host, names, port)) {
        return Err("This link does not lead to this server.");
    }
    let code = QRBuilder::new(link).build().map_err(|_| "This link is too long for a code.")?;
    let width = code.size + 2 * MARGIN;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {width}\" role=\"img\" aria-label=\"The link as a QR code\"><rect class=\"light\" \
         width=\"{width}\" height=\"{width}\"/>"
    );
    for (row, modules) in (0..code.size).map(|row| (row, &code[row])) {
        let mut column = 0;
        // A rectangle for each run of dark modules.
        for run in modules.chunk_by(|one, other| one.value() == other.value()) {
            if run[0].value() {
                let (x, y, length) = (column + MARGIN, row + MARGIN, run.len());
                // Writing to a string does not fail.
                _ = write!(svg, "<rect class=\"dark\" x=\"{x}\" y=\"{y}\" width=\"{length}\" height=\"1\"/>");
            }
            column += run.len();
        }
    }
    Ok(svg + "</svg>")
}

/// Returns whether a request was meant for a server of these names at this port: another site could make its own name
/// resolve to this server, and would then read the answers.
pub(crate) fn is_meant(host: &str, names: &[String], port: u16) -> bool {
    let (name, its_port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, None),
    };
    let is_own_name = names.iter().any(|known| known.eq_ignore_ascii_case(name));
    // A name that was given may stand for another port, at a proxy.
    let is_numeric = ["localhost", "127.0.0.1", "[::1]"].contains(&name);
    (is_numeric && its_port == Some(port)) || is_own_name
}

/// Returns whether a page with this origin came from the host that it calls.
pub(crate) fn is_same(origin: &str, host: &str) -> bool {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_for_the_servers_own_names_are_meant_for_it() {
        let names = ["192.168.1.7".to_owned(), "games.example".to_owned()];
        for host in ["localhost:7447", "127.0.0.1:7447", "[::1]:7447", "192.168.1.7:7447", "games.example"] {
            assert!(is_meant(host, &names, 7447), "{host}");
        }
        for host in [
            "localhost",
            "127.0.0.1:80",
            "evil.example:7447",
            "",
            ":",
            "[::1]",
            "localhost.evil.example:7447",
        ] {
            assert!(!is_meant(host, &names, 7447), "{host}");
        }
    }

    #[test]
    fn a_page_from_elsewhere_is_told_apart() {
        assert!(is_same("http://localhost:7447", "localhost:7447"));
        assert!(is_same("https://games.example", "games.example"));
        for origin in
            ["null", "", "http://evil.example", "http://localhost:7447.evil.example", "file://localhost:7447"]
        {
            assert!(!is_same(origin, "localhost:7447"), "{origin}");
        }
    }

    #[test]
    fn a_link_becomes_a_code() {
        let code = qr("http://192.168.1.7:7447/").expect("a short link");
        assert!(code.lines().count() > 10);
    }

    #[test]
    fn links_to_the_server_alone_are_drawn() {
        let names = ["games.example".to_owned()];
        let drawn = |link: &str| qr_picture(link, &names, 7447);
        let svg = drawn("https://games.example/#j=a.b").expect("a link to the server");
        assert!(svg.starts_with("<svg") && svg.matches("class=\"dark\"").count() > 100, "{svg}");
        assert_eq!(drawn("http://127.0.0.1:7447/#j=a.b").map(|svg| svg.ends_with("</svg>")), Ok(true));
        for link in [
            "https://evil.example/#j=a.b",
            "https://games.example.evil/",
            "games.example",
            "",
            "http://127.0.0.1:1/",
        ] {
            assert!(drawn(link).is_err(), "{link}");
        }
        assert!(drawn(&format!("https://games.example/{}", "x".repeat(9_000))).is_err());
    }
}
