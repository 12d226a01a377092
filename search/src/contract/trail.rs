//! A stack of what is known of the positions of a line.

/// What is known of each position of a line of play, worked out when it is asked for: a
/// [`Knowledge::State`](crate::Knowledge::State) for knowledge that keeps a value for each position.
///
/// There is always a latest position: the first stays.
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
    /// A line that begins with a position of which nothing is known.
    pub fn new() -> Self {
        Self(vec![None])
    }

    /// Goes on to a position of which this is known.
    #[inline]
    pub fn push(&mut self, known: Option<T>) {
        self.0.push(known);
    }

    /// Goes back to the position before. Nothing happens at the first.
    #[inline]
    pub fn pop(&mut self) {
        if self.0.len() > 1 {
            self.0.pop();
        }
    }

    /// What is known of the latest position.
    #[inline]
    pub fn here(&mut self) -> &mut Option<T> {
        let last = self.0.len() - 1;
        &mut self.0[last]
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
        let mut seen = vec![*trail.here()];
        for _ in 0..3 {
            trail.pop();
            seen.push(*trail.here());
        }
        assert_eq!(seen, [None, Some(2), Some(1), Some(1)]);
    }
}
