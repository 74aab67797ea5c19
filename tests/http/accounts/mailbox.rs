//! A mail server that keeps what it is sent for the test to read: as much of SMTP as a sender needs, over real TCP.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Whoever has this in their address gets no mail.
pub(super) const UNKNOWN: &str = "unknown";

/// A mail server.
pub(super) struct Mailbox {
    address: SocketAddr,
    letters: Receiver<Letter>,
    /// Apart from the letters: everybody in these tests gets one.
    notices: Receiver<Letter>,
}

/// Where a mail goes that came.
#[derive(Clone)]
struct Told {
    letters: Sender<Letter>,
    notices: Sender<Letter>,
}

/// A mail as it came.
#[derive(Debug, Clone)]
pub(super) struct Letter {
    pub(super) from: String,
    pub(super) to: Vec<String>,
    /// Header and text.
    pub(super) data: String,
}

impl Letter {
    /// A field of the header, on one line.
    #[track_caller]
    pub(super) fn header(&self, name: &str) -> String {
        let head = self.data.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
        let field = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        field.unwrap_or_else(|| panic!("no {name} in {head}")).to_owned()
    }
}

impl Mailbox {
    pub(super) fn open() -> Self {
        Self::at("127.0.0.1:0".parse().unwrap())
    }

    /// Opens where nobody listens.
    pub(super) fn at(address: SocketAddr) -> Self {
        let listener = TcpListener::bind(address).unwrap();
        let address = listener.local_addr().unwrap();
        let ((to_letters, letters), (to_notices, notices)) = (channel(), channel());
        let told = Told { letters: to_letters, notices: to_notices };
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                // Who hangs up on us does so on purpose.
                serve(stream, &told).unwrap_or_default();
            }
        });
        Self { address, letters, notices }
    }

    /// An address where nobody listens, yet.
    pub(super) fn closed() -> SocketAddr {
        TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
    }

    pub(super) fn url(&self) -> String {
        url(self.address)
    }

    /// The next mail.
    #[track_caller]
    pub(super) fn next(&self) -> Letter {
        self.letters.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// The next notice that a token was made.
    #[track_caller]
    pub(super) fn next_notice(&self) -> Letter {
        self.notices.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// Fails if there is another mail by now.
    #[track_caller]
    pub(super) fn is_empty(&self) {
        let more = self.letters.try_recv();
        assert!(more.is_err(), "{more:?}");
    }
}

pub(super) fn url(address: SocketAddr) -> String {
    format!("smtp://{address}")
}

fn serve(mut stream: TcpStream, told: &Told) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    stream.write_all(b"220 mail.example ESMTP\r\n")?;
    let empty = || Letter { from: String::new(), to: Vec::new(), data: String::new() };
    let mut letter = empty();
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let address = || line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        let reply = match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => "250-mail.example\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
            "MAIL" => {
                letter = Letter { from: address(), ..empty() };
                "250 fine\r\n"
            }
            "RCPT" if line.contains(UNKNOWN) => "550 nobody of that name\r\n",
            "RCPT" => {
                letter.to.push(address());
                "250 fine\r\n"
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n")?;
                loop {
                    let mut line = String::new();
                    if lines.read_line(&mut line)? == 0 {
                        return Ok(());
                    }
                    if line == ".\r\n" {
                        break;
                    }
                    letter.data.push_str(line.strip_prefix('.').unwrap_or(&line));
                }
                let is_notice = letter.header("Subject").ends_with("A new token for your account");
                let _ = if is_notice { &told.notices } else { &told.letters }.send(letter.clone());
                "250 kept\r\n"
            }
            "QUIT" => {
                return stream.write_all(b"221 bye\r\n");
            }
            _ => "250 fine\r\n",
        };
        stream.write_all(reply.as_bytes())?;
    }
}
