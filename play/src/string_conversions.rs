//! Conversions that serde needs to write a type as its text.

/// Implements, for types with `Display` and `FromStr`, the conversions from and to `String` that
/// `#[serde(try_from = "String", into = "String")]` needs.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// struct File(u8);
///
/// impl std::fmt::Display for File {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "{}", self.0)
///     }
/// }
///
/// impl std::str::FromStr for File {
///     type Err = std::num::ParseIntError;
///
///     fn from_str(text: &str) -> Result<Self, Self::Err> {
///         text.parse().map(Self)
///     }
/// }
///
/// plywood_play::string_conversions!(File);
/// assert_eq!((String::from(File(3)), File::try_from("3".to_owned())), ("3".to_owned(), Ok(File(3))));
/// ```
#[macro_export]
macro_rules! string_conversions {
    ($($type:ty),+) => {$(
        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }

        impl TryFrom<String> for $type {
            type Error = <$type as core::str::FromStr>::Err;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }
    )+};
}
