//! Streams of events to one client; the work ends when the client leaves.

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use core::convert::Infallible;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;
use futures_core::Stream;
use plywood_search::StopHandle;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

/// The greatest number of events waiting for a client. A search reports once per iteration, so few clients
/// fall behind.
const WAITING: usize = 256;

/// The sending end of a stream.
pub(crate) struct Speaker {
    sender: mpsc::Sender<Event>,
    stop: StopHandle,
}

impl Speaker {
    /// Sends an event, unless too many are waiting. If the client is gone, stops the work.
    pub(crate) fn say(&self, event: &plywood_desk::Event) {
        let event = Event::default().event(event.name).data(&event.data);
        if let Err(TrySendError::Closed(_)) = self.sender.try_send(event) {
            self.stop.stop();
        }
    }
}

/// The receiving end of a stream. Dropping it, which happens when the connection closes, stops the work.
struct Listener {
    receiver: mpsc::Receiver<Event>,
    stop: StopHandle,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Stream for Listener {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// Makes a response of events, and its sending end. Work that holds `stop` ends when the client leaves.
pub(crate) fn channel(stop: &StopHandle) -> (Speaker, Response) {
    const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
    let (sender, receiver) = mpsc::channel(WAITING);
    let listener = Listener { receiver, stop: stop.clone() };
    let answer = Sse::new(listener).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response();
    (Speaker { sender, stop: stop.clone() }, answer)
}
