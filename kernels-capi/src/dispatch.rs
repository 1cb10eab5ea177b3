//! Which SIMD level runs.
use crate::raw::exports;
use crate::status::{MemoryFault, OperandCode, Refusal, Status};
use lacuna::dispatch::Level;

exports! {
    /// Makes all kernels of the process run at a level: 1 baseline, 2 AVX2, 3 AVX-512; 0 for the best one.
    dispatch::force_level [] (level: Size) {
        let chosen = Level::ALL.iter().copied().find(|known| *known as usize == level);
        if chosen.is_none() && level != 0 {
            return Err(
                MemoryFault {
                    status: Status::InvalidChoice, operand: OperandCode::None, expected: Level::ALL.len(), found: level
                }.into()
            );
        }
        lacuna::dispatch::force(chosen).map_err(Refusal::Level)
    }
}
