//! `lacuna demo`: what sparse storage saves, measured on this machine.
mod arguments;
mod kdd2010;
mod problem;
mod table;

pub use arguments::{DemoArguments, DemoModel, Kdd2010Arguments};
pub use kdd2010::{Kdd2010Report, MeasuredForm, demo, demo_kdd2010};
