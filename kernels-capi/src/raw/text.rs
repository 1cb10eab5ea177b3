//! Texts for C.
use crate::describe::queries;
use crate::status::{ErrorNumbers, text};
use core::ffi::c_char;
use core::fmt::{self, Write};

/// The first bytes of a text, and how long all of it is.
pub(super) struct Buffer {
    start: *mut c_char,
    capacity: usize,
    length: usize,
}

impl Buffer {
    /// Text is null, or points to `capacity` bytes that nobody else uses.
    pub(super) const fn new(text: *mut c_char, capacity: usize) -> Self {
        Self { start: text, capacity: if text.is_null() { 0 } else { capacity }, length: 0 }
    }

    /// Writes the zero behind the text, and gives the length of the whole text without it.
    pub(super) const fn end(self) -> usize {
        if self.capacity > 0 {
            let last = if self.length < self.capacity { self.length } else { self.capacity - 1 };
            // SAFETY: the last byte at most.
            unsafe { self.start.add(last).write(0) };
        }
        self.length
    }
}

impl Write for Buffer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            if self.length < self.capacity.saturating_sub(1) {
                // SAFETY: inside the buffer, by the contract of [`Buffer::new`].
                unsafe { self.start.add(self.length).write(byte.cast_signed() as c_char) };
            }
            self.length += 1;
        }
        Ok(())
    }
}

queries! {
    /// Writes the sentence of an error, with its numbers and a zero at its end, to `text`, cut off after `capacity`
    /// bytes; gives the length of the whole sentence without the zero.
    ///
    /// `text` may be null if `capacity` is 0. Without an error (null) the sentence is empty.
    [
        unsafe "`error` is null or points to the numbers of an error; `text` points to `capacity` bytes that nobody \
            else uses, apart from those."
    ]
    fn lacuna_error_text(error: *const ErrorNumbers, text: *mut c_char, capacity: usize) -> usize {
        let mut buffer = Buffer::new(text, capacity);
        if !error.is_null() && error.is_aligned() {
            // SAFETY: there and aligned; the rest is the contract.
            let error = unsafe { *error };
            // A buffer takes any text.
            _ = write!(buffer, "{error}");
        }
        buffer.end()
    }

    /// A short text for a status, of any number. It stays where it is as long as the library is loaded.
    [] fn lacuna_status_text(status: i32) -> *const c_char {
        text(status).as_ptr()
    }

    /// The version of the library, such as "0.1.0".
    [] fn lacuna_version() -> *const c_char {
        concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
    }

    /// The name of a SIMD level: "baseline", "avx2" or "avx512"; "unknown" for any other number.
    [] fn lacuna_level_name(level: u32) -> *const c_char {
        match level {
            1 => c"baseline".as_ptr(),
            2 => c"avx2".as_ptr(),
            3 => c"avx512".as_ptr(),
            _ => c"unknown".as_ptr(),
        }
    }

    /// The SIMD level that kernels run at. All levels give the same bits.
    [] fn lacuna_level() -> u32 {
        lacuna::dispatch::level() as u32
    }

    /// The best SIMD level of this processor.
    [] fn lacuna_level_detected() -> u32 {
        lacuna::dispatch::detected() as u32
    }
}
