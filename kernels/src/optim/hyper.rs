//! Hyper-parameters: those that all rules share, and the declaration of a rule's struct.
use crate::error::{KernelError, Parameter};
use crate::split::{Split, equal};
use crate::{Index, RowSparse, Storage, Value};

/// Which rows an update touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Update {
    /// Only the rows that the gradient stores, also for weight decay and states: fast, and another result than the
    /// standard update where there is a decay or a state.
    Lazy,
    /// All rows; one that the gradient does not store has a gradient of zero.
    Standard,
}

impl Update {
    /// Where a [part](crate::Split) of the rows of a gradient begins.
    pub(super) fn cut<V: Storage, I: Index>(self, gradient: RowSparse<'_, V, I>, part: usize, parts: usize) -> usize {
        match self {
            Self::Lazy => gradient.cut(part, parts),
            Self::Standard => equal(gradient.rows(), part, parts),
        }
    }
}

/// The hyper-parameters that all rules share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Common<V> {
    /// lr.
    pub learning_rate: V,
    /// wd.
    pub weight_decay: V,
    /// The gradient is multiplied by this first.
    pub rescale_gradient: V,
    /// The rescaled gradient is limited to minus and plus this.
    pub clip_gradient: Option<V>,
    /// Which rows are touched.
    pub update: Update,
}

impl<V: Value> Common<V> {
    /// `clip(rescale * g)`: what a step gets.
    ///
    /// A bound of 0, of either sign, leaves zeros, with the sign of the rescaled gradient; NaN stays NaN.
    #[inline(always)]
    pub fn prepare(&self, gradient: V) -> V {
        self.clip(self.rescale_gradient * gradient)
    }

    /// `clip(rescale * g + wd * w)`: what a step gets whose rule limits the sum of both, as MXNet's Adam does. In a row
    /// that the gradient does not store the first term is 0.
    #[inline(always)]
    pub fn prepare_decayed(&self, gradient: Option<V>, weight: V) -> V {
        self.clip(gradient.map_or(V::ZERO, |gradient| self.rescale_gradient * gradient) + self.weight_decay * weight)
    }

    /// `clip(rescale * g) + wd * w`: what a step gets whose rule adds the decay to the limited gradient. In a row that
    /// the gradient does not store the first term is 0.
    #[inline(always)]
    pub fn prepare_and_decay(&self, gradient: Option<V>, weight: V) -> V {
        gradient.map_or(V::ZERO, |gradient| self.prepare(gradient)) + self.weight_decay * weight
    }

    #[inline(always)]
    fn clip(&self, number: V) -> V {
        limited(number, self.bound())
    }

    /// The bound of clipping; infinity clips nothing.
    #[inline(always)]
    fn bound(&self) -> V {
        self.clip_gradient.unwrap_or(V::INFINITY).magnitude()
    }

    /// The same with what the compiler can leave out, if [`prepare`](Self::prepare) leaves every gradient as it is.
    #[inline(always)]
    pub(crate) fn plain(&self) -> Option<Self> {
        (self.clip_gradient.is_none() && self.rescale_gradient == V::ONE).then_some(Self {
            clip_gradient: None,
            rescale_gradient: V::ONE,
            ..*self
        })
    }

    /// Refuses what no update can use.
    pub(crate) fn check(&self) -> Result<(), KernelError> {
        self.clip_gradient.map_or(Ok(()), |bound| expect_bound(Parameter::ClipGradient, bound))
    }
}

/// Refuses a bound that is below 0 or NaN.
fn expect_bound<V: Value>(parameter: Parameter, bound: V) -> Result<(), KernelError> {
    // NaN is not at least 0 either.
    if bound >= V::ZERO { Ok(()) } else { Err(KernelError::Parameter { parameter, bits: bound.widen().to_bits() }) }
}

/// Refuses a bound of the weights that is below 0 or NaN. MXNet takes each of these as no bound, which is infinity here.
pub(super) fn expect_weight_bound<V: Value>(bound: V) -> Result<(), KernelError> {
    expect_bound(Parameter::ClipWeights, bound)
}

/// The number, limited to minus and plus the bound; infinity limits nothing, and NaN stays NaN.
#[inline(always)]
pub(super) fn limited<V: Value>(number: V, bound: V) -> V {
    // Two selections, no branch: so that loops over it become vector loops.
    let from_below = if number < -bound { -bound } else { number };
    if number > bound { bound } else { from_below }
}

/// 1, -1 or, for a zero and for NaN, 0.
#[inline(always)]
pub(super) fn sign<V: Value>(number: V) -> V {
    let above = if number > V::ZERO { V::ONE } else { V::ZERO };
    if number < V::ZERO { V::ZERO - V::ONE } else { above }
}

/// The rate of a step along a direction `d` whose norm is to be that of the weight: `(lr * |w|) / |d|`, or lr where a
/// norm is 0.
#[inline(always)]
pub(super) fn rate_by_norms<V: Value>(learning_rate: V, norm: V, of_direction: V) -> V {
    let none = norm == V::ZERO || of_direction == V::ZERO;
    if none { learning_rate } else { (learning_rate * norm) / of_direction }
}

