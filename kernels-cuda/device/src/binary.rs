//! Functions of two values.
pub(crate) use super::arrays::*;
use super::elements::{elements, functions};
use super::entry;
use lacuna::Value;

macro_rules! all {
    ({} optim $rules:tt map $map:tt binary { $($functions:tt)* } loss $loss:tt) => { functions! { $($functions)* } };
}
for_each_member! { all }
