//! The kept moves in a file: one bit per legal move, eight per byte, the lowest first.

/// Appends a bit for each of the moves.
pub(super) fn write_kept<M: Copy>(bytes: &mut Vec<u8>, moves: &[M], is_kept: impl Fn(M) -> bool) {
    bytes.extend(moves.chunks(8).map(|chunk| {
        let bits = chunk.iter().enumerate();
        bits.fold(0, |byte, (bit, &mv)| byte | u8::from(is_kept(mv)) << bit)
    }));
}

/// Takes the bits for these moves from the front of `bytes`, and gives the moves that are kept; `None` if
/// there are too few bytes, or a bit without a move is set.
pub(super) fn read_kept<M: Copy>(bytes: &mut &[u8], moves: &[M]) -> Option<Vec<M>> {
    let (bits, rest) = bytes.split_at_checked(moves.len().div_ceil(8))?;
    *bytes = rest;
    let is_set = |place: usize| bits[place / 8] >> (place % 8) & 1 == 1;
    if (moves.len()..8 * bits.len()).any(is_set) {
        return None;
    }
    Some(moves.iter().enumerate().filter(|&(place, _)| is_set(place)).map(|(_, &mv)| mv).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_moves_come_back() {
        for count in 0..20 {
            let moves: Vec<u32> = (0..count).collect();
            let kept: Vec<u32> = moves.iter().copied().filter(|mv| mv % 3 != 1).collect();
            let mut bytes = Vec::new();
            write_kept(&mut bytes, &moves, |mv| kept.contains(&mv));
            let mut rest = &bytes[..];
            assert_eq!((read_kept(&mut rest, &moves), rest.len()), (Some(kept), 0));
        }
    }

    #[test]
    fn bits_without_a_move_and_missing_bytes_are_refused() {
        assert_eq!(read_kept(&mut &[0b100][..], &[1, 2]), None);
        assert_eq!(read_kept(&mut &[][..], &[1]), None);
        assert_eq!(read_kept::<u32>(&mut &[][..], &[]), Some(Vec::new()));
    }
}
