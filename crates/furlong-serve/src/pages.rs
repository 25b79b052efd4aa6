//! The files of the page. They are embedded in the program: no file name ever comes from a request.

use std::collections::HashMap;
use std::io::Write as _;

use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use furlong::text::{Picture, Svg};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Response, StatusCode};

/// The body of a response: a file or a sentence.
pub(crate) type Body = Full<Bytes>;

/// The files of the folder `page`, by name.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The mark in the page that stands for the pictures.
const PICTURES: &str = "<!-- pictures -->";

/// The mark in the page that stands for its modules: browsers ask for all of them at once, not each after those that import it.
const MODULES: &str = "<!-- modules -->";

/// The service worker, with the marks for the version of the files and for their paths.
const SERVICE_WORKER: &str = "service-worker.js";
const VERSION: &str = "/* version */";
const PATHS: &str = "/* files */";

/// The content security policy of the page: it may load files from this server, and run nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The files, ready to send.
#[derive(Debug)]
pub(crate) struct Pages {
    files: HashMap<&'static str, File>,
}

#[derive(Debug)]
struct File {
    kind: &'static str,
    plain: Bytes,
    packed: Bytes,
    tag: HeaderValue,
}

impl Pages {
    pub(crate) fn new() -> Self {
        // The style of the boards and the pictures are the library's.
        let boards = ("board.css", Svg::STYLE.as_bytes());
        let mut files: HashMap<_, _> = FILES
            .iter()
            .chain([&boards])
            .map(|(name, bytes)| {
                let file = match str::from_utf8(bytes) {
                    Ok(text) if *name == "index.html" => {
                        text.replace(PICTURES, Picture::SPRITE).replace(MODULES, &modules()).into()
                    }
                    _ => Bytes::from_static(bytes),
                };
                (*name, File::new(name, file))
            })
            .collect();
        if let Some(worker) = files.remove(SERVICE_WORKER) {
            let worker = with_files(&worker.plain, &files);
            files.insert(SERVICE_WORKER, File::new(SERVICE_WORKER, worker));
        }
        Self { files }
    }

    /// The response for the file at this path.
    pub(crate) fn at(&self, path: &str, asked: &HeaderMap) -> Response<Body> {
        let name = if path == "/" { "index.html" } else { path.strip_prefix('/').unwrap_or(path) };
        let Some(file) = self.files.get(name) else {
            return guarded(
                StatusCode::NOT_FOUND,
                "text/plain; charset=utf-8",
                Body::from("Page not found.\n"),
            );
        };
        if is_known(asked, &file.tag) {
            return guarded(StatusCode::NOT_MODIFIED, file.kind, Body::default());
        }
        let accepted = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let is_packed = accepted.split(',').any(|encoding| encoding.trim().starts_with("gzip"));
        let body = Body::new(if is_packed { &file.packed } else { &file.plain }.clone());
        let mut response = guarded(StatusCode::OK, file.kind, body);
        let headers = response.headers_mut();
        headers.insert(ETAG, file.tag.clone());
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if is_packed {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

impl File {
    fn new(name: &str, plain: Bytes) -> Self {
        let kind = match name.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js" | "mjs") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("json") => "application/json",
            Some("webmanifest") => "application/manifest+json",
            Some("wasm") => "application/wasm",
            _ => "text/plain; charset=utf-8",
        };
        let mut writer = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory does not fail.
        _ = writer.write_all(&plain);
        let packed = writer.finish().unwrap_or_default();
        Self { kind, tag: tag_of(&plain), plain, packed: packed.into() }
    }
}

/// The links to the modules of the page.
fn modules() -> String {
    let names = FILES.iter().map(|(name, _)| *name).filter(|name| *name != SERVICE_WORKER);
    names.filter(|name| name.rsplit('.').next() == Some("js")).fold(String::new(), |mut links, name| {
        links.extend(["<link rel=\"modulepreload\" href=\"", name, "\">\n"]);
        links
    })
}

/// A response of one sentence.
pub(crate) fn said(status: StatusCode, sentence: impl Into<Bytes>) -> Response<Body> {
    guarded(status, "text/plain; charset=utf-8", Body::new(sentence.into()))
}

/// The tag of a file: its checksum and its length.
pub(crate) fn tag_of(file: &[u8]) -> HeaderValue {
    let mut sum = Crc::new();
    sum.update(file);
    let tag = format!("\"{:08x}{:08x}\"", sum.sum(), sum.amount());
    HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""))
}

/// Returns whether a request says that its sender has the file with this tag. A proxy that packs files weakens their tags.
pub(crate) fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
    known.split(',').any(|known| known.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes())
}

/// The service worker with the version of these files, which changes with each of them, and their paths.
fn with_files(worker: &[u8], files: &HashMap<&'static str, File>) -> Bytes {
    let mut names: Vec<&str> = files.keys().copied().collect();
    names.sort_unstable();
    let mut version = Crc::new();
    for name in &names {
        version.update(name.as_bytes());
        version.update(files[name].tag.as_bytes());
    }
    let paths = names.iter().map(|name| match *name {
        "index.html" => "\"/\"".to_owned(),
        name => format!("\"/{name}\""),
    });
    let paths = paths.collect::<Vec<_>>().join(", ");
    let worker = String::from_utf8_lossy(worker);
    worker.replace(VERSION, &format!("{:08x}", version.sum())).replace(PATHS, &paths).into()
}

/// A response with security headers.
pub(crate) fn guarded(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    for (name, value) in [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
