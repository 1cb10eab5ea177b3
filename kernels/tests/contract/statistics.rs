//! Random numbers have the distribution that they are said to have: for fixed seeds, so that a test passes always or
//! never.
use lacuna::random::{
    Stream, bernoulli, expected_counts_unique, log_uniform, log_uniform_unique, normal, uniform, uniform_pattern,
};
use lacuna::{Csr, CsrMut, Kernel, Split, Value, graph, random};

const COUNT: usize = 100_000;

/// Mean, variance, and correlation of neighbours of numbers whose mean and variance are known, in standard errors.
fn moments(values: &[f64], mean: f64, variance: f64) -> [f64; 3] {
    let count = values.len() as f64;
    let off = |value: &f64| value - mean;
    let first = values.iter().map(off).sum::<f64>() / count;
    let fourth = values.iter().map(|value| off(value).powi(4)).sum::<f64>() / count;
    let second = values.iter().map(|value| off(value).powi(2)).sum::<f64>() / count;
    let together = values.windows(2).map(|pair| off(&pair[0]) * off(&pair[1])).sum::<f64>() / count;
    [
        first / (variance / count).sqrt(),
        (second - variance) / ((fourth - variance * variance) / count).sqrt(),
        together / variance * count.sqrt(),
    ]
}

fn assert_moments(values: &[f64], mean: f64, variance: f64) {
    let found = moments(values, mean, variance);
    assert!(found.iter().all(|off| off.abs() < 4.0), "{found:?} standard errors");
}

