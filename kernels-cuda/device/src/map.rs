//! Functions of one value, and their gradients.
use super::elements::{elements, functions};
use super::entry;
use lacuna::Value;

macro_rules! all {
    ({} optim $rules:tt map { $($functions:tt)* } binary $binary:tt loss $loss:tt) => { functions! { $($functions)* } };
}
for_each_member! { all }
