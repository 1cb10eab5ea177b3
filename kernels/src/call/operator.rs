//! The operators by name.
use crate::list::{KERNELS, Row};

macro_rules! operators {
    ({ $(#[doc = $finds:literal] $structure_family:ident::$structure:ident $structure_generics:tt
        $structure_operands:tt -> $structure_output:tt $($how:ident)? $body:block;)* }
        $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $calls:tt;)*) => {
        /// A kernel of [`list`](crate::list), or a structure call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[allow(non_camel_case_types)]
        pub enum Operator {
            $(#[doc = $formula] $name,)*
            $(#[doc = $finds] $structure,)*
        }

        impl Operator {
            /// All of them: the kernels as in [`KERNELS`], then the structure calls.
            pub const ALL: &[Self] = &[$(Self::$name,)* $(Self::$structure,)*];

            /// The module and the function.
            #[must_use]
            pub const fn path(self) -> (&'static str, &'static str) {
                const PATHS: &[(&str, &str)] = &[
                    $((stringify!($family), stringify!($name)),)* $(
                        (stringify!($structure_family), stringify!($structure)),
                    )*
                ];
                PATHS[self as usize]
            }
        }
    };
}

macro_rules! with_kernels {
    ({} $($rows:tt)*) => { crate::for_each_kernel! { operators { $($rows)* } } };
}
crate::for_each_structure_call!(with_kernels);

impl Operator {
    /// The row of the list. `None` of a structure call.
    #[must_use]
    pub fn row(self) -> Option<&'static Row> {
        KERNELS.get(self as usize)
    }

    /// The operator whose function has this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|operator| operator.path().1 == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_in_the_order_of_the_list() {
        for (operator, row) in Operator::ALL.iter().zip(KERNELS) {
            assert_eq!(operator.path(), (row.family, row.name));
            assert_eq!(operator.row().map(|row| row.name), Some(row.name));
        }
        assert_eq!(Operator::by_name("transpose_plan"), Some(Operator::transpose_plan));
        assert_eq!((Operator::transpose_plan.row().map(|row| row.name), Operator::by_name("none")), (None, None));
    }

    #[test]
    fn names_are_told_apart() {
        for operator in Operator::ALL {
            assert_eq!(Operator::by_name(operator.path().1), Some(*operator));
        }
    }
}
