//! Sums, means, norms and extremes.
use super::Sum;

/// What is made of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The sum.
    Sum,
    /// The sum, divided by a number of elements.
    Mean,
    /// The sum of absolute values.
    Norm1,
    /// The square root of the sum of squares.
    Norm2,
    /// The sum of squares.
    SquareSum,
    /// The largest; elements that are not stored are zeros.
    Max,
    /// The smallest; elements that are not stored are zeros.
    Min,
}

impl Reduction {
    /// All of them.
    pub const ALL: [Self; 7] = [Self::Sum, Self::Mean, Self::Norm1, Self::Norm2, Self::SquareSum, Self::Max, Self::Min];

    fn term(self, x: f64) -> f64 {
        match self {
            Self::Sum | Self::Mean | Self::Max | Self::Min => x,
            Self::Norm1 => x.abs(),
            Self::Norm2 | Self::SquareSum => x * x,
        }
    }

    /// True for those that are one of the elements, or 0.
    pub fn is_extreme(self) -> bool {
        matches!(self, Self::Max | Self::Min)
    }

    /// The extreme of the stored ones of `count` elements; of none it is infinite. A zero is +0.
    pub fn extreme(self, stored: impl IntoIterator<Item = f64>, count: usize) -> f64 {
        let mut elements: Vec<f64> = stored.into_iter().collect();
        elements.resize(elements.len().max(count), 0.0);
        if elements.iter().any(|x| x.is_nan()) {
            return f64::NAN;
        }
        elements.sort_by(f64::total_cmp);
        let (of_none, extreme) =
            if self == Self::Max { (f64::NEG_INFINITY, elements.last()) } else { (f64::INFINITY, elements.first()) };
        extreme.copied().map_or(of_none, |x| if x == 0.0 { 0.0 } else { x })
    }

    /// Of the stored ones of `count` elements.
    pub fn of(self, stored: impl IntoIterator<Item = f64>, count: usize) -> Sum {
        if self.is_extreme() {
            return Sum { value: self.extreme(stored, count), ..Sum::default() };
        }
        let mut sum = Sum::default();
        for x in stored {
            sum.add(self.term(x));
        }
        sum.peak = sum.magnitude;
        match self {
            Self::Mean => {
                let count = count as f64;
                Sum {
                    value: sum.value / count,
                    magnitude: sum.magnitude / count,
                    terms: sum.terms + usize::from(sum.terms > 0),
                    ..sum
                }
            }
            Self::Norm2 => {
                // Near zero, what single precision loses among its subnormals may be all of it.
                let peak = if sum.terms > 0 && sum.value < 1e-30 { f64::INFINITY } else { sum.peak };
                Sum { value: sum.value.sqrt(), magnitude: sum.magnitude.sqrt(), terms: sum.terms, peak }
            }
            _ => sum,
        }
    }
}
