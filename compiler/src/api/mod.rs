//! Every JSON document the service answers with, one shape a file.

pub mod v2;
