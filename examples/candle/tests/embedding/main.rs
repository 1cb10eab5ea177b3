//! The embedding against candle's own: one program, as linking candle takes long.
mod gradient;
mod update;
