//! Arrays as the scripts that ask MXNet write them.
use lacuna_runtime::array::{Array, ArrayError, Element};
use serde_json::Value;

pub fn list<T>(value: &Value, number: impl Fn(&Value) -> T) -> Vec<T> {
    value.as_array().unwrap().iter().map(number).collect()
}

pub fn integers(value: &Value) -> Vec<i64> {
    list(value, |number| number.as_i64().unwrap())
}

pub fn array(value: &Value) -> Array {
    fn of<V: Element>(value: &Value, number: impl Fn(&Value) -> V) -> Array {
        let shape: Vec<usize> =
            integers(&value["shape"]).into_iter().map(|length| length.try_into().unwrap()).collect();
        let data = list(&value["data"], number);
        match value["stype"].as_str().unwrap() {
            "default" => Array::dense(&shape, data),
            "row_sparse" => Array::row_sparse(&shape, integers(&value["indices"]), data),
            "csr" => csr([shape[0], shape[1]], &integers(&value["indptr"]), &integers(&value["indices"]), &data),
            other => panic!("storage type {other}"),
        }
        .unwrap()
    }
    match value["dtype"].as_str().unwrap() {
        "float32" => of(value, |number| number.as_f64().unwrap() as f32),
        "float64" => of(value, |number| number.as_f64().unwrap()),
        "int64" => of(value, |number| number.as_i64().unwrap()),
        "int32" => of(value, |number| i32::try_from(number.as_i64().unwrap()).unwrap()),
        "uint8" => of(value, |number| u8::try_from(number.as_i64().unwrap()).unwrap()),
        other => panic!("dtype {other}"),
    }
}

/// MXNet's graphs have columns in any order.
fn csr<V: Element>(shape: [usize; 2], indptr: &[i64], indices: &[i64], data: &[V]) -> Result<Array, ArrayError> {
    let (mut columns, mut values) = (Vec::new(), Vec::new());
    for row in indptr.windows(2) {
        let mut entries: Vec<_> = (row[0] as usize..row[1] as usize).map(|k| (indices[k], data[k])).collect();
        entries.sort_by_key(|(column, _)| *column);
        columns.extend(entries.iter().map(|(column, _)| *column));
        values.extend(entries.iter().map(|(_, value)| *value));
    }
    Array::csr(Some(shape), indptr.to_vec(), columns, values)
}
