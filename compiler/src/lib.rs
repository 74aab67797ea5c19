#![doc = include_str!("../README.md")]

pub mod api;
pub mod check;
pub mod curate;
pub mod emit;
pub mod history;
pub mod load;
pub mod model;
pub mod pages;
pub mod rdf;
pub mod wire;
