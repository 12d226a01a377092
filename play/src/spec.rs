//! Specs: names with options, for games and engines.

use crate::cause::Cause;
use crate::error::TextError;
use crate::excerpt::Excerpt;
use crate::quotation::{find_comma, in_marks, quoted, unquoted};
use core::fmt;
use core::str::FromStr;

/// `name:key=value,key=value`, such as `loa:connection=mover-wins` or `ids:eval=h2,time=5s`.
///
/// Names consist of letters, digits, `-` and `_`; keys may also contain dots. A value ends at the first comma
/// outside quotation marks, `'` or `"`. If one pair of marks encloses the whole value, the value is the text
/// between them, in which a doubled mark stands for itself. The value of `cmd` is a command line
/// ([`split_command`](crate::split_command)): if it follows `protocol` and does not begin with a mark, it
/// extends to the end of the text.
///
/// ```
/// use plywood_play::Spec;
///
/// let spec: Spec = "ids:eval=h2,time=5s".parse().unwrap();
/// assert_eq!((spec.name(), spec.get("time")), ("ids", Some("5s")));
/// assert_eq!(spec.to_string(), "ids:eval=h2,time=5s");
///
/// let spec: Spec = "external:cmd='wolf --limits 3,4',protocol=htp".parse().unwrap();
/// assert_eq!((spec.get("cmd"), spec.get("protocol")), (Some("wolf --limits 3,4"), Some("htp")));
/// let same: Spec = "external:protocol=htp,cmd=wolf --limits 3,4".parse().unwrap();
/// assert_eq!(same.get("cmd"), spec.get("cmd"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Spec {
    name: String,
    options: Vec<(String, String)>,
}

impl Spec {
    /// Makes a spec without options.
    ///
    /// # Errors
    ///
    /// If the name contains a character that names cannot have.
    pub fn new(name: &str) -> Result<Self, TextError> {
        if is_name(name) {
            return Ok(Self { name: name.to_owned(), options: Vec::new() });
        }
        let cause = Cause::new("not-a-name", "a name has letters, digits, `-` and `_`");
        Err(TextError::told("name", name, cause.with("text", Excerpt(name))))
    }

    /// The name, with the path of a program if it has one.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of an engine and the path of the program that has it, if there is one.
    ///
    /// ```
    /// let spec: plywood_play::Spec = "pvs@../old/plywood:time=1s".parse().unwrap();
    /// assert_eq!(spec.program(), Some(("pvs", "../old/plywood")));
    /// ```
    pub fn program(&self) -> Option<(&str, &str)> {
        self.name.split_once('@')
    }

    /// The options as written, in order.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The value of an option.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Sets an option: in its place if it exists, else at the end.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        match self.options.iter_mut().find(|(name, _)| name == key) {
            Some(option) => option.1 = value.into(),
            None => self.options.push((key.to_owned(), value.into())),
        }
    }

    /// The place of the comma after the first option of `rest`, if there is one. The error is a quotation
    /// mark that is not closed.
    fn end_of_option(&self, rest: &str) -> Result<Option<usize>, char> {
        let is_marked = rest.starts_with("cmd='") || rest.starts_with("cmd=\"");
        if rest.starts_with("cmd=") && !is_marked && self.get("protocol").is_some() {
            return Ok(None);
        }
        find_comma(rest)
    }

    /// The options alone as text.
    pub fn options_text(&self) -> String {
        let mut after_protocol = false;
        let words = self.options.iter().map(|(key, value)| {
            after_protocol |= key == "protocol";
            let value = if key == "cmd" && after_protocol { in_marks(value) } else { quoted(value) };
            format!("{key}={value}")
        });
        words.collect::<Vec<_>>().join(",")
    }
}

