//! The library for the browser: built by cargo, with the glue code that passes texts in and out of it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// The library in the form that a page needs.
pub(crate) struct Library {
    /// The module.
    pub(crate) wasm: Vec<u8>,
    /// The script that starts it, which defines `wasm_bindgen`.
    pub(crate) script: String,
}

/// Builds the library with this cargo profile.
pub(crate) fn build(profile: &str) -> anyhow::Result<Library> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(&root);
    cargo.args(["build", "--locked", "--package", env!("CARGO_PKG_NAME"), "--lib"]);
    cargo.args(["--target", TARGET, "--profile", profile]);
    let status = cargo.status().context("cannot start cargo")?;
    if !status.success() {
        bail!("cargo cannot build for {TARGET}; if this target is missing, run `rustup target add {TARGET}`");
    }
    let folder = if profile == "dev" { "debug" } else { profile };
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let built = target.join(TARGET).join(folder).join("furlong_offline.wasm");
    ensure!(built.is_file(), "cargo did not build {}", built.display());
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&built).typescript(false).remove_name_section(true).remove_producers_section(true);
    let mut output = bindgen.no_modules(true)?.generate_output()?;
    let script = output.js().to_owned();
    Ok(Library { wasm: output.wasm_mut().emit_wasm(), script })
}
