//! Exact lazy updates against standard ones, on random schedules of steps, learning rates, reads and flushes.
#![allow(clippy::unwrap_used)]
mod refusals;
mod rules;
mod run;

use lacuna::optim::exact::Replay;
use lacuna::optim::{
    AdaDelta, AdaGrad, AdaGradL2, Adam, AdamW, Adamax, Ftrl, Nadam, Nag, RmsProp, Sgd, SgdMomentum, SignSgd, Signum,
};
use rules::bits_of_replay;
use run::{accuracy, bits, schedules};

/// What has a short way is within a few roundings of exact arithmetic wherever a row is brought up to date.
macro_rules! accurate {
    ($($name:ident $rule:ident $arrays:literal;)*) => {$(
        #[test]
        fn $name() {
            schedules(|draw| accuracy::<f32, $rule<f32>, $arrays>(draw));
            schedules(|draw| accuracy::<f64, $rule<f64>, $arrays>(draw));
        }
    )*};
}
accurate! {
    sgd_is_accurate Sgd 1;
    sgd_momentum_is_accurate SgdMomentum 2;
    nag_is_accurate Nag 2;
    adagrad_is_accurate AdaGrad 2;
    adam_is_accurate Adam 3;
    adamw_is_accurate AdamW 3;
    ftrl_is_accurate Ftrl 3;
    sign_sgd_is_accurate SignSgd 1;
    rmsprop_is_accurate RmsProp 2;
    adagrad_l2_is_accurate AdaGradL2 2;
    adadelta_is_accurate AdaDelta 3;
    adamax_is_accurate Adamax 3;
    nadam_is_accurate Nadam 3;
}

/// What is replayed has the bits of standard updates.
macro_rules! replayed {
    ($($name:ident $rule:ident $arrays:literal;)*) => {$(
        #[test]
        fn $name() {
            schedules(|draw| bits::<f32, Replay<$rule<f32>>, $rule<f32>, $arrays>(draw, Replay));
            schedules(|draw| bits::<f64, Replay<$rule<f64>>, $rule<f64>, $arrays>(draw, Replay));
        }
    )*};
}
replayed! {
    replayed_sgd_is_standard Sgd 1;
    replayed_sgd_momentum_is_standard SgdMomentum 2;
    replayed_nag_is_standard Nag 2;
    replayed_adagrad_is_standard AdaGrad 2;
    replayed_adam_is_standard Adam 3;
    replayed_adamw_is_standard AdamW 3;
    replayed_ftrl_is_standard Ftrl 3;
    replayed_signum_is_standard Signum 2;
    replayed_rmsprop_is_standard RmsProp 2;
    replayed_adamax_is_standard Adamax 3;
}

#[test]
fn ftrl_has_the_bits_of_standard_updates() {
    schedules(|draw| bits::<f32, Ftrl<f32>, Ftrl<f32>, 3>(draw, |rule| rule));
    schedules(|draw| bits::<f64, Ftrl<f64>, Ftrl<f64>, 3>(draw, |rule| rule));
}

#[test]
fn a_replay_stops_where_nothing_changes() {
    bits_of_replay();
}
