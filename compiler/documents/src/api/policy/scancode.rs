//! `license_policy.yml` of ScanCode, which has keys of its own for licenses.

use super::Policy;
use muniment_licenses::reason::Answer;

/// Keys that do not follow from the SPDX identifier (ScanCode 32.5).
const KEYS: [(&str, &str); 57] = [
    ("0BSD", "bsd-zero"),
    ("AAL", "attribution"),
    ("APL-1.0", "adapt-1.0"),
    ("Artistic-1.0-Perl", "artistic-perl-1.0"),
    ("BSD-2-Clause", "bsd-simplified"),
    ("BSD-2-Clause-Patent", "bsd-plus-patent"),
    ("BSD-3-Clause", "bsd-new"),
    ("BSD-3-Clause-Attribution", "bsd-ack"),
    ("BSD-3-Clause-Clear", "clear-bsd"),
    ("BSD-3-Clause-LBNL", "lbnl-bsd"),
    ("BSD-4-Clause", "bsd-original"),
    ("BSL-1.0", "boost-1.0"),
    ("BUSL-1.1", "bsl-1.1"),
    ("Bitstream-Vera", "bitstream"),
    ("CATOSL-1.1", "ca-tosl-1.1"),
    ("CC-PDDC", "cc-pd"),
    ("CNRI-Python", "cnri-python-1.6"),
    ("CNRI-Python-GPL-Compatible", "cnri-python-1.6.1"),
    ("DL-DE-BY-2.0", "dl-de-by-2-0-de"),
    ("DOC", "ace-tao"),
    ("EUDatagrid", "eu-datagrid"),
    ("Elastic-2.0", "elastic-license-v2"),
    ("Entessa", "entessa-1.0"),
    ("FSL-1.1-ALv2", "fsl-1.1-apache-2.0"),
    ("HPND", "historical"),
    ("ICU", "x11"),
    ("IPA", "ipa-font"),
    ("IPL-1.0", "ibmpl-1.0"),
    ("Intel", "intel-bsd-export-control"),
    ("LPL-1.0", "lucent-pl-1.0"),
    ("LPL-1.02", "lucent-pl-1.02"),
    ("MIT-CMU", "cmu-uc"),
    ("MIT-Modern-Variant", "mit-modern"),
    ("MIT-Wu", "mit-addition"),
    ("MirOS", "mir-os"),
    ("Motosoto", "motosoto-0.9.1"),
    ("NCSA", "uoi-ncsa"),
    ("NPOSL-3.0", "nosl-3.0"),
    ("NTP", "mit-old-style-no-advert"),
    ("Nokia", "nokos-1.0a"),
    ("OGL-Canada-2.0", "can-ogl-2.0-en"),
    ("OGTSL", "opengroup"),
    ("OLDAP-2.8", "openldap-2.8"),
    ("OpenSSL", "openssl-ssleay"),
    ("Python-2.0", "python"),
    ("RSCPL", "ricoh-1.0"),
    ("SISSL", "sun-sissl-1.1"),
    ("SSH-OpenSSH", "openssh"),
    ("SSPL-1.0", "mongodb-sspl-1.0"),
    ("SUL-1.0", "sustainable-use-1.0"),
    ("Unicode-3.0", "unicode-v3"),
    ("W3C-20150513", "w3c-software-doc-20150513"),
    ("WTFPL", "wtfpl-2.0"),
    ("Watcom-1.0", "sybase"),
    ("X11", "x11-xconsortium"),
    ("bzip2-1.0.6", "bzip2-libbzip-2010"),
    ("libpng-2.0", "libpng-v2"),
];

/// Licenses that ScanCode 32.5 does not know.
const WITHOUT_KEY: [&str; 5] =
    ["ALGLIB-Documentation", "BSD-ask-to-endorse", "OSC-1.0", "OpenMDW-1.0", "WordNet"];

/// Every license with a label and a color. The file has a row for a license, not for a license with an exception.
pub(super) fn license_policy(policy: &Policy<'_>) -> String {
    let mut text = format!("# {policy}\nlicense_policies:\n");
    for part in &policy.parts {
        let Some(key) = key(part.spdx) else { continue };
        let (label, color) = match part.answer {
            Answer::No => ("Refused", "#cc0000"),
            _ if !part.is_allowed() => ("Allowed within limits on use", "#ffcc00"),
            Answer::Yes => ("Allowed", "#008000"),
            Answer::If => ("Allowed with conditions", "#008000"),
            Answer::Via => ("Allowed by way of another license", "#ffcc00"),
        };
        text.push_str(&format!(
            "- license_key: \"{key}\"\n  label: \"{label}\"\n  color_code: \"{color}\"\n  icon: \"\"\n"
        ));
    }
    text
}

/// The key of a license: mostly the SPDX identifier in lower case, except in the newer keys of the GFDL without `-only`,
/// with `-plus` for `-or-later`.
fn key(spdx: &str) -> Option<String> {
    if spdx.contains(" WITH ") || WITHOUT_KEY.contains(&spdx) {
        return None;
    }
    if let Some((_, key)) = KEYS.iter().find(|(known, _)| *known == spdx) {
        return Some((*key).to_owned());
    }
    let name = spdx.to_lowercase();
    if name.contains("-invariants-") {
        return Some(name);
    }
    Some(match (name.strip_suffix("-only"), name.strip_suffix("-or-later")) {
        (Some(family), _) => family.to_owned(),
        (_, Some(family)) => format!("{family}-plus"),
        (None, None) => name,
    })
}
