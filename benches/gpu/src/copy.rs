//! The ceiling: a copy inside the device.
use super::bench::{Bench, Line};
use anyhow::{Result, ensure};
use lacuna_cuda::driver::Driver;

const NAME: &str = "copy";

pub(super) fn names() -> Vec<String> {
    vec![NAME.to_owned()]
}

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    if !bench.wants(&[NAME]) {
        return Ok(());
    }
    let (driver, bytes) = (bench.gpu.driver(), bench.settings.copy_bytes);
    // No two words alike: what is easy to compress may be copied faster than data are.
    let words: Vec<u64> =
        (1..=bytes.div_ceil(size_of::<u64>()) as u64).map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let contents = &bytemuck::cast_slice::<_, u8>(&words)[..bytes];
    let (mut from, mut to) = (driver.allocate(bytes)?, driver.allocate(bytes)?);
    driver.upload(contents, &mut from)?;
    driver.copy(&from, 0, &mut to, 0, bytes)?;
    let mut found = vec![0; bytes];
    driver.download(&to, 0, &mut found)?;
    ensure!(found == contents, "the copy differs");
    let notes = format!("device to device; {} MiB", bytes >> 20);
    bench.time(Line::new(NAME, 2 * bytes, &notes), |gpu| Ok(gpu.driver().copy(&from, 0, &mut to, 0, bytes)?))
}
