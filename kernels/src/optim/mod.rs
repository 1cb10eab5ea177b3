//! Optimizers on row_sparse gradients.
//!
//! Weight and states are dense or row_sparse ([`RowsMut`](crate::RowsMut)) and are updated in place. A row_sparse one may store any subset of its rows: a row that is not stored counts as
//! zero, and a call that would have to write one is refused before anything is written.
//!
//! An optimizer is a [`Rule`]: its formula on scalars. Those of this module are functions of their own; [`update`] runs any other, yours for example; [`update_mixed`] runs each on a
//! weight of 16 bits, with states of 32.
mod adagrad;
mod blocks;
pub(crate) mod check;
mod hyper;
mod mixed;
mod nag;
mod rule;
mod sgd;
mod sgd_momentum;
mod step;

pub use adagrad::{AdaGrad, adagrad};
pub use hyper::{Common, Hyper, Update};
pub use mixed::{MixedStep, update_mixed};
pub use nag::{Nag, nag};
pub use rule::Rule;
pub use sgd::{Sgd, sgd};
pub use sgd_momentum::{SgdMomentum, sgd_momentum};
pub use step::{Step, update};
