//! Sessions kept up with a program on the other side of a pipe: the only place with threads.

use crate::conversation::{Conversation, Finished, Order, Reply, Then};
use crate::htp::Htp;
use plywood_play::Thoughts;
use plywood_search::StopHandle;
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Answers the lines of a session of HTP, until `quit` or the end of the lines.
///
/// Lines are read ahead, by another thread: `# interrupt` among them ends the search that runs at that moment.
///
/// # Errors
///
/// If an answer cannot be written, or there is no thread to be had.
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

/// Holds a conversation in which lines are answered while a search runs, until `quit` or the end of the lines.
///
/// The end of the lines ends the search; what it has found by then is still said. `write` gets one line a call, without its end.
///
/// # Errors
///
/// If an answer cannot be written, or there is no thread to be had. A search that runs then is stopped.
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

/// What can happen in a conversation.
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
    // Nobody is there to hear of the end once the conversation is over.
    let _ = sender.send(Event::EndOfLines);
}

/// Where searches are handed in: one thread runs them, one after the other.
struct Desk {
    orders: Sender<Order>,
    /// The handle of the search that runs.
    running: Option<StopHandle>,
    /// Whether no search is to begin any more.
    closing: bool,
}

impl Desk {
    fn open(sender: Sender<Event>) -> io::Result<Self> {
        let (orders, received) = mpsc::channel();
        thread::Builder::new().spawn(move || work(&received, &sender))?;
        Ok(Self { orders, running: None, closing: false })
    }

    /// Does what a reply asks for. False when the conversation is over.
    fn attend(&mut self, then: Then) -> bool {
        match then {
            Then::Search(order) if !self.closing => {
                self.running = Some(order.limits.stop.clone());
                // The thread ends when this desk is gone, and not before.
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

/// A search that nobody waits for ends.
impl Drop for Desk {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(orders: &Receiver<Order>, sender: &Sender<Event>) {
    for order in orders {
        let finished = order.run(&mut |thoughts| {
            // A conversation that is over has stopped the search already.
            let _ = sender.send(Event::Thoughts(Box::new(thoughts.clone())));
        });
        if sender.send(Event::Finished(finished)).is_err() {
            return;
        }
    }
}
