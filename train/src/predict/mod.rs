//! `lacuna predict`: what a saved model says about rows.
mod arguments;
mod output;
mod run;
mod scores;
mod streamed;

pub use arguments::PredictArguments;
pub use run::{predict, run_predict};
