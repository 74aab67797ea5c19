//! From a library to a tree of files.
//!
//! [`plan`] lists the addresses; it is pure and refuses two outputs at one address. [`write()`] renders them,
//! optionally reads every RDF body back, and publishes the tree with one rename. [`verify`] checks a tree against its
//! manifest.

mod compress;
mod disk;
pub mod distribute;
mod edge;
mod in_use;
mod inputs;
mod last_build;
mod links;
mod matrix;
mod plan;
mod progress;
mod publish;
mod regression;
mod released;
mod rewrite;
mod stage;
mod sums;
mod upload;
mod verify;
mod write;

pub use compress::Compressed;
pub use in_use::TreeInUse;
pub use inputs::{GENERATOR, inputs, provenance};
pub use last_build::{LastBuild, TreeRecord};
pub use matrix::{
    MATRICES, MATRIX_SUMS, MatrixError, MatrixStage, ReleaseAnswers, WrittenMatrix, has_matrix, matrix,
    policies_name,
};
pub use plan::{Bodies, Body, Plan, PlanError, Planned, RenderError, Settings, plan, plan_within};
pub use progress::{Progress, Silent};
pub use publish::clear;
pub use regression::{ChangedAddress, ChangedModel, Regression, RegressionError, regression};
pub use released::{read_address, release_differences};
pub use rewrite::{prepare, rewrite};
pub use upload::{PurgedAddress, Upload, UploadError, upload};
pub use verify::{Verified, VerifyError, VersionFault, read_back, verify};
pub use write::{Outcome, Proof, WriteError, Written, current_manifest, write};

/// The example of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
