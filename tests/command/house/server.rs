//! The modules of the server use each other in one direction (ARCHITECTURE.md).

use std::fs;
use std::path::Path;

use super::{root, rust_files};

/// The modules of `server/src`, lowest first. A module uses only modules that stand before it.
const ORDER: [&str; 15] = [
    "clock", "auth", "limit", "store", "upstream", "settings", "wire", "library", "app", "accounts", "api",
    "site", "routes", "listen", "run",
];

/// The top-level module that a file belongs to; none of the files that put them together.
fn module(file: &Path, source: &Path) -> Option<String> {
    let first = file.strip_prefix(source).unwrap().iter().next().unwrap().to_str().unwrap();
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!["lib", "main"].contains(&name)).then(|| name.to_owned())
}

/// The first name of every path that begins with `crate::`; all of them where it goes on with a list in braces.
fn used_modules(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = code.flat_map(|line| [line, "\n"]).collect();
    let mut used = Vec::new();
    for path in code.split("crate::").skip(1) {
        let mut depth = 0_usize;
        let mut is_first = true;
        let mut name = String::new();
        for c in path.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                c if c.is_alphanumeric() || c == '_' => {
                    if is_first && depth <= 1 {
                        name.push(c);
                    }
                    continue;
                }
                _ => {}
            }
            if !name.is_empty() {
                used.push(std::mem::take(&mut name));
                is_first = false;
            }
            is_first |= depth == 1 && matches!(c, '{' | ',');
            if depth == 0 {
                break;
            }
        }
    }
    used
}

#[test]
fn modules_of_the_server_use_only_lower_ones() {
    let source = root().join("server/src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let rank = |name: &str| ORDER.iter().position(|known| *known == name);
    let mut wrong = Vec::new();
    let mut uses = 0;
    for file in files {
        let Some(user) = module(&file, &source) else { continue };
        let Some(own) = rank(&user) else { panic!("`{user}` of server/src has no place in the order") };
        for used in used_modules(&fs::read_to_string(&file).unwrap()) {
            uses += 1;
            if rank(&used).is_none_or(|used| used > own) {
                wrong.push(format!("{} uses crate::{used}", file.display()));
            }
        }
    }
    assert!(uses > 100, "only {uses} uses were found");
    assert!(wrong.is_empty(), "modules use higher ones:\n{}", wrong.join("\n"));
}

#[test]
fn every_name_of_a_use_is_found() {
    let text = "use crate::auth::{a, b};\nuse crate::{store::{Account, Role}, clock, wire::json};\n                // crate::nothing\nfn f() -> crate::site::Page { crate::host }\n";
    assert_eq!(used_modules(text), ["auth", "store", "clock", "wire", "site", "host"]);
}
