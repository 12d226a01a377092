//! A name with options: how games and engines are named on a command line.

use crate::error::TextError;
use core::fmt;
use core::str::FromStr;

/// `name:key=value,key=value`, such as `loa:connection=mover-wins` or `ids:eval=h2,time=5s`.
///
/// Names and keys are letters, digits, `-` and `_`; a value is anything without a comma. The last option, and it alone, may hold
/// commas if it is called `cmd`, whose value is a command line.
///
/// ```
/// use plywood_play::Spec;
///
/// let spec: Spec = "ids:eval=h2,time=5s".parse().unwrap();
/// assert_eq!((spec.name(), spec.get("time")), ("ids", Some("5s")));
/// assert_eq!(spec.to_string(), "ids:eval=h2,time=5s");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Spec {
    name: String,
    options: Vec<(String, String)>,
}

impl Spec {
    /// A name without options.
    ///
    /// # Errors
    ///
    /// If the name has characters that names do not have.
    pub fn new(name: &str) -> Result<Self, TextError> {
        if is_word(name) {
            return Ok(Self { name: name.to_owned(), options: Vec::new() });
        }
        Err(TextError::new("name", name, "a name has letters, digits, `-` and `_`"))
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options as written, in order.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The value of an option.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Sets an option, in its place if it is there and at the end if not.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        match self.options.iter_mut().find(|(name, _)| name == key) {
            Some(option) => option.1 = value.into(),
            None => self.options.push((key.to_owned(), value.into())),
        }
    }

    /// The options alone, as text.
    pub fn options_text(&self) -> String {
        let words: Vec<_> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        words.join(",")
    }
}

impl FromStr for Spec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |reason: String| TextError::new("name", text, reason);
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if !is_word(name) {
            return Err(error(format!("`{name}` is no name: letters, digits, `-` and `_`")));
        }
        let mut spec = Self { name: name.to_owned(), options: Vec::new() };
        let mut rest = rest;
        while !rest.is_empty() {
            let end = if rest.starts_with("cmd=") { None } else { rest.find(',') };
            let word = &rest[..end.unwrap_or(rest.len())];
            let place = text.len() - rest.len() + 1;
            let Some((key, value)) = word.split_once('=') else {
                return Err(error(format!("`{word}` at character {place} is no option: write key=value")));
            };
            if !is_word(key) || value.is_empty() {
                return Err(error(format!("`{word}` at character {place} is no option: write key=value")));
            }
            if spec.get(key).is_some() {
                return Err(error(format!("`{key}` at character {place} is given twice")));
            }
            spec.set(key, value);
            let Some(end) = end else { break };
            rest = &rest[end + 1..];
            if rest.is_empty() {
                return Err(error("nothing follows the last comma".to_owned()));
            }
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.options.is_empty() { Ok(()) } else { write!(f, ":{}", self.options_text()) }
    }
}

/// Whether a text is a name: letters, digits, `-` and `_`.
pub(crate) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["loa", "hex:size=11,swap=pieces", "external:protocol=aei,cmd=a b,c=d"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_name_the_word_and_its_place() {
        for (text, part) in [
            ("", "no name"),
            (":a=b", "no name"),
            ("ids:depth", "`depth` at character 5"),
            ("ids:depth=", "`depth=` at character 5"),
            ("ids:depth=1,=2", "`=2` at character 13"),
            ("ids:depth=1,", "last comma"),
            ("ids:depth=1,depth=2", "given twice"),
            ("lo a", "no name"),
        ] {
            let error = text.parse::<Spec>().expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
