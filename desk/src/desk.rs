//! The desk: from a request to its answer.

use crate::answers::{Explanation, Picture, State, WrittenRecord};
use crate::catalogue::Catalogue;
use crate::graph::graph;
use crate::line::Followed;
use crate::positions::arrange;
use crate::records::{read, write};
use crate::refused::{Kind, Reason, Refused};
use crate::requests::{ExplainRequest, StateRequest};
use crate::search::search;
use crate::settings::Settings;
use crate::solve::solve;
use crate::work::Work;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Answers requests. It keeps nothing but its settings: equal requests have equal answers.
///
/// ```
/// use plywood_desk::{Desk, Settings};
/// use plywood_search::Clock;
/// use std::{sync::Arc, time::Duration};
///
/// struct Stopped;
/// impl Clock for Stopped {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
/// }
///
/// let desk = Desk::new(Settings::new(Arc::new(Stopped)));
/// let asked = br#"{"line": {"game": "hex", "rules": "size=2", "moves": ["a1 b1 a2"]}}"#;
/// let state = String::from_utf8(desk.answer("state", asked).unwrap()).unwrap();
/// assert!(state.contains("black has connected top and bottom"));
/// ```
#[derive(Debug)]
pub struct Desk {
    settings: Settings,
    catalogue: Catalogue,
}

/// The operations that answer at once.
pub(crate) const ANSWERED: [&str; 7] =
    ["catalogue", "state", "explain", "draw", "record", "records", "arrange"];

/// The operations that are work.
pub(crate) const WORKED: [&str; 3] = ["search", "graph", "solve"];

impl Desk {
    /// A desk with these limits.
    pub fn new(settings: Settings) -> Self {
        Self { catalogue: Catalogue::of(&settings), settings }
    }

    /// The limits of its requests.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether an operation is work, which is begun with [`work`](Self::work), or answered at once with
    /// [`answer`](Self::answer); `None` if there is no such operation.
    pub fn is_work(operation: &str) -> Option<bool> {
        let works = WORKED.contains(&operation);
        (works || ANSWERED.contains(&operation)).then_some(works)
    }

    /// The answer to a request, both as JSON.
    ///
    /// # Errors
    ///
    /// If there is no such operation, or the request is refused.
    pub fn answer(&self, operation: &str, body: &[u8]) -> Result<Vec<u8>, Refused> {
        let most = self.settings.plies;
        match operation {
            "catalogue" => Ok(written(&self.catalogue)),
            "state" => reply(body, |asked| self.state(&asked)),
            "explain" => reply(body, |asked| self.explain(&asked)),
            "draw" => reply(body, |asked| self.draw(&asked)),
            "record" => reply(body, |asked| Ok(WrittenRecord { text: write(&asked, most)? })),
            "records" => reply(body, |asked| read(&asked, most)),
            "arrange" => reply(body, arrange),
            _ => Err(no_operation(operation)),
        }
    }

    /// The work that a request asks for; nothing is done yet.
    ///
    /// # Errors
    ///
    /// If there is no such operation, or the request is refused.
    pub fn work(&self, operation: &str, body: &[u8]) -> Result<Work, Refused> {
        match operation {
            "search" => search(&parsed(body)?, &self.settings),
            "graph" => graph(&parsed(body)?, &self.settings),
            "solve" => solve(&parsed(body)?, &self.settings),
            _ => Err(no_operation(operation)),
        }
    }

    fn state(&self, asked: &StateRequest) -> Result<State, Refused> {
        let Followed { session, refused } = self.followed(asked)?;
        Ok(State::of(&*session, refused.map(|refused| refused.reason)))
    }

    /// The line that a state or a drawing is asked of.
    fn followed(&self, asked: &StateRequest) -> Result<Followed, Refused> {
        let followed = asked.line.follow_leniently(self.settings.plies)?;
        match followed.refused {
            Some(refused) if !asked.lenient => Err(refused),
            _ => Ok(followed),
        }
    }

    fn explain(&self, asked: &ExplainRequest) -> Result<Explanation, Refused> {
        const MOST: usize = 8;
        if asked.clicks.is_empty() || asked.clicks.len() > MOST {
            return Err(Refused::out_of_range("clicks", 1, MOST));
        }
        let clicks: Vec<&str> = asked.clicks.iter().map(String::as_str).collect();
        let session = asked.line.follow(self.settings.plies)?;
        Ok(Explanation { reason: session.explain(&clicks).map(Reason::from) })
    }

    fn draw(&self, asked: &StateRequest) -> Result<Picture, Refused> {
        Ok(Picture { text: self.followed(asked)?.session.picture() })
    }
}

fn reply<Q: DeserializeOwned, A: Serialize>(
    body: &[u8],
    answer: impl FnOnce(Q) -> Result<A, Refused>,
) -> Result<Vec<u8>, Refused> {
    Ok(written(&answer(parsed(body)?)?))
}

fn parsed<Q: DeserializeOwned>(body: &[u8]) -> Result<Q, Refused> {
    let malformed = |error: serde_json::Error| Reason::new("malformed", &error.to_string());
    serde_json::from_slice(body).map_err(|error| Refused { kind: Kind::Malformed, reason: malformed(error) })
}

/// Answers are plain data with text keys, which JSON can always hold.
fn written(answer: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(answer).unwrap_or_default()
}

fn no_operation(name: &str) -> Refused {
    let known = [ANSWERED.as_slice(), &WORKED].concat().join(", ");
    let message = format!("there is no operation \"{name}\": known are {known}");
    Refused { kind: Kind::Unknown, reason: Reason::new("unknown-operation", &message) }
}
