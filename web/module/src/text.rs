//! LibSVM text, and its other forms.
use lacuna_libsvm::{CsrBatch, IndexBase, LibsvmOptions, LibsvmReader, LibsvmValue, TextForm, VwOptions};
use std::error::Error;
use std::io::Cursor;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// How text is read.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct ReadOptions(LibsvmOptions);

#[wasm_bindgen]
impl ReadOptions {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self(LibsvmOptions { threads: 1, base: IndexBase::Auto, ..LibsvmOptions::default() })
    }

    pub fn set_base(&mut self, base: u32) -> Result<(), JsError> {
        self.0.base = match base {
            0 => IndexBase::Zero,
            1 => IndexBase::One,
            _ => return Err(JsError::new(&format!("features begin at 0 or 1, not at {base}"))),
        };
        Ok(())
    }

    pub fn set_features(&mut self, features: usize) {
        self.0.features = Some(features);
    }

    pub fn set_rows(&mut self, sort: bool, sum_duplicates: bool, unlabelled: bool, ignore_weights: bool) {
        (self.0.sort_rows, self.0.sum_duplicates) = (sort, sum_duplicates);
        (self.0.unlabelled, self.0.ignore_weights) = (unlabelled, ignore_weights);
    }

    pub fn set_fields(&mut self, fields: usize) {
        self.0.form = TextForm::Fields { fields };
    }

    pub fn set_names(&mut self, bits: u32) -> Result<(), JsError> {
        self.set_hashed(bits, TextForm::Names { bits })
    }

    /// `pairs` are the first letters of namespaces, two and two.
    pub fn set_vw(&mut self, bits: u32, pairs: &[u8]) -> Result<(), JsError> {
        self.set_hashed(bits, TextForm::Vw(VwOptions { bits, pairs: pairs.as_chunks().0.to_vec() }))
    }

    fn set_hashed(&mut self, bits: u32, form: TextForm) -> Result<(), JsError> {
        if !(1..=31).contains(&bits) {
            return Err(JsError::new(&format!("{bits} bits of a hash: 1 to 31 can be used")));
        }
        (self.0.features, self.0.base) = (form.hashed_features(), IndexBase::Zero);
        self.0.form = form;
        Ok(())
    }
}

fn read<V: LibsvmValue>(text: &[u8], name: &str, options: &ReadOptions) -> Result<(CsrBatch<V, i32>, u32), JsError> {
    let mut batch = CsrBatch::new();
    let mut read = || {
        let mut reader = LibsvmReader::from_seekable(name, Cursor::new(text), &options.0)?;
        reader.read_rest(&mut batch)?;
        Ok(reader.base())
    };
    match read() {
        Ok(base) => Ok((batch, u32::from(base == 1))),
        Err::<_, lacuna_libsvm::LibsvmError>(error) => {
            let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
            Err(JsError::new(&format!("{error}{cause}")))
        }
    }
}

macro_rules! exported {
    ($name:ident, $type:ty) => {
        #[wasm_bindgen]
        #[derive(Debug)]
        pub struct $name {
            batch: CsrBatch<$type, i32>,
            base: u32,
        }

        #[wasm_bindgen]
        impl $name {
            #[wasm_bindgen(constructor)]
            pub fn new(text: &[u8], name: &str, options: &ReadOptions) -> Result<Self, JsError> {
                let (batch, base) = read(text, name, options)?;
                Ok(Self { batch, base })
            }

            pub fn features(&self) -> usize {
                self.batch.features
            }

            pub fn base(&self) -> u32 {
                self.base
            }

            pub fn labels(&mut self) -> Vec<$type> {
                std::mem::take(&mut self.batch.labels)
            }

            pub fn indptr(&mut self) -> Vec<i32> {
                std::mem::take(&mut self.batch.indptr)
            }

            pub fn indices(&mut self) -> Vec<i32> {
                std::mem::take(&mut self.batch.indices)
            }

            pub fn values(&mut self) -> Vec<$type> {
                std::mem::take(&mut self.batch.values)
            }
        }
    };
}
exported!(Rows32, f32);
exported!(Rows64, f64);
