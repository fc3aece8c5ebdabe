//! The connection to gdb, which sends and receives packets ("Overview" of the remote protocol in
//! gdb's manual).
//!
//! Only complete packets with a correct checksum are passed on. If a peer sends anything else, it
//! gets the answer that the protocol defines, if there is one. A peer cannot make the simulator use
//! more memory than the longest packet needs.

use std::io::{Error, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The longest packet that is accepted, in bytes. This is twice the limit that gdb is told
/// (`PacketSize`, which the crate `gdbstub` sets to 4096).
pub const LONGEST: usize = 8192;
/// If a peer accepts no bytes for this time, the connection counts as lost.
const PATIENCE: Duration = Duration::from_secs(10);
/// A reply that asks the peer to send the packet again.
const AGAIN: &[u8] = b"-";

/// A message that has come from the peer.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    /// The bytes between `$` and `#` of a packet.
    Packet(Vec<u8>),
    /// A packet that is too long, or that has a wrong checksum and cannot be requested again.
    Broken,
    Interrupt,
    /// Nothing has come before the deadline.
    Nothing,
    /// The peer has closed the connection.
    End,
}

/// What the next byte can be.
#[derive(Debug, Clone, Copy)]
enum Next {
    /// The byte does not belong to a packet, unless it begins one.
    Any,
    Body,
    HighDigit,
    /// The second digit of the checksum; the value is the first digit.
    LowDigit(u8),
}

/// Puts packets together from bytes.
#[derive(Debug)]
struct Frame {
    next: Next,
    body: Vec<u8>,
    /// The sum of all bytes of the body modulo 256. It includes the bytes that are not kept,
    /// because the packet is too long.
    sum: u8,
    is_long: bool,
}

/// What a byte completes, if anything.
#[derive(Debug, PartialEq, Eq)]
enum Complete {
    Nothing,
    Packet(Vec<u8>),
    Long,
    WrongSum,
    Interrupt,
    /// The peer asks for the last answer again.
    Again,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            next: Next::Any,
            body: Vec::new(),
            sum: 0,
            is_long: false,
        }
    }

    fn begin(&mut self) {
        self.body.clear();
        self.sum = 0;
        self.is_long = false;
        self.next = Next::Body;
    }

    fn take(&mut self, byte: u8) -> Complete {
        match (self.next, byte) {
            // Inside a packet, `$` would be escaped. So the packet before it has been cut off.
            (_, b'$') => self.begin(),
            (Next::Any, 0x03) => return Complete::Interrupt,
            (Next::Any, b'-') => return Complete::Again,
            (Next::Any, _) => {}
            (Next::Body, b'#') => self.next = Next::HighDigit,
            (Next::Body, _) => {
                self.sum = self.sum.wrapping_add(byte);
                match self.body.len() < LONGEST {
                    true => self.body.push(byte),
                    false => self.is_long = true,
                }
            }
            (Next::HighDigit, _) => match digit(byte) {
                Some(high) => self.next = Next::LowDigit(high),
                None => return self.end(None),
            },
            (Next::LowDigit(high), _) => {
                return self.end(digit(byte).map(|low| 16 * high + low));
            }
        }
        Complete::Nothing
    }

    fn end(&mut self, sum: Option<u8>) -> Complete {
        self.next = Next::Any;
        match sum == Some(self.sum) {
            false => Complete::WrongSum,
            true if self.is_long => Complete::Long,
            true => Complete::Packet(std::mem::take(&mut self.body)),
        }
    }
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// A packet as it is sent: with `$`, `#` and the checksum.
pub fn framed(body: &[u8]) -> Vec<u8> {
    let sum = body.iter().fold(0u8, |sum, &byte| sum.wrapping_add(byte));
    let end = format!("#{sum:02x}");
    [b"$", body, end.as_bytes()].concat()
}

#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    input: Vec<u8>,
    /// Index in `input` of the next byte to be processed.
    next: usize,
    frame: Frame,
    /// Whether packets are acknowledged.
    acknowledges: bool,
    /// The last answer, which the peer may request again.
    last: Vec<u8>,
    is_lost: bool,
}

