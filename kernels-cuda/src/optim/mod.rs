//! Optimizers on row_sparse gradients: [`lacuna::optim`] on a device.
mod sgd;
mod touched_rows;

pub use sgd::{sgd, sgd_momentum};
