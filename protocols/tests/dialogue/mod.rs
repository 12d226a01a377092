//! A conversation held line by line, searches run where they are asked for.

use plywood_protocols::{Conversation, Then};

/// All that comes back for a line, up to the end of the search that it begins. `quit` is a line of its own.
pub(crate) fn ask(conversation: &mut dyn Conversation, line: &str) -> Vec<String> {
    let mut reply = conversation.respond(line);
    let mut lines = Vec::new();
    loop {
        lines.append(&mut reply.lines);
        let Then::Search(order) = reply.then else { break };
        let finished = order.run(&mut |thoughts| lines.append(&mut conversation.observe(thoughts)));
        reply = conversation.finish(finished);
    }
    if matches!(reply.then, Then::Quit) {
        lines.push("quit".to_owned());
    }
    lines
}

/// The last line that comes back.
pub(crate) fn last(conversation: &mut dyn Conversation, line: &str) -> String {
    ask(conversation, line).pop().unwrap_or_default()
}
