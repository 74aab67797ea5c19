//! Limits of a license (spec:version-1#composer-document, spec:version-1#quotas).

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
/// Entries of a list of actions or asset types.
pub const ENTRIES: usize = 500;
/// Months of validity.
pub const MONTHS: u16 = 1_200;
/// Bytes of a Turtle document.
pub const BYTES: usize = 1 << 20;
/// Triples of a Turtle document.
pub const TRIPLES: usize = 10_000;
/// Faults in one message.
pub const FAULTS_SHOWN: usize = 100;
/// Characters of a quoted value in a message.
pub(super) const QUOTED: usize = 60;
