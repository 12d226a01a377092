//! The principal variation of a running search, collected in a triangular table.

/// For each ply of the current path, the best line found from there so far.
///
/// All memory is allocated at the start of a search, so that no node allocates.
pub(crate) struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> Self {
        Self { lines: vec![Vec::new()] }
    }

    /// Reserves memory for lines of `depth` plies from the root.
    pub(crate) fn reserve(&mut self, depth: u32) {
        let plies = depth as usize + 1;
        if self.lines.len() <= plies {
            self.lines.resize_with(plies + 1, Vec::new);
        }
        for (ply, line) in self.lines.iter_mut().enumerate() {
            let wanted = (plies + 1).saturating_sub(ply);
            line.reserve(wanted.saturating_sub(line.len()));
        }
    }

    /// Clears the line from `ply`, because a new node begins there.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        self.lines[ply as usize].clear();
    }

    /// Sets the best line from `ply` to `mv` followed by the best line from the next ply.
    #[inline]
    pub(crate) fn extend(&mut self, ply: u32, mv: M) {
        let (head, tail) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut head[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    /// The best line from `ply`.
    pub(crate) fn line(&self, ply: u32) -> &[M] {
        &self.lines[ply as usize]
    }
}
