//! Storage types, devices and modes.
use core::fmt::{self, Display, Formatter};

macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($(#[$variant_doc])* $variant),*
        }

        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in MXNet.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }

            /// That of this name.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == name)
            }
        }

        impl Display for $type {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named! {
    /// How an array is stored.
    Stype {
        /// Every element.
        Dense "default",
        /// Entries by rows.
        Csr "csr",
        /// Some of the rows.
        RowSparse "row_sparse",
    }
}

named! {
    /// Where an operator runs.
    Device {
        /// A processor.
        Cpu "cpu",
        /// A GPU.
        Gpu "gpu",
    }
}

named! {
    /// How an operator runs.
    Mode {
        /// The dense kernel. Sparse operands of the few operators that have this mode for them are cast without a
        /// notice.
        Dense "fcompute",
        /// A kernel for these storage types.
        Sparse "fcompute_ex",
        /// The dense kernel between casts.
        Fallback "fcompute_fallback",
    }
}
