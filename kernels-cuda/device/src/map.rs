//! Functions of one value.
use super::elements::elements;
use super::entry;
use lacuna::Value;
use lacuna::map::Unary;

macro_rules! functions {
    ({} optim $rules:tt map { $($(#[$doc:meta])* $name:ident $function:ty;)* } binary $binary:tt) => {$(
        pub(crate) unsafe fn $name<V: Value>(entry::$name { input, output, length }: entry::$name<V>) {
            elements([input], output, length, |[x]| <$function as Unary>::of(x));
        }
    )*};
}
for_each_member! { functions }
