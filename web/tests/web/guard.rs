//! Who is answered, with which headers, and what of the page there is to get.

use crate::client::{Client, request};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use flate2::read::GzDecoder;
use serde_json::json;
use std::io::Read;

fn asked(client: &Client, method: &str, path: &str, headers: &[(&str, &str)]) -> StatusCode {
    let builder =
        headers.iter().fold(request(method, path), |request, (name, value)| request.header(*name, *value));
    client.ask(builder.body(Body::empty()).expect("a request")).status
}

#[test]
fn the_page_is_served_with_all_its_files() {
    let client = Client::new();
    let page = client.get("/");
    assert_eq!(
        (page.status, &page.headers["content-type"]),
        (StatusCode::OK, &"text/html; charset=utf-8".parse().expect("a value"))
    );
    assert_eq!(client.get("/index.html").body, page.body);
    for (path, kind) in [
        ("/app.js", "text/javascript; charset=utf-8"),
        ("/app.css", "text/css; charset=utf-8"),
        ("/favicon.svg", "image/svg+xml"),
        ("/worker.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ] {
        let file = client.get(path);
        assert_eq!(
            (file.status, file.headers["content-type"].to_str().expect("text")),
            (StatusCode::OK, kind),
            "{path}"
        );
    }
}

#[test]
fn files_are_compressed_for_those_who_ask() {
    let client = Client::new();
    let plain = client.get("/app.js").body;
    let get = request("GET", "/app.js").header("accept-encoding", "br, gzip");
    let gzip = client.ask(get.body(Body::empty()).expect("a request"));
    assert_eq!(gzip.headers["content-encoding"], "gzip");
    assert!(gzip.body.len() < 120_000, "the bundle is {} bytes compressed", gzip.body.len());
    let mut again = Vec::new();
    GzDecoder::new(gzip.body.as_slice()).read_to_end(&mut again).expect("gzip");
    assert_eq!(again, plain);
}

#[test]
fn a_file_that_the_client_has_is_not_sent_again() {
    let client = Client::new();
    let tag = client.get("/app.css").headers["etag"].to_str().expect("text").to_owned();
    let status = |tag: &str| asked(&client, "GET", "/app.css", &[("if-none-match", tag)]);
    assert_eq!(status(&tag), StatusCode::NOT_MODIFIED);
    assert_eq!(status(&format!("\"x\", W/{tag}")), StatusCode::NOT_MODIFIED);
    assert_eq!(status("\"x\""), StatusCode::OK);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let client = Client::new();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/app.js/../../Cargo.toml",
        "/etc/passwd",
        "/dist/index.html",
        "/app.js%00.html",
        "/..\\Cargo.toml",
        "/APP.JS",
    ] {
        assert_eq!(client.get(path).status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn every_answer_has_the_headers_of_caution() {
    let client = Client::new();
    let refused = client.ask(Request::get("/").body(Body::empty()).expect("a request"));
    for answer in [
        client.get("/"),
        client.get("/nothing"),
        client.get("/api/catalogue"),
        client.post("/api/state", &json!({})),
        refused,
    ] {
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        let policy = answer.headers["content-security-policy"].to_str().expect("text");
        assert!(
            policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert_eq!(answer.headers["x-frame-options"], "DENY");
        assert!(answer.headers.contains_key("cache-control"));
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
    assert_eq!(client.get("/api/catalogue").headers["cache-control"], "no-store");
}

#[test]
fn a_name_that_is_not_ours_is_refused() {
    let client = Client::new();
    let status = |host: &str| {
        let get = Request::get("/api/catalogue").header("host", host);
        client.ask(get.body(Body::empty()).expect("a request")).status
    };
    for host in ["localhost", "localhost:8317", "127.0.0.1:1", "[::1]:8317", "10.0.0.9"] {
        assert_eq!(status(host), StatusCode::OK, "{host}");
    }
    for host in ["plywood.example", "127.0.0.1.nip.io", "", "localhost.", "a\u{e9}"] {
        assert_eq!(status(host), StatusCode::MISDIRECTED_REQUEST, "{host}");
    }
    assert_eq!(
        asked(&client, "GET", "http://plywood.example/api/catalogue", &[]),
        StatusCode::MISDIRECTED_REQUEST
    );
}

#[test]
fn a_request_has_one_host() {
    let client = Client::new();
    for hosts in [["localhost", "localhost"], ["localhost", "plywood.example"]] {
        let get = hosts.iter().fold(Request::get("/api/catalogue"), |get, host| get.header("host", *host));
        let refused = client.ask(get.body(Body::empty()).expect("a request"));
        assert_eq!(
            (refused.status, refused.message().as_str()),
            (StatusCode::BAD_REQUEST, "a request has one Host")
        );
    }
}

#[test]
fn pages_of_other_sites_are_refused() {
    let client = Client::new();
    let status = |headers: &[(&str, &str)]| asked(&client, "GET", "/api/catalogue", headers);
    assert_eq!(status(&[("origin", "http://localhost")]), StatusCode::OK);
    assert_eq!(status(&[("sec-fetch-site", "same-origin")]), StatusCode::OK);
    assert_eq!(status(&[("sec-fetch-site", "none")]), StatusCode::OK);
    for headers in [
        ("origin", "http://localhost:9999"),
        ("origin", "https://localhost"),
        ("origin", "http://plywood.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        assert_eq!(status(&[headers]), StatusCode::FORBIDDEN, "{headers:?}");
    }
    // A link to the page may stand anywhere.
    assert_eq!(asked(&client, "GET", "/", &[("sec-fetch-site", "cross-site")]), StatusCode::OK);
}

#[test]
fn a_form_of_another_site_cannot_speak_json() {
    let client = Client::new();
    let body = || Body::from(json!({"game": "loa"}).to_string());
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let post =
            request("POST", "/api/state").header("content-type", kind).body(body()).expect("a request");
        assert_eq!(client.ask(post).status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind}");
    }
    let post = request("POST", "/api/state").body(body()).expect("a request");
    assert_eq!(client.ask(post).status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[test]
fn an_address_that_is_no_text_is_refused_in_words() {
    let answer = Client::new().post("/api/s%earch", &json!({}));
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert_eq!(answer.message(), "there is nothing at this address");
}

#[test]
fn the_wrong_method_is_refused_in_words() {
    let client = Client::new();
    for (method, path) in [("PUT", "/api/catalogue"), ("GET", "/api/state"), ("PATCH", "/api/search")] {
        let answer = client.send(method, path, &json!({}));
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        assert_eq!(answer.message(), "this address is not asked for in this way");
    }
    assert_eq!(client.send("POST", "/", &json!({})).status, StatusCode::NOT_FOUND);
}
