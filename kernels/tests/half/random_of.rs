//! The random numbers of stochastic rounding.
use lacuna::optim::RoundingStream;

/// As the documentation says, once more: of row and column, in blocks of eight columns.
pub fn random_of(stream: RoundingStream, row: u64, column: usize) -> u16 {
    let words = |number: u64| [number as u32, (number >> 32) as u32];
    let ([p, q], [s, t]) = (words(stream.parameter), words(stream.step));
    let key = lacuna::random::philox([p, q, s, t], words(stream.seed));
    let ([b, c], [r, u]) = (words(column as u64 / 8), words(stream.first_row + row));
    let block = lacuna::random::philox([b, c, r, u], [key[0], key[1]]);
    (block[column % 8 / 2] >> (16 * (column % 2))) as u16
}
