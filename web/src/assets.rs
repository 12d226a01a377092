//! The assets of the page: the built client, embedded in the program.
//!
//! Nothing is read from disk at run time, so no address can lead outside this list.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core::hash::Hasher;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::hash::DefaultHasher;
use std::io::Write;
use std::sync::LazyLock;

/// The files of the bundle: address, type and content.
pub(crate) const FILES: [(&str, &str, &[u8]); 10] = [
    ("/", "text/html; charset=utf-8", include_bytes!("../dist/index.html")),
    ("/app.js", "text/javascript; charset=utf-8", include_bytes!("../dist/app.js")),
    ("/study.js", "text/javascript; charset=utf-8", include_bytes!("../dist/study.js")),
    ("/de.js", "text/javascript; charset=utf-8", include_bytes!("../dist/de.js")),
    ("/fr.js", "text/javascript; charset=utf-8", include_bytes!("../dist/fr.js")),
    ("/app.css", "text/css; charset=utf-8", include_bytes!("../dist/app.css")),
    ("/favicon.svg", "image/svg+xml", include_bytes!("../dist/favicon.svg")),
    ("/worker.js", "text/javascript; charset=utf-8", include_bytes!("../dist/worker.js")),
    ("/manifest.webmanifest", "application/manifest+json", include_bytes!("../dist/manifest.webmanifest")),
    ("/offline.js", "text/javascript; charset=utf-8", include_bytes!("../dist/offline.js")),
];

/// The assets, compressed when the first of them is asked for.
static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| FILES.into_iter().map(Asset::new).collect());

/// A file of the page.
struct Asset {
    path: &'static str,
    kind: &'static str,
    plain: &'static [u8],
    /// The same compressed, if that makes it smaller.
    gzip: Option<Bytes>,
    tag: String,
}

impl Asset {
    fn new((path, kind, plain): (&'static str, &'static str, &'static [u8])) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(plain);
        let gzip = compressed(plain).filter(|gzip| gzip.len() < plain.len());
        Self { path, kind, plain, gzip, tag: format!("{:016x}", hasher.finish()) }
    }

    /// The file as a client that sent `headers` wants it.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| accepts_gzip(headers));
        let tag = if gzip.is_some() { format!("\"{}-gz\"", self.tag) } else { format!("\"{}\"", self.tag) };
        let mut response = if has_tag(headers, &tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            match gzip {
                Some(gzip) => ([(header::CONTENT_ENCODING, "gzip")], gzip.clone()).into_response(),
                None => Bytes::from_static(self.plain).into_response(),
            }
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        // Always revalidated and seldom sent: a new version of the program is seen at once.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if let Ok(tag) = HeaderValue::try_from(tag) {
            headers.insert(header::ETAG, tag);
        }
        response
    }
}

fn compressed(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    let mut codings = values.flat_map(|value| value.split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "gzip" && weight.trim().trim_end_matches(['0', '.']) != "q="
    })
}

fn has_tag(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}

/// The file of this address, if there is one.
pub(crate) fn answer(path: &str, headers: &HeaderMap) -> Option<Response> {
    let path = if path == "/index.html" { "/" } else { path };
    ASSETS.iter().find(|asset| asset.path == path).map(|asset| asset.answer(headers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_list_holds_every_file_of_the_bundle() {
        let bundle = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
        let files = std::fs::read_dir(bundle).expect("the bundle is there");
        let mut names: Vec<_> = files.map(|file| file.expect("a file").file_name()).collect();
        names.sort();
        let listed = FILES.map(|(path, ..)| path.trim_start_matches('/'));
        let mut listed = listed.map(|name| if name.is_empty() { "index.html" } else { name });
        listed.sort_unstable();
        assert_eq!(names, listed);
    }

    #[test]
    fn a_coding_of_no_weight_is_not_accepted() {
        for (value, accepted) in [
            ("gzip", true),
            ("br, gzip;q=0.8", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("br", false),
            ("", false),
        ] {
            let value = HeaderValue::from_static(value);
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, value.clone())]);
            assert_eq!(accepts_gzip(&headers), accepted, "{value:?}");
        }
    }
}
