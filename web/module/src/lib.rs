//! What the npm package `lacuna-sparse` serves models and reads text with. The classes here are wrapped by those of the
//! package, in `web/src`.
#![deny(unsafe_code)]
#[cfg(feature = "linear")]
mod linear;
#[cfg(feature = "text")]
mod text;
