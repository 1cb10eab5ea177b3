//! Functions of the values of arrays, here of as many as the weights have.
use super::bench::{Bench, Line};
use super::bytes::ROW_BYTES;
use super::compare::same_values;
use super::inputs::ROW_LENGTH;
use anyhow::Result;
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Buffer, binary, map};

const NAMES: [&str; 4] = ["abs", "square", "multiply", "subtract"];

pub(super) fn names() -> Vec<String> {
    NAMES.map(str::to_owned).to_vec()
}

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    if !bench.wants(&NAMES) {
        return Ok(());
    }
    let rows = bench.folder.rows()?;
    let left = bench.folder.dense(rows, ROW_LENGTH)?;
    let right: Vec<_> = left.iter().rev().copied().collect();
    let (left_there, right_there) =
        (Buffer::upload_values(bench.gpu, &left)?, Buffer::upload_values(bench.gpu, &right)?);
    let mut expected = vec![f32::NAN; left.len()];
    let mut out = Buffer::upload_values(bench.gpu, &expected)?;
    macro_rules! measure {
        ($family:ident::$name:ident($($operand:ident $there:ident),*)) => {
            let name = stringify!($name);
            if bench.wants(&[name]) {
                bench.cpu.$name($(&$operand,)* &mut expected)?;
                $family::$name(bench.gpu, $(&$there,)* &mut out)?;
                bench.gpu.finish()?;
                same_values(name, ROW_LENGTH, &out.download_values(bench.gpu)?, &expected)?;
                let read = [$(stringify!($operand)),*].len();
                let line = Line::new(name, (read + 1) * rows * ROW_BYTES, "output reused");
                bench.time(line, |gpu| $family::$name(gpu, $(&$there,)* &mut out))?;
            }
        };
    }
    measure!(map::abs(left left_there));
    measure!(map::square(left left_there));
    measure!(binary::multiply(left left_there, right right_there));
    measure!(binary::subtract(left left_there, right right_there));
    Ok(())
}
