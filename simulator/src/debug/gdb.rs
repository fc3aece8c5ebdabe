//! A session with a gdb that has connected. The packets from gdb go to the crate `gdbstub`, and the
//! crate's answers go back to gdb.
//!
//! The crate ends the session if a packet contains an error. Here, such a packet only gets an error
//! as its answer. A new stub (an instance of the crate's state machine) replaces the old one, and
//! gets the settings that gdb had made.

use super::connection::{framed, Connection, Received, LONGEST};
use super::debuggee::{core_of, tid, Debuggee};
use gdbstub::stub::state_machine::GdbStubStateMachine;
use gdbstub::stub::{DisconnectReason, GdbStub};
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// The longest time between two checks whether gdb has sent an interrupt.
pub const SLICE: Duration = Duration::from_millis(20);
/// The answer to a request that is refused or not understood.
const ERROR: &[u8] = b"E01";
const INTERRUPT: &[u8] = b"\x03";
/// The packet that switches acknowledgements off. The stub must send none at all, because the
/// connection sends them.
const QUIET: &[u8] = b"QStartNoAckMode";

type Stub = GdbStubStateMachine<'static, Debuggee, Answers>;

/// The bytes of the answers that the stub has given.
#[derive(Debug, Default)]
pub struct Answers(Vec<u8>);

impl gdbstub::conn::Connection for Answers {
    type Error = Infallible;

