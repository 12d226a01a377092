//! The constants of selective search that a game sets for itself.

/// A constant of selective search, which a game may set and a program may tune.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// The share of the [margin](crate::Knowledge::margin) that futility pruning uses, in per cent.
    Margin,
    /// The number of moves that late-move pruning keeps, in per cent of three at depth 0, six at depth 1,
    /// fifteen at depth 2.
    LateMoves,
    /// The constant part of a late-move reduction, in hundredths of a ply.
    ReductionBase,
    /// The part of a late-move reduction that grows with `ln(depth) x ln(moves)`, in hundredths of a ply.
    ReductionSlope,
    /// How many hundredths of a ply a move with the best history is reduced less, and with the worst more.
    ReductionHistory,
    /// The reduction of a null move at depth 0, in hundredths of a ply; a quarter of the depth is added.
    NullReduction,
}

impl Parameter {
    /// All parameters.
    pub const ALL: [Self; 6] = [
        Self::Margin,
        Self::LateMoves,
        Self::ReductionBase,
        Self::ReductionSlope,
        Self::ReductionHistory,
        Self::NullReduction,
    ];

    /// The name, as an option of an engine.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Margin => "margin",
            Self::LateMoves => "late-moves",
            Self::ReductionBase => "reduction-base",
            Self::ReductionSlope => "reduction-slope",
            Self::ReductionHistory => "reduction-history",
            Self::NullReduction => "null-reduction",
        }
    }

    /// The parameter of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|parameter| parameter.name() == name)
    }

    /// The least and the greatest value.
    pub const fn range(self) -> (i32, i32) {
        match self {
            Self::Margin => (10, 1_000),
            Self::LateMoves => (20, 1_000),
            Self::ReductionBase => (0, 300),
            Self::ReductionSlope | Self::NullReduction => (0, 500),
            Self::ReductionHistory => (0, 1_000),
        }
    }

    /// The value that was set by hand.
    pub const fn default_value(self) -> i32 {
        match self {
            Self::Margin | Self::LateMoves => 100,
            Self::ReductionBase | Self::ReductionSlope => 50,
            Self::ReductionHistory | Self::NullReduction => 200,
        }
    }

    /// A change that is likely to show in matches: the unit of tuning.
    pub const fn step(self) -> i32 {
        match self {
            Self::Margin | Self::LateMoves => 20,
            Self::ReductionBase => 12,
            Self::ReductionSlope => 8,
            Self::ReductionHistory => 60,
            Self::NullReduction => 40,
        }
    }
}

/// The values of all [parameters](Parameter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameters([i32; Parameter::ALL.len()]);

impl Parameters {
    /// The values that were set by hand, the same for every game.
    pub const DEFAULT: Self = {
        let mut values = [0; Parameter::ALL.len()];
        let mut index = 0;
        while index < values.len() {
            values[index] = Parameter::ALL[index].default_value();
            index += 1;
        }
        Self(values)
    };

    /// The value of a parameter, within its range.
    #[inline]
    pub const fn get(&self, parameter: Parameter) -> i32 {
        self.0[parameter as usize]
    }

    /// The same values but for one, which is cut to its parameter's range.
    #[must_use]
    pub const fn with(mut self, parameter: Parameter, value: i32) -> Self {
        let (least, most) = parameter.range();
        self.0[parameter as usize] = if value < least {
            least
        } else if value > most {
            most
        } else {
            value
        };
        self
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self::DEFAULT
    }
}
