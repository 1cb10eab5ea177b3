//! Functions of two values.
use super::elements::elements;
use super::entry;
use lacuna::Value;
use lacuna::binary::Binary;

macro_rules! functions {
    ({} optim $rules:tt map $map:tt binary { $($(#[$doc:meta])* $name:ident $function:ty;)* }) => {$(
        pub(crate) unsafe fn $name<V: Value>(entry::$name { left, right, output, length }: entry::$name<V>) {
            elements([left, right], output, length, |[x, y]| <$function as Binary>::of(x, y));
        }
    )*};
}
for_each_member! { functions }
