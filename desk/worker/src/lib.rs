//! The desk as WebAssembly, for a worker of the page.
//!
//! The boundary is a handful of functions on numbers: the page puts a request in byte by byte and takes the
//! answer out in the same way. No pointer crosses it and no generated code is needed on either side, and
//! there is no unsafe operation; only the names of the functions count as unsafe code, because the compiler
//! cannot know what else a linked program calls so.
//!
//! A request is the name of the operation, a line feed, and the body. While work goes on, each event is laid
//! out like a request, and the page is told by its function `heard`. The function `now` tells the page's
//! milliseconds; less than zero tells a search to stop. The function `threads` tells how many threads a search
//! may have: one where this is compiled for `wasm32-unknown-unknown`, and more for `wasm32-wasip1-threads`,
//! whose threads are other workers with the same memory.

use core::cell::RefCell;
use core::time::Duration;
use plywood_desk::{Desk, Kind, Memory, Refused, Settings};
use plywood_search::{Clock, StopHandle};
use std::sync::{Arc, Mutex, PoisonError};

/// Where the answer stands, and what has been put and not yet asked.
#[derive(Default)]
struct Letters {
    put: Vec<u8>,
    answer: Vec<u8>,
    taken: usize,
}

/// The desk with its memory, and the clock by which it is stopped.
struct Home {
    desk: Desk,
    memory: Memory,
    clock: Arc<PageClock>,
}

thread_local! {
    static LETTERS: RefCell<Letters> = RefCell::default();
    static HOME: Home = Home::new();
}

/// The page's clock, and the search that is stopped when the page says so.
struct PageClock {
    stop: Mutex<Option<StopHandle>>,
}

impl Clock for PageClock {
    fn now(&self) -> Duration {
        let milliseconds = boundary::time();
        if milliseconds < 0.0
            && let Some(stop) = &*self.stop.lock().unwrap_or_else(PoisonError::into_inner)
        {
            stop.stop();
        }
        Duration::try_from_secs_f64(milliseconds.abs() / 1_000.0).unwrap_or_default()
    }
}

impl Home {
    fn new() -> Self {
        const KEPT: usize = 2;
        const IDLE: Duration = Duration::from_secs(3_600);
        let clock = Arc::new(PageClock { stop: Mutex::default() });
        let threads = boundary::most_threads().max(1) as usize;
        let settings = Settings { threads, ..Settings::new(clock.clone()) };
        Self { desk: Desk::new(settings), memory: Memory::new(KEPT, IDLE), clock }
    }

    /// The HTTP status of the answer to a request, and the answer; empty where events have told it all.
    fn answer(&self, request: &[u8]) -> (u32, Vec<u8>) {
        let end = request.iter().position(|&byte| byte == b'\n').unwrap_or(request.len());
        let operation = String::from_utf8_lossy(&request[..end]);
        let body = request.get(end + 1..).unwrap_or_default();
        let answer = match Desk::is_work(&operation) {
            Some(true) => self.work(&operation, body),
            _ => self.desk.answer(&operation, body),
        };
        answer.map_or_else(refusal, |answer| (200, answer))
    }

    fn work(&self, operation: &str, body: &[u8]) -> Result<Vec<u8>, Refused> {
        let work = self.desk.work(operation, body)?;
        *self.clock.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(work.needs().stop.clone());
        work.run(&self.memory, &mut |event| {
            lay_out(format!("{}\n{}", event.name, event.data).into_bytes());
            boundary::tell();
        });
        Ok(Vec::new())
    }
}

/// The status and the body of a refusal.
fn refusal(refused: Refused) -> (u32, Vec<u8>) {
    let status = match refused.kind {
        Kind::Malformed => 400,
        Kind::Unknown => 404,
        Kind::Unprocessable => 422,
    };
    (status, refused.body().json())
}

/// Puts an answer where the page takes it.
fn lay_out(answer: Vec<u8>) {
    LETTERS.with_borrow_mut(|letters| (letters.answer, letters.taken) = (answer, 0));
}

/// Takes in a byte of a request.
pub fn put(byte: u8) {
    LETTERS.with_borrow_mut(|letters| letters.put.push(byte));
}

/// Answers the request that was put, and gives the status; the answer is laid out.
#[must_use]
pub fn ask() -> u32 {
    let request = LETTERS.with_borrow_mut(|letters| core::mem::take(&mut letters.put));
    let (status, answer) = HOME.with(|home| home.answer(&request));
    lay_out(answer);
    status
}

/// The next byte of what is laid out; `None` at its end.
#[must_use]
pub fn take() -> Option<u8> {
    LETTERS.with_borrow_mut(|letters| {
        let byte = letters.answer.get(letters.taken).copied()?;
        letters.taken += 1;
        Some(byte)
    })
}

/// The functions by which the page and the desk call each other.
#[cfg(target_arch = "wasm32")]
#[expect(unsafe_code, reason = "names that the page calls; nothing in here can go wrong")]
mod boundary {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        safe fn now() -> f64;
        safe fn heard();
        safe fn threads() -> u32;
    }

    /// Takes in a byte of a request: the lowest eight bits.
    #[unsafe(no_mangle)]
    extern "C" fn put(byte: u32) {
        super::put(byte.to_le_bytes()[0]);
    }

    /// Answers what was put, and gives the status of the answer.
    #[unsafe(no_mangle)]
    extern "C" fn ask() -> u32 {
        super::ask()
    }

    /// The next byte of the answer; -1 at its end.
    #[unsafe(no_mangle)]
    extern "C" fn take() -> i32 {
        super::take().map_or(-1, i32::from)
    }

    /// The page's milliseconds; less than zero if the search shall stop.
    pub(crate) fn time() -> f64 {
        now()
    }

    /// Tells the page that an event is laid out.
    pub(crate) fn tell() {
        heard();
    }

    /// The most threads of a search.
    pub(crate) fn most_threads() -> u32 {
        threads()
    }
}

/// Without a page: time stands still, nobody listens, and there is one thread.
#[cfg(not(target_arch = "wasm32"))]
mod boundary {
    pub(crate) fn time() -> f64 {
        0.0
    }

    pub(crate) fn tell() {}

    pub(crate) fn most_threads() -> u32 {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status and the text that a request is answered with.
    fn asked(request: &str) -> (u32, String) {
        request.bytes().for_each(put);
        let status = ask();
        let answer: Vec<u8> = core::iter::from_fn(take).collect();
        (status, String::from_utf8(answer).expect("an answer is text"))
    }

    #[test]
    fn a_request_is_answered_byte_by_byte() {
        let (status, state) = asked("state\n{\"line\": {\"game\": \"hex\", \"moves\": [\"a1\"]}}");
        assert_eq!(status, 200);
        assert!(state.contains("\"side\":\"second\""), "{state}");
    }

    #[test]
    fn a_refusal_says_why_and_nothing_of_it_is_left() {
        let (status, error) = asked("state\n{\"line\": {\"game\": \"go\"}}");
        assert_eq!(status, 422);
        assert!(error.contains("known are"), "{error}");
        assert_eq!(asked("nonsense").0, 404);
        assert_eq!(asked("state\n{").0, 400);
        assert_eq!(asked("catalogue").0, 200);
    }

    #[test]
    fn a_search_leaves_nothing_to_take_after_its_events() {
        let request = "search\n{\"line\": {\"game\": \"loa\"}, \"engine\": \"pvs:depth=2\"}";
        assert_eq!(asked(request), (200, String::new()));
    }
}