impl Connection {
    pub fn new(stream: TcpStream) -> Result<Connection, Error> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Connection {
            stream,
            input: Vec::new(),
            next: 0,
            frame: Frame::new(),
            acknowledges: true,
            last: Vec::new(),
            is_lost: false,
        })
    }

    /// Waits until `deadline` for the next packet or event.
    pub fn receive(&mut self, deadline: Instant) -> Received {
        loop {
            if self.is_lost {
                return Received::End;
            }
            while self.next < self.input.len() {
                let byte = self.input[self.next];
                self.next += 1;
                let complete = self.frame.take(byte);
                if let Some(received) = self.respond(complete) {
                    return received;
                }
            }
            if let Err(ended) = self.fill(deadline) {
                return ended;
            }
        }
    }

    /// Acknowledges what a byte has completed, or asks the peer to send it again. Returns what the
    /// caller should receive, if anything.
    fn respond(&mut self, complete: Complete) -> Option<Received> {
        match complete {
            Complete::Nothing => None,
            Complete::Interrupt => Some(Received::Interrupt),
            Complete::Again if self.acknowledges => {
                self.write(&self.last.clone());
                None
            }
            Complete::Again => None,
            Complete::WrongSum if self.acknowledges => {
                self.write(AGAIN);
                None
            }
            Complete::WrongSum => Some(Received::Broken),
            Complete::Long => {
                self.acknowledge();
                Some(Received::Broken)
            }
            Complete::Packet(body) => {
                self.acknowledge();
                Some(Received::Packet(body))
            }
        }
    }

    fn fill(&mut self, deadline: Instant) -> Result<(), Received> {
        // A time-out of zero means "no time-out" for the operating system, and Rust rejects it.
        let left = deadline.saturating_duration_since(Instant::now());
        let left = left.max(Duration::from_micros(1));
        (self.stream.set_read_timeout(Some(left))).map_err(|_| Received::End)?;
        self.input.resize(4096, 0);
        self.next = 0;
        let read = self.stream.read(&mut self.input);
        self.input.truncate(*read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => Err(Received::End),
            Ok(_) => Ok(()),
            Err(error) if is_waiting(&error) => Err(Received::Nothing),
            Err(_) => Err(Received::End),
        }
    }

    fn acknowledge(&mut self) {
        if self.acknowledges {
            self.write(b"+");
        }
    }

    /// Stops acknowledgements: from now on, neither side sends them (`QStartNoAckMode`).
    pub fn stop_acknowledging(&mut self) {
        self.acknowledges = false;
    }

    /// Sends packets.
    pub fn send(&mut self, packets: Vec<u8>) {
        self.write(&packets);
        self.last = packets;
    }

    fn write(&mut self, bytes: &[u8]) {
        self.is_lost |= self.stream.write_all(bytes).is_err();
    }
}

fn is_waiting(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(bytes: &[u8]) -> Vec<Complete> {
        let mut frame = Frame::new();
        let all = bytes.iter().map(|&byte| frame.take(byte));
        all.filter(|complete| *complete != Complete::Nothing)
            .collect()
    }

    fn packet(body: &[u8]) -> Complete {
        Complete::Packet(body.into())
    }

    #[test]
    fn a_packet_ends_with_its_checksum() {
        // By gdb's manual, a checksum is the sum of all characters of the packet, modulo 256.
        assert_eq!(
            complete(b"+$g#67+$m0,4#FD"),
            [packet(b"g"), packet(b"m0,4")]
        );
        assert_eq!(complete(b"$#00"), [packet(b"")]);
        assert_eq!(framed(b"OK"), b"$OK#9a");
    }

    #[test]
    fn a_cut_packet_costs_nothing_but_itself() {
        assert_eq!(complete(b"$m0,$g#67"), [packet(b"g")]);
        assert_eq!(complete(b"$m0#$g#67"), [packet(b"g")]);
        assert_eq!(complete(b"$m0#6$g#67"), [packet(b"g")]);
        let wrong = [Complete::WrongSum, packet(b"g")];
        assert_eq!(complete(b"$g#66$g#67"), wrong);
        assert_eq!(complete(b"$g#x$g#67"), wrong);
    }

    #[test]
    fn an_interrupt_is_one_only_between_packets() {
        assert_eq!(complete(b"\x03-"), [Complete::Interrupt, Complete::Again]);
        assert_eq!(complete(&framed(b"X0,1:\x03")), [packet(b"X0,1:\x03")]);
    }

    #[test]
    fn a_packet_without_an_end_does_not_grow() {
        let mut frame = Frame::new();
        let bytes = (0..1000 * LONGEST).map(|at| if at == 0 { b'$' } else { b'a' });
        bytes.for_each(|byte| assert_eq!(frame.take(byte), Complete::Nothing));
        assert!(frame.body.capacity() <= 2 * LONGEST);
        assert_eq!(complete(&framed(&[b'a'; LONGEST + 1])), [Complete::Long]);
        assert_eq!(
            complete(&framed(&[b'a'; LONGEST])),
            [packet(&[b'a'; LONGEST])]
        );
    }
}
