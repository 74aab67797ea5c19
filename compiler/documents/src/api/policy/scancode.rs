//! `license_policy.yml` of ScanCode, which has keys of its own for licenses.

use super::Policy;
use muniment_licenses::reason::Answer;

/// Keys that do not follow from the SPDX identifier (ScanCode 32.5).
const KEYS: [(&str, &str); 137] = [
    ("0BSD", "bsd-zero"),
    ("AAL", "attribution"),
    ("APL-1.0", "adapt-1.0"),
    ("Adobe-2006", "adobe-scl"),
    ("Artistic-1.0-Perl", "artistic-perl-1.0"),
    ("BSD-2-Clause", "bsd-simplified"),
    ("BSD-2-Clause-Darwin", "bsd-simplified-darwin"),
    ("BSD-2-Clause-Patent", "bsd-plus-patent"),
    ("BSD-3-Clause", "bsd-new"),
    ("BSD-3-Clause-Attribution", "bsd-ack"),
    ("BSD-3-Clause-Clear", "clear-bsd"),
    ("BSD-3-Clause-LBNL", "lbnl-bsd"),
    ("BSD-3-Clause-Modification", "repoze"),
    ("BSD-3-Clause-No-Military-License", "bsd-3-clause-no-military"),
    ("BSD-3-Clause-No-Nuclear-License", "sun-bsd-no-nuclear"),
    ("BSD-3-Clause-No-Nuclear-License-2014", "oracle-bsd-no-nuclear"),
    ("BSD-3-Clause-acpica", "intel-bsd"),
    ("BSD-3-Clause-flex", "flex-2.5"),
    ("BSD-4-Clause", "bsd-original"),
    ("BSD-4-Clause-UC", "bsd-original-uc"),
    ("BSD-4.3RENO", "bsd-original-uc-1986"),
    ("BSD-4.3TAHOE", "bsla"),
    ("BSD-Attribution-HPND-disclaimer", "cmu-computing-services"),
    ("BSD-Source-beginning-file", "bsd-top"),
    ("BSL-1.0", "boost-1.0"),
    ("BUSL-1.1", "bsl-1.1"),
    ("Bitstream-Charter", "x11-bitstream"),
    ("Bitstream-Vera", "bitstream"),
    ("Boehm-GC", "mozilla-gc"),
    ("Boehm-GC-without-fee", "stlport-4.5"),
    ("Brian-Gladman-2-Clause", "brian-gladman"),
    ("Brian-Gladman-3-Clause", "brian-gladman-dual"),
    ("CATOSL-1.1", "ca-tosl-1.1"),
    ("CC-PDDC", "cc-pd"),
    ("CMU-Mach", "carnegie-mellon-contributors"),
    ("CMU-Mach-nodoc", "nrl-permission"),
    ("CNRI-Python", "cnri-python-1.6"),
    ("CNRI-Python-GPL-Compatible", "cnri-python-1.6.1"),
    ("DL-DE-BY-2.0", "dl-de-by-2-0-de"),
    ("DOC", "ace-tao"),
    ("DocBook-XML", "docbook"),
    ("EUDatagrid", "eu-datagrid"),
    ("Elastic-2.0", "elastic-license-v2"),
    ("Entessa", "entessa-1.0"),
    ("FSFAP", "fsf-ap"),
    ("FSFUL", "fsf-free"),
    ("FSFULLR", "fsf-unlimited"),
    ("FSFULLRWD", "fsf-unlimited-no-warranty"),
    ("FSL-1.1-ALv2", "fsl-1.1-apache-2.0"),
    ("FTL", "freetype"),
    ("GD", "libgd-2018"),
    ("Giftware", "allegro-4"),
    ("HP-1989", "osf-1990"),
    ("HPND", "historical"),
    ("HPND-DEC", "x11-dec2"),
    ("HPND-Intel", "intel-osl-1993"),
    ("HPND-Kevlin-Henney", "kevlin-henney"),
    ("HPND-Markus-Kuhn", "markus-kuhn-license"),
    ("HPND-export-US-modify", "mit-with-modification-obligations"),
    ("HPND-export2-US", "mit-no-advert-export-control"),
    ("HPND-merchantability-variant", "codesourcery-2004"),
    ("HPND-sell-variant", "x11-keith-packard"),
    ("HTMLTIDY", "tidy"),
    ("ICU", "x11"),
    ("IPA", "ipa-font"),
    ("IPL-1.0", "ibmpl-1.0"),
    ("ISC-Veillard", "mit-veillard-variant"),
    ("Intel", "intel-bsd-export-control"),
    ("LPL-1.0", "lucent-pl-1.0"),
    ("LPL-1.02", "lucent-pl-1.02"),
    ("Linux-man-pages-copyleft", "verbatim-manual"),
    ("Linux-man-pages-copyleft-2-para", "linux-man-pages-2-para"),
    ("MIT-CMU", "cmu-uc"),
    ("MIT-Click", "click-license"),
    ("MIT-Festival", "freetts"),
    ("MIT-Modern-Variant", "mit-modern"),
    ("MIT-Wu", "mit-addition"),
    ("MIT-advertising", "enlightenment"),
    ("MIT-enna", "enna"),
    ("MIT-feh", "mit-ack"),
    ("MIT-open-group", "x11-opengroup"),
    ("MirOS", "mir-os"),
    ("Motosoto", "motosoto-0.9.1"),
    ("NCBI-PD", "ncbi"),
    ("NCSA", "uoi-ncsa"),
    ("NPOSL-3.0", "nosl-3.0"),
    ("NTP", "mit-old-style-no-advert"),
    ("Nokia", "nokos-1.0a"),
    ("OGL-Canada-2.0", "can-ogl-2.0-en"),
    ("OGTSL", "opengroup"),
    ("OLDAP-1.1", "openldap-1.1"),
    ("OLDAP-1.2", "openldap-1.2"),
    ("OLDAP-1.3", "openldap-1.3"),
    ("OLDAP-1.4", "openldap-1.4"),
    ("OLDAP-2.0", "openldap-2.0"),
    ("OLDAP-2.0.1", "openldap-2.0.1"),
    ("OLDAP-2.1", "openldap-2.1"),
    ("OLDAP-2.2", "openldap-2.2"),
    ("OLDAP-2.2.1", "openldap-2.2.1"),
    ("OLDAP-2.2.2", "openldap-2.2.2"),
    ("OLDAP-2.3", "openldap-2.3"),
    ("OLDAP-2.4", "openldap-2.4"),
    ("OLDAP-2.5", "openldap-2.5"),
    ("OLDAP-2.6", "openldap-2.6"),
    ("OLDAP-2.7", "openldap-2.7"),
    ("OLDAP-2.8", "openldap-2.8"),
    ("OpenSSL", "openssl-ssleay"),
    ("OpenSSL-standalone", "openssl"),
    ("Python-2.0", "python"),
    ("RSA-MD", "rsa-md5"),
    ("RSCPL", "ricoh-1.0"),
    ("SGI-B-2.0", "sgi-freeb-2.0"),
    ("SISSL", "sun-sissl-1.1"),
    ("SSH-OpenSSH", "openssh"),
    ("SSH-short", "tatu-ylonen"),
    ("SSLeay-standalone", "ssleay-windows"),
    ("SSPL-1.0", "mongodb-sspl-1.0"),
    ("SUL-1.0", "sustainable-use-1.0"),
    ("Spencer-86", "regexp"),
    ("Spencer-94", "hs-regexp"),
    ("Spencer-99", "henry-spencer-1999"),
    ("TermReadKey", "term-readkey"),
    ("Unicode-3.0", "unicode-v3"),
    ("W3C-20150513", "w3c-software-doc-20150513"),
    ("WTFPL", "wtfpl-2.0"),
    ("Watcom-1.0", "sybase"),
    ("X11", "x11-xconsortium"),
    ("X11-distribute-modifications-variant", "x11-fsf"),
    ("Xerox", "mit-export-control"),
    ("Xfig", "mit-xfig"),
    ("bzip2-1.0.6", "bzip2-libbzip-2010"),
    ("dtoa", "x11-lucent"),
    ("libpng-2.0", "libpng-v2"),
    ("libselinux-1.0", "selinux-nsa-declaration-1.0"),
    ("libtiff", "x11-tiff"),
    ("mpich2", "mpich"),
    ("xlock", "libpbm"),
];

/// Licenses that ScanCode 32.5 does not know.
const WITHOUT_KEY: [&str; 16] = [
    "ALGLIB-Documentation",
    "BSD-2-Clause-pos-unchanged",
    "BSD-3-Clause-OpenWebUI",
    "BSD-3-Clause-Tso",
    "BSD-Mark-Modifications",
    "BSD-Source-Code-no-disclaimer",
    "BSD-ask-to-endorse",
    "HPND-SMC",
    "HPND-sell-variant-critical-systems",
    "MIT-STK",
    "NIST-PD-TNT",
    "OSC-1.0",
    "OpenMDW-1.0",
    "Vixie-Cron",
    "WordNet",
    "X11-no-permit-persons",
];

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
            Answer::Via => ("Allowed under another license", "#ffcc00"),
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
