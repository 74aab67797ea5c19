//! The two versions of the API: a request becomes a call, and the call is answered.

pub mod v1;
pub mod v2;
