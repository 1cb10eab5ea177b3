//! Calls of functions that are known only as rows of the table.

/// Words that a function takes at most.
pub const MOST_WORDS: usize = 24;

/// Calls a function with pointers and sizes as words. `None` if there are more than any function takes.
///
/// # Safety
/// `function` is a C function of that many pointers and sizes which gives a [`Status`](crate::Status), and the words are what it wants.
pub unsafe fn invoke(function: *const (), words: &[usize]) -> Option<i32> {
    macro_rules! arities {
        ($($word:ident)*) => {
            arities! { @next [] [] $($word)* }
        };
        (@next [$($arms:tt)*] [$($before:ident)*] $word:ident $($rest:ident)*) => {
            arities! { @next [$($arms)* { $($before)* $word }] [$($before)* $word] $($rest)* }
        };
        (@next [$({ $($word:ident)* })*] $all:tt) => {
            match *words {
                $([$($word),*] => {
                    // SAFETY: pointers and sizes are passed like words on every processor that this builds for.
                    let function: unsafe extern "C" fn($(arities!(@word $word)),*) -> i32 = unsafe { core::mem::transmute(function) };
                    // SAFETY: the caller's promise.
                    Some(unsafe { function($($word),*) })
                })*
                _ => None,
            }
        };
        (@word $word:ident) => { usize };
    }
    const { assert!(MOST_WORDS == 24) };
    arities!(a b c d e f g h i j k l m n o p q r s t u v w x)
}
