//! The file of a model: a line of text that says what it is for, the numbers, a checksum.
//!
//! ```text
//! plywood-net 1 kind=value game=loa features=loa-squares-1 checksum=00112233aabbccdd \
//!     inputs=128 active=24 hidden=64 \
//!     second=16 phases=1 scale=90 unit=64 symmetries=8 bytes=1\n
//! the images of the inputs under each symmetry but the first, u16, little-endian
//! weights, little-endian, in the order of `Shape::parts`, those that are shared once: i16, i8 for the inputs
//!     if bytes=1, and i32 for the biases of outputs and of the second layer
//! the FNV-1a hash of all before it, 8 bytes, little-endian
//! ```
//!
//! A file may leave out `second` (no second layer), `unit` (64), `symmetries` (nothing is shared) and `bytes`
//! (2).

use crate::choice::Choice;
use crate::features::{Features, checksum};
use crate::network::{Integers, Network, OUTPUT, PARTS, Shape};
use crate::sharing::{MAX_SYMMETRIES, Sharing};
use core::fmt;
use plywood_search::Position;

/// Error returned when bytes are not a model, or not the one asked for. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// The file does not begin like a model.
    Foreign,
    /// The header is damaged or of another version: why.
    Header(String),
    /// The file has this number of bytes, and should have the other.
    Length(usize, usize),
    /// The checksum does not agree with the content.
    Damaged,
    /// The weights are no good: why.
    Weights(String),
    /// The model is for another game or other features: `what` it has, and what is asked for.
    Other {
        /// The part of the header that differs.
        what: &'static str,
        /// The value in the file.
        found: String,
        /// The value asked for.
        wanted: String,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "not a network of plywood: it does not begin with \"{MAGIC}\""),
            Self::Header(reason) => write!(f, "the network's header: {reason}"),
            Self::Length(found, wanted) => {
                write!(
                    f,
                    "the network has {found} bytes and should have {wanted}: it is cut off or not whole"
                )
            }
            Self::Damaged => f.write_str("the network is damaged: its checksum does not agree"),
            Self::Weights(reason) => write!(f, "the network's weights: {reason}"),
            Self::Other { what, found, wanted } => {
                write!(f, "the network has {what} {found:?}, where {wanted:?} is wanted")
            }
        }
    }
}

impl core::error::Error for ModelError {}

/// How a file begins: the name and the version of the format.
const MAGIC: &str = "plywood-net 1 ";
/// The longest header that is looked for, in bytes.
const LONGEST_HEADER: usize = 1_000;
/// The bytes of the checksum.
const TAIL: usize = 8;

