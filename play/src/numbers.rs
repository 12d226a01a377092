//! Numbers in few bytes: seven bits per byte, the lowest first; the eighth bit is set if more follow
//! (LEB128).

/// Appends a number in LEB128.
pub fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number in LEB128 from the front of `bytes`; `None` if there is none, or it is longer than it need
/// be.
pub fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    read_number_from(|| {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        Some(byte)
    })
}

/// The same as [`read_number`] with a source of bytes.
pub fn read_number_from(mut next: impl FnMut() -> Option<u8>) -> Option<u32> {
    let mut number = 0_u64;
    for index in 0..5 {
        let byte = next()?;
        number |= u64::from(byte & 0x7F) << (7 * index);
        if byte & 0x80 == 0 {
            let is_short = index == 0 || byte != 0;
            return u32::try_from(number).ok().filter(|_| is_short);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, u32::MAX] {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            let mut rest = &bytes[..];
            assert_eq!((read_number(&mut rest), rest.len()), (Some(number), 0));
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for bytes in [&[][..], &[0x80], &[0x80, 0], &[0xFF; 5], &[0xFF, 0xFF, 0xFF, 0xFF, 0x1F], &[0x80; 9]] {
            assert_eq!(read_number(&mut &bytes[..]), None, "{bytes:?}");
        }
    }
}
