//! The language model on a device: steps, evaluations, files, transfers and refusals.
use super::small::{text, text_file};
use super::some::{assert_same, here};
use super::{counted, device};
use lacuna_models::model::{LanguageModel, LanguageModelOptions};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;

const WORDS: usize = 30;
const ROWS: usize = 5;
const SAMPLES: usize = 7;

/// Two layers, dropout, and a norm that is too large in every step.
fn options(dtype: Dtype) -> LanguageModelOptions {
    let mut options = LanguageModelOptions::new(WORDS);
    (options.embedding, options.hidden, options.projection, options.layers) = (5, 6, 3, 2);
    (options.batch_size, options.samples, options.dropout) = (ROWS, SAMPLES, 0.25);
    (options.clip, options.dtype) = (Some(0.01), dtype);
    options
}

fn model(context: &Device, seed: u64) -> LanguageModel {
    let mut model = LanguageModel::new(&options(Dtype::F32), seed).unwrap();
    model.set_context(context).unwrap();
    model
}

/// Windows of different lengths, one word among them.
fn windows() -> Vec<Batch> {
    [5, 2, 1, 4].into_iter().zip(0..).map(|(steps, number)| text(number, ROWS, steps, WORDS)).collect()
}

fn same_step(found: &mut LanguageModel, expected: &mut LanguageModel, batch: &Batch) {
    assert_eq!(found.step(batch).unwrap().to_bits(), expected.step(batch).unwrap().to_bits());
    assert_eq!(found.noise(), expected.noise());
    for ((name, mine), (_, other)) in found.parameters().zip(expected.parameters()) {
        assert_same(name, mine, other);
        assert_same(name, found.gradient(name).unwrap(), expected.gradient(name).unwrap());
    }
}

fn compare(options: &LanguageModelOptions, windows: &[Batch]) {
    let [mut found, mut expected] = [(); 2].map(|()| LanguageModel::new(options, 3).unwrap());
    found.set_context(device()).unwrap();
    let (_file, mut rows) = text_file(options.vocabulary, 3, 5);
    for (number, batch) in windows.iter().enumerate() {
        same_step(&mut found, &mut expected, batch);
        assert!(found.parameters().all(|(_, array)| array.context() == *device()));
        // Which leaves no trace in what is carried.
        if number == 1 {
            assert_eq!(found.evaluate(&mut rows).unwrap(), expected.evaluate(&mut rows).unwrap());
        }
    }
    found.begin().unwrap();
    expected.begin().unwrap();
    same_step(&mut found, &mut expected, &windows[0]);
}

#[test]
fn has_the_bits_of_the_host() {
    for dtype in [Dtype::F32, Dtype::F64] {
        compare(&options(dtype), &windows());
    }
}

/// The limit of the norm is that of the host only if it is one.
#[test]
fn the_norm_is_limited() {
    let after = |clip| {
        let mut options = options(Dtype::F32);
        options.clip = clip;
        let mut model = LanguageModel::new(&options, 3).unwrap();
        model.set_context(device()).unwrap();
        model.step(&windows()[0]).unwrap();
        ["lstm0_i2h_weight", "encoder_weight"].map(|name| here(model.parameter(name).unwrap()))
    };
    let ([layer, table], [free, same]) = (after(Some(0.01)), after(None));
    assert!(layer != free && table == same);
}

#[test]
fn of_the_smallest_sizes_and_without_limit() {
    let mut options = options(Dtype::F32);
    (options.embedding, options.hidden, options.projection, options.layers) = (1, 1, 1, 1);
    (options.batch_size, options.samples, options.dropout, options.clip) = (1, 1, 0.0, None);
    compare(&options, &[text(1, 1, 1, WORDS), text(2, 1, 3, WORDS)]);
}

