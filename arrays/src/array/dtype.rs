//! Element types.
use super::Values;
use super::values::made;
use half::{bf16, f16};
use lacuna::Number;
use std::fmt::{self, Display, Formatter};

/// A number that an [`Array`](super::Array) can hold. Sealed: `half::f16`, `half::bf16`, `f32`, `f64`, `i8`, `u8`,
/// `i32` and `i64`.
pub trait Element: Number + Stored {
    /// Its dtype.
    const DTYPE: Dtype;
}

/// How an element is kept.
#[doc(hidden)]
pub trait Stored: Sized {
    fn wrap(values: Vec<Self>) -> Values;
    fn of(values: &Values) -> Option<&[Self]>;
    fn of_mut(values: &mut Values) -> Option<&mut [Self]>;
    /// The vector; a new one if the numbers are of another type.
    fn into_vec(values: Values) -> Vec<Self>;
    /// Appends the bytes, little-endian.
    fn write(values: &[Self], bytes: &mut Vec<u8>);
    /// Of whole numbers, little-endian.
    fn read(bytes: &[u8]) -> Vec<Self>;
    /// The number, rounded if it has more than 53 bits.
    fn number(self) -> f64;
    /// True for what is not 0.
    fn differs_from_zero(self) -> bool;
}

macro_rules! dtypes {
    ($($(#[$doc:meta])* $variant:ident $type:ident $numpy:literal, |$value:ident| $number:expr;)*) => {
        /// The type of an array's elements.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Dtype {
            $($(#[$doc])* $variant,)*
        }

        impl Dtype {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in NumPy and in MXNet.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $numpy,)* }
            }

            /// Bytes of an element.
            #[must_use]
            pub const fn size(self) -> usize {
                match self { $(Self::$variant => size_of::<$type>(),)* }
            }
        }

        $(
            impl Element for $type {
                const DTYPE: Dtype = Dtype::$variant;
            }

            impl Stored for $type {
                fn wrap(values: Vec<Self>) -> Values {
                    Values::$variant(values)
                }
                fn of(values: &Values) -> Option<&[Self]> {
                    match values { Values::$variant(values) => Some(values), _ => None }
                }
                fn of_mut(values: &mut Values) -> Option<&mut [Self]> {
                    match values { Values::$variant(values) => Some(values), _ => None }
                }
                fn into_vec(values: Values) -> Vec<Self> {
                    match values { Values::$variant(values) => values, _ => Vec::new() }
                }
                fn write(values: &[Self], bytes: &mut Vec<u8>) {
                    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
                }
                fn read(bytes: &[u8]) -> Vec<Self> {
                    made(bytes.as_chunks().0, |&bytes| Self::from_le_bytes(bytes))
                }
                fn number(self) -> f64 {
                    let $value = self;
                    $number
                }
                fn differs_from_zero(self) -> bool {
                    self != <Self as Number>::ZERO
                }
            }
        )*
    };
}

dtypes! {
    /// IEEE half precision.
    F16 f16 "float16", |value| value.to_f64();
    /// The upper half of an `f32`.
    Bf16 bf16 "bfloat16", |value| value.to_f64();
    /// IEEE single precision.
    F32 f32 "float32", |value| value.into();
    /// IEEE double precision.
    F64 f64 "float64", |value| value;
    /// Signed, 8 bits.
    I8 i8 "int8", |value| value.into();
    /// Unsigned, 8 bits.
    U8 u8 "uint8", |value| value.into();
    /// Signed, 32 bits.
    I32 i32 "int32", |value| value.into();
    /// Signed, 64 bits.
    I64 i64 "int64", |value| value as f64;
}

impl Dtype {
    /// That of this name.
    ///
    /// ```
    /// use lacuna_arrays::array::Dtype;
    /// assert_eq!((Dtype::named("float16"), Dtype::named("complex64")), (Some(Dtype::F16), None));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|dtype| dtype.name() == name)
    }

    /// True for floating point.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::Bf16 | Self::F32 | Self::F64)
    }

    /// True for floats of 16 bits, whose updates need a master copy.
    #[doc(hidden)]
    #[must_use]
    pub const fn needs_master(self) -> bool {
        matches!(self, Self::F16 | Self::Bf16)
    }
}

impl Display for Dtype {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
