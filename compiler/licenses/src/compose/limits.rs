//! How much a license may hold (spec:version-1#composer-document, spec:version-1#quotas).

/// Characters of a title, a name or a version.
pub const NAME: usize = 300;
/// Characters of a clause.
pub const CLAUSE: usize = 20_000;
/// Characters of the whole text of a license.
pub const LICENSE_TEXT: usize = 60_000;
/// Characters of an SPDX identifier, as many as the SPDX route takes.
pub const SPDX: usize = 160;
/// Characters of an address.
pub const ADDRESS: usize = 2_000;
/// Alternative names.
pub const ALTERNATIVES: usize = 50;
/// Additional clauses.
pub const CLAUSES: usize = 100;
/// Entries of a list of actions or asset types: more than any vocabulary has, so that a list of nonsense is
/// refused in one sentence and not in a hundred thousand.
pub const ENTRIES: usize = 500;
/// Months of validity.
pub const MONTHS: u16 = 1_200;
/// Bytes of a Turtle document.
pub const BYTES: usize = 1 << 20;
/// Triples of a Turtle document.
pub const TRIPLES: usize = 10_000;
/// Faults that one sentence names.
pub const FAULTS_SHOWN: usize = 100;
/// Characters of a value that a sentence quotes.
pub(super) const QUOTED: usize = 60;
