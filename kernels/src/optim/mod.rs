//! Optimizers on row_sparse gradients.
//!
//! Weight and states are dense or row_sparse ([`RowsMut`](crate::RowsMut)) and are updated in place. A row_sparse one
//! may store any subset of its rows: a row that is not stored counts as zero, and a call that would have to write one
//! is refused before anything is written.
//!
//! An optimizer is a [`Rule`]: its formula on scalars. Those of this module are functions of their own; [`update`] runs
//! any other, yours for example, and [`RuleStep`] runs it in parts; [`update_mixed`] runs each on a weight of 16 bits,
//! with states of 32. One that looks at a row as a whole, for its norm or a state of one number a row, is a [`RowRule`],
//! which [`update_rows`] runs.
mod adadelta;
mod adagrad;
mod adagrad_l2;
mod adam;
mod adamax;
mod adamw;
mod bias;
mod blocks;
pub(crate) mod check;
pub mod exact;
mod ftml;
mod ftrl;
mod global_norm;
mod group_adagrad;
mod hyper;
mod lamb;
mod lamb_direction;
mod lars;
mod mixed;
mod mixed_row_step;
mod mixed_rows;
mod moments;
mod nadam;
mod nag;
mod quantized;
mod rmsprop;
mod rmsprop_centered;
mod rounding;
mod row_adagrad;
mod row_adam;
mod row_lamb;
mod row_rmsprop;
mod row_rule;
mod row_step;
mod row_sums;
mod rule;
mod several;
mod sgd;
mod sgd_momentum;
mod sign_sgd;
mod signum;
mod step;

pub use adadelta::{AdaDelta, adadelta};
pub use adagrad::{AdaGrad, adagrad};
pub use adagrad_l2::{AdaGradL2, adagrad_l2};
pub use adam::{Adam, adam};
pub use adamax::{Adamax, adamax};
pub use adamw::{AdamW, adamw};
pub use bias::{NadamSchedule, bias_correction};
pub use ftml::{Ftml, ftml};
pub use ftrl::{Ftrl, ftrl};
pub use global_norm::GlobalNorm;
pub use group_adagrad::{GroupAdaGrad, group_adagrad};
pub use hyper::{Common, Hyper, Update};
pub use lamb::{Lamb, lamb};
pub use lamb_direction::{LambDirection, lamb_direction};
pub use lars::{Lars, lars};
pub use mixed::{MixedStep, update_mixed};
pub use mixed_row_step::{MixedRowStep, update_rows_mixed};
pub use nadam::{Nadam, nadam};
pub use nag::{Nag, nag};
pub use quantized::{QuantizedStep, update_quantized};
pub use rmsprop::{RmsProp, rmsprop};
pub use rmsprop_centered::{RmsPropCentered, rmsprop_centered};
#[doc(hidden)]
pub use rounding::RoundingDraws;
pub use rounding::{Rounding, RoundingStream};
pub use row_adagrad::{RowAdaGrad, row_adagrad};
pub use row_adam::{RowAdam, row_adam};
pub use row_lamb::{RowLamb, row_lamb};
pub use row_rmsprop::{RowRmsProp, row_rmsprop};
pub use row_rule::RowRule;
pub use row_step::{RowStep, update_rows};
pub use rule::Rule;
pub use several::{Refused, update_several};
pub use sgd::{Sgd, sgd};
pub use sgd_momentum::{SgdMomentum, sgd_momentum};
pub use sign_sgd::{SignSgd, sign_sgd};
pub use signum::{Signum, signum};
pub use step::{RuleStep, Step, update};
