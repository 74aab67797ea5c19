use super::{assert_parts, refused};

pub(super) const COPYRIGHT: &str =
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tool
Source: https://a.example
License: GPL-2+
Comment: spdxVersion: SPDX-2.3

# A comment
Files: *
Copyright: 2020, Somebody
License: GPL-2+ or Artistic, and Expat

Files: debian/*
 src/*.c
\tsrc/*.h
Copyright: 2021, Somebody else
           2022, A third
License: Expat
 Permission is hereby granted
 .
 MIT: this is text

License: GPL-2+
 This package is free software.
";

#[test]
fn copyright() {
    let expected = [
        ("tool", "GPL-2.0-or-later"),
        ("*", "(GPL-2.0-or-later OR Artistic) AND MIT"),
        ("debian/* src/*.c src/*.h", "MIT"),
    ];
    assert_parts(COPYRIGHT, &expected);
    assert_parts(&COPYRIGHT.replace('\n', "\r\n"), &expected);
    let unstated = files("");
    assert_parts(&unstated, &[("*", "")]);
    assert_parts(&unstated.replace("License: ", ""), &[("*", "")]);
    assert_parts("format: http://www.debian.org/doc/packaging-manuals/copyright-format/1.0\n", &[]);
}

fn files(license: &str) -> String {
    format!("Format: https://a.example/copyright-format/1.0/\n\nFiles: *\nLicense: {license}\n")
}

#[test]
fn short_names_become_spdx_identifiers() {
    for (short, expression) in [
        ("GPL-2", "GPL-2.0-only"),
        ("GPL-2.0+", "GPL-2.0-or-later"),
        ("gpl-3+", "GPL-3.0-or-later"),
        ("LGPL-2.1", "LGPL-2.1-only"),
        ("AGPL-3+", "AGPL-3.0-or-later"),
        ("GFDL-1.3+", "GFDL-1.3-or-later"),
        ("GFDL-NIV-1.3+", "GFDL-1.3-no-invariants-or-later"),
        ("GPL-2.0-or-later", "GPL-2.0-or-later"),
        ("expat", "MIT"),
        ("BSD-3-clause", "BSD-3-Clause"),
        ("Apache-2", "Apache-2.0"),
        ("public-domain", "public-domain"),
        ("GPL-1+ and Zlib or ISC", "GPL-1.0-or-later AND Zlib OR ISC"),
        ("REGCOMP, and GPL-1+ or Artistic", "REGCOMP AND (GPL-1.0-or-later OR Artistic)"),
        ("ISC or Zlib, or Expat and X11", "(ISC OR Zlib) OR (MIT AND X11)"),
        ("GPL-2+ with OpenSSL exception", "GPL-2.0-or-later WITH OpenSSL-exception"),
        ("GPL-2 with Font exception and ISC", "GPL-2.0-only WITH Font-exception-2.0 AND ISC"),
        ("GPL-2 with Linux-syscall-note exception", "GPL-2.0-only WITH Linux-syscall-note"),
    ] {
        assert_parts(&files(short), &[("*", expression)]);
    }
}

/// Names that nothing defines stay unknown; none of them becomes a known license or a choice.
#[test]
fn other_names_stay_unknown() {
    for (short, license) in [
        ("GPL", "GPL"),
        ("GPL-", "GPL-"),
        ("GPL-x+", "GPL-x+"),
        ("BSD", "BSD"),
        ("MIT", "LicenseRef-debian-MIT"),
        ("MIT/X11", "LicenseRef-debian-MIT-X11"),
        ("GPL-2 and/or MIT", "LicenseRef-debian-GPL-2-and-or-MIT"),
        ("(Expat or X) and Y", "LicenseRef-debian-Expat-or-X-and-Y"),
        ("GPL-2 with OpenSSL", "LicenseRef-debian-GPL-2-with-OpenSSL"),
        ("GPL-2 with exception", "LicenseRef-debian-GPL-2-with-exception"),
        ("ISC, Zlib", "ISC, Zlib"),
        ("ISC, and Zlib, or X11", "ISC, and Zlib, or X11"),
        ("ISC or", "ISC or"),
        ("and", "and"),
        ("BSD 3 clause", "BSD 3 clause"),
        ("/", "LicenseRef-debian-"),
    ] {
        assert_parts(&files(short), &[("*", license)]);
    }
}

#[test]
fn broken_copyright_files_are_refused_with_their_place() {
    refused(
        "Format: http://dep.debian.net/deps/dep5/\n\nFiles: *\nLicense: ISC\n",
        1,
        "cme fix dpkg-copyright",
    );
    refused("Format: https://a.example/copyright-format/1.1/\n", 1, "copyright-format/1.1");
    refused(&files("ISC\nFiles: a"), 5, "already");
    refused(&files("ISC\n\nCopyright: me"), 6, "has no `Files`");
    refused(&files("ISC\n\nLicense:\n the text"), 6, "has no `Files`");
    refused(&files("ISC\n\nFile: a\nLicense: GPL-3"), 6, "has no `Files`");
    refused(&files("ISC\nno field"), 5, "no field");
    refused(&files("ISC\n\n continued"), 6, "continues no field");
}
