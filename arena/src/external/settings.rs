//! The options of an external engine.

use super::log::Log;
use core::time::Duration;
use plywood_play::{EngineError, Session, Spec, TextError, read_count, read_duration, split_command};
use plywood_protocols::client::{AeiClient, Allowance, Client, HtpClient, UgiClient};
use plywood_search::MAX_DEPTH;
use std::path::PathBuf;

/// The way to run a program and to communicate with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The folder that it runs in; `None` for the current one.
    pub folder: Option<PathBuf>,
    /// The limits of one answer.
    pub limits: Allowance,
    /// The margin by which an answer may exceed its time.
    pub margin: Duration,
    /// The greatest time for a start, and for an answer without a time limit.
    pub patience: Duration,
    /// HTP: the engine's word for a swap.
    pub swap_word: Option<String>,
    /// The name of the engine, if it was given one.
    pub name: Option<String>,
    /// The file whose end gets a [`Log`] of what is said.
    pub log: Option<PathBuf>,
    /// Options sent to the engine at the beginning: names and values.
    pub options: Vec<(String, String)>,
}

/// The protocols of engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Arimaa Engine Interface.
    Aei,
    /// The Hex Text Protocol.
    Htp,
    /// The Universal Game Interface.
    Ugi,
}

impl Settings {
    const MARGIN: Duration = Duration::from_secs(1);
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Reads the options of `external:...`.
    ///
    /// # Errors
    ///
    /// If one is missing, unknown or invalid.
    pub fn read(spec: &Spec) -> Result<Self, TextError> {
        let mut settings = Self {
            command: Vec::new(),
            protocol: Protocol::Ugi,
            folder: None,
            limits: Allowance::default(),
            margin: Self::MARGIN,
            patience: Self::PATIENCE,
            swap_word: None,
            name: None,
            log: None,
            options: Vec::new(),
        };
        for needed in ["cmd", "protocol"] {
            if spec.get(needed).is_none() {
                let reason =
                    format!("{needed} is missing: write cmd=PROGRAM ARGUMENTS,protocol=aei, htp or ugi");
                return Err(TextError::new("engine", spec.to_string(), reason));
            }
        }
        for (key, value) in spec.options() {
            settings.set(key, value)?;
        }
        Ok(settings)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        match key {
            "cmd" => self.command = split_command(value)?,
            "protocol" => self.protocol = Protocol::read(value)?,
            "dir" => self.folder = Some(value.into()),
            "time" => self.limits.time = Some(read_duration(value)?),
            "depth" => self.limits.depth = Some(read_depth(value)?),
            "nodes" => self.limits.nodes = Some(read_count(value)?),
            "margin" => self.margin = read_duration(value)?,
            "patience" => self.patience = read_duration(value)?,
            "swap" => self.swap_word = Some(value.to_owned()),
            "name" => self.name = Some(value.to_owned()),
            "log" => self.log = Some(value.into()),
            _ => {
                let name = key.strip_prefix("option.").ok_or_else(|| {
                    let known = "cmd, protocol, time, depth, nodes, margin, patience, dir, name, log, swap and option.NAME";
                    let reason = format!("external has {known}; commas in cmd stand in quotation marks");
                    TextError::new("engine option", key, reason)
                })?;
                self.options.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }

    /// What to call the engine: its name, or its program.
    pub(super) fn name(&self) -> &str {
        let program =
            self.command.first().map_or("", |program| program.rsplit('/').next().unwrap_or(program));
        self.name.as_deref().unwrap_or(program)
    }

    /// The log that the options ask for.
    pub(super) fn open_log(&self) -> Result<Option<Log>, TextError> {
        let open = |path: &PathBuf| {
            Log::append(path).map_err(|error| TextError::new("log", path.to_string_lossy(), error))
        };
        self.log.as_ref().map(open).transpose()
    }

    /// Makes the protocol client for the game of `session`.
    ///
    /// # Errors
    ///
    /// If the protocol does not support this game.
    pub fn client(&self, session: &dyn Session) -> Result<Box<dyn Client>, EngineError> {
        let asked = session.info().name;
        Ok(match self.protocol {
            Protocol::Ugi => Box::new(UgiClient::new(&self.options)),
            Protocol::Aei if asked != "arimaa" => {
                return Err(EngineError::WrongGame { plays: "arimaa", asked });
            }
            Protocol::Aei => Box::new(AeiClient::new(&self.options)),
            Protocol::Htp => Box::new(HtpClient::new(session, &self.options, self.swap_word.as_deref())?),
        })
    }
}

impl Protocol {
    fn read(text: &str) -> Result<Self, TextError> {
        match text {
            "aei" => Ok(Self::Aei),
            "htp" => Ok(Self::Htp),
            "ugi" => Ok(Self::Ugi),
            _ => Err(TextError::new("protocol", text, "known are aei, htp and ugi")),
        }
    }
}

fn read_depth(text: &str) -> Result<u32, TextError> {
    let depth = read_count(text).map_err(|error| TextError { what: "depth", ..error })?;
    Ok(depth.min(u64::from(MAX_DEPTH)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, TextError> {
        Settings::read(&text.parse()?)
    }

    #[test]
    fn every_option_is_read() {
        let settings = read(
            "external:cmd='wolf --x \"a b\"',protocol=htp,time=2s,depth=7,nodes=3k,margin=50ms,patience=5s,dir=/tmp,\
             name=Wolf,log=w.log,swap=swap-pieces,option.param_wolf.ply_width=15",
        )
        .unwrap();
        assert_eq!(settings.command, ["wolf", "--x", "a b"]);
        assert_eq!((settings.name(), &settings.log), ("Wolf", &Some("w.log".into())));
        assert_eq!((settings.protocol, settings.folder), (Protocol::Htp, Some("/tmp".into())));
        assert_eq!(settings.limits.time, Some(Duration::from_secs(2)));
        assert_eq!((settings.limits.depth, settings.limits.nodes), (Some(7), Some(3_000)));
        assert_eq!((settings.margin.as_millis(), settings.patience.as_secs()), (50, 5));

        assert_eq!(settings.options, [("param_wolf.ply_width".to_owned(), "15".to_owned())]);
    }

    #[test]
    fn errors_name_the_option() {
        for (text, part) in [
            ("external:protocol=ugi", "cmd is missing"),
            ("external:cmd=wolf", "protocol is missing"),
            ("external:cmd=wolf,protocol=uci", "\"uci\""),
            ("external:cmd='\"wolf',protocol=ugi", "not closed"),
            ("external:cmd=wolf,protocol=ugi,time=soon", "\"soon\""),
            ("external:cmd=wolf,protocol=ugi,hash=1MB", "\"hash\""),
            ("external:cmd=wolf,protocol=ugi,depth=x", "depth \"x\""),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
