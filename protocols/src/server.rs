//! Servers: sessions with a program on the other side of a pipe. Only this module uses threads.

use crate::conversation::{Conversation, Finished, Order, Reply, Then};
use crate::htp::Htp;
use plywood_play::Thoughts;
use plywood_search::StopHandle;
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Serves a session of HTP until `quit` or the end of the input.
///
/// Another thread reads lines ahead: `# interrupt` stops the search that runs at that moment.
///
/// # Errors
///
/// If an answer cannot be written, or a thread cannot be started.
pub fn serve_htp(
    htp: &mut Htp,
    lines: impl Iterator<Item = String> + Send + 'static,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let (sender, received) = mpsc::channel();
    let stop = htp.stop_handle();
    let read_ahead = move || {
        for line in lines {
            if line.trim() == "# interrupt" {
                stop.stop();
            } else if sender.send(line).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().spawn(read_ahead)?;
    for line in received {
        let reply = htp.respond(&line);
        if !reply.text.is_empty() {
            write(&reply.text)?;
        }
        if reply.quit {
            break;
        }
    }
    Ok(())
}

/// Serves a conversation until `quit` or the end of the input; lines are answered while a search runs.
///
/// The end of the input stops the search; its result is still written. `write` is called with one line at a
/// time, without its end.
///
/// # Errors
///
/// If an answer cannot be written, or a thread cannot be started.
pub fn serve(
    conversation: &mut dyn Conversation,
    lines: impl Iterator<Item = String> + Send + 'static,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let mut desk = Desk::open(sender.clone())?;
    thread::Builder::new().spawn(move || read(lines, &sender))?;
    while let Ok(event) = events.recv() {
        let reply = match event {
            Event::Line(line) if !desk.closing => conversation.respond(&line),
            Event::Line(_) => continue,
            Event::EndOfLines => Reply::quit(),
            Event::Thoughts(thoughts) => conversation.observe(&thoughts).into(),
            Event::Finished(finished) => {
                desk.running = None;
                conversation.finish(finished)
            }
        };
        for line in &reply.lines {
            write(line)?;
        }
        if !desk.attend(reply.then) {
            break;
        }
    }
    Ok(())
}

/// An event in a conversation.
enum Event {
    Line(String),
    EndOfLines,
    Thoughts(Box<Thoughts>),
    Finished(Finished),
}

fn read(lines: impl Iterator<Item = String>, sender: &Sender<Event>) {
    for line in lines {
        if sender.send(Event::Line(line)).is_err() {
            return;
        }
    }
    // The receiver is gone once the conversation is over.
    let _ = sender.send(Event::EndOfLines);
}

/// A queue of searches: one thread runs them one after the other.
struct Desk {
    orders: Sender<Order>,
    /// The stop handle of the running search.
    running: Option<StopHandle>,
    /// Whether no further search may begin.
    closing: bool,
}

impl Desk {
    fn open(sender: Sender<Event>) -> io::Result<Self> {
        let (orders, received) = mpsc::channel();
        thread::Builder::new().spawn(move || work(&received, &sender))?;
        Ok(Self { orders, running: None, closing: false })
    }

    /// Performs the action of a reply; returns false when the conversation is over.
    fn attend(&mut self, then: Then) -> bool {
        match then {
            Then::Search(order) if !self.closing => {
                self.running = Some(order.limits.stop.clone());
                // The thread ends when this queue is dropped.
                let _ = self.orders.send(*order);
            }
            Then::Nothing | Then::Search(_) => {}
            Then::Stop => self.stop(),
            Then::Quit => {
                self.closing = true;
                self.stop();
            }
        }
        !self.closing || self.running.is_some()
    }

    fn stop(&self) {
        if let Some(stop) = &self.running {
            stop.stop();
        }
    }
}

/// A search whose answer nobody wants ends.
impl Drop for Desk {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(orders: &Receiver<Order>, sender: &Sender<Event>) {
    for order in orders {
        let finished = order.run(&mut |thoughts| {
            // A finished conversation has already stopped the search.
            let _ = sender.send(Event::Thoughts(Box::new(thoughts.clone())));
        });
        if sender.send(Event::Finished(finished)).is_err() {
            return;
        }
    }
}
