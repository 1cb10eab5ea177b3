//! Times: of a series the least and the median, and how they are shown.

/// The least of them.
pub fn least(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The median of them; they are sorted.
pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Four significant digits; nothing for none.
pub fn shown(time: Option<f64>) -> String {
    let Some(time) = time else { return String::new() };
    let digits = (3 - time.log10().floor() as i32).clamp(0, 6);
    format!("{time:.*}", digits as usize)
}