impl Network {
    /// The network in a file's bytes.
    ///
    /// # Errors
    ///
    /// If they are no network, torn or damaged, or the sizes or weights are no good.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let (header, body) = Header::read(bytes, "value")?;
        let shape = header.shape()?;
        let (symmetries, bytes_each) = (header.number_or("symmetries", 1)?, header.number_or("bytes", 2)?);
        if let Some(fault) = shape.fault() {
            return Err(ModelError::Header(fault));
        }
        if !(1..=MAX_SYMMETRIES).contains(&symmetries) || !(1..=2).contains(&bytes_each) {
            let fault = format!("symmetries={symmetries} bytes={bytes_each}: at most {MAX_SYMMETRIES} and 2");
            return Err(ModelError::Header(fault));
        }
        let of_images = 2 * (symmetries - 1) * shape.inputs;
        // Before the images are known, their number alone says how many parameters there are.
        let parts = Sharing::parts_with(symmetries, &shape);
        let widths = [bytes_each, 2, 2, 4, 2, 4, 2];
        let lengths: [usize; PARTS] = core::array::from_fn(|part| parts[part] * widths[part]);
        let mut rest = checked(bytes, body, of_images + lengths.iter().sum::<usize>())?;
        let mut take = |length| {
            let (part, others) = rest.split_at(length);
            rest = others;
            part
        };
        let mut images = vec![(0..shape.inputs as u32).collect()];
        images.extend((1..symmetries).map(|_| {
            let image = take(2 * shape.inputs).as_chunks().0.iter();
            image.map(|&pair| u16::from_le_bytes(pair).into()).collect::<Vec<u32>>()
        }));
        let sharing =
            Sharing::new(images).ok_or_else(|| ModelError::Weights("no group of symmetries".to_owned()))?;
        if let Some(fault) = sharing.fault(&shape) {
            return Err(ModelError::Header(fault));
        }
        let parts: [&[u8]; PARTS] = lengths.map(take);
        let shorts = |part: usize| {
            let parameters: Vec<i16> = if widths[part] == 1 {
                parts[part].iter().map(|&byte| (byte as i8).into()).collect()
            } else {
                parts[part].as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
            };
            sharing.expand(&shape, part, &parameters)
        };
        let longs = |part: usize| {
            let parameters: Vec<i32> =
                parts[part].as_chunks().0.iter().map(|&four| i32::from_le_bytes(four)).collect();
            sharing.expand(&shape, part, &parameters)
        };
        let weights = Integers {
            inputs: shorts(0),
            biases: shorts(1),
            output_unit: header.number_or("unit", OUTPUT)?,
            outputs: shorts(2),
            output_biases: longs(3),
            second: shorts(4),
            second_biases: longs(5),
            second_outputs: shorts(6),
        };
        Self::new(shape, sharing, weights)
    }

    /// The network in a file's bytes, which must be for this game and these features.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), or if it is for another game or for other features.
    pub fn for_features<P: Position, F: Features<P>>(
        bytes: &[u8],
        game: &str,
        features: &F,
    ) -> Result<Self, ModelError> {
        let network = Self::read(bytes)?;
        let (found, wanted) = (network.shape(), Shape::of(game, features));
        same("game", &found.game, &wanted.game)?;
        same("features", &found.features, &wanted.features)?;
        same("checksum", &format!("{:016x}", found.checksum), &format!("{:016x}", checksum(features)))?;
        same("inputs", &found.inputs.to_string(), &wanted.inputs.to_string())?;
        same("active", &found.most_active.to_string(), &wanted.most_active.to_string())?;
        same("phases", &found.phases.to_string(), &wanted.phases.to_string())?;
        Ok(network)
    }

    /// The file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let Shape { game, features, checksum, inputs, most_active, hidden, second, phases, scale } =
            self.shape();
        let (weights, symmetries) = (&self.weights, self.sharing.symmetries());
        let unit = weights.output_unit;
        let fits = weights.inputs.iter().all(|weight| i8::try_from(*weight).is_ok());
        let bytes_each = if fits { 1 } else { 2 };
        let mut bytes = format!(
            "{MAGIC}kind=value game={game} features={features} checksum={checksum:016x} inputs={inputs} \
             active={most_active} hidden={hidden} second={second} phases={phases} scale={scale} unit={unit} \
             symmetries={symmetries} bytes={bytes_each}\n"
        )
        .into_bytes();
        for image in &self.sharing.images()[1..] {
            bytes.extend(image.iter().flat_map(|&input| (input as u16).to_le_bytes()));
        }
        let folded = |part, weights: &[i16]| self.sharing.fold(self.shape(), part, weights);
        let short = |part, weights: &[i16]| folded(part, weights).into_iter().flat_map(i16::to_le_bytes);
        let long = |part, weights: &[i32]| {
            self.sharing.fold(self.shape(), part, weights).into_iter().flat_map(i32::to_le_bytes)
        };
        if fits {
            bytes.extend(folded(0, &weights.inputs).into_iter().map(|weight| weight as u8));
        } else {
            bytes.extend(short(0, &weights.inputs));
        }
        bytes.extend(short(1, &weights.biases));
        bytes.extend(short(2, &weights.outputs));
        bytes.extend(long(3, &weights.output_biases));
        bytes.extend(short(4, &weights.second));
        bytes.extend(long(5, &weights.second_biases));
        bytes.extend(short(6, &weights.second_outputs));
        sealed(bytes)
    }
}

