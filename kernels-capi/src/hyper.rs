//! Hyper-parameters: a struct for each rule of the list.
use crate::describe::structs;

/// What a hyper-parameter is that one rule has, or few.
macro_rules! own {
    (momentum) => {
        "mu: the share of the momentum that a step keeps."
    };
    (epsilon) => {
        "What is added before a root is taken."
    };
    ($other:ident) => {
        concat!("The rule's `", stringify!($other), "`.")
    };
}

/// The structs of the kernels that have hyper-parameters.
macro_rules! rules {
    ({} $(#[doc = $formula:literal] $family:ident::$kernel:ident $types:tt $operands:tt -> $output:tt, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        rules! { @next [] $([$formula $kernel $operands])* }
    };
    (@next [$($done:tt)*] [$formula:literal $kernel:ident ($hyper:ident: Rule($rule:ident [$($own:ident)*]) $($rest:tt)*)] $($others:tt)*) => {
        rules! { @next [$($done)* { $formula $kernel $rule [$($own)*] }] $($others)* }
    };
    (@next $done:tt $without:tt $($others:tt)*) => {
        rules! { @next $done $($others)* }
    };
    (@next [$({ $formula:literal $kernel:ident $rule:ident [$($own:ident)*] })*]) => {
        structs! { $(
            #[doc = concat!("Hyper-parameters of `lacuna_optim_", stringify!($kernel), "_*`:", $formula, ".")]
            #[doc = ""]
            #[doc = "`g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is."]
            $rule as $kernel [V] of [V] {
                #[doc = "lr."]
                learning_rate: V,
                $(#[doc = own!($own)] $own: V,)*
                #[doc = "wd."]
                weight_decay: V,
                #[doc = "The gradient is multiplied by this first."]
                rescale_gradient: V,
                #[doc = "The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1."]
                clip_gradient: V,
                #[doc = "0 or 1."]
                clips: u32,
                #[doc = "A `lacuna_update`."]
                update: u32,
            }
        )* }

        $(impl<V: lacuna::Value> crate::raw::Argument for $rule<V> {
            type Declared = crate::raw::Plain<lacuna::optim::$rule<V>>;
            #[inline(always)]
            fn declare(self, memory: &mut crate::raw::Memory<'_>) -> Result<Self::Declared, crate::raw::Refused> {
                let Self { learning_rate, $($own,)* weight_decay, rescale_gradient, clip_gradient, clips, update } = self;
                let (clip_gradient, update) = crate::raw::common(clip_gradient, clips, update, memory)?;
                Ok(crate::raw::Plain(lacuna::optim::$rule { learning_rate, $($own,)* weight_decay, rescale_gradient, clip_gradient, update }))
            }
        })*
    };
}
lacuna::for_each_kernel!(rules);
