use super::memory_batches::epoch;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{
    Batch, Batches, DataError, LastBatch, LibsvmBatches, LibsvmBatchesOptions, MemoryBatches, Prefetch,
};
use lacuna_runtime::libsvm::LibsvmOptions;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

fn memory(last: LastBatch) -> MemoryBatches {
    let label = Array::dense(&[11], (0..11).map(|k| k as f32).collect()).unwrap();
    MemoryBatches::new(vec![label.clone()], vec![label], 3).unwrap().with_last(last).shuffled(3)
}

fn libsvm(path: &Path) -> LibsvmBatches<f32> {
    let read = LibsvmOptions { batch_rows: 3, features: Some(1), threads: 1, ..LibsvmOptions::default() };
    LibsvmBatches::open(&[path.to_owned()], &LibsvmBatchesOptions { read, ..LibsvmBatchesOptions::default() }).unwrap()
}

/// Batches of epochs of which so many batches each are read, and all of the last one.
fn walk(batches: &mut dyn Batches, takes: &[usize], pause: Duration) -> Vec<(Vec<f32>, usize)> {
    let (mut batch, mut seen) = (Batch::default(), Vec::new());
    for &take in takes {
        for _ in 0..take {
            if !batches.next_batch(&mut batch).unwrap() {
                break;
            }
            seen.push((batch.label[0].data::<f32>().unwrap().to_vec(), batch.pad));
        }
        // So that the thread is as far ahead as it can be.
        sleep(pause);
        batches.reset().unwrap();
    }
    seen
}

#[test]
fn batches_are_those_of_the_iterator_wherever_it_is_reset() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("data");
    std::fs::write(&path, (0..11).map(|k| format!("{k} 0:1\n")).collect::<String>()).unwrap();
    let mut sources: Vec<Box<dyn Fn() -> Box<dyn Batches + Send>>> = vec![Box::new(move || Box::new(libsvm(&path)))];
    for last in [LastBatch::Pad, LastBatch::Discard, LastBatch::RollOver] {
        sources.push(Box::new(move || Box::new(memory(last))));
    }
    for source in sources {
        for takes in [&[9, 9, 9][..], &[4, 4, 9, 9], &[3, 9], &[1, 2, 3, 0, 9], &[9, 1, 9, 3, 4, 9]] {
            for ahead in [1, 2, 100] {
                for pause in [0, 5] {
                    let expected = walk(&mut source(), takes, Duration::ZERO);
                    let mut ahead = Prefetch::new(source(), ahead).unwrap();
                    assert_eq!(ahead.batch_size(), 3);
                    assert_eq!(walk(&mut ahead, takes, Duration::from_millis(pause)), expected);
                }
            }
        }
    }
}

/// Counts what it is asked for, and ends badly after so many batches.
struct Failing {
    left: usize,
    asked: Arc<AtomicUsize>,
    panics: bool,
}

impl Batches for Failing {
    fn batch_size(&self) -> usize {
        1
    }
    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if self.left == 0 {
            assert!(!self.panics, "a panic of this test");
            return Err(DataError::LabelsEnd { rows: 7 });
        }
        self.left -= 1;
        batch.label = vec![Array::dense(&[1], vec![self.left as f32]).unwrap()];
        Ok(true)
    }
    fn reset(&mut self) -> Result<(), DataError> {
        self.restart()
    }
    fn restart(&mut self) -> Result<(), DataError> {
        self.left = 2;
        Ok(())
    }
}

fn failing(left: usize, panics: bool) -> (Failing, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    (Failing { left, asked: asked.clone(), panics }, asked)
}

#[test]
fn errors_come_in_their_place_and_stay_until_a_reset() {
    let mut batches = Prefetch::new(failing(2, false).0, 1).unwrap();
    let mut batch = Batch::default();
    for _ in 0..2 {
        for left in [1.0, 0.0] {
            assert!(batches.next_batch(&mut batch).unwrap());
            assert_eq!(batch.label[0].data::<f32>(), Some(&[left][..]));
        }
        for _ in 0..2 {
            assert!(matches!(batches.next_batch(&mut batch), Err(DataError::LabelsEnd { rows: 7 })));
        }
        batches.reset().unwrap();
    }
}

#[test]
fn a_panic_is_an_error_here() {
    let mut batches = Prefetch::new(failing(1, true).0, 3).unwrap();
    let mut batch = Batch::default();
    assert!(batches.next_batch(&mut batch).unwrap());
    assert!(matches!(batches.next_batch(&mut batch), Err(DataError::NoThread)));
    assert!(matches!(batches.reset(), Err(DataError::NoThread)));
    assert!(matches!(batches.next_batch(&mut batch), Err(DataError::NoThread)));
}

#[test]
fn the_thread_is_so_far_ahead_and_ends_with_its_owner() {
    let (source, asked) = failing(1000, false);
    let mut batches = Prefetch::new(source, 4).unwrap();
    assert!(batches.next_batch(&mut Batch::default()).unwrap());
    while asked.load(Ordering::SeqCst) < 6 {
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(20));
    // One was taken, four wait, and one is in the thread's hands.
    assert_eq!(asked.load(Ordering::SeqCst), 6);
    drop(batches);
    assert_eq!(Arc::strong_count(&asked), 1);
}

#[test]
fn the_caller_gets_the_same_memory_again() {
    let mut batches = Prefetch::new(memory(LastBatch::Pad), 2).unwrap();
    let (mut batch, mut addresses) = (Batch::default(), std::collections::HashSet::new());
    for _ in 0..50 {
        while batches.next_batch(&mut batch).unwrap() {
            addresses.insert(batch.label[0].data::<f32>().unwrap().as_ptr().addr());
        }
        batches.reset().unwrap();
    }
    assert!(addresses.len() < 50, "{}", addresses.len());
    assert_eq!(epoch(&mut batches).len(), 4);
}
