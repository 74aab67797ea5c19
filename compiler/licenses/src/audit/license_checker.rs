use serde::Deserialize;

use super::bounded::{members, texts};
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory, LeftOut, is_stated};
use super::json::{Glance, document};

#[derive(Deserialize)]
#[serde(transparent)]
struct Packages {
    #[serde(deserialize_with = "members")]
    of: Vec<(String, Package)>,
}

#[derive(Deserialize)]
struct Package {
    #[serde(default, deserialize_with = "texts")]
    licenses: Vec<String>,
}

pub(super) const FORM: Form = Form { sign: Sign::Json(is_report), read };

fn is_report(top: &Glance) -> bool {
    let is_package = |(name, value): (&str, &Glance)| is_version_of(name) && value.has("licenses");
    top.is_object() && top.first().next().is_some() && top.first().all(is_package)
}

fn is_version_of(name: &str) -> bool {
    name.rfind('@').is_some_and(|at| at > 0)
}

/// The packages of `license-checker --json`. Several licenses of a package all apply.
///
/// What it found in the text of a file, which a star marks, is a guess: a package without anything else states no license.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let Packages { of: packages } = document(text)?;
    let mut guesses = 0;
    let components = packages.into_iter().map(|(package, Package { licenses })| {
        let (name, version) = match package.rsplit_once('@') {
            Some((name, version)) if !name.is_empty() => (name.to_owned(), Some(version.to_owned())),
            _ => (package, None),
        };
        guesses += licenses.iter().filter(|text| is_guess(text)).count();
        let is_known = licenses.iter().any(|text| !is_guess(text) && is_stated(text) && !is_unknown(text));
        // Beside a license, a guess stays as a name that no license has, so that the package is not known in whole.
        Component::with_all(name, version, licenses.into_iter().filter(|_| is_known))
    });
    let components = components.collect();
    let why = "license-checker guessed it from the text of a file";
    let left_out = Some(LeftOut { number: guesses, what: "license", why }).filter(|_| guesses > 0);
    let left_out = left_out.into_iter().collect();
    Ok(Inventory { left_out, ..Inventory::new(InventoryFormat::LicenseChecker, components) })
}

fn is_guess(license: &str) -> bool {
    license.contains('*')
}

fn is_unknown(license: &str) -> bool {
    license.trim().eq_ignore_ascii_case("UNKNOWN")
}