#[test]
fn goes_on_after_a_move_and_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let (cpu, windows) = (Device::cpu(), windows());
    let (mut whole, mut moved) = (model(&cpu, 3), model(&cpu, 3));
    // From the host to a device and from there to the host; neither is fresh.
    let (mut there, mut back) = (model(device(), 3), model(&cpu, 3));
    there.step(&windows[3]).unwrap();
    back.step(&windows[0]).unwrap();
    for (number, batch) in windows.iter().enumerate() {
        match number {
            1 => {
                moved.set_context(device()).unwrap();
                whole.save(&path).unwrap();
                there.load(&path).unwrap();
            }
            2 => {
                there.save(&path).unwrap();
                back.load(&path).unwrap();
            }
            3 => moved.set_context(&cpu).unwrap(),
            _ => {}
        }
        same_step(&mut moved, &mut whole, batch);
        let loss = |model: &mut LanguageModel| model.step(batch).unwrap().to_bits();
        if number > 0 {
            let found = loss(&mut there);
            if number > 1 {
                assert_eq!(loss(&mut back), found);
            }
        }
    }
    for (other, context) in [(&there, device()), (&back, &cpu)] {
        for ((name, mine), (_, whole)) in other.parameters().zip(whole.parameters()) {
            assert_eq!(mine.context(), *context);
            assert_same(name, mine, whole);
        }
    }
    // The files are the same, states of the layers and of the optimizer among them.
    let bytes = |model: &LanguageModel| {
        model.save(&path).unwrap();
        std::fs::read(&path).unwrap()
    };
    assert_eq!(bytes(&there), bytes(&whole));
    assert_eq!(bytes(&back), bytes(&whole));
}

#[test]
fn a_step_transfers_its_batch_and_what_it_tells() {
    let (context, counts) = counted();
    let (mut model, batch) = (model(&context, 3), text(1, ROWS, 4, WORDS));
    model.step(&batch).unwrap();
    for _ in 0..2 {
        let before = counts.now();
        model.step(&batch).unwrap();
        let after = counts.now();
        // Words, targets and noise, the mask, and the number of the step.
        let positions = ROWS * 4;
        assert_eq!(
            after.bytes_there - before.bytes_there,
            positions * 8 + (positions + SAMPLES) * 8 + positions * 4 + 8
        );
        assert_eq!(after.uploads - before.uploads, 4);
        // The losses, a sum of squares for each of ten parameters of layers, and what the device had to refuse.
        let (back, told) = (after.bytes_back - before.bytes_back, positions * 4 + 10 * 8);
        assert!((told..told + 1024).contains(&back), "{back}");
        assert_eq!(after.downloads - before.downloads, 3);
    }
}

/// What is refused changes nothing: neither a word or a target that is none, which only the device sees, nor a batch
/// that is elsewhere, nor a norm that is no number.
#[test]
fn refusals() {
    let own = crate::another_device();
    let (mut found, mut expected, windows) = (model(&own, 3), model(&Device::cpu(), 3), windows());
    same_step(&mut found, &mut expected, &windows[0]);
    let before: Vec<_> = found.parameters().map(|(_, array)| here(array)).collect();
    let with = |label: bool, number: i64| {
        let mut batch = windows[1].clone();
        let array = if label { &mut batch.label[0] } else { &mut batch.data[0] };
        array.data_mut::<i64>().unwrap()[3] = number;
        batch
    };
    for bad in [with(false, 30), with(false, -1), with(true, 31)] {
        let refused = found.step(&bad).unwrap_err().to_string();
        assert!(
            expected.step(&bad).is_err() && ["30", "-1", "31"].iter().any(|number| refused.contains(number)),
            "{refused}"
        );
    }
    let mut elsewhere = windows[1].clone();
    elsewhere.data[0] = elsewhere.data[0].as_in_context(&own).unwrap();
    assert_eq!(
        found.step(&elsewhere).unwrap_err().to_string(),
        "a batch of text: not for an array on ptx-vm: as_in_context gives a copy on the host"
    );
    assert_eq!(found.steps(), 1);
    assert_eq!(found.parameters().map(|(_, array)| here(array)).collect::<Vec<_>>(), before);
    same_step(&mut found, &mut expected, &windows[1]);

    let name = "lstm1_h2r_weight";
    let infinite = Array::dense(&[3, 6], vec![f32::INFINITY; 18]).unwrap();
    for model in [&mut found, &mut expected] {
        model.set_parameter(name, infinite.clone()).unwrap();
    }
    let refused = [&mut found, &mut expected].map(|model| model.step(&windows[2]).unwrap_err().to_string());
    assert_eq!(refused[0], refused[1]);
    assert_eq!((found.steps(), expected.steps()), (2, 2));
}
