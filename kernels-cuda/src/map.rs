//! Functions of one value and their gradients, element by element: [`lacuna::map`] on a device. On the values of any
//! array: dense, csr and row_sparse.
use crate::elements::functions;

macro_rules! all {
    ({} optim $rules:tt map { $($functions:tt)* } binary $binary:tt loss $loss:tt) => {
        functions! { map $($functions)* }
    };
}
for_each_member! { all }
