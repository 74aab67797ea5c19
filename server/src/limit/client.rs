//! Whose request it is.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use http::request::Parts;
use ipnet::IpNet;

/// The other end of a connection, put among the extensions of its requests.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The reverse proxies in front of this server, whose word about their own peers is believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrustedProxies {
    /// So many in a row.
    Hops(usize),
    /// Whichever stand in these networks.
    Networks(Vec<IpNet>),
}

/// Neither a number nor networks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither a number of proxies nor an address or network such as 10.0.0.0/8")]
pub struct InvalidProxies(String);

impl FromStr for TrustedProxies {
    type Err = InvalidProxies;

    fn from_str(text: &str) -> Result<Self, InvalidProxies> {
        if let Ok(hops) = text.trim().parse() {
            return Ok(Self::Hops(hops));
        }
        let network = |part: &str| {
            let part = part.trim();
            let whole = || part.parse::<IpAddr>().map(IpNet::from).ok();
            part.parse().ok().or_else(whole).ok_or_else(|| InvalidProxies(part.to_owned()))
        };
        text.split(',').map(network).collect::<Result<_, _>>().map(Self::Networks)
    }
}

/// The network that counts as one client: an address of version 4, or the 64 bits of version 6 that providers hand out
/// whole. An address of version 4 that is written as one of version 6 is the one of version 4.
#[must_use]
pub fn network(client: IpAddr) -> IpNet {
    let client = client.to_canonical();
    IpNet::new(client, if client.is_ipv4() { 32 } else { 64 })
        .map_or(IpNet::from(client), |network| network.trunc())
}

impl TrustedProxies {
    /// Whether connections from an address are those of a proxy.
    #[must_use]
    pub fn are_at(&self, peer: IpAddr) -> bool {
        match self {
            Self::Hops(hops) => *hops > 0,
            Self::Networks(networks) => contains(networks, peer),
        }
    }

    /// The address a request is counted for (spec:version-1#limits-per-address): the hop our own proxy appended, else
    /// the peer. What a client writes into the header itself stands further left and is never reached.
    #[must_use]
    pub fn client(&self, request: &Parts) -> IpAddr {
        let unknown = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let peer = request.extensions.get::<Peer>().map_or(unknown, |Peer(address)| address.ip());
        let headers = request.headers.get_all("x-forwarded-for").iter();
        let hops: Vec<&str> =
            headers.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).collect();
        let address = |hop: &str| parse_hop(hop.trim());
        match self {
            Self::Hops(0) => peer,
            // A header shorter than our own row of proxies was not written by them.
            Self::Hops(trusted) => {
                hops.len().checked_sub(*trusted).and_then(|at| address(hops.get(at)?)).unwrap_or(peer)
            }
            Self::Networks(networks) => {
                let mut client = peer;
                for hop in hops.iter().rev() {
                    if !contains(networks, client) {
                        break;
                    }
                    match address(hop) {
                        Some(next) => client = next,
                        None => break,
                    }
                }
                client
            }
        }
    }
}

fn contains(networks: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    networks.iter().any(|network| network.contains(&address))
}

/// An address as proxies write it: bare, in brackets, or with a port.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    let bare = hop.trim_start_matches('[').trim_end_matches(']').parse();
    bare.ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    fn client(trusted: &str, peer: &str, forwarded: &[&str]) -> String {
        let mut request = Request::builder();
        for value in forwarded {
            request = request.header("X-Forwarded-For", *value);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        parts.extensions.insert(Peer(format!("{peer}:4000").parse().unwrap()));
        trusted.parse::<TrustedProxies>().unwrap().client(&parts).to_string()
    }

    #[test]
    fn without_proxies_the_peer_counts_whatever_it_writes() {
        assert_eq!(client("0", "192.0.2.1", &["203.0.113.9"]), "192.0.2.1");
    }

    #[test]
    fn the_hop_our_own_proxies_appended_counts() {
        assert_eq!(client("1", "10.0.0.1", &["203.0.113.9, 198.51.100.7"]), "198.51.100.7");
        assert_eq!(client("1", "10.0.0.1", &["203.0.113.9", "198.51.100.7"]), "198.51.100.7");
        assert_eq!(client("2", "10.0.0.1", &["203.0.113.9, 198.51.100.7, 10.0.0.2"]), "198.51.100.7");
        assert_eq!(client("3", "10.0.0.1", &["198.51.100.7"]), "10.0.0.1");
        assert_eq!(client("1", "10.0.0.1", &["nonsense"]), "10.0.0.1");
    }

    #[test]
    fn a_client_is_counted_by_its_network() {
        let counted = |client: &str| network(client.parse().unwrap()).to_string();
        assert_eq!(counted("192.0.2.1"), "192.0.2.1/32");
        assert_eq!(counted("::ffff:192.0.2.1"), "192.0.2.1/32");
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    }

    #[test]
    fn a_proxy_that_is_reached_over_version_6_is_known_by_its_address_of_version_4() {
        assert_eq!(client("10.0.0.0/8", "[::ffff:10.0.0.1]", &["198.51.100.7"]), "198.51.100.7");
        let networks: TrustedProxies = "10.0.0.0/8".parse().unwrap();
        assert!(networks.are_at("::ffff:10.0.0.1".parse().unwrap()));
        assert!(!networks.are_at("192.0.2.1".parse().unwrap()));
        assert!(!TrustedProxies::Hops(0).are_at("10.0.0.1".parse().unwrap()));
    }

    #[test]
    fn proxies_are_known_by_their_networks() {
        let trusted = "10.0.0.0/8, 2001:db8::1";
        assert_eq!(client(trusted, "10.0.0.1", &["203.0.113.9, 198.51.100.7, 10.2.3.4"]), "198.51.100.7");
        assert_eq!(client(trusted, "192.0.2.1", &["203.0.113.9"]), "192.0.2.1");
        assert_eq!(client(trusted, "[2001:db8::1]", &["[2001:db8::9]:443"]), "2001:db8::9");
        assert!("ten".parse::<TrustedProxies>().is_err());
    }
}