    fn write(&mut self, byte: u8) -> Result<(), Infallible> {
        self.0.push(byte);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// How the session continues.
pub enum Next {
    Goes(Box<Gdb>),
    /// gdb has detached, and the run continues without gdb.
    Free,
    Ended,
}

pub struct Gdb {
    connection: Connection,
    stub: Stub,
    /// The packet by which gdb has announced its features (`qSupported`). Empty until gdb has sent
    /// it.
    features: Vec<u8>,
}

impl Gdb {
    /// Begins a session with a peer that has sent its first packet. None if the connection ends at
    /// once.
    pub fn new(connection: Connection, debuggee: &mut Debuggee) -> Option<Gdb> {
        Some(Gdb {
            connection,
            stub: stub(debuggee, &[])?,
            features: Vec::new(),
        })
    }

    /// Answers gdb, or runs the chip for it, until about `deadline`.
    pub fn serve(mut self: Box<Gdb>, debuggee: &mut Debuggee, deadline: Instant) -> Next {
        if matches!(self.stub, Stub::Running(_)) {
            let deadline = deadline.min(Instant::now() + SLICE);
            match debuggee.run(deadline) {
                Err(_) => return Next::Ended,
                Ok(Some(stop)) => {
                    return self.with(debuggee, |stub, debuggee| match stub {
                        Stub::Running(stub) => stub.report_stop(debuggee, stop).ok(),
                        stub => Some(stub),
                    });
                }
                Ok(None) => {}
            }
        }
        let wait = match self.stub {
            Stub::Running(_) => Instant::now(),
            _ => deadline,
        };
        match self.connection.receive(wait) {
            Received::Nothing => Next::Goes(self),
            Received::End => Next::Free,
            Received::Broken => {
                self.connection.send(framed(ERROR));
                Next::Goes(self)
            }
            Received::Interrupt => self.with(debuggee, |stub, debuggee| {
                match feed(stub, debuggee, INTERRUPT)? {
                    Stub::CtrlCInterrupt(stub) => {
                        let stop = debuggee.interrupt();
                        stub.interrupt_handled(debuggee, Some(stop)).ok()
                    }
                    stub => Some(stub),
                }
            }),
            Received::Packet(packet) => self.packet(debuggee, &packet),
        }
    }

    /// Serves a packet.
    pub fn packet(mut self: Box<Gdb>, debuggee: &mut Debuggee, packet: &[u8]) -> Next {
        // While the chip runs, gdb can only interrupt it, or end the session.
        let is_end = matches!(packet.first(), Some(b'k' | b'D')) || packet.starts_with(b"vKill");
        if matches!(self.stub, Stub::Running(_)) && !is_end {
            return Next::Goes(self);
        }
        if packet.starts_with(b"qSupported") {
            self.features = packet.into();
        }
        if let Some(core) = selected(packet) {
            debuggee.select(core);
        }
        let is_quiet = packet == QUIET;
        let next = match is_too_much(packet) {
            true => {
                self.connection.send(framed(ERROR));
                Next::Goes(self)
            }
            false => self.with(debuggee, |stub, debuggee| {
                feed(stub, debuggee, &framed(packet))
            }),
        };
        match next {
            Next::Goes(mut gdb) => {
                if is_quiet {
                    gdb.connection.stop_acknowledging();
                }
                Next::Goes(gdb)
            }
            next => next,
        }
    }

    /// Passes the stub to `act`, and sends the stub's answers to gdb.
    fn with(
        self: Box<Gdb>,
        debuggee: &mut Debuggee,
        act: impl FnOnce(Stub, &mut Debuggee) -> Option<Stub>,
    ) -> Next {
        let Gdb {
            mut connection,
            stub: before,
            features,
        } = *self;
        debuggee.refusal = None;
        let after = act(before, debuggee);
        let is_lost = after.is_none();
        let Some(mut stub) = after.or_else(|| stub(debuggee, &features)) else {
            return Next::Free;
        };
        let answers = take_answers(&mut stub);
        let refusal = debuggee.refusal.take();
        // gdb's manual describes answers of the form "E." and a text under "Standard Replies".
        let refusal = refusal.map(|why| [b"E.", why.as_bytes()].concat());
        let answers = match (refusal, is_lost) {
            (Some(why), _) => framed(&why),
            (None, true) => framed(ERROR),
            (None, false) => answers,
        };
        let reason = match &stub {
            Stub::Disconnected(stub) => Some(stub.get_reason()),
            _ => None,
        };
        connection.send(match reason {
            // gdb waits for an answer to `vKill`, which the crate does not send.
            Some(DisconnectReason::Kill) => framed(b"OK"),
            _ => answers,
        });
        match reason {
            Some(DisconnectReason::Disconnect) => Next::Free,
            Some(_) => Next::Ended,
            None => Next::Goes(Box::new(Gdb {
                connection,
                stub,
                features,
            })),
        }
    }
}

/// Makes a stub that knows the features that gdb has announced, and the thread that gdb has
/// selected.
fn stub(debuggee: &mut Debuggee, features: &[u8]) -> Option<Stub> {
    let stub = GdbStub::new(Answers::default());
    let mut stub = stub.run_state_machine(debuggee).ok()?;
    let selected = tid(debuggee.current);
    let thread = format!("Hg{selected:x}");
    for packet in [QUIET, features, thread.as_bytes()] {
        stub = feed(stub, debuggee, &framed(packet))?;
    }
    take_answers(&mut stub);
    Some(stub)
}

/// Passes the bytes of a packet to the stub. None if the packet has an error, which ends the stub.
fn feed(mut stub: Stub, debuggee: &mut Debuggee, bytes: &[u8]) -> Option<Stub> {
    for &byte in bytes {
        stub = match stub {
            Stub::Idle(stub) => stub.incoming_data(debuggee, byte).ok()?,
            Stub::Running(stub) => stub.incoming_data(debuggee, byte).ok()?,
            stub => return Some(stub),
        };
    }
    Some(stub)
}

fn take_answers(stub: &mut Stub) -> Vec<u8> {
    let answers = match stub {
        Stub::Idle(stub) => stub.borrow_conn(),
        Stub::Running(stub) => stub.borrow_conn(),
        Stub::CtrlCInterrupt(stub) => stub.borrow_conn(),
        Stub::Disconnected(stub) => stub.borrow_conn(),
    };
    std::mem::take(&mut answers.0)
}

/// The core that a packet selects (`Hg`). When gdb steps backwards, it means this core, although
/// the packet for the step names an arbitrary one (`Hcp1.0`).
fn selected(packet: &[u8]) -> Option<u32> {
    let id = std::str::from_utf8(packet.strip_prefix(b"Hg")?).ok()?;
    let number = usize::from_str_radix(id.rsplit('.').next()?, 16).ok()?;
    core_of(number.try_into().ok()?)
}

/// Whether a packet requests more bytes of memory than an answer may have (`m ADDRESS,LENGTH`). The
/// stub would collect all of them.
fn is_too_much(packet: &[u8]) -> bool {
    let Some(range) = packet.strip_prefix(b"m") else {
        return false;
    };
    let length = range.iter().position(|&byte| byte == b',');
    let length = length.and_then(|comma| std::str::from_utf8(&range[comma + 1..]).ok());
    let length = length.and_then(|length| usize::from_str_radix(length, 16).ok());
    length.is_none_or(|length| length > LONGEST / 2)
}
