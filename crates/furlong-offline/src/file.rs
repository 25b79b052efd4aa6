//! The HTML file: the page with its style, its modules and the library.

use std::io::Write as _;

use anyhow::Context as _;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::modules;
use super::wasm::Library;

/// The connection to the tables, which replaces the one to a server.
const CONNECTION: &str = include_str!("../page/connection.js");
const LOADER: &str = include_str!("../page/loader.js");
const WORKER: &str = include_str!("../page/worker.js");

/// Puts the page with this index into one file. `read` reads the other files of the page.
pub(crate) fn html(
    index: &str,
    read: &dyn Fn(&str) -> anyhow::Result<String>,
    library: &Library,
) -> anyhow::Result<String> {
    let read = |name: &str| if name == "connection.js" { Ok(CONNECTION.to_owned()) } else { read(name) };
    let (head, main, after) = cut(index, "<script type=\"module\" src=\"", "\"></script>")?;
    let (head, style) = styled(head, &read)?;
    let modules = modules::in_order(local(main), &read)?;
    let modules: Vec<_> =
        modules.iter().map(|module| json!({ "name": module.name, "source": module.source })).collect();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&library.wasm)?;
    let texts = json!({
        "modules": modules,
        "worker": format!("{}\n{WORKER}", library.script),
        // The catalogues of the page's languages.
        "texts": { "de.txt": read("de.txt")? },
        "library": STANDARD.encode(packed.finish()?),
    });
    // Within a script element no `<` may stand.
    let texts = texts.to_string().replace('<', "\\u003c");
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}' blob: 'wasm-unsafe-eval'; worker-src blob:; style-src 'sha256-{}'; \
         img-src data:; base-uri 'none'; form-action 'none'",
        hash(LOADER),
        hash(&style)
    );
    Ok(format!(
        "{head}<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"><style>{style}</style>\
         <script type=\"application/json\" id=\"furlong\">{texts}</script><script type=\"module\">{LOADER}</script>{after}"
    ))
}

/// The head of a page, with style sheets in place of the links to them.
fn styled(head: &str, read: &dyn Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<(String, String)> {
    let (mut bare, mut styles, mut rest) = (String::new(), String::new(), head);
    while let Ok((before, style, after)) = cut(rest, "<link rel=\"stylesheet\" href=\"", "\">") {
        bare.push_str(before);
        styles.push_str(&read(local(style))?);
        rest = after;
    }
    bare.push_str(rest);
    Ok((bare, styles))
}

/// Splits a text at a mark and at the next end after it, into three parts.
fn cut<'a>(text: &'a str, mark: &str, end: &str) -> anyhow::Result<(&'a str, &'a str, &'a str)> {
    let (before, rest) = text.split_once(mark).with_context(|| format!("the page has no `{mark}`"))?;
    let (inside, after) = rest.split_once(end).with_context(|| format!("nothing ends `{mark}`"))?;
    Ok((before, inside, after))
}

/// The name of the page's file at this address of the server.
fn local(address: &str) -> &str {
    address.rsplit('/').next().unwrap_or(address)
}

/// The hash with which a page's security policy allows this text.
fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}
