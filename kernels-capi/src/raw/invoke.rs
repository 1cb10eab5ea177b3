//! Calls of functions that are known only as rows of the table.

/// Words that a function takes at most.
pub const MOST_WORDS: usize = 24;

/// Calls a function with pointers and sizes as words. `None` if there are more than any function takes.
///
/// # Safety
/// `function` is a C function of that many pointers and sizes which gives a [`Status`](crate::Status), and the words
/// are what it wants.
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
                    let function: unsafe extern "C" fn($(arities!(@word $word)),*) -> i32 = unsafe {
                        core::mem::transmute(function)
                    };
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

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! digits {
        ($name:ident $($word:ident)*) => {
            /// The words, distinguished by their place.
            extern "C" fn $name($($word: usize),*) -> i32 {
                [$($word),*].iter().enumerate().map(|(place, &word)| (place as i32 + 1) * word as i32).sum()
            }
        };
    }
    digits!(of_11 a b c d e f g h i j k);
    digits!(of_24 a b c d e f g h i j k l m n o p q r s t u v w x);

    #[test]
    fn every_word_arrives_at_its_place() {
        let words: [usize; MOST_WORDS + 1] = core::array::from_fn(|place| 7 * place % 25 + 1);
        let expected =
            |count: usize| words[..count].iter().zip(1..).map(|(&word, place)| place * word as i32).sum::<i32>();
        // SAFETY: each takes as many words, and only adds them.
        unsafe {
            assert_eq!(invoke(of_11 as *const (), &words[..11]), Some(expected(11)));
            assert_eq!(invoke(of_24 as *const (), &words[..MOST_WORDS]), Some(expected(MOST_WORDS)));
            assert_eq!(invoke(of_24 as *const (), &words), None);
        }
    }
}
