//! The optimizers of the list of kernels.

/// Calls `$callback! { rows }`, with a row `Rule kernel [own hyper-parameters] [states] [states of one number a row];`
/// for each optimizer.
macro_rules! for_each_optimizer {
    ($callback:ident) => {
        lacuna::for_each_kernel! { optimizers_of_list { $callback [] } }
    };
}

/// Goes through the list, row by row.
macro_rules! optimizers_of_list {
    // It gives the direction of a step, and makes none.
    (
        $state:tt
        $(#[$doc:meta])* optim::lamb_direction $types:tt $operands:tt ->
            $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $mxnet:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        optimizers_of_list! { $state $($rows)* }
    };
    (
        { $callback:ident [$($done:tt)*] }
        $(#[$doc:meta])* optim::$kernel:ident $types:tt (
            $hyper:ident: Rule($Rule:ident [$($own:ident)*]), $($operands:tt)*
        ) -> $output:ty, $cut:ident, $call:ident $parameters:tt
            {
                rule: *$rule:ident, $gradient:ident,
                states: [weight $(, $state:ident)*] $(, numbers: [$($number:ident),*])?
            }, $mxnet:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        optimizers_of_list! {
            { $callback [$($done)* $Rule $kernel [$($own)*] [$($state)*] [$($($number)*)?];] } $($rows)*
        }
    };
    (
        $state:tt
        $(#[$doc:meta])* $family:ident::$name:ident $types:tt $operands:tt ->
            $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $mxnet:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        optimizers_of_list! { $state $($rows)* }
    };
    ({ $callback:ident [$($done:tt)*] }) => {
        $callback! { $($done)* }
    };
}
pub(crate) use {for_each_optimizer, optimizers_of_list};
