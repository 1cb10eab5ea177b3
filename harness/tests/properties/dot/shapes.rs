//! Random csr matrices: mostly small, with rows and columns around every boundary of the kernels.
use lacuna_testing::{Csr, Profile, Random, Real};

/// Entries of a row: around the lanes, the vectors and the blocks.
const SHORT: &[usize] = &[0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33];
const MIDDLE: &[usize] = &[0, 63, 64, 65, 127, 128, 129, 130, 1];
const LONG: &[usize] = &[1023, 1024, 1025, 2047, 2048, 2049, 130, 1, 3];
/// Columns of the other operand: around the widths of tiles.
const NARROW: &[usize] = &[0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 8, 9];
const WIDE: &[usize] = &[15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 130, 255, 256, 257, 1000];

/// A csr and the number of columns of the other operand.
pub fn draw<V: Real>(random: &mut Random, profile: Profile) -> (Csr<V>, usize) {
    let (rows, columns, counts, n) = match random.percent() {
        0..35 => (random.below(5), random.below(5), &SHORT[..7], random.below(5)),
        35..72 => (random.below(20), random.below(40), SHORT, random.one_of(NARROW)),
        72..80 => (random.below(4), random.below(6), &SHORT[..8], random.in_turn(WIDE)),
        // So wide that a scatter is cut, by rows so long that the cut is searched for.
        80..83 => {
            (1 + random.below(3), 200 + random.below(50), &[65, 100, 130, 200][..], random.in_turn(&[16, 17, 32]))
        }
        // Rows around the blocks of a GPU.
        83..85 => (
            random.one_of(&[31, 32, 33, 63, 64, 65, 255, 256, 257]),
            random.below(40),
            &SHORT[..6],
            random.one_of(&NARROW[..8]),
        ),
        85..92 => return draw_in_turn(random.turn(9), MIDDLE, 130, profile, random),
        _ => return draw_in_turn(random.turn(9), LONG, 2049, profile, random),
    };
    let rows = (0..rows).map(|_| row(random, counts, columns)).collect();
    (Csr::of_rows(columns, rows, profile, random), n)
}

/// Rows of three of the counts, and a number of columns: in nine turns each count comes with 1, 2 and 3 columns.
fn draw_in_turn<V: Real>(
    turn: usize,
    counts: &[usize],
    columns: usize,
    profile: Profile,
    random: &mut Random,
) -> (Csr<V>, usize) {
    let columns = columns + random.below(60);
    let rows = counts[turn % 3 * 3..][..3].iter().map(|&count| random.ascending(count, columns)).collect();
    (Csr::of_rows(columns, rows, profile, random), 1 + turn / 3)
}

fn row(random: &mut Random, counts: &[usize], columns: usize) -> Vec<usize> {
    let count = random.one_of(counts);
    random.ascending(count, columns)
}

/// One whose transpose has rows around the boundaries; if `sparse`, sometimes of very many columns.
pub fn draw_transposed<V: Real>(random: &mut Random, profile: Profile, sparse: bool) -> (Csr<V>, usize) {
    match random.percent() {
        // Rows in which most of a few columns occur, so that these have many terms.
        0..5 => {
            let turn = random.turn(21);
            let rows = [2100, 1025, 2049, 1024, 2048, 1023, 2047][turn % 7];
            let columns = 1 + random.below(2);
            let rows = (0..rows).map(|_| if random.once_in(300) { vec![] } else { (0..columns).collect() }).collect();
            (Csr::of_rows(columns, rows, profile, random), 1 + turn % 3)
        }
        5..20 if sparse => {
            let columns = random.one_of(&[70_000, 20_216_830, i32::MAX as usize, i32::MAX as usize + 1]);
            let count = random.below(8);
            let rows = (0..count).map(|_| {
                let mut columns = row(random, SHORT, columns - 1);
                // The last column is the largest index that there is.
                columns.extend(random.once_in(3).then_some(i32::MAX as usize).filter(|_| columns.is_empty()));
                columns
            });
            let rows: Vec<Vec<usize>> = rows.collect();
            let columns = if rows.iter().flatten().any(|&c| c >= columns) { i32::MAX as usize + 1 } else { columns };
            (Csr::of_rows(columns, rows, profile, random), random.one_of(NARROW))
        }
        _ => draw(random, profile),
    }
}
