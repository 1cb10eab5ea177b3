//! Hyper-parameters: a struct for each rule of the list.
use crate::describe::structs;

/// What is said of a hyper-parameter that one rule has, or few.
macro_rules! own {
    ($rule:ident momentum) => {
        concat!(
            "mu: the share of the momentum that a step keeps. Default ", lacuna::default_hyper!($rule momentum), "."
        )
    };
    ($rule:ident clip_weights) => {
        "The weight is limited to minus and plus this. MXNet's -1, which is no limit there, is refused. Default: no limit."
    };
    ($rule:ident lower_bound) => {
        "The norm of a row is raised to this; a number below 0 is no bound. Default -1."
    };
    ($rule:ident upper_bound) => {
        "The norm of a row is lowered to this; a number below 0 is no bound. Default -1."
    };
    ($rule:ident $own:ident) => {
        concat!("The rule's `", stringify!($own), "`. Default ", lacuna::default_hyper!($rule $own), ".")
    };
}

/// A hyper-parameter as it was meant: 0 is the default, -0.0 is 0.
#[inline(always)]
fn given<V: lacuna::Value>(number: f64, default: f64) -> V {
    V::narrow(if number.to_bits() == 0 { default } else { number + 0.0 })
}

/// The structs of the kernels that have hyper-parameters.
macro_rules! rules {
    (
        {} $(
            #[doc = $formula:literal] $family:ident::$kernel:ident $types:tt $operands:tt -> $output:tt, $cut:ident,
            $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        )*
    ) => {
        rules! { @next [] $([$formula $kernel $operands])* }
    };
    (
        @next [$($done:tt)*] [
            $formula:literal $kernel:ident ($hyper:ident: Rule($rule:ident [$($own:ident)*]) $($rest:tt)*)
        ] $($others:tt)*
    ) => {
        rules! { @next [$($done)* { $formula $kernel $rule [$($own)*] }] $($others)* }
    };
    (@next $done:tt $without:tt $($others:tt)*) => {
        rules! { @next $done $($others)* }
    };
    (@next [$({ $formula:literal $kernel:ident $rule:ident [$($own:ident)*] })*]) => {
        structs! { $(
            #[doc = concat!("Hyper-parameters of `lacuna_optim_", stringify!($kernel), "`:", $formula, ".")]
            #[doc = ""]
            #[doc = "`g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and \
                clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 \
                is 0 where that is another number."]
            $rule as $kernel {
                #[doc = "lr."]
                learning_rate: f64,
                $(#[doc = own!($rule $own)] $own: f64,)*
                #[doc = "wd."]
                weight_decay: f64,
                #[doc = "The gradient is multiplied by this first. Default 1."]
                rescale_gradient: f64,
                #[doc = "The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1."]
                clip_gradient: f64,
                #[doc = "0 or 1."]
                clips: u32,
                #[doc = "A `lacuna_update`."]
                update: u32,
            }
        )* }

        $(impl<V: lacuna::Value> crate::raw::Hyper<V> for $rule {
            type Rule = lacuna::optim::$rule<V>;
            #[inline(always)]
            fn rule(&self, memory: &mut crate::raw::Memory<'_>) -> Result<Self::Rule, crate::raw::Refused> {
                let Self {
                    learning_rate, $($own,)* weight_decay, rescale_gradient, clip_gradient, clips, update
                } = *self;
                let (clip_gradient, update) = crate::raw::common(clip_gradient, clips, update, memory)?;
                Ok(lacuna::optim::$rule {
                    learning_rate: given(learning_rate, 0.0),
                    $($own: given($own, lacuna::default_hyper!($rule $own)),)*
                    weight_decay: given(weight_decay, 0.0),
                    rescale_gradient: given(rescale_gradient, 1.0),
                    clip_gradient: clip_gradient.map(|bound| given(bound, 0.0)),
                    update,
                })
            }
        })*
    };
}
lacuna::for_each_kernel!(rules);
