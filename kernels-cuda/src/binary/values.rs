//! Functions of two values, element by element, on the values of arrays of one pattern.
use crate::elements::functions;

macro_rules! all {
    ({} optim $rules:tt map $map:tt binary { $($functions:tt)* } loss $loss:tt) => {
        functions! { binary $($functions)* }
    };
}
for_each_member! { all }
