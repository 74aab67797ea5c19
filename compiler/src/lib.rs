#![doc = include_str!("../README.md")]

pub mod history;
pub mod load;
pub mod model;
pub mod rdf;
