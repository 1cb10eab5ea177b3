//! `lacuna demo`: what sparse storage saves, measured on this machine; and the tutorials of MXNet, with what MXNet
//! prints beside what is computed.
mod arguments;
mod kdd2010;
mod problem;
mod table;
mod tutorial;

pub use arguments::{DemoArguments, DemoModel, Kdd2010Arguments};
pub use kdd2010::{Kdd2010Report, MeasuredForm, demo, demo_kdd2010};
pub use tutorial::{Tutorial, TutorialReport, TutorialStep, Verdict, demo_tutorial};
