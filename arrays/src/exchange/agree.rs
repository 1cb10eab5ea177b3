//! Whether ranks were started alike.
use super::{Exchange, ExchangeError, Reader, Writer};

/// What is found where a rank does not have a value.
const NOTHING: &str = "nothing";

/// Compares what must be the same on all ranks: the version of this crate, and `(name, value)` of options and of data.
///
/// Values should be short. Each rank sends all of its own to each other.
///
/// # Errors
/// [`ExchangeError::Different`], the same on every rank: the first rank that has something else than rank 0, and the
/// first name where it has. Otherwise as [`Exchange::all_to_all`].
///
/// ```
/// use lacuna_arrays::exchange::{Threads, agree};
/// use std::time::Duration;
/// let ranks = Threads::new(2, Duration::from_secs(10));
/// std::thread::scope(|scope| {
///     for (rank, batch) in ranks.into_iter().zip(["100", "200"]) {
///         scope.spawn(move || {
///             let error = agree(&rank, &[("--optimizer", "sgd".into()), ("--batch", batch.into())]).unwrap_err();
///             assert_eq!(error.to_string(), "rank 1 has --batch 200, but rank 0 has 100");
///         });
///     }
/// });
/// ```
pub fn agree(exchange: &dyn Exchange, values: &[(&str, String)]) -> Result<(), ExchangeError> {
    if exchange.size() == 1 {
        return Ok(());
    }
    let mut writer = Writer::default();
    writer.number(values.len() as u64 + 1);
    let version = ("version", env!("CARGO_PKG_VERSION"));
    for (name, value) in std::iter::once(version).chain(values.iter().map(|(name, value)| (*name, value.as_str()))) {
        writer.bytes(name.as_bytes());
        writer.bytes(value.as_bytes());
    }
    let messages = exchange.all_gather(writer.finish())?;
    let mut all = messages.iter().enumerate().map(|(rank, message)| read(rank, message));
    let expected = all.next().unwrap_or_else(|| Ok(Vec::new()))?;
    for (rank, found) in all.enumerate() {
        if let Some((what, expected, found)) = difference(&expected, &found?) {
            return Err(ExchangeError::Different { rank: rank + 1, what, expected, found });
        }
    }
    Ok(())
}

fn read(rank: usize, message: &[u8]) -> Result<Vec<(String, String)>, ExchangeError> {
    let mut reader = Reader::new(rank, message);
    let mut values = Vec::new();
    for _ in 0..reader.count("a number of options")? {
        let mut text = || reader.bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        values.push((text()?, text()?));
    }
    reader.end()?;
    Ok(values)
}

/// The first name whose values differ, and both values.
fn difference(expected: &[(String, String)], found: &[(String, String)]) -> Option<(String, String, String)> {
    let of = |values: &[(String, String)], name: &str| {
        let value = values.iter().find(|(known, _)| known == name);
        value.map_or_else(|| NOTHING.to_owned(), |(_, value)| value.clone())
    };
    let names = expected.iter().chain(found).map(|(name, _)| name);
    let mut values = names.map(|name| (name.clone(), of(expected, name), of(found, name)));
    values.find(|(_, expected, found)| expected != found)
}
