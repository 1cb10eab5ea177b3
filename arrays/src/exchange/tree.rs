//! Which slices a rank has, and in which order sums are combined.
//!
//! The slices of a step are the leaves of a binary tree. A node at height `h` with number `n` is the sum of the leaves
//! from `n 2^h` to `(n + 1) 2^h`: that of its two children, the left one first. Where one child has nothing, the node is
//! the other one.
use std::collections::BTreeMap;
use std::ops::Range;

/// A node: its height above the slices, and its number among those of that height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// 0 for a slice.
    pub height: u32,
    /// From the left.
    pub number: usize,
}

impl Node {
    /// The sum of all slices.
    #[must_use]
    pub const fn root(slices: usize) -> Self {
        Self { height: slices.next_power_of_two().trailing_zeros(), number: 0 }
    }

    /// Its two summands.
    const fn children(self) -> Option<[Self; 2]> {
        match self.height.checked_sub(1) {
            Some(height) => {
                Some([Self { height, number: 2 * self.number }, Self { height, number: 2 * self.number + 1 }])
            }
            None => None,
        }
    }

    /// Its slices.
    #[must_use]
    pub const fn slices(self) -> Range<usize> {
        self.number << self.height..(self.number + 1) << self.height
    }
}

/// The slices of a rank: about as many for each.
///
/// ```
/// use lacuna_arrays::exchange::tree::slices_of;
/// assert_eq!([0, 1, 2].map(|rank| slices_of(8, rank, 3)), [0..2, 2..5, 5..8]);
/// ```
#[must_use]
pub const fn slices_of(slices: usize, rank: usize, ranks: usize) -> Range<usize> {
    slices * rank / ranks..slices * (rank + 1) / ranks
}

/// The fewest nodes that are exactly these slices: what a rank sends its sums of.
///
/// ```
/// use lacuna_arrays::exchange::tree::{Node, cover};
/// let of = |height, number| Node { height, number };
/// assert_eq!(cover(0..8), [of(3, 0)]);
/// assert_eq!(cover(2..5), [of(1, 1), of(0, 4)]);
/// ```
#[must_use]
pub fn cover(mut slices: Range<usize>) -> Vec<Node> {
    let mut nodes = Vec::new();
    while !slices.is_empty() {
        let of_length = slices.len().ilog2();
        let height = if slices.start == 0 { of_length } else { of_length.min(slices.start.trailing_zeros()) };
        nodes.push(Node { height, number: slices.start >> height });
        slices.start += 1 << height;
    }
    nodes
}

/// The sum of a node's slices, of sums of nodes below it, which are taken out. `None` where there is nothing.
///
/// # Errors
/// Those of `add`.
///
/// ```
/// use lacuna_arrays::exchange::tree::{Node, combine};
/// let leaves = ["a", "b", "c", "d"].into_iter().enumerate();
/// let mut sums = leaves.map(|(number, sum)| (Node { height: 0, number }, sum.to_owned())).collect();
/// let sum = combine(Node::root(4), &mut sums, &mut |left, right| Ok::<_, ()>(format!("({left}+{right})")));
/// assert_eq!(sum, Ok(Some("((a+b)+(c+d))".to_owned())));
/// ```
pub fn combine<T, E>(
    node: Node,
    sums: &mut BTreeMap<Node, T>,
    add: &mut impl FnMut(T, T) -> Result<T, E>,
) -> Result<Option<T>, E> {
    if let Some(sum) = sums.remove(&node) {
        return Ok(Some(sum));
    }
    let Some([left, right]) = node.children() else { return Ok(None) };
    Ok(match (combine(left, sums, add)?, combine(right, sums, add)?) {
        (Some(left), Some(right)) => Some(add(left, right)?),
        (left, right) => left.or(right),
    })
}
