//! Certificates altered on purpose, with their checksums made right again.

/// The number of bytes after the header.
pub(crate) fn body(file: &[u8]) -> usize {
    let head = file.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(8).unwrap().0;
    file.len() - head - 1
}

/// The file with a line of its header replaced.
pub(crate) fn forged(file: &[u8], name: &str, value: &str) -> Vec<u8> {
    remade(file, &[(name, value)], &file[file.len() - body(file)..])
}

/// The file with lines of its header and the bytes after it replaced.
pub(crate) fn remade(file: &[u8], lines: &[(&str, &str)], bytes: &[u8]) -> Vec<u8> {
    let head = std::str::from_utf8(&file[..file.len() - body(file)]).unwrap();
    let replaced = |line: &str| {
        let name = line.split_once(": ").map_or("", |(name, _)| name);
        match lines.iter().find(|(known, _)| *known == name) {
            Some((name, value)) => format!("{name}: {value}\n"),
            None if name == "checksum" => String::new(),
            None if name == "bytes" => format!("bytes: {}\n", bytes.len()),
            None => format!("{line}\n"),
        }
    };
    let head: String = head.lines().map(replaced).collect();
    let sum = head.bytes().chain(bytes.iter().copied()).fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    [head.as_bytes(), format!("checksum: {sum:016x}\n").as_bytes(), bytes].concat()
}
