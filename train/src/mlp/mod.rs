//! `lacuna train mlp`: the network of MXNet's tutorial on sparse features.
mod arguments;
mod run;

pub use arguments::{MlpArguments, VariantArgument};
pub use run::train_mlp;
