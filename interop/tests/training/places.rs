//! Products whose sums are long, and shared by threads.
use crate::support::{Random, Result};
use lacuna_interop::training::Places;

/// Long sums are sums of blocks of 1024 terms, as everywhere in Lacuna: one running sum of these would be 300.00909.
#[test]
fn long_sums_of_a_transposed_product_go_by_blocks() -> Result<()> {
    let terms = [0.1_f32; 3000];
    let a = Places::new((3000, 2), (0..=3000).collect(), vec![1; 3000])?;
    let expected: f32 = terms.chunks(1024).map(|block| block.iter().sum::<f32>()).sum();
    assert_eq!(a.t().multiply(&terms, &[1.0; 3000], 1)?, [0.0, expected]);
    assert_ne!(expected, terms.iter().sum::<f32>());
    Ok(())
}

#[test]
fn bits_do_not_depend_on_threads() -> Result<()> {
    let run = |threads: usize| -> Result<Vec<u64>> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| {
            let mut random = Random::new(7);
            let (indptr, indices) = random.pattern(3000, 500);
            let a = Places::new((3000, 500), indptr, indices)?;
            let (values, b) = (random.values(a.nnz(), 1.0), random.values(500 * 40, 1.0));
            let product = a.multiply(&values, &b, 40)?;
            let back = a.t().multiply(&values, &product, 40)?;
            let all = [a.multiply_at_places(&product, &back, 40)?, product, back].concat();
            Ok(all.into_iter().map(f64::to_bits).collect())
        })
    };
    assert_eq!(run(1)?, run(3)?);
    Ok(())
}
