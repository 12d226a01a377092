//! `plywood serve`: the program says where it listens, answers there, and says why if it cannot.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

/// The program, which ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(arguments: &[&str]) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    let command = command.arg("serve").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    Running(command.spawn().expect("the program starts"))
}

#[test]
fn the_address_that_is_printed_answers_with_the_page() {
    let mut running = serve(&["--port", "0"]);
    let mut line = String::new();
    let mut output = BufReader::new(running.0.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("a line");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    let mut stream = TcpStream::connect(&address).expect("a connection");
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("the request is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(answer.contains("<html"), "{answer}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let mut running = serve(&["--port", &port]);
    let mut message = String::new();
    running.0.stderr.take().expect("a pipe").read_to_string(&mut message).expect("a message");
    assert!(message.starts_with(&format!("plywood: cannot serve on 127.0.0.1:{port}: ")), "{message}");
    assert_eq!(message.lines().count(), 1);
    assert_eq!(running.0.wait().expect("it ends").code(), Some(2));
}

#[test]
fn a_host_that_is_no_address_is_refused() {
    let mut running = serve(&["--host", "somewhere"]);
    let mut message = String::new();
    running.0.stderr.take().expect("a pipe").read_to_string(&mut message).expect("a message");
    assert!(message.contains("somewhere"), "{message}");
    assert_eq!(running.0.wait().expect("it ends").code(), Some(2));
}