/// The hyper-parameters of a rule.
pub trait Hyper<V>: Copy {
    /// Names of those that it does not share with all rules.
    const OWN: &'static [&'static str];
    /// Of these, the names of those that [`at_step`](Self::at_step) sets.
    const OF_STEP: &'static [&'static str] = &[];
    /// Those that it shares.
    fn common(&self) -> Common<V>;
    /// The same, unless no update can use the rule's.
    ///
    /// # Errors
    /// [`KernelError::Parameter`].
    fn checked(&self) -> Result<Common<V>, KernelError>
    where
        V: Value,
    {
        let common = self.common();
        common.check().map(|()| common)
    }
    /// The same for step `step = 1, 2, ...` of a parameter: with what depends on the number of the step, such as the
    /// corrections of moments that start at zero.
    ///
    /// ```
    /// use lacuna::optim::{Adam, Hyper};
    /// let hyper = Adam::new(0.5, 0.5, 0.75, 0.0);
    /// assert_eq!(hyper.at_step(3), hyper.bias_corrected(3));
    /// ```
    #[must_use]
    fn at_step(self, _step: u64) -> Self {
        self
    }
}

/// The default of a hyper-parameter that one rule has, or few: that of MXNet's operator, and where it has none, what
/// changes nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! default_hyper {
    (AdaGrad epsilon) => {
        1e-7
    };
    (GroupAdaGrad epsilon) => {
        1e-5
    };
    (RowAdaGrad epsilon) => {
        1e-7
    };
    (AdaDelta epsilon) => {
        1e-5
    };
    (Lamb epsilon) => {
        1e-6
    };
    (LambDirection epsilon) => {
        1e-6
    };
    (RowLamb epsilon) => {
        1e-6
    };
    ($rule:ident epsilon) => {
        1e-8
    };
    (Ftml beta1) => {
        0.6
    };
    ($rule:ident beta1) => {
        0.9
    };
    ($rule:ident beta2) => {
        0.999
    };
    (RmsProp rho) => {
        0.95
    };
    (RmsPropCentered rho) => {
        0.95
    };
    ($rule:ident rho) => {
        0.9
    };
    (RmsPropCentered momentum) => {
        0.9
    };
    ($rule:ident momentum) => {
        0.0
    };
    (Lars eta) => {
        0.001
    };
    ($rule:ident eta) => {
        1.0
    };
    ($rule:ident lambda1) => {
        0.01
    };
    ($rule:ident beta) => {
        1.0
    };
    ($rule:ident correction1) => {
        1.0
    };
    ($rule:ident correction2) => {
        1.0
    };
    ($rule:ident gradient_share) => {
        1.0
    };
    ($rule:ident mean_share) => {
        0.0
    };
    ($rule:ident decoupled_decay) => {
        0.0
    };
    // Off.
    ($rule:ident clip_weights) => {
        f64::INFINITY
    };
    ($rule:ident lower_bound) => {
        -1.0
    };
    ($rule:ident upper_bound) => {
        -1.0
    };
}

/// What is checked of a hyper-parameter that one rule has, or few.
macro_rules! checked {
    (clip_weights) => {
        fn checked(&self) -> Result<$crate::optim::Common<V>, $crate::KernelError> {
            $crate::optim::hyper::expect_weight_bound(self.clip_weights)?;
            let common = self.common();
            common.check().map(|()| common)
        }
    };
    ($own:ident) => {};
}
pub(super) use checked;

/// Declares the hyper-parameters of a rule: a flat struct of its own ones and those that all rules share; and what they
/// are in a step, with the names of those that the step alone decides.
macro_rules! hyper {
    ($(#[$doc:meta])* $name:ident { $($(#[$own_doc:meta])* $own:ident),* }
        $(at |$hyper:ident, $step:ident| $at:expr => [$($of_step:ident),*])?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name<V> {
            /// lr: what a step is multiplied by.
            pub learning_rate: V,
            $($(#[$own_doc])* pub $own: V,)*
            /// wd: the share of the weight that is added to the gradient, or as the formula has it. 0 by default.
            pub weight_decay: V,
            /// The gradient is multiplied by this first: 1 / batch size, for a gradient that is a sum. 1 by default.
            pub rescale_gradient: V,
            /// Each element of the rescaled gradient is limited to minus and plus this: a number from 0 on. `None`, the
            /// default, limits nothing.
            pub clip_gradient: Option<V>,
            /// Which rows are touched. Lazy by default, as in MXNet.
            pub update: $crate::optim::Update,
        }

        impl<V: $crate::Value> $name<V> {
            /// The defaults of MXNet's operator, or what changes nothing where that has none; a lazy update without
            /// weight decay, rescaling or clipping.
            #[must_use]
            pub fn with_defaults(learning_rate: V) -> Self {
                Self::new(learning_rate $(, V::narrow($crate::default_hyper!($name $own)))*)
            }

            /// A lazy update without weight decay, rescaling or clipping.
            // In the order of the fields.
            #[allow(clippy::too_many_arguments)]
            pub const fn new(learning_rate: V $(, $own: V)*) -> Self {
                Self {
                    learning_rate,
                    $($own,)*
                    weight_decay: V::ZERO,
                    rescale_gradient: V::ONE,
                    clip_gradient: None,
                    update: $crate::optim::Update::Lazy,
                }
            }
        }

        impl<V: $crate::Value> $crate::optim::Hyper<V> for $name<V> {
            const OWN: &'static [&'static str] = &[$(stringify!($own)),*];
            #[inline(always)]
            fn common(&self) -> $crate::optim::Common<V> {
                let Self { learning_rate, weight_decay, rescale_gradient, clip_gradient, update, .. } = *self;
                $crate::optim::Common { learning_rate, weight_decay, rescale_gradient, clip_gradient, update }
            }
            $($crate::optim::hyper::checked! { $own })*
            $(
                const OF_STEP: &'static [&'static str] = &[$(stringify!($of_step)),*];
                fn at_step(self, $step: u64) -> Self {
                    let $hyper = self;
                    $at
                }
            )?
        }
    };
}
pub(super) use hyper;
