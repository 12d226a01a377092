//! A stack of values, one for each position of a line.

/// One value for each position of a line of play, computed when it is needed: a
/// [`Knowledge::State`](crate::Knowledge::State) for knowledge that keeps a value per position.
///
/// The stack always has a last entry.
///
/// ```
/// use plywood_search::Trail;
///
/// let mut trail = Trail::new();
/// assert_eq!(*trail.here().get_or_insert_with(|| 1), 1);
/// trail.push(None); // On to a position of which nothing is known yet.
/// assert_eq!(*trail.here(), None);
/// trail.pop();
/// assert_eq!(*trail.here(), Some(1));
/// ```
#[derive(Clone, Debug)]
pub struct Trail<T>(Vec<Option<T>>);

impl<T> Trail<T> {
    /// Makes a line with one position and no value.
    pub fn new() -> Self {
        Self(vec![None])
    }

    /// Appends a position with this value.
    #[inline]
    pub fn push(&mut self, known: Option<T>) {
        self.0.push(known);
    }

    /// Removes the last position. Does nothing at the first.
    #[inline]
    pub fn pop(&mut self) {
        if self.0.len() > 1 {
            self.0.pop();
        }
    }

    /// The value of the last position.
    #[inline]
    pub fn here(&mut self) -> &mut Option<T> {
        let last = self.0.len() - 1;
        &mut self.0[last]
    }

    /// The value of the position before the last one, if there are both.
    #[inline]
    pub fn before(&self) -> Option<&T> {
        self.0.get(self.0.len().checked_sub(2)?)?.as_ref()
    }
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::Trail;

    #[test]
    fn a_trail_goes_back_the_way_it_came_as_far_as_its_first_position() {
        let mut trail = Trail::new();
        *trail.here() = Some(1);
        trail.push(Some(2));
        trail.push(None);
        assert_eq!(trail.before(), Some(&2));
        let mut seen = vec![*trail.here()];
        for _ in 0..3 {
            trail.pop();
            seen.push(*trail.here());
        }
        assert_eq!(seen, [None, Some(2), Some(1), Some(1)]);
        assert_eq!(trail.before(), None);
    }
}
