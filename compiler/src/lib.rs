#![doc = include_str!("../README.md")]

pub mod api;
pub mod assist;
pub mod audit;
pub mod check;
pub mod compose;
pub mod curate;
pub mod emit;
pub mod find;
pub mod history;
pub mod load;
pub mod model;
pub mod pages;
pub mod prose;
pub mod rdf;
pub mod reason;
pub mod wire;
