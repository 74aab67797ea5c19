use serde::Serialize;

use super::Page;
use muniment_licenses::model::License;

/// The badge of a license (spec:version-1#website-endpoints): two fields, no font of its own, nothing fetched.
#[derive(Debug, Serialize)]
pub(super) struct Badge<'a> {
    title: &'a str,
    /// SPDX identifier, else that of the record.
    label: &'a str,
    /// Width of the label in pixels.
    text_width: usize,
    /// Width of the badge in pixels.
    width: usize,
}

impl Page for Badge<'_> {
    const TEMPLATE: &'static str = "pages/badge.svg";
}

impl<'a> Badge<'a> {
    pub(super) fn new(id: &'a str, license: &'a License) -> Self {
        let label = license.spdx.as_deref().unwrap_or(id);
        let text_width = label.chars().map(width).sum::<usize>().div_ceil(10);
        Self { title: &license.title.value, label, text_width, width: 58 + text_width + 6 }
    }
}

/// Width of a character in tenths of a pixel, in the widest of the fonts named, at 11 pixels; the text is fitted
/// to it whatever the font.
const fn width(character: char) -> usize {
    match character {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' => 40,
        'f' | 't' | 'r' | '-' | ' ' => 48,
        'm' | 'w' | 'M' | 'W' => 105,
        'A'..='Z' => 76,
        _ => 68,
    }
}
