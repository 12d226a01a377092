//! The weights that a network has in common, because symmetric positions have equal values.

use crate::features::Features;
use crate::network::{PARTS, Shape};
use plywood_search::Position;

/// How the weights of a network are shared.
///
/// Units come in orbits, one unit for each symmetry of the board, and the units of an orbit have the same
/// parameters: what one sees, another sees on the board turned or mirrored. A parameter is stored once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// By symmetry, then input: the input's image. The first symmetry changes nothing.
    images: Vec<Vec<u32>>,
    /// By symmetries `s` and `t`: the symmetry that is `s`, then `t`.
    compositions: Vec<Vec<usize>>,
}

/// The greatest number of symmetries.
pub(crate) const MAX_SYMMETRIES: usize = 16;

impl Sharing {
    /// That of a game's inputs; none if their symmetries are no group.
    pub fn of<P: Position, F: Features<P>>(features: &F) -> Self {
        let image =
            |symmetry| (0..features.count()).map(|input| features.image(input, symmetry) as u32).collect();
        let images = (0..features.symmetries().max(1)).map(image).collect();
        Self::new(images).unwrap_or_else(|| Self::none(features.count()))
    }

    /// No two weights are shared.
    pub fn none(inputs: usize) -> Self {
        Self { images: vec![(0..inputs as u32).collect()], compositions: vec![vec![0]] }
    }

    /// The images of the inputs, by symmetry; the first changes nothing. `None` if they are not the
    /// symmetries of anything: two of them after each other are not one of them.
    pub fn new(images: Vec<Vec<u32>>) -> Option<Self> {
        let inputs = images.first()?.len();
        let is_within =
            |image: &Vec<u32>| image.len() == inputs && image.iter().all(|&input| (input as usize) < inputs);
        if images.len() > MAX_SYMMETRIES || !images.iter().all(is_within) {
            return None;
        }
        let both = |first: &Vec<u32>, then: &Vec<u32>| {
            let is_both =
                |image: &Vec<u32>| (0..inputs).all(|input| image[input] == then[first[input] as usize]);
            images.iter().position(is_both)
        };
        let row = |first| images.iter().map(|then| both(first, then)).collect::<Option<Vec<_>>>();
        let compositions = images.iter().map(row).collect::<Option<Vec<_>>>()?;
        // After any symmetry, each is reached by exactly one.
        let is_group = compositions.iter().all(|row| (0..images.len()).all(|both| row.contains(&both)));
        is_group.then_some(Self { images, compositions })
    }

    /// The number of symmetries.
    pub fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// The images of the inputs by a symmetry.
    pub(crate) fn images(&self) -> &[Vec<u32>] {
        &self.images
    }

    /// What is wrong with a shape for these symmetries, if anything is.
    pub fn fault(&self, shape: &Shape) -> Option<String> {
        let symmetries = self.symmetries();
        [("hidden", shape.hidden), ("second", shape.second)].into_iter().find_map(|(name, units)| {
            (!units.is_multiple_of(symmetries)).then(|| {
                format!("{name}={units} is not a multiple of {symmetries}, the number of symmetries")
            })
        })
    }

    /// The numbers of parameters, in the order of [`Shape::parts`].
    pub fn parts(&self, shape: &Shape) -> [usize; PARTS] {
        Self::parts_with(self.symmetries(), shape)
    }

    /// The same for a number of symmetries.
    pub(crate) fn parts_with(symmetries: usize, shape: &Shape) -> [usize; PARTS] {
        let orbits =
            Shape { hidden: shape.hidden / symmetries, second: shape.second / symmetries, ..shape.clone() };
        let mut parts = orbits.parts();
        // A unit of the second layer has a weight for each hidden unit.
        parts[4] *= symmetries;
        parts
    }

    /// Shows each weight of a part of [`Shape::parts`], in order, with the parameter of the part that it is.
    pub fn for_each_weight(&self, shape: &Shape, part: usize, mut visit: impl FnMut(usize, usize)) {
        let Shape { inputs, hidden, second, phases, .. } = *shape;
        let symmetries = self.symmetries();
        let mut weight = 0;
        let mut next = |parameter| {
            visit(weight, parameter);
            weight += 1;
        };
        match part {
            0 => {
                for input in 0..inputs {
                    for unit in 0..hidden {
                        let image = self.images[unit % symmetries][input] as usize;
                        next(image * (hidden / symmetries) + unit / symmetries);
                    }
                }
            }
            4 => {
                for unit in 0..second {
                    // What a hidden unit sees on the board as this unit sees it, another sees on the board
                    // itself.
                    let after = &self.compositions[unit % symmetries];
                    for view in 0..2 {
                        for of in 0..hidden {
                            let like = after.iter().position(|&both| both == of % symmetries).unwrap_or(0);
                            next(
                                (unit / symmetries * 2 + view) * hidden + of / symmetries * symmetries + like,
                            );
                        }
                    }
                }
            }
            _ => {
                let (units, sets) = match part {
                    1 => (hidden, 1),
                    2 => (hidden, phases * 2),
                    3 => (1, phases),
                    _ => (second, phases),
                };
                let orbits = if part == 3 { 1 } else { units / symmetries };
                for set in 0..sets {
                    (0..units).for_each(|unit| next(set * orbits + unit * orbits / units));
                }
            }
        }
    }

    /// The weights of a part that has these parameters.
    pub(crate) fn expand<T: Copy>(&self, shape: &Shape, part: usize, parameters: &[T]) -> Vec<T> {
        let mut weights = Vec::with_capacity(shape.parts()[part]);
        self.for_each_weight(shape, part, |_, parameter| weights.push(parameters[parameter]));
        weights
    }

    /// The parameters of a part that has these weights and shares them.
    pub(crate) fn fold<T: Copy + Default>(&self, shape: &Shape, part: usize, weights: &[T]) -> Vec<T> {
        let mut parameters = vec![T::default(); self.parts(shape)[part]];
        self.for_each_weight(shape, part, |weight, parameter| parameters[parameter] = weights[weight]);
        parameters
    }

    /// Whether the weights of a part are shared so.
    pub(crate) fn are_shared<T: Copy + Default + PartialEq>(
        &self,
        shape: &Shape,
        part: usize,
        weights: &[T],
    ) -> bool {
        self.expand(shape, part, &self.fold(shape, part, weights)) == weights
    }
}
