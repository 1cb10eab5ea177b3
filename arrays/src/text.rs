//! Text that a person reads.
use std::io::{ErrorKind, Result, Write};

/// Writes text for a reader who may have gone away, as `head` does: that is no error.
///
/// ```
/// lacuna_arrays::write_text(&mut std::io::stdout(), "3 rows\n")?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// All others of the output.
pub fn write_text(out: &mut (impl Write + ?Sized), text: &str) -> Result<()> {
    match out.write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Failing(ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_reader_that_has_gone_away_is_no_error() {
        write_text(&mut Failing(ErrorKind::BrokenPipe), "x").unwrap();
        assert_eq!(write_text(&mut Failing(ErrorKind::StorageFull), "x").unwrap_err().kind(), ErrorKind::StorageFull);
    }
}
