#![doc = include_str!("../README.md")]

pub mod config;
pub mod cross_origin;
pub mod edge;
pub mod front;
pub mod ids;
pub mod knowledge;
pub mod layers;
pub mod limit;
pub mod listen;
pub mod peer;
pub mod problem;
pub mod routes;
pub mod site;
pub mod startup;
pub mod v1;
pub mod v2;