/// The sum of `(found - expected)^2 / expected` has so many degrees of freedom: about that mean, and twice that
/// variance.
fn assert_chi_square(found: &[usize], expected: &[f64]) {
    let sum: f64 =
        found.iter().zip(expected).map(|(&found, expected)| (found as f64 - expected).powi(2) / expected).sum();
    let freedom = (found.len() as f64 - 1.0).max(1e-9);
    assert!((sum - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{sum} with {freedom} degrees of freedom");
}

fn drawn<V: Value>(draw: impl Fn(Stream, &mut [V]), seed: u64) -> Vec<f64> {
    let mut values = vec![V::ZERO; COUNT];
    draw(Stream::new(seed, 5), &mut values);
    values.into_iter().map(Value::widen).collect()
}

#[test]
fn uniform_numbers_fill_the_range() {
    for seed in 0..4 {
        let single = drawn::<f32>(|stream, out| uniform(stream, -1.0, 3.0, out).unwrap(), seed);
        let double = drawn::<f64>(|stream, out| uniform(stream, -1.0, 3.0, out).unwrap(), seed);
        for values in [single, double] {
            assert!(values.iter().all(|value| (-1.0..3.0).contains(value)));
            assert_moments(&values, 1.0, 16.0 / 12.0);
            let mut found = [0; 256];
            values.iter().for_each(|value| found[((value + 1.0) * 64.0) as usize] += 1);
            assert_chi_square(&found, &[COUNT as f64 / 256.0; 256]);
        }
    }
}

#[test]
fn masks_have_their_share() {
    for (seed, probability) in [0.4, 0.1, 0.8].into_iter().enumerate() {
        let scale = 1.0 / probability;
        let mask = drawn::<f64>(|stream, out| bernoulli(stream, probability, scale, out).unwrap(), seed as u64);
        assert_moments(&mask, 1.0, (1.0 - probability) / probability);
    }
}

#[test]
fn normal_numbers_have_the_bell_curve() {
    // Shares of the intervals between -3, -2.5 and so on to 3, and of both tails: from a table of the distribution.
    const SHARES: [f64; 14] = [
        0.001350, 0.004860, 0.016540, 0.044057, 0.091848, 0.149882, 0.191462, 0.191462, 0.149882, 0.091848, 0.044057,
        0.016540, 0.004860, 0.001350,
    ];
    for seed in 0..4 {
        let single = drawn::<f32>(|stream, out| normal(stream, -1.0, 2.0, out).unwrap(), seed);
        let double = drawn::<f64>(|stream, out| normal(stream, -1.0, 2.0, out).unwrap(), seed);
        for values in [single, double] {
            assert_moments(&values, -1.0, 4.0);
            let mut found = [0; 14];
            values.iter().for_each(|value| found[((value + 1.0) + 7.0).floor().clamp(0.0, 13.0) as usize] += 1);
            assert_chi_square(&found, &SHARES.map(|share| share * COUNT as f64));
            // Both numbers of a pair come of one radius.
            let [first, second]: [Vec<_>; 2] =
                [0, 1].map(|place| values[place..].iter().step_by(2).map(|value| value + 1.0).collect());
            let together: f64 = first.iter().zip(&second).map(|(x, y)| (x * x - 4.0) * (y * y - 4.0)).sum();
            assert!(together.abs() < 4.0 * 32.0 * (COUNT as f64 / 2.0).sqrt(), "{together}");
        }
    }
}

/// The log-uniform probabilities, as they are written down.
fn share(class: usize, classes: usize) -> f64 {
    (((class + 2) as f64).ln() - ((class + 1) as f64).ln()) / ((classes + 1) as f64).ln()
}

#[test]
fn log_uniform_classes_are_as_frequent_as_expected() {
    for (seed, classes) in [(0, 40), (1, 200), (2, 1)] {
        let (mut ids, mut counts) = (vec![0_u32; COUNT], vec![0.0_f64; COUNT]);
        log_uniform(Stream::new(seed, 5), classes, &mut ids, &mut counts).unwrap();
        let mut found = vec![0; classes];
        ids.iter().for_each(|&id| found[id as usize] += 1);
        let expected: Vec<_> = (0..classes).map(|class| COUNT as f64 * share(class, classes)).collect();
        assert_chi_square(&found, &expected);
        assert!(ids.iter().zip(counts).all(|(&id, count)| (count - expected[id as usize]).abs() < 1e-6));
    }
}

/// The expected counts are those of the distribution of tries that was found: not quite, as the number of tries is
/// random, too.
#[test]
fn log_uniform_classes_without_repetition_are_as_frequent_as_expected() {
    const CLASSES: usize = 60;
    const LENGTH: usize = 20;
    const DRAWS: usize = 4000;
    let (mut found, mut expected, mut all) = (vec![0.0; CLASSES], vec![0.0; CLASSES], vec![0.0_f64; CLASSES]);
    let every: Vec<_> = (0..CLASSES as i32).collect();
    for stream in 0..DRAWS {
        let mut ids = [0_i32; LENGTH];
        let tries = log_uniform_unique(Stream::new(3, stream as u64), CLASSES, &mut ids).unwrap();
        ids.iter().for_each(|&id| found[id as usize] += 1.0);
        expected_counts_unique(&every, CLASSES, tries, &mut all).unwrap();
        expected.iter_mut().zip(&all).for_each(|(sum, count)| *sum += count);
    }
    for (class, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let error = (expected * (1.0 - expected / DRAWS as f64)).sqrt();
        assert!((found - expected).abs() < 5.0 * error + 0.02 * expected, "{class}: {found}, expected {expected}");
    }
}

#[test]
fn uniform_pattern_is_binomial() {
    for (seed, density) in [(0, 0.02), (1, 0.3), (2, 0.9)] {
        const ROWS: usize = 4000;
        const COLUMNS: usize = 50;
        let (mut indptr, mut indices) = (vec![0_i32; ROWS + 1], vec![0; ROWS * COLUMNS]);
        let nnz = uniform_pattern(Stream::new(seed, 5), COLUMNS, density, &mut indptr, &mut indices).unwrap();
        // A column is stored in a binomially distributed number of rows, and so is the number of entries.
        let (mean, share) = ((ROWS * COLUMNS) as f64 * density, 1.0 - density);
        assert!((nnz as f64 - mean).abs() < 4.0 * (mean * share).sqrt(), "{nnz} entries instead of {mean}");
        let mut found = vec![0.0; COLUMNS];
        indices[..nnz].iter().for_each(|&column: &i32| found[column as usize] += 1.0);
        let mean = ROWS as f64 * density;
        let sum: f64 = found.iter().map(|found| (found - mean).powi(2) / (mean * share)).sum();
        assert!((sum - COLUMNS as f64).abs() < 4.0 * (2.0 * COLUMNS as f64).sqrt(), "{sum}");
        // The lengths of rows have that variance, too.
        let lengths: Vec<_> = indptr.windows(2).map(|ends| f64::from(ends[1] - ends[0])).collect();
        assert_moments(&lengths, COLUMNS as f64 * density, COLUMNS as f64 * density * share);
    }
}

/// The first edge by its weight, the second by its weight among those that are left.
#[test]
fn neighbours_are_chosen_by_their_weights() {
    const WEIGHT: [f64; 5] = [0.5, 2.0, 0.0, 1.0, 4.0];
    const COUNT: usize = 40_000;
    let total: f64 = WEIGHT.iter().sum();
    let indptr: Vec<_> = (0..=COUNT as i32).map(|row| 5 * row).collect();
    let (indices, numbers): (Vec<_>, Vec<_>) =
        (0..5 * COUNT as i32).map(|place| (place % 5, f64::from(place % 5))).unzip();
    let edges = Csr::new(COUNT, 5, &indptr, &indices, &numbers).unwrap();
    let vertices: Vec<_> = (0..COUNT as i32).collect();
    let sampled = |most: usize| {
        let mut indptr = vec![0; COUNT + 1];
        let nnz = graph::sample_indptr(edges, &vertices, most, &mut indptr).unwrap();
        let (mut indices, mut values) = (vec![0; nnz], vec![0.0; nnz]);
        let out = CsrMut::new(COUNT, 5, &indptr, &mut indices, &mut values).unwrap();
        graph::sample_neighbors_weighted(edges, &vertices, &WEIGHT, Stream::new(4, 5), out).unwrap();
        indices
    };
    let mut found = [0; 5];
    sampled(1).into_iter().for_each(|column| found[column as usize] += 1);
    assert_eq!(found[2], 0);
    let some = [0, 1, 3, 4];
    assert_chi_square(&some.map(|column| found[column]), &some.map(|column| COUNT as f64 * WEIGHT[column] / total));
    let (mut pairs, mut expected) = (vec![], vec![]);
    let both = sampled(2);
    for (at, &first) in some.iter().enumerate() {
        for &second in &some[at + 1..] {
            pairs.push(both.chunks(2).filter(|pair| **pair == [first as i32, second as i32]).count());
            let [x, y] = [WEIGHT[first], WEIGHT[second]];
            expected.push(COUNT as f64 * x * y / total * (1.0 / (total - x) + 1.0 / (total - y)));
        }
    }
    assert_eq!(pairs.iter().sum::<usize>(), COUNT);
    assert_chi_square(&pairs, &expected);
}

/// The neighbours of a seed, a stream and a place have nothing to do with it.
#[test]
fn streams_are_not_alike() {
    let draw = |stream: Stream| {
        let mut out = vec![0.0_f32; COUNT];
        uniform(stream, -1.0, 1.0, &mut out).unwrap();
        out
    };
    let own = draw(Stream::new(1, 1));
    for other in [
        Stream::new(2, 1),
        Stream::new(1, 2),
        Stream::new(1, 1).after(1),
        Stream::new(1, 1).after(1 << 34),
        Stream::new(1 << 32, 1),
    ] {
        let together: f64 = own.iter().zip(draw(other)).map(|(a, b)| f64::from(a * b)).sum();
        let error = (COUNT as f64 / 9.0).sqrt();
        assert!(together.abs() < 4.0 * error, "{other:?}: {together} with an error of {error}");
    }
}

/// Large enough for streaming stores, and not aligned to blocks.
#[test]
fn large_draws_are_those_of_their_parts() {
    const LARGE: usize = (1 << 22) + 7;
    let stream = Stream::new(3, 4).after(5);
    let (mut whole, mut parts) = (vec![0.0_f32; LARGE], vec![0.0_f32; LARGE]);
    uniform(stream, 0.0, 1.0, &mut whole).unwrap();
    let distribution = random::Uniform { low: 0.0, high: 1.0 };
    for part in (random::Draw { distribution, stream, out: &mut parts }).split(5) {
        part.run().unwrap();
    }
    assert!(whole == parts);
    let mut element = [0.0];
    uniform(stream.after(1 << 21), 0.0, 1.0, &mut element).unwrap();
    assert_eq!(element[0], whole[1 << 21]);
}