impl Choice {
    /// The model in a file's bytes.
    ///
    /// # Errors
    ///
    /// If they are no such model, torn or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let (header, body) = Header::read(bytes, "choice")?;
        let count: usize = header.number("inputs")?;
        let body = checked(bytes, body, count.saturating_mul(2))?;
        let weights = body.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        Ok(Self::new(header.text("game")?, header.text("features")?, weights))
    }

    /// The model in a file's bytes, which must be for this game and as many features of this name.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), or if it is for another game or for other features.
    pub fn for_features(bytes: &[u8], game: &str, features: &str, count: usize) -> Result<Self, ModelError> {
        let choice = Self::read(bytes)?;
        same("game", choice.game(), game)?;
        same("features", choice.features(), features)?;
        same("inputs", &choice.weights().len().to_string(), &count.to_string())?;
        Ok(choice)
    }

    /// The file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let (game, features, weights) = (self.game(), self.features(), self.weights());
        let header = format!("{MAGIC}kind=choice game={game} features={features} inputs={}\n", weights.len());
        let mut bytes = header.into_bytes();
        bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        sealed(bytes)
    }
}

/// The bytes with their checksum behind them.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut hash = Fnv::default();
    hash.bytes(&bytes);
    bytes.extend(hash.finish().to_le_bytes());
    bytes
}

/// The body, if it has `length` bytes and the checksum behind it agrees.
fn checked<'a>(bytes: &[u8], body: &'a [u8], length: usize) -> Result<&'a [u8], ModelError> {
    let wanted = (bytes.len() - body.len()).saturating_add(length).saturating_add(TAIL);
    if bytes.len() != wanted {
        return Err(ModelError::Length(bytes.len(), wanted));
    }
    let mut hash = Fnv::default();
    hash.bytes(&bytes[..bytes.len() - TAIL]);
    if bytes[bytes.len() - TAIL..] != hash.finish().to_le_bytes() {
        return Err(ModelError::Damaged);
    }
    Ok(&body[..length])
}

fn same(what: &'static str, found: &str, wanted: &str) -> Result<(), ModelError> {
    if found == wanted {
        return Ok(());
    }
    // A file may claim anything; an error stays one line of bearable length.
    let short = |text: &str| text.chars().take(60).collect();
    Err(ModelError::Other { what, found: short(found), wanted: short(wanted) })
}

/// The `name=value` words of the first line.
struct Header<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Header<'a> {
    /// The header of a file of this kind, and the bytes behind it.
    fn read(bytes: &'a [u8], kind: &str) -> Result<(Self, &'a [u8]), ModelError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(ModelError::Foreign)?;
        let end = rest.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| ModelError::Header("its line does not end".to_owned()))?;
        let line = core::str::from_utf8(&rest[..end])
            .map_err(|_| ModelError::Header("it is not text".to_owned()))?;
        let header = Self(line.split(' ').filter_map(|word| word.split_once('=')).collect());
        same("kind", header.text("kind")?, kind)?;
        Ok((header, &rest[end + 1..]))
    }

    fn text(&self, name: &str) -> Result<&'a str, ModelError> {
        let found = self.0.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| *value).ok_or_else(|| ModelError::Header(format!("{name} is missing")))
    }

    fn number<T: core::str::FromStr>(&self, name: &str) -> Result<T, ModelError> {
        let text = self.text(name)?;
        let short: String = text.chars().take(60).collect();
        text.parse().map_err(|_| ModelError::Header(format!("{name}={short} is not a number")))
    }

    /// A number that files may leave out.
    fn number_or<T: core::str::FromStr>(&self, name: &str, default: T) -> Result<T, ModelError> {
        if self.0.iter().any(|(key, _)| *key == name) { self.number(name) } else { Ok(default) }
    }

    fn shape(&self) -> Result<Shape, ModelError> {
        let checksum = self.text("checksum")?;
        Ok(Shape {
            game: self.text("game")?.to_owned(),
            features: self.text("features")?.to_owned(),
            checksum: u64::from_str_radix(checksum, 16)
                .map_err(|_| ModelError::Header("checksum is not a number".to_owned()))?,
            inputs: self.number("inputs")?,
            most_active: self.number("active")?,
            hidden: self.number("hidden")?,
            second: self.number_or("second", 0)?,
            phases: self.number("phases")?,
            scale: self.number("scale")?,
        })
    }
}

/// The hash FNV-1a of 64 bits (Fowler, Noll and Vo): against accidents, not against malice.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    pub(crate) const fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        let mut hash = Fnv::default();
        hash.bytes(b"foobar");
        assert_eq!(hash.finish(), 0x8594_4171_F739_67E8);
    }
}
