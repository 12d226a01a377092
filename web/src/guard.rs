//! The guard: only pages of this server may send requests, and only under names that no other site can point
//! here.
//!
//! A page of another site can send requests to a server on loopback. Browsers state the origin of a request
//! (`Origin`, `Sec-Fetch-Site`), and the name by which the server was called (`Host`). DNS rebinding, an
//! attacker's name that resolves to 127.0.0.1, shows there: only `localhost` and bare addresses are accepted.

use crate::refused::Refused;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use core::net::{IpAddr, Ipv6Addr};

/// The greatest length of an address in bytes.
const LONGEST_ADDRESS: usize = 4_096;

/// Headers of every response: the page loads only its own files and cannot be framed.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Refuses requests that do not come from a page of this server, and adds the headers.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    let mut response = match refusal(request.uri(), request.headers()) {
        Some(refused) => refused.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn refusal(uri: &Uri, headers: &HeaderMap) -> Option<Refused> {
    if uri.path_and_query().is_some_and(|address| address.as_str().len() > LONGEST_ADDRESS) {
        return Some(Refused::not_served(StatusCode::URI_TOO_LONG, "the address is too long"));
    }
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Some(Refused::not_served(StatusCode::BAD_REQUEST, "a request has one Host"));
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let authority = uri.authority().map_or(host, |authority| authority.as_str());
    if !is_ours(host) || !is_ours(authority) {
        let reason = "the server answers to localhost and to bare addresses only";
        return Some(Refused::not_served(StatusCode::MISDIRECTED_REQUEST, reason));
    }
    comes_from_elsewhere(host, uri.path(), headers)
        .then(|| Refused::not_served(StatusCode::FORBIDDEN, "the request comes from a page of another site"))
}

/// Whether a `Host` is `localhost` or an address, with or without a port.
fn is_ours(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, "0"),
    };
    let bracketed = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let is_address = match bracketed {
        Some(name) => name.parse::<Ipv6Addr>().is_ok(),
        None => name.parse::<IpAddr>().is_ok_and(|address| address.is_ipv4()),
    };
    port.parse::<u16>().is_ok() && (is_address || name.eq_ignore_ascii_case("localhost"))
}

/// Whether a browser says that the request comes from a page of another origin. Other programs do not say.
/// Links to the page itself are allowed everywhere.
fn comes_from_elsewhere(host: &str, path: &str, headers: &HeaderMap) -> bool {
    let origin_is_other =
        headers.get(header::ORIGIN).is_some_and(|origin| origin != format!("http://{host}").as_str());
    let site_is_other = headers
        .get("sec-fetch-site")
        .is_some_and(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"));
    origin_is_other || (site_is_other && path.starts_with("/api"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn localhost_and_addresses_are_ours() {
        for host in ["localhost", "LOCALHOST:8317", "127.0.0.1:8317", "192.168.0.7", "[::1]:8317", "[::1]"] {
            assert!(is_ours(host), "{host}");
        }
    }

    #[test]
    fn names_of_others_are_not_ours() {
        for host in [
            "",
            "example.com",
            "127.0.0.1.example.com:8317",
            "localhost.example.com",
            "localhost:x",
            "localhost:8317:1",
            "::1",
            "[127.0.0.1]",
            "[::1",
            "127.0.0.1@example.com",
            ":8317",
            "localhost:99999",
        ] {
            assert!(!is_ours(host), "{host}");
        }
    }
}