impl FromStr for Spec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |cause| TextError::told("name", text, cause);
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if !is_name(name) {
            let sentence = format!("`{}` is no name: letters, digits, `-` and `_`", Excerpt(name));
            return Err(error(Cause::new("not-a-name", sentence).with("text", Excerpt(name))));
        }
        let mut spec = Self { name: name.to_owned(), options: Vec::new() };
        let mut rest = rest;
        while !rest.is_empty() {
            let place = text.len() - rest.len() + 1;
            let end = spec.end_of_option(rest).map_err(|mark| {
                let rest = Excerpt(rest);
                let sentence =
                    format!("the quotation mark {mark} in `{rest}` at character {place} is not closed");
                error(Cause::new("open-mark", sentence).with("text", rest))
            })?;
            let word = &rest[..end.unwrap_or(rest.len())];
            let Some((key, value)) =
                word.split_once('=').filter(|(key, value)| is_key(key) && !value.is_empty())
            else {
                let word = Excerpt(word);
                let sentence = format!("`{word}` at character {place} is no option: write key=value");
                return Err(error(Cause::new("not-a-setting", sentence).with("text", word)));
            };
            if spec.get(key).is_some() {
                let key = Excerpt(key);
                let sentence = format!("`{key}` at character {place} is given twice");
                return Err(error(Cause::new("set-twice", sentence).with("text", key)));
            }
            spec.set(key, unquoted(value).unwrap_or_else(|| value.to_owned()));
            let Some(end) = end else { break };
            rest = &rest[end + 1..];
            if rest.is_empty() {
                return Err(error(Cause::new("nothing-follows", "nothing follows the last comma")));
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

/// Whether a text is a name, perhaps with the path of a program.
fn is_name(text: &str) -> bool {
    let (name, path) = text.split_once('@').unwrap_or((text, "here"));
    is_word(name) && !path.is_empty() && !path.contains(|c: char| c == ':' || c.is_control())
}

/// Whether a text is the key of an option: names separated by dots.
fn is_key(text: &str) -> bool {
    text.split('.').all(is_word)
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
        for text in
            ["loa", "hex:size=11,swap=pieces", "external:cmd='a b,c=d',protocol=aei", "x:option.Hash=1"]
        {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_command_line_may_hold_commas_in_marks_or_behind_the_protocol() {
        for (text, command, time) in [
            ("external:cmd=a b,time=1s,protocol=ugi", "a b", Some("1s")),
            ("external:cmd='a b,c=d',protocol=ugi,time=1s", "a b,c=d", Some("1s")),
            ("external:cmd=a \"b,c=d\" e,protocol=ugi", "a \"b,c=d\" e", None),
            ("external:protocol=ugi,time=1s,cmd=a b,c=d", "a b,c=d", Some("1s")),
            ("external:protocol=ugi,cmd='a b,c=d',time=1s", "a b,c=d", Some("1s")),
            ("external:protocol=ugi,cmd=a 'b,time=1s", "a 'b,time=1s", None),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!((spec.get("cmd"), spec.get("time")), (Some(command), time), "{text}");
            assert_eq!(spec.to_string().parse(), Ok(spec), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn every_value_can_be_written(value in "[ab,'\" =]{1,12}", protocol in proptest::bool::ANY) {
            let mut spec = Spec::new("external").unwrap();
            if protocol {
                spec.set("protocol", "ugi");
            }
            spec.set("cmd", value);
            spec.set("time", "1s");
            proptest::prop_assert_eq!(spec.to_string().parse(), Ok(spec));
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
            ("external:cmd='a,b", "the quotation mark ' in `cmd='a,b` at character 10 is not closed"),
            ("external:.=3", "`.=3` at character 10"),
            ("a\u{1b}:b=c", "`a\\u{1b}` is no name"),
            (&format!("ids:{}", "x".repeat(1_000_000)), "x...` at character 5 is no option"),
        ] {
            let error = text.parse::<Spec>().expect_err(text).to_string();
            assert!(error.contains(part) && error.len() < 400, "{error}");
        }
    }
}
