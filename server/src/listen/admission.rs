use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ipnet::IpNet;
use tokio::sync::watch;
use tokio::time::Instant;

use super::ConnectionBounds;
use crate::limit::network;

/// Counts open connections, in all and by client network, and says when the server stops.
#[derive(Debug)]
pub(super) struct Admissions {
    bounds: ConnectionBounds,
    open: AtomicUsize,
    by_network: Mutex<HashMap<IpNet, usize>>,
    closing_since: OnceLock<Instant>,
    closing: watch::Sender<bool>,
}

/// A counted connection, until it is dropped.
#[derive(Debug)]
pub(super) struct Admission {
    admissions: Arc<Admissions>,
    /// `None` for a proxy, which has no bound.
    network: Option<IpNet>,
}

/// A connection above the bound of its client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Refused {
    /// The client.
    pub(super) network: IpNet,
}

impl Admissions {
    pub(super) fn new(bounds: ConnectionBounds) -> Self {
        Self {
            bounds,
            open: AtomicUsize::new(0),
            by_network: Mutex::default(),
            closing_since: OnceLock::new(),
            closing: watch::Sender::new(false),
        }
    }

    pub(super) fn bounds(&self) -> &ConnectionBounds {
        &self.bounds
    }

    /// Counts a connection of a client.
    pub(super) fn admit(admissions: &Arc<Self>, client: IpAddr) -> Result<Admission, Refused> {
        let bounds = &admissions.bounds;
        let network = (!bounds.proxies.are_at(client)).then(|| network(client));
        if let Some(network) = network {
            let mut by_network = admissions.by_network.lock().unwrap_or_else(PoisonError::into_inner);
            let open = by_network.entry(network).or_default();
            if *open >= bounds.connections_per_client.max(1) {
                return Err(Refused { network });
            }
            *open += 1;
        }
        admissions.open.fetch_add(1, Ordering::Relaxed);
        Ok(Admission { admissions: Arc::clone(admissions), network })
    }

    /// Whether no connection may be added.
    pub(super) fn is_full(&self) -> bool {
        self.open.load(Ordering::Relaxed) >= self.bounds.connections
    }

    /// Whether more than three quarters of all connections are in use.
    pub(super) fn is_crowded(&self) -> bool {
        self.open.load(Ordering::Relaxed) > self.bounds.connections / 4 * 3
    }

    /// Lets every connection end after the request under way.
    pub(super) fn close(&self) {
        self.closing_since.get_or_init(Instant::now);
        self.closing.send_replace(true);
    }

    /// When the server began to stop, if it has.
    pub(super) fn closing_since(&self) -> Option<Instant> {
        self.closing_since.get().copied()
    }

    /// Becomes true when the server begins to stop.
    pub(super) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}

impl Admission {
    /// What counts it.
    pub(super) fn admissions(&self) -> &Arc<Admissions> {
        &self.admissions
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.admissions.open.fetch_sub(1, Ordering::Relaxed);
        let Some(network) = self.network else { return };
        let mut by_network = self.admissions.by_network.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = by_network.get_mut(&network) {
            *open -= 1;
            if *open == 0 {
                by_network.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admissions(proxies: &str) -> Arc<Admissions> {
        let bounds = ConnectionBounds {
            connections: 8,
            connections_per_client: 2,
            proxies: proxies.parse().unwrap(),
            ..ConnectionBounds::default()
        };
        Arc::new(Admissions::new(bounds))
    }

    fn admit(admissions: &Arc<Admissions>, client: &str) -> Result<Admission, Refused> {
        Admissions::admit(admissions, client.parse().unwrap())
    }

    #[test]
    fn a_client_has_a_bound_of_its_own() {
        let admissions = admissions("0");
        let first = admit(&admissions, "192.0.2.1").unwrap();
        let _second = admit(&admissions, "::ffff:192.0.2.1").unwrap();
        let network = "192.0.2.1/32".parse().unwrap();
        assert_eq!(admit(&admissions, "192.0.2.1").unwrap_err(), Refused { network });
        let _other = admit(&admissions, "192.0.2.2").unwrap();
        drop(first);
        admit(&admissions, "192.0.2.1").unwrap();
    }

    #[test]
    fn addresses_of_one_network_of_version_6_are_one_client() {
        let admissions = admissions("0");
        let _open = ["2001:db8::1", "2001:db8::2"].map(|client| admit(&admissions, client).unwrap());
        assert!(admit(&admissions, "2001:db8::3").is_err());
        assert!(admit(&admissions, "2001:db8:0:1::3").is_ok());
    }

    #[test]
    fn a_proxy_has_no_bound_but_that_of_all() {
        let admissions = admissions("10.0.0.0/8");
        let open: Vec<Admission> = (0..8).map(|_| admit(&admissions, "::ffff:10.0.0.1").unwrap()).collect();
        assert!(admissions.is_full() && admissions.is_crowded());
        drop(open);
        assert!(!admissions.is_crowded());
    }
}
