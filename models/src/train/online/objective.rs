//! What a classifier makes small: a loss of each logit, or of all logits of a row.
use super::super::scalar::TrainValue;
use super::rows::class;
use lacuna::loss::{Function, Hinge, HingeGradient, Link, SigmoidCrossEntropy, SquaredHinge, SquaredHingeGradient};
use serde::{Deserialize, Serialize};

/// The loss of a logit `z` and its class, which is `y = 1` or `y = -1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnlineLoss {
    /// `ln(1 + e^(-y z))`; the slope is `1 / (1 + e^-z) - (y + 1) / 2`.
    #[default]
    Logistic,
    /// `max(0, 1 - y z)`; the slope is `-y` where that is above 0, else 0.
    Hinge,
    /// `max(0, 1 - y z)^2`; the slope is `-2 y max(0, 1 - y z)`.
    SquaredHinge,
    /// `(z - y)^2 / 2`; the slope is `z - y`.
    Squared,
}

impl OnlineLoss {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Logistic, Self::Hinge, Self::SquaredHinge, Self::Squared];

    /// The name, here and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Hinge => "hinge",
            Self::SquaredHinge => "squared-hinge",
            Self::Squared => "squared",
        }
    }

    /// What a column of it is headed with.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Logistic => "log loss",
            Self::Hinge => "hinge",
            Self::SquaredHinge => "sq. hinge",
            Self::Squared => "sq. loss",
        }
    }

    /// The slope at a logit, of the class 1 or 0.
    #[inline(always)]
    pub(super) fn slope<V: TrainValue>(self, logit: V, class: V) -> V {
        let (margin, scale) = (V::ONE, V::ONE);
        match self {
            Self::Logistic => logit.sigmoid() - class,
            Self::Hinge => HingeGradient { margin, scale }.of([logit, sign(class)]),
            Self::SquaredHinge => SquaredHingeGradient { margin, scale }.of([logit, sign(class)]),
            Self::Squared => logit - sign(class),
        }
    }

    /// The loss of a logit, of the class 1 or 0.
    pub(super) fn loss<V: TrainValue>(self, logit: V, class: V) -> V {
        let margin = V::ONE;
        match self {
            Self::Logistic => SigmoidCrossEntropy.of([logit, class]),
            Self::Hinge => Hinge { margin }.of([logit, sign(class)]),
            Self::SquaredHinge => SquaredHinge { margin }.of([logit, sign(class)]),
            Self::Squared => half_square(logit - sign(class)),
        }
    }
}

fn half_square<V: TrainValue>(distance: V) -> V {
    distance * distance / V::from(2_u8)
}

/// 1 or -1, of 1 or 0.
#[inline(always)]
fn sign<V: TrainValue>(class: V) -> V {
    class + class - V::ONE
}

/// How many logits a row has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Classes {
    /// One, of the class 1 and not of the other one.
    #[default]
    Two,
    /// One for each class, with the probabilities `e^z_k / sum_j e^z_j`; the loss is `-ln` of that of the label.
    Softmax,
    /// One for each class, which is learnt against all others: the loss is the sum of those of all logits.
    OneAgainstRest,
    /// No classes: one logit, which is to be the label itself, any number. The loss is [`OnlineLoss::Squared`] with the
    /// label in the place of `y`.
    Regression,
}

impl Classes {
    /// The name, here and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Two => "two",
            Self::Softmax => "softmax",
            Self::OneAgainstRest => "one-against-rest",
            Self::Regression => "regression",
        }
    }

    /// Whether there is a logit for each class.
    #[must_use]
    pub const fn are_several(self) -> bool {
        matches!(self, Self::Softmax | Self::OneAgainstRest)
    }
}

/// The loss of a row, of all its logits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective {
    pub loss: OnlineLoss,
    pub classes: Classes,
}

impl Objective {
    /// What an output of a row is compared with: 1 for its own class, else 0.
    #[inline(always)]
    fn target<V: TrainValue>(self, output: usize, label: V) -> V {
        match self.classes {
            Classes::Two => class(label),
            Classes::Regression => label,
            _ if label == V::from_f64(output as f64) => V::ONE,
            _ => V::ZERO,
        }
    }

    /// Whether slopes are distances of predictions from what they are compared with.
    const fn has_residuals(self) -> bool {
        matches!(self.classes, Classes::Softmax | Classes::Regression)
    }

    /// Replaces the logits of a row by their slopes.
    pub(super) fn slopes<V: TrainValue>(self, logits: &mut [V], label: V) {
        if self.classes == Classes::Softmax {
            Link::Softmax.apply(logits);
        }
        if self.has_residuals() {
            for (output, prediction) in logits.iter_mut().enumerate() {
                *prediction = *prediction - self.target(output, label);
            }
            return;
        }
        for (output, logit) in logits.iter_mut().enumerate() {
            *logit = self.loss.slope(*logit, self.target(output, label));
        }
    }

    /// The loss of the logits of a row.
    pub(super) fn loss<V: TrainValue>(self, logits: &[V], label: V) -> V {
        if self.classes == Classes::Softmax {
            let largest = largest(logits);
            let sum = logits.iter().fold(V::ZERO, |sum, &logit| sum + (logit - largest).exp());
            let own = logits.iter().enumerate().find(|(output, _)| self.target(*output, label) == V::ONE);
            return sum.ln() - (own.map_or(V::ZERO, |(_, &logit)| logit) - largest);
        }
        if let (Classes::Regression, [logit]) = (self.classes, logits) {
            return half_square(*logit - label);
        }
        let losses = logits.iter().enumerate();
        losses.fold(V::ZERO, |sum, (output, &logit)| sum + self.loss.loss(logit, self.target(output, label)))
    }

    /// Replaces the logits of a row by what is predicted: probabilities of the logistic loss, else margins. One against
    /// the rest, probabilities are divided by their sum.
    pub(super) fn predict<V: TrainValue>(self, logits: &mut [V]) {
        let link = match (self.classes, self.loss) {
            (Classes::Softmax, _) => Link::Softmax,
            (Classes::OneAgainstRest, OnlineLoss::Logistic) => Link::OneAgainstRest,
            (_, OnlineLoss::Logistic) => Link::Sigmoid,
            _ => Link::Identity,
        };
        link.apply(logits);
    }
}

/// The first of the largest numbers.
fn largest<V: TrainValue>(numbers: &[V]) -> V {
    numbers.iter().fold(V::NEGATIVE_INFINITY, |largest, &number| if number > largest { number } else { largest })
}

/// The place of the first of the largest numbers.
pub(super) fn place_of_largest<V: TrainValue>(numbers: &[V]) -> usize {
    let largest = largest(numbers);
    numbers.iter().position(|&number| number == largest).unwrap_or(0)
}
