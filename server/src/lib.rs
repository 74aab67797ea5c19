#![doc = include_str!("../README.md")]

pub mod config;
pub mod edge;
pub mod front;
pub mod ids;
pub mod knowledge;
pub mod layers;
pub mod listen;
pub mod problem;
pub mod routes;
pub mod startup;
pub mod v2;
