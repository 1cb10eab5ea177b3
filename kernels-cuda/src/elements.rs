//! Launches of functions that are taken element by element.

/// What an operand of a function is on the host.
macro_rules! operand {
    (Values $D:ident $V:ident) => { &$crate::Buffer<$D, $V> };
    (ValuesMut $D:ident $V:ident) => { &mut $crate::Buffer<$D, $V> };
    (Scalar $D:ident $V:ident) => { $V };
}
pub(crate) use operand;

/// How it is given to an entry.
macro_rules! given {
    (Scalar $operand:ident) => {
        $crate::entries::Number($operand)
    };
    ($kind:ident $operand:ident) => {
        $operand
    };
}
pub(crate) use given;

/// A launch function for each function of a family of the list.
macro_rules! functions {
    ($family:ident $($(#[$doc:meta])* $name:ident ($($operand:ident: $kind:ident),*) { function: $function:expr,
        inputs: [$($input:ident),*], $out:ident };)*) => {$(
        $(#[$doc])*
        #[doc = concat!("of the elements at each place: \
            [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun;
        /// [`Error::Driver`](crate::Error::Driver).
        pub fn $name<D: $crate::driver::Driver, V: lacuna::Value>(
            gpu: &$crate::Gpu<D>,
            $($operand: $crate::elements::operand!($kind D V)),*
        ) -> Result<(), $crate::Error> {
            let length = $out.len();
            lacuna::checks::lengths_of_function::<V, _, _>(&$function, [$($input.len()),*], length)?;
            let entry = $crate::entries::$name { $($operand: $crate::elements::given!($kind $operand),)* length };
            Ok(entry.on(gpu.driver()).run_wide::<V>(length)?)
        }
    )*};
}
pub(crate) use functions;
