use serde::de::DeserializeOwned;

use super::folder::Folder;
use muniment_licenses::model::{Fault, Place, SourceFile};

/// Reads a TOML file; `None` without a fault if it does not exist.
pub(super) fn read<T: DeserializeOwned>(
    data: &Folder<'_>,
    path: &str,
    check: u8,
    faults: &mut Vec<Fault>,
) -> Option<T> {
    parse(&data.file(path, faults)?, check, faults)
}

pub(super) fn parse<T: DeserializeOwned>(
    source: &SourceFile,
    check: u8,
    faults: &mut Vec<Fault>,
) -> Option<T> {
    let path = source.path.as_str();
    let text = match std::str::from_utf8(&source.bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = source.bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.iter().filter(|b| **b == b'\n').count() + 1;
            let place = Place { file: path.to_owned(), line, column: 0 };
            faults.push(Fault::error(1, place, "the bytes here are not UTF-8", "save the file as UTF-8"));
            return None;
        }
    };
    match toml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        Ok(value) => Some(value),
        Err(error) => {
            let place = error.span().map_or_else(|| Place::file(path), |span| place(path, text, span.start));
            let message = error.message().trim().replace('\n', ", ");
            faults.push(Fault::error(check, place, message, "see the file's description in data/README.md"));
            None
        }
    }
}

fn place(path: &str, text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Place {
        file: path.to_owned(),
        line: before.matches('\n').count() + 1,
        column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
    }
}
