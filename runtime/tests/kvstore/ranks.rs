//! Stores on several ranks: the order of additions, the same bits for any number of ranks, and what happens when one of
//! them fails.
use lacuna::infer::Stype;
use lacuna_models::train::{Random, Stream};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::exchange::{Exchange, ExchangeError, Local, Threads, Traffic};
use lacuna_runtime::kvstore::{KvError, KvStore, Optimizer, RankOptions, RowIds};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

const ROWS: usize = 60;
const LENGTH: usize = 3;
const SLICES: usize = 8;
const LIMIT: Duration = Duration::from_secs(30);

/// What each rank gives, on so many threads.
fn on_ranks<T: Send>(ranks: usize, run: impl Fn(Arc<dyn Exchange>) -> T + Sync) -> Vec<T> {
    let run = &run;
    std::thread::scope(|scope| {
        let ranks = Threads::new(ranks, LIMIT).into_iter();
        let threads: Vec<_> = ranks.map(|rank| scope.spawn(move || run(Arc::new(rank)))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn told<T>(result: &Result<T, KvError>) -> String {
    result.as_ref().err().map_or_else(String::new, ToString::to_string)
}

fn store(exchange: Arc<dyn Exchange>, sharded_from: usize) -> KvStore {
    let mut store = KvStore::new(Cpu { threads: 1 });
    store.set_ranks(exchange, RankOptions { slices: SLICES, sharded_from }).unwrap();
    store
}

/// Numbers of which sums depend on the order, and zeros of both signs.
fn number(random: &mut Random) -> f32 {
    match random.below(6) {
        0 => -0.0,
        1 => 0.0,
        _ => random.normal() as f32 * 10_f32.powi(random.below(6) as i32),
    }
}

fn some_rows(random: &mut Random, share: f64) -> Array {
    let ids: Vec<i64> = (0..ROWS as i64).filter(|_| random.uniform() < share).collect();
    let values = (0..ids.len() * LENGTH).map(|_| number(random)).collect();
    Array::row_sparse(&[ROWS, LENGTH], ids, values).unwrap()
}

fn some_numbers(random: &mut Random) -> Array {
    Array::dense(&[ROWS, LENGTH], (0..ROWS * LENGTH).map(|_| number(random)).collect()).unwrap()
}

/// The gradients of a step, of each slice: some have nothing.
fn slices(seed: u64, of: impl Fn(&mut Random) -> Array) -> Vec<Option<Array>> {
    let mut random = Random::new(seed, Stream::Data);
    (0..SLICES).map(|_| (random.below(4) > 0).then(|| of(&mut random))).collect()
}

/// The rule of `docs/numerics.md`, row by row.
fn expected(slices: &[Option<BTreeMap<i64, Vec<f32>>>]) -> BTreeMap<i64, Vec<f32>> {
    if let [one] = slices {
        return one.clone().unwrap_or_default();
    }
    let (left, right) = slices.split_at(slices.len() / 2);
    let (mut sum, right) = (expected(left), expected(right));
    for (row, right) in right {
        match sum.get_mut(&row) {
            Some(left) => left.iter_mut().zip(right).for_each(|(left, right)| *left += right),
            None => {
                sum.insert(row, right);
            }
        }
    }
    sum
}

fn rows_of(array: &Array) -> BTreeMap<i64, Vec<f32>> {
    let ids = array.indices().map_or_else(|| (0..ROWS as i64).collect(), <[i64]>::to_vec);
    ids.into_iter().zip(array.data::<f32>().unwrap().chunks(LENGTH).map(<[f32]>::to_vec)).collect()
}

/// So that the sign of zero counts.
fn bits(rows: &BTreeMap<i64, Vec<f32>>) -> BTreeMap<i64, Vec<u32>> {
    rows.iter().map(|(row, values)| (*row, values.iter().map(|value| value.to_bits()).collect())).collect()
}

#[test]
fn sums_are_those_of_the_tree() {
    let of_rows: fn(&mut Random) -> Array = |random| some_rows(random, 0.3);
    for (seed, of) in [(1, of_rows), (2, of_rows), (3, some_numbers), (4, some_numbers)] {
        let all = slices(seed, of);
        let expected = expected(&all.iter().map(|slice| slice.as_ref().map(rows_of)).collect::<Vec<_>>());
        for ranks in [1, 2, 3, 4, 8] {
            for sharded_from in [1, usize::MAX] {
                if sharded_from == 1 && all.iter().flatten().any(|slice| slice.stype() == Stype::Dense) {
                    continue;
                }
                let found = on_ranks(ranks, |exchange| {
                    let mut store = store(exchange, sharded_from);
                    store.init("w", some_rows(&mut Random::new(0, Stream::Data), 1.0)).unwrap();
                    let own: Vec<_> = all[store.own_slices()].iter().map(Option::as_ref).collect();
                    store.push_slices(&[("w", &own[..])]).unwrap();
                    let mut whole =
                        Array::zeros(all.iter().flatten().next().unwrap().stype(), &[ROWS, LENGTH], Dtype::F32);
                    let whole = whole.as_mut().unwrap();
                    store.pull_any("w", &mut [whole], false).unwrap();
                    bits(&rows_of(whole))
                });
                found.iter().for_each(|found| assert_eq!(*found, bits(&expected), "{seed} {ranks} {sharded_from}"));
            }
        }
    }
}

/// Steps of four parameters, and the file of the store behind them.
fn trained(
    exchange: Arc<dyn Exchange>,
    sharded_from: usize,
    optimizer: Optimizer,
    steps: std::ops::Range<u64>,
    from: Option<&[u8]>,
) -> Vec<u8> {
    let (rank, folder) = (exchange.rank(), tempfile::tempdir().unwrap());
    let path = folder.path().join("store");
    let mut store = store(exchange, sharded_from);
    store.set_optimizer(optimizer);
    match from {
        Some(bytes) => {
            std::fs::write(&path, bytes).unwrap();
            store.load(&path).unwrap();
        }
        None => {
            let random = &mut Random::new(0, Stream::Data);
            store.init("rows", some_rows(random, 1.0)).unwrap();
            store.init("dense, gradient of rows", some_numbers(random)).unwrap();
            store.init("dense", some_numbers(random)).unwrap();
        }
    }
    for step in steps {
        let own = store.own_slices();
        let of = |number: u64, dense: bool| {
            slices(100 * step + number, |random| if dense { some_numbers(random) } else { some_rows(random, 0.2) })
        };
        let all = [of(0, false), of(1, false), of(2, true)];
        let own: Vec<Vec<_>> = all.iter().map(|all| all[own.clone()].iter().map(Option::as_ref).collect()).collect();
        let keys = ["rows", "dense, gradient of rows", "dense"];
        let pushes: Vec<(&str, &[Option<&Array>])> = keys.into_iter().zip(own.iter().map(Vec::as_slice)).collect();
        store.push_slices(&pushes).unwrap();
    }
    store.save(&path).unwrap();
    if rank == 0 { std::fs::read(&path).unwrap() } else { Vec::new() }
}

fn optimizers() -> Vec<Optimizer> {
    [("sgd", &[("momentum", 0.5), ("wd", 0.1)][..]), ("adam", &[("lazy_update", 0.0)]), ("ftrl", &[]), ("adagrad", &[])]
        .map(|(name, parameters)| Optimizer::create(name, parameters).unwrap())
        .to_vec()
}

#[test]
fn bits_do_not_depend_on_the_ranks() {
    for optimizer in optimizers() {
        let alone = trained(Arc::new(Local), 1, optimizer, 0..4, None);
        assert!(!alone.is_empty());
        for ranks in [1, 2, 3, 4, 8] {
            for sharded_from in [1, usize::MAX] {
                let found = on_ranks(ranks, |exchange| trained(exchange, sharded_from, optimizer, 0..4, None));
                assert!(found[0] == alone, "{optimizer:?}, {ranks} ranks, from {sharded_from}");
            }
        }
    }
}

#[test]
fn a_store_goes_on_with_another_number_of_ranks() {
    for optimizer in optimizers() {
        let alone = trained(Arc::new(Local), 1, optimizer, 0..6, None);
        let mut file: Option<Vec<u8>> = None;
        for (ranks, steps) in [(4, 0..1), (3, 1..3), (8, 3..4), (1, 4..6)] {
            let from = file.as_deref();
            let found = on_ranks(ranks, |exchange| trained(exchange, 1, optimizer, steps.clone(), from));
            file = found.into_iter().next();
        }
        assert!(file.as_deref() == Some(&*alone), "{optimizer:?}");
    }
}

#[test]
fn each_rank_pulls_its_own_rows() {
    let whole = some_rows(&mut Random::new(5, Stream::Data), 1.0);
    for ranks in [1, 2, 3, 8] {
        for stored in [&whole, &Array::zeros(Stype::RowSparse, &[ROWS, LENGTH], Dtype::F32).unwrap()] {
            on_ranks(ranks, |exchange| {
                let mut random = Random::new(exchange.rank() as u64, Stream::Data);
                let ids: Vec<i64> = (0..10).map(|_| random.below(ROWS as u64) as i64).collect();
                let other: Vec<i64> = ids.iter().copied().take(exchange.rank()).collect();
                let mut store = store(exchange, 1);
                store.init("w", stored.clone()).unwrap();
                let mut alone = KvStore::new(Cpu { threads: 1 });
                alone.init("w", stored.clone()).unwrap();
                let pulled = [&mut store, &mut alone].map(|store| {
                    let mut outs =
                        [(); 2].map(|()| Array::zeros(Stype::RowSparse, &[ROWS, LENGTH], Dtype::F32).unwrap());
                    let [first, second] = &mut outs;
                    store.row_sparse_pull("w", &mut [first, second], &[(&*ids).into(), (&*other).into()]).unwrap();
                    outs
                });
                assert_eq!(pulled[0], pulled[1]);
                let mut dense = Array::zeros(Stype::Dense, &[ROWS, LENGTH], Dtype::F32).unwrap();
                store.pull("w", &mut [&mut dense]).unwrap();
                assert_eq!(dense, stored.tostype(Stype::Dense).unwrap());
            });
        }
    }
}

/// What a rank pulls of a key for a step: rows that the step before has, and others.
fn pulled_ids(rank: usize, step: u64, key: usize) -> Vec<i64> {
    let mut random = Random::new(1000 * step + 10 * rank as u64 + key as u64, Stream::Data);
    let count = random.below(12);
    (0..count).map(|_| random.below(ROWS as u64) as i64).collect()
}

const KEYS: [&str; 2] = ["a", "b"];

/// Rows of both keys, told what is pulled next, or not.
fn pull(store: &mut KvStore, now: &[Vec<i64>; 2], next: Option<&[(&str, RowIds<'_>)]>) -> Result<[Array; 2], KvError> {
    let mut pulled = [(); 2].map(|()| Array::zeros(Stype::RowSparse, &[ROWS, LENGTH], Dtype::F32).unwrap());
    let [a, b] = &mut pulled;
    let (mut a, mut b, lists) = ([a], [b], now.each_ref().map(|ids| [RowIds::Slice(ids)]));
    let pulls = &mut [(KEYS[0], &mut a[..], &lists[0][..]), (KEYS[1], &mut b[..], &lists[1][..])];
    match next {
        Some(next) => store.row_sparse_pull_ahead(pulls, next)?,
        None => store.row_sparse_pull_all(pulls)?,
    };
    Ok(pulled)
}

/// Two stores beside each other, of which one is told a step before what it will pull. In some steps it is not, rows are
/// touched that nobody has pulled, no step comes between, or something else is pulled there.
#[test]
fn rows_that_are_told_a_step_before_are_the_same() {
    for optimizer in optimizers() {
        for ranks in [1, 2, 3, 8] {
            on_ranks(ranks, |exchange| {
                let rank = exchange.rank();
                let [mut plain, mut ahead] = [(); 2].map(|()| {
                    let mut store = store(exchange.clone(), 1);
                    store.set_optimizer(optimizer);
                    let random = &mut Random::new(0, Stream::Data);
                    KEYS.into_iter().for_each(|key| store.init(key, some_rows(random, 1.0)).unwrap());
                    store
                });
                for step in 0..12 {
                    let of = |step| [0, 1].map(|key| pulled_ids(rank, step, key));
                    let (now, after) = (of(step), of(step + 1));
                    let told = if step % 5 == 3 { 0 } else { KEYS.len() };
                    let next = KEYS.into_iter().zip(&after).take(told).map(|(key, ids)| (key, RowIds::Slice(ids)));
                    let expected = pull(&mut plain, &now, None).unwrap();
                    let found = pull(&mut ahead, &now, Some(&next.collect::<Vec<_>>())).unwrap();
                    assert_eq!(found, expected, "{optimizer:?} {ranks} {step}");
                    if step % 4 == 2 {
                        let other = of(100 + step);
                        assert_eq!(pull(&mut ahead, &other, None).unwrap(), pull(&mut plain, &other, None).unwrap());
                    }
                    let pushes = [0, 1, 1][step as usize % 3];
                    for push in 0..=pushes {
                        let all = slices(100 * step + push, |random| some_rows(random, 0.2));
                        let own: Vec<_> = all[plain.own_slices()].iter().map(Option::as_ref).collect();
                        for store in [&mut plain, &mut ahead] {
                            if step % 7 != 5 {
                                store.push_slices(&[(KEYS[0], &own[..]), (KEYS[1], &own[..])]).unwrap();
                            }
                        }
                    }
                }
            });
        }
    }
}

/// Of a batch that shares no row with the one before, all rows come with the sums.
#[test]
fn rows_that_a_step_does_not_touch_come_with_its_sums() {
    let found = on_ranks(2, |exchange| {
        let mut store = store(exchange.clone(), 1);
        store.set_optimizer(Optimizer::create("sgd", &[]).unwrap());
        let random = &mut Random::new(0, Stream::Data);
        KEYS.into_iter().for_each(|key| store.init(key, some_rows(random, 1.0)).unwrap());
        // The first step has nothing before, the second one is told of what is not touched, the third of what is.
        let ids = [vec![1, 31], vec![2, 32], vec![3, 33], vec![3, 33], vec![4, 34]].map(|ids| [ids.clone(), ids]);
        let mut moved = Vec::new();
        for (now, after) in ids.iter().zip(&ids[1..]) {
            let mut step = Vec::new();
            let mut count = |before: Traffic| {
                let traffic = exchange.traffic();
                step.push((traffic.messages - before.messages, traffic.sent - before.sent));
            };
            let before = exchange.traffic();
            let next = [(KEYS[0], RowIds::Slice(&after[0])), (KEYS[1], RowIds::Slice(&after[1]))];
            pull(&mut store, now, Some(&next)).unwrap();
            count(before);
            let before = exchange.traffic();
            let gradient = Array::row_sparse(&[ROWS, LENGTH], now[0].clone(), vec![1.0_f32; 2 * LENGTH]).unwrap();
            let mut own = vec![None; store.own_slices().len()];
            own[0] = Some(&gradient);
            store.push_slices(&[(KEYS[0], &own[..]), (KEYS[1], &own[..])]).unwrap();
            count(before);
            moved.push(step);
        }
        moved
    });
    let rows = 2 * (4 * LENGTH) as u64;
    for moved in &found {
        // Ids, rows, and ids of the next step; then one message of each kind.
        assert_eq!(
            moved.iter().map(|step| (step[0].0, step[1].0)).collect::<Vec<_>>(),
            [(3, 1), (1, 1), (1, 1), (1, 1)]
        );
        let [first, second, third, last] = &moved[..] else { panic!() };
        // Nobody knows which rows the first step touches: those of the second come behind it.
        assert_eq!((second[0].1, second[1].1), (third[0].1 + rows, first[1].1 + rows), "{moved:?}");
        // Those that the third step touches are pulled behind it.
        assert_eq!((last[0].1, third[1].1 + rows), (third[0].1 + rows, second[1].1), "{moved:?}");
    }
}

/// Beside a store whose ranks have no rows of others: pulls, told a step before or not, and the file behind all steps.
#[test]
fn hot_rows_have_the_same_bits() {
    for optimizer in optimizers() {
        for ranks in [1, 2, 3, 8] {
            on_ranks(ranks, |exchange| {
                let rank = exchange.rank();
                let [mut plain, mut hot] = [(); 2].map(|()| {
                    let mut store = store(exchange.clone(), 1);
                    store.set_optimizer(optimizer);
                    let random = &mut Random::new(0, Stream::Data);
                    KEYS.into_iter().for_each(|key| store.init(key, some_rows(random, 1.0)).unwrap());
                    store
                });
                for step in 0..12 {
                    // Before there are states, then other rows, then none.
                    let ids: Option<&[i64]> = match step {
                        1 => Some(&[59, 0, 1, 2, 3, 31, 30, 1]),
                        5 => Some(&[7, 8, 40, 41, 42, 43]),
                        10 => Some(&[]),
                        _ => None,
                    };
                    if let Some(ids) = ids {
                        hot.set_hot_rows(KEYS[0], ids).unwrap();
                    }
                    let of = |step| [0, 1].map(|key| pulled_ids(rank, step, key));
                    let (now, after) = (of(step), of(step + 1));
                    let next = KEYS.into_iter().zip(&after).map(|(key, ids)| (key, RowIds::Slice(ids)));
                    let next: Vec<_> = next.collect();
                    let expected = pull(&mut plain, &now, None).unwrap();
                    let is_ahead = (1..9).contains(&step);
                    let found = pull(&mut hot, &now, is_ahead.then_some(&next)).unwrap();
                    assert_eq!(found, expected, "{optimizer:?} {ranks} {step}");
                    if step == 8 {
                        hot.forget_ahead();
                    }
                    let all = slices(step, |random| some_rows(random, 0.3));
                    let own: Vec<_> = all[plain.own_slices()].iter().map(Option::as_ref).collect();
                    for store in [&mut plain, &mut hot] {
                        store.push_slices(&[(KEYS[0], &own[..]), (KEYS[1], &own[..])]).unwrap();
                    }
                }
                let folder = tempfile::tempdir().unwrap();
                let files = [&plain, &hot].map(|store| {
                    store.save(folder.path().join("store")).unwrap();
                    if rank == 0 { std::fs::read(folder.path().join("store")).unwrap() } else { Vec::new() }
                });
                assert!(files[0] == files[1], "{optimizer:?} {ranks}");
            });
        }
    }
}

/// A step that touches hot rows alone asks for none, and each rank adds some of them.
#[test]
fn hot_rows_are_not_asked_for() {
    let hot: Vec<i64> = (0..8).collect();
    let sent = [false, true].map(|is_hot| {
        on_ranks(4, |exchange| {
            let mut store = store(exchange.clone(), 1);
            store.set_optimizer(Optimizer::create("sgd", &[]).unwrap());
            store.init("w", some_rows(&mut Random::new(0, Stream::Data), 1.0)).unwrap();
            if is_hot {
                store.set_hot_rows("w", &hot).unwrap();
            }
            let mut rows = Array::zeros(Stype::RowSparse, &[ROWS, LENGTH], Dtype::F32).unwrap();
            let before = exchange.traffic().sent;
            store.row_sparse_pull("w", &mut [&mut rows], &[(&*hot).into()]).unwrap();
            let pulled = exchange.traffic().sent - before;
            let gradient = Array::row_sparse(&[ROWS, LENGTH], hot.clone(), vec![1.0_f32; 8 * LENGTH]).unwrap();
            let mut own = vec![None; store.own_slices().len()];
            own[0] = Some(&gradient);
            store.push_slices(&[("w", &own[..])]).unwrap();
            [pulled, exchange.traffic().sent - before - pulled]
        })
    });
    let [plain, hot] = sent;
    let rows = (4 * LENGTH) as u64;
    // The first rank has rows 0 to 14, and answers all others with all eight rows.
    assert!(plain[0][0] > 3 * 8 * rows && hot.iter().all(|[pulled, _]| *pulled < 3 * 10), "{plain:?} {hot:?}");
    // To each other rank the gradients of two rows, and the sums of two.
    let each = hot.iter().map(|[_, pushed]| *pushed);
    assert!(each.clone().all(|pushed| pushed >= 3 * 4 * rows && pushed < 3 * (4 * rows + 30)), "{hot:?}");
}

#[test]
fn other_rows_than_were_told_are_refused() {
    for forgotten in [false, true] {
        let found = on_ranks(2, |exchange| {
            let mut store = store(exchange, 1);
            let random = &mut Random::new(0, Stream::Data);
            KEYS.into_iter().for_each(|key| store.init(key, some_rows(random, 1.0)).unwrap());
            let [told_of, other] = [[3, 40], [4, 40]].map(|ids| [ids.to_vec(), ids.to_vec()]);
            let next = [(KEYS[0], RowIds::Slice(&told_of[0])), (KEYS[1], RowIds::Slice(&told_of[1]))];
            pull(&mut store, &other, Some(&next)).unwrap();
            if forgotten {
                store.forget_ahead();
            }
            told(&pull(&mut store, &other, Some(&[])))
        });
        let expected = if forgotten { "" } else { "key `a`: other rows are pulled than were named a step before" };
        // The rank that is faster tells the other one.
        assert!(found.iter().all(|found| found.ends_with(expected) && found.is_empty() == forgotten), "{found:?}");
    }
}

#[test]
fn a_step_moves_the_rows_that_it_touches() {
    const MANY: usize = 1_000_000;
    const WIDE: usize = 16;
    let moved = on_ranks(2, |exchange| {
        let mut store = KvStore::new(Cpu { threads: 1 });
        store.set_ranks(exchange.clone(), RankOptions::new(2)).unwrap();
        store.set_optimizer(Optimizer::create("sgd", &[]).unwrap());
        let ids: Vec<i64> = (0..500).map(|place| place * 1999 + exchange.rank() as i64).collect();
        store.init("w", Array::row_sparse(&[MANY, WIDE], ids.clone(), vec![1.0_f32; 500 * WIDE]).unwrap()).unwrap();
        let before = exchange.traffic();
        let mut rows = Array::zeros(Stype::RowSparse, &[MANY, WIDE], Dtype::F32).unwrap();
        // Of the rows that are asked for, one half is here.
        store.row_sparse_pull("w", &mut [&mut rows], &[(&*ids).into()]).unwrap();
        let pulled = exchange.traffic().sent - before.sent;
        (pulled, exchange.traffic().messages - before.messages)
    });
    // Two messages: two bytes an id, and 250 rows.
    let rows = 250.0 * (2.0 + 4.0 * WIDE as f64);
    moved.iter().for_each(|(bytes, messages)| {
        assert!((*bytes as f64 / rows - 1.0).abs() < 0.05, "{bytes} bytes for {rows}");
        assert_eq!(*messages, 2);
    });
}

#[test]
fn a_rank_that_fails_ends_the_others() {
    let started = Instant::now();
    let found = on_ranks(4, |exchange| {
        let rank = exchange.rank();
        let mut store = store(exchange, 1);
        store.init("w", some_rows(&mut Random::new(0, Stream::Data), 1.0)).unwrap();
        let none = vec![None; store.own_slices().len()];
        let first = store.push_slices(&[(if rank == 2 { "v" } else { "w" }, &none[..])]);
        // And again.
        (first, store.push_slices(&[("w", &none[..])]))
    });
    for (rank, (first, second)) in found.into_iter().enumerate() {
        if rank == 2 {
            assert!(matches!(first, Err(KvError::UnknownKey { .. })));
            continue;
        }
        let cause = "key `v` is not in the store: init it first".to_owned();
        for error in [first.unwrap_err(), second.unwrap_err()] {
            let KvError::Exchange(error) = error else { panic!("{error}") };
            assert_eq!(error, ExchangeError::Failed { rank: 2, cause: cause.clone() });
        }
    }
    assert!(started.elapsed() < LIMIT);
}

#[test]
fn a_rank_that_is_silent_or_has_ended_is_named() {
    for ends in [true, false] {
        let limit = Duration::from_secs(1);
        let errors: Vec<Option<ExchangeError>> = std::thread::scope(|scope| {
            let threads: Vec<_> = Threads::new(3, limit)
                .into_iter()
                .map(|rank| {
                    scope.spawn(move || match rank.rank() {
                        1 if ends => None,
                        1 => {
                            std::thread::sleep(3 * limit);
                            None
                        }
                        _ => Some(rank.barrier().unwrap_err()),
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let expected =
            if ends { ExchangeError::Gone { rank: 1 } } else { ExchangeError::Silent { rank: 1, seconds: 1 } };
        assert_eq!(errors, [Some(expected.clone()), None, Some(expected)]);
    }
}

#[test]
fn what_is_refused() {
    let exchange = || Arc::new(Local);
    let mut alone = KvStore::new(Cpu { threads: 1 });
    for slices in [0, 3, 12] {
        let refused = alone.set_ranks(exchange(), RankOptions::new(slices));
        assert_eq!(
            told(&refused),
            format!("{slices} slices for 1 rank: the slices are a power of two, and at least one for each rank")
        );
    }
    alone.set_ranks(exchange(), RankOptions::new(2)).unwrap();
    alone.init("w", some_numbers(&mut Random::new(0, Stream::Data))).unwrap();
    assert_eq!(told(&alone.set_hot_rows("c", &[1])), "key `c` is not in the store: init it first");
    let refused = alone.push("w", &[&some_numbers(&mut Random::new(0, Stream::Data))]);
    assert_eq!(told(&refused), "key `w`: 1 values, but this rank has 2 slices of a step");
    let too_few =
        on_ranks(3, |exchange| told(&KvStore::new(Cpu { threads: 1 }).set_ranks(exchange, RankOptions::new(2))));
    assert_eq!(too_few[0], "2 slices for 3 ranks: the slices are a power of two, and at least one for each rank");
    let refused = on_ranks(2, |exchange| {
        let mut store = store(exchange, 1);
        store.init("w", some_rows(&mut Random::new(0, Stream::Data), 1.0)).unwrap();
        let dense = some_numbers(&mut Random::new(0, Stream::Data));
        let dense = told(&store.push_slices(&[("w", &[Some(&dense), None, None, None][..])]));
        store.set_optimizer(Optimizer::create("lamb", &[]).unwrap());
        let lamb = told(&store.push_slices(&[("w", &[None; 4][..])]));
        (dense, lamb, told(&store.init("v", some_rows(&mut Random::new(0, Stream::Data), 1.0))))
    });
    let (dense, lamb, init) = &refused[0];
    assert_eq!(
        dense,
        "key `w`, array 0: storage type default, but a parameter that each rank has a part of needs row_sparse"
    );
    assert_eq!(lamb, "key `w`: whole_lamb looks at the whole parameter, of which each rank has some rows");
    assert_eq!(init, "key `v`: whole_lamb looks at the whole parameter, of which each rank has some rows");
}
