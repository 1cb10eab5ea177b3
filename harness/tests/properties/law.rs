//! The order law once more, as plainly as it can be said: terms come in order, `None` keeps a place.
use lacuna_testing::Real;

const BLOCK: usize = 1024;

/// One running sum, in blocks.
pub fn running<V: Real>(terms: &[Option<V>]) -> V {
    blocks(terms, without_blocks)
}

/// One running sum.
pub fn without_blocks<V: Real>(terms: &[Option<V>]) -> V {
    terms.iter().flatten().fold(V::ZERO, |sum, &term| sum + term)
}

/// One running sum of products, each added with one rounding; of more than one block the sums are added to +0.
pub fn fused<V: Real>(terms: &[(V, V)]) -> V {
    let sum = |block: &[(V, V)]| block.iter().fold(V::ZERO, |sum, &(left, right)| left.fused(right, sum));
    if terms.len() <= BLOCK { sum(terms) } else { terms.chunks(BLOCK).fold(V::ZERO, |total, block| total + sum(block)) }
}

/// Four running sums, chosen by the place of a term; combined by halves.
pub fn lanes<V: Real>(terms: &[Option<V>]) -> V {
    blocks(terms, |block| {
        let lane = |l: usize| block.iter().skip(l).step_by(4).flatten().fold(V::ZERO, |sum, &term| sum + term);
        (lane(0) + lane(2)) + (lane(1) + lane(3))
    })
}

/// Blocks of 1024 terms from the start, their sums added in order.
fn blocks<V: Real>(terms: &[Option<V>], sum: impl Fn(&[Option<V>]) -> V) -> V {
    let mut sums = terms.chunks(BLOCK).map(sum);
    let first = sums.next().unwrap_or(V::ZERO);
    sums.fold(first, |total, sum| total + sum)
}

/// So many running sums, each of which makes good what rounding took from it, if the terms are made of `f64`; combined
/// by halves. Blocks of 1024 terms; blocks of 1024 of their sums, each added by one more such running sum; and the sums
/// of these by another one.
pub fn accurate<V: Real>(terms: &[f64], lanes: usize) -> f64 {
    let kahan = |terms: &mut dyn Iterator<Item = f64>| {
        let (mut sum, mut carried) = (0.0, 0.0);
        for term in terms {
            let wanted = term - carried;
            let next: f64 = sum + wanted;
            carried = if V::NAME == "f32" || next.is_infinite() { 0.0 } else { next - sum - wanted };
            sum = next;
        }
        sum
    };
    let block = |block: &[f64]| {
        let mut sums: Vec<f64> = (0..lanes).map(|l| kahan(&mut block.iter().copied().skip(l).step_by(lanes))).collect();
        while sums.len() > 1 {
            let upper = sums.split_off(sums.len() / 2);
            sums = sums.iter().zip(upper).map(|(&low, high)| low + high).collect();
        }
        sums[0]
    };
    let sums: Vec<f64> = terms.chunks(BLOCK).map(block).collect();
    kahan(&mut sums.chunks(BLOCK).map(|sums| kahan(&mut sums.iter().copied())))
}

#[test]
fn it_is_the_law() {
    let big = f32::powi(2.0, 24);
    let some = |terms: &[f32]| terms.iter().map(|&x| Some(x)).collect::<Vec<_>>();
    assert_eq!(running(&some(&[big, 1.0, 1.0, -big])), 0.0);
    assert_eq!(lanes(&some(&[big, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, -big])), 2.0);
    assert_eq!(lanes(&[Some(big), None, None, Some(1.0), Some(-big)]), 1.0);
    let mut terms = some(&[1.0; 1026]);
    terms[0] = Some(big);
    terms[1] = None;
    assert_eq!((running(&terms), lanes(&terms), without_blocks(&terms)), (big + 2.0, big + 768.0 + 2.0, big));
    let big = f64::powi(2.0, 53);
    assert_eq!(
        (accurate::<f64>(&[big, 1.0, 1.0, 1.0], 1), accurate::<f64>(&[big, 0.0, 1.0, 0.0, 1.0, 0.0], 2)),
        (big + 4.0, big + 2.0)
    );
    assert_eq!(accurate::<f32>(&[big, 1.0, 1.0, 1.0], 1), big);
    assert_eq!(accurate::<f64>(&[&[big][..], &[0.0; 1023], &[1.0], &[0.0; 1023], &[1.0]].concat(), 4), big + 2.0);
    // The second block loses what the first could not hold, and so do blocks of blocks.
    let rest = [&[big][..], &[0.0; 1023], &[1.0; 2]].concat();
    assert_eq!((accurate::<f32>(&rest, 1), accurate::<f32>(&rest[..1025], 1)), (big + 2.0, big));
    let blocks = [&[big][..], &[0.0; 1023 * 1024], &[1.0], &[0.0; 1023], &[1.0]].concat();
    assert_eq!((accurate::<f32>(&blocks, 1), accurate::<f32>(&blocks[..1024 * 1024], 1)), (big, big + 1.0));
    let blocks = [&[big][..], &[0.0; 1024 * 1024 - 1], &[1.0], &[0.0; 1023], &[1.0]].concat();
    assert_eq!((accurate::<f32>(&blocks, 1), accurate::<f32>(&blocks[..1024 * 1024], 1)), (big + 2.0, big));
    assert_eq!(accurate::<f64>(&[f64::MAX, f64::MAX, -1.0], 1), f64::INFINITY);
    assert_eq!((running::<f64>(&[]).to_bits(), lanes::<f64>(&[Some(-0.0), None]).to_bits()), (0, 0));
}
