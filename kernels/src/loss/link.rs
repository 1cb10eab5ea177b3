use super::rows::largest;
use crate::Value;

/// What a linear model predicts of a row, from its logits: the inverse of its link function.
///
/// Sums are added in the order of the classes, without blocks. That is no kernel: it takes one row, and is meant for
/// programs that learn or serve row by row. Many rows at once: [`softmax`](super::softmax()),
/// [`sigmoid`](crate::map::sigmoid).
///
/// ```
/// use lacuna::loss::Link;
/// let mut logits = [0.0_f32, 0.0];
/// Link::Softmax.apply(&mut logits);
/// assert_eq!(logits, [0.5, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// The logits themselves: scores, margins, or the numbers of a regression.
    #[default]
    Identity,
    /// `p = 1 / (1 + e^-z)` of each logit `z`.
    Sigmoid,
    /// `p_k / sum_j p_j`, with `p` as of [`Sigmoid`](Self::Sigmoid); all 0 if the sum is 0.
    OneAgainstRest,
    /// `e^(z_k - m) / sum_j e^(z_j - m)`, with the largest logit `m`.
    Softmax,
}

impl Link {
    /// Replaces the logits of a row by what is predicted.
    pub fn apply<V: Value>(self, logits: &mut [V]) {
        match self {
            Self::Identity => return,
            Self::Sigmoid | Self::OneAgainstRest => logits.iter_mut().for_each(|logit| *logit = logit.sigmoid()),
            Self::Softmax => {
                let largest = largest(logits);
                logits.iter_mut().for_each(|logit| *logit = (*logit - largest).exp());
            }
        }
        let sum = logits.iter().fold(V::ZERO, |sum, &number| sum + number);
        if self == Self::Softmax || (self == Self::OneAgainstRest && sum > V::ZERO) {
            logits.iter_mut().for_each(|number| *number = *number / sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied<const N: usize>(link: Link, mut logits: [f32; N]) -> [f32; N] {
        link.apply(&mut logits);
        logits
    }

    #[test]
    fn probabilities_of_known_logits() {
        assert_eq!(applied(Link::Identity, [3.0, -1.0]), [3.0, -1.0]);
        assert_eq!(applied(Link::Sigmoid, [0.0, 200.0, -200.0]), [0.5, 1.0, 0.0]);
        assert_eq!(applied(Link::OneAgainstRest, [0.0, 0.0, -200.0, 200.0]), [0.25, 0.25, 0.0, 0.5]);
        assert_eq!(applied(Link::OneAgainstRest, [-200.0, -200.0]), [0.0, 0.0]);
        assert_eq!(applied(Link::Softmax, [1000.0, 1000.0, -1000.0]), [0.5, 0.5, 0.0]);
        assert_eq!(applied(Link::Softmax, []), []);
    }

    #[test]
    fn a_sum_has_the_order_of_the_classes() {
        // 1, and 16 times a quarter of a unit of its last place, of which each by itself is rounded away.
        let mut logits = [0.0_f64; 17];
        logits[1..].fill(-54.0 * core::f64::consts::LN_2);
        let small = logits[1].exp();
        assert!(1.0 + small == 1.0 && 1.0 + 16.0 * small > 1.0, "{small:e}");
        Link::Softmax.apply(&mut logits);
        assert_eq!(logits[0], 1.0);
        logits.reverse();
        logits[..16].fill(-54.0 * core::f64::consts::LN_2);
        logits[16] = 0.0;
        Link::Softmax.apply(&mut logits);
        assert!(logits[16] < 1.0);
    }
}
