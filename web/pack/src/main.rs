//! `lacuna-web-pack MODULE.wasm FOLDER NAME`: the JavaScript side of a module, its types, and the module as it is
//! loaded.
use std::env;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [module, folder, name] = &*arguments else {
        return Err("usage: lacuna-web-pack MODULE.wasm FOLDER NAME".into());
    };
    let name = name.to_str().ok_or("a name that is not Unicode")?;
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(PathBuf::from(module)).web(true)?.typescript(true).omit_default_module_path(true).out_name(name);
    bindgen.generate(PathBuf::from(folder))?;
    Ok(())
}
