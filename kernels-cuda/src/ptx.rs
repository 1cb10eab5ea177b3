//! The PTX of this crate, which is embedded compressed.
use flate2::read::ZlibDecoder;
use std::borrow::Cow;
use std::io::Read;

/// A module of PTX: the kernels of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PtxModule {
    name: &'static str,
    text: Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Text {
    Plain(&'static str),
    Compressed(&'static [u8]),
}

impl PtxModule {
    /// A module of any text.
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, text: Text::Plain(text) }
    }

    const fn compressed(name: &'static str, bytes: &'static [u8]) -> Self {
        Self { name, text: Text::Compressed(bytes) }
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its text, made anew by each call: 3 MB for the largest.
    pub fn text(&self) -> Cow<'static, str> {
        match self.text {
            Text::Plain(text) => Cow::Borrowed(text),
            Text::Compressed(bytes) => {
                let mut text = String::new();
                // Memory does not fail, and what the build has compressed is text. An empty one would be refused.
                let _ = ZlibDecoder::new(bytes).read_to_string(&mut text);
                Cow::Owned(text)
            }
        }
    }
}

macro_rules! modules {
    ($($family:ident $entries:tt)*) => {
        /// The PTX of all kernels that have a form for the device, for devices of compute capability 8.0 or more: a
        /// module for each family, and one for numbers of 16 bits.
        pub const MODULES: &[PtxModule] = &[
            $(PtxModule::compressed(
                stringify!($family),
                include_bytes!(concat!(env!("OUT_DIR"), "/", stringify!($family), ".ptx.z")),
            ),)*
            PtxModule::compressed("half", include_bytes!(concat!(env!("OUT_DIR"), "/half.ptx.z"))),
        ];
    };
}
for_each_entry! { modules }
