//! Ranks that were not started alike, that hang, and that fail.
#![allow(clippy::unwrap_used, reason = "a test")]
use lacuna_runtime::exchange::{Exchange, ExchangeError, Local, Threads, agree, rank_on_machine};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

/// What `agree` says on each rank, with the options that each has.
fn agreed(options: &[&[(&str, &str)]]) -> Vec<Result<(), ExchangeError>> {
    let ranks = Threads::new(options.len(), Duration::from_secs(30));
    thread::scope(|scope| {
        let run = |(rank, options): (Threads, &&[(&str, &str)])| {
            let options: Vec<_> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            scope.spawn(move || {
                let options: Vec<_> = options.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
                agree(&rank, &options)
            })
        };
        let ranks: Vec<_> = ranks.into_iter().zip(options).map(run).collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    })
}

fn different(rank: usize, what: &str, expected: &str, found: &str) -> Result<(), ExchangeError> {
    let [what, expected, found] = [what, expected, found].map(str::to_owned);
    Err(ExchangeError::Different { rank, what, expected, found })
}

#[test]
fn equal_options_are_agreed_upon() {
    let options: &[(&str, &str)] = &[("--batch", "100"), ("data", "7f3a")];
    for ranks in [1, 2, 5] {
        assert_eq!(agreed(&vec![options; ranks]), vec![Ok(()); ranks]);
    }
}

#[test]
fn every_rank_names_the_first_difference_of_the_first_rank_that_has_one() {
    let all: [&[(&str, &str)]; 4] = [
        &[("--batch", "100"), ("data", "7f3a")],
        &[("--batch", "100"), ("data", "7f3a")],
        &[("--batch", "100"), ("data", "0000")],
        &[("--batch", "200"), ("data", "1111")],
    ];
    assert_eq!(agreed(&all), vec![different(2, "data", "7f3a", "0000"); 4]);
    assert_eq!(agreed(&[all[0], all[3]]), vec![different(1, "--batch", "100", "200"); 2]);
}

#[test]
fn an_option_that_only_one_rank_has_is_a_difference() {
    let [less, more] = [vec![("a", "1")], vec![("a", "1"), ("b", "")]];
    assert_eq!(agreed(&[&less, &more]), vec![different(1, "b", "nothing", ""); 2]);
    assert_eq!(agreed(&[&more, &less]), vec![different(1, "b", "", "nothing"); 2]);
}

#[test]
fn a_rank_that_sends_something_else_is_named() {
    let ranks = Threads::new(2, Duration::from_secs(30));
    let [first, second] = ranks.try_into().unwrap();
    let error = thread::scope(|scope| {
        scope.spawn(move || second.all_gather(vec![200; 3]).unwrap());
        agree(&first, &[]).unwrap_err()
    });
    assert!(matches!(error, ExchangeError::Message { rank: 1, found: 3, .. }), "{error}");
}

#[test]
fn posts_come_beside_messages() {
    let [first, second]: [Threads; 2] = Threads::new(2, Duration::from_secs(30)).try_into().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            first.post(1, vec![1]).unwrap();
            first.send(1, vec![2]).unwrap();
            first.post(1, vec![3]).unwrap();
            assert_eq!(first.receive(1), Ok(vec![4]));
        });
        assert_eq!(second.receive(0), Ok(vec![2]));
        assert_eq!(second.posted(Duration::from_secs(30)), Ok(Some((0, vec![1]))));
        assert_eq!(second.posted(Duration::from_secs(30)), Ok(Some((0, vec![3]))));
        assert_eq!(second.posted(Duration::from_millis(1)), Ok(None));
        second.send(0, vec![4]).unwrap();
    });
    drop(first);
    assert_eq!(second.posted(Duration::from_secs(30)), Err(ExchangeError::Gone { rank: 0 }));
    assert_eq!(Local.posted(Duration::ZERO).unwrap_err().to_string(), "this exchange has no posts");
}

/// The first waits for the second, and that one for the third, which hangs.
#[test]
fn the_rank_that_hangs_is_named_by_all() {
    let [first, second, third]: [Threads; 3] = Threads::new(3, Duration::from_secs(1)).try_into().unwrap();
    let silent = |rank| Err(ExchangeError::Silent { rank, seconds: 1 });
    thread::scope(|scope| {
        let waits = scope.spawn(|| first.receive(1));
        // It begins to wait later, so the first one gives up before.
        thread::sleep(Duration::from_millis(50));
        assert_eq!(second.receive(2), silent(2));
        assert_eq!(waits.join().unwrap(), silent(2));
    });
    // All calls fail with it from then on, those of the rank that has come back too.
    assert_eq!(third.receive(0), silent(2));
    assert_eq!(second.send(0, Vec::new()), silent(2).map(drop));
}

/// Another thread of the rank that fails sends at the same moment.
#[test]
fn why_a_rank_fails_is_told_to_all() {
    for _ in 0..500 {
        let mut ranks = Threads::new(8, Duration::from_secs(30));
        let (fails, failed) = (ranks.remove(0), ExchangeError::Failed { rank: 0, cause: "a cause".to_owned() });
        let both = Barrier::new(2);
        thread::scope(|scope| {
            let sends = scope.spawn(|| {
                both.wait();
                (0..).find_map(|_| fails.post(1, Vec::new()).err())
            });
            both.wait();
            fails.fail("a cause");
            assert_eq!(sends.join().unwrap(), Some(failed.clone()));
        });
        for other in &ranks {
            assert_eq!(other.receive(0), Err(failed.clone()));
        }
    }
}

/// The first that is told has ended before the last is told, which waits for it.
#[test]
fn a_rank_that_ends_since_another_fails_is_not_the_cause() {
    const RANKS: usize = 64;
    for _ in 0..20 {
        let failed = ExchangeError::Failed { rank: RANKS - 1, cause: "a cause".to_owned() };
        let found: Vec<_> = thread::scope(|scope| {
            let run = |rank: Threads| {
                scope.spawn(move || match rank.rank() {
                    0 => rank.receive(1).err(),
                    own if own == RANKS - 1 => {
                        thread::sleep(Duration::from_millis(2));
                        rank.fail("a cause");
                        None
                    }
                    _ => rank.receive(0).err(),
                })
            };
            let ranks: Vec<_> = Threads::new(RANKS, Duration::from_secs(30)).into_iter().map(run).collect();
            ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
        });
        for (rank, found) in found.into_iter().enumerate().take(RANKS - 1) {
            assert_eq!(found, Some(failed.clone()), "of rank {rank}");
        }
    }
}

#[test]
fn threads_are_ranks_of_one_machine() {
    let found: Vec<_> = std::thread::scope(|scope| {
        let ranks = Threads::new(3, Duration::from_secs(30)).into_iter();
        let threads: Vec<_> = ranks.map(|rank| scope.spawn(move || rank_on_machine(&rank).unwrap())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(found, [0, 1, 2]);
}
