//! Certificates altered on purpose, with their checksums made right again.

/// The number of bytes after the header.
pub(crate) fn body(file: &[u8]) -> usize {
    let head = file.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(8).unwrap().0;
    file.len() - head - 1
}

/// The file with a line of its header replaced.
pub(crate) fn forged(file: &[u8], name: &str, value: &str) -> Vec<u8> {
    let split = file.len() - body(file);
    let head = std::str::from_utf8(&file[..split]).unwrap();
    let replaced = |line: &str| match line.split_once(": ") {
        Some((found, _)) if found == name => format!("{name}: {value}\n"),
        Some(("checksum", _)) => String::new(),
        _ => format!("{line}\n"),
    };
    let head: String = head.lines().map(replaced).collect();
    let bytes = head.bytes().chain(file[split..].iter().copied());
    let sum = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    [head.as_bytes(), format!("checksum: {sum:016x}\n").as_bytes(), &file[split..]].concat()
}
