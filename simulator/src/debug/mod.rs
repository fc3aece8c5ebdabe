//! A debugger for the chip: gdb, by its remote protocol (the crate `gdbstub`).
//!
//! Cores are threads. [`replay`] runs the chip, forwards cycle by cycle and backwards by a run
//! from the beginning; [`events`] says when it stops; [`debuggee`] decides where it goes;
//! [`target`] and [`executable`] answer gdb; [`monitor`] answers its `monitor` commands.

mod connection;
mod debuggee;
mod events;
mod executable;
mod monitor;
mod registers;
mod replay;
mod target;

use crate::simulation::{Simulation, StartError};
use connection::{Connection, Received};
use debuggee::Debuggee;
use gdbstub::conn::Connection as _;
use gdbstub::stub::state_machine::GdbStubStateMachine;
use gdbstub::stub::{DisconnectReason, GdbStub};
pub use replay::Beginning;
use replay::History;
use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

type Stub = GdbStubStateMachine<'static, Debuggee, Connection>;

/// The longest time between two checks whether gdb interrupts.
const SLICE: Duration = Duration::from_millis(20);

/// Who says where the chip goes.
enum Driver {
    /// gdb, once it has come.
    Nobody(TcpListener),
    Gdb(Box<Stub>),
    /// gdb has gone and lets the run go on.
    Free,
    /// gdb has ended the run.
    Ended,
}

/// A run under a debugger.
pub struct Session {
    debuggee: Debuggee,
    driver: Driver,
}

/// Why there is no session.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("{0}")]
    Port(#[from] std::io::Error),
}

impl Session {
    /// Waits on a port of this machine for gdb; on any free one for port 0.
    pub fn new(beginning: Beginning, port: u16) -> Result<Session, SessionError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        Ok(Session {
            debuggee: Debuggee::new(History::new(beginning)?),
            driver: Driver::Nobody(listener),
        })
    }

    /// The port, while nobody has come.
    pub fn port(&self) -> Option<u16> {
        match &self.driver {
            Driver::Nobody(listener) => listener.local_addr().ok().map(|address| address.port()),
            _ => None,
        }
    }

    pub fn simulation(&self) -> &Simulation {
        self.debuggee.history.simulation()
    }

    pub fn simulation_mut(&mut self) -> &mut Simulation {
        self.debuggee.history.simulation_mut()
    }

    /// See `Simulation::set_priority`.
    pub fn set_priority(&mut self, process: u32, memory: u32, level: u8) -> Result<(), String> {
        let simulation = self.debuggee.history.simulation_mut();
        simulation.set_priority(process, memory, level)?;
        let beginning = &mut self.debuggee.history.beginning;
        beginning.priorities.push((process, memory, level));
        Ok(())
    }

    /// Runs for about as long; true when the run has ended, or gdb has ended it.
    pub fn run(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        loop {
            let driver = std::mem::replace(&mut self.driver, Driver::Ended);
            self.driver = match driver {
                Driver::Nobody(listener) => match listener.accept() {
                    Ok((stream, _)) => self.welcome(stream).unwrap_or(Driver::Nobody(listener)),
                    Err(_) => {
                        std::thread::sleep(SLICE.min(time));
                        Driver::Nobody(listener)
                    }
                },
                Driver::Gdb(stub) => self.serve(*stub, deadline),
                Driver::Free => {
                    self.driver = Driver::Free;
                    let left = deadline.saturating_duration_since(Instant::now());
                    return self.simulation_mut().run(left);
                }
                Driver::Ended => return true,
            };
            if Instant::now() >= deadline {
                return matches!(self.driver, Driver::Ended);
            }
        }
    }

    fn welcome(&mut self, stream: std::net::TcpStream) -> Option<Driver> {
        let connection = Connection::new(stream).ok()?;
        let stub = GdbStub::new(connection).run_state_machine(&mut self.debuggee);
        Some(Driver::Gdb(Box::new(stub.ok()?)))
    }

    /// Does what gdb wants next, for at most so long.
    fn serve(&mut self, stub: Stub, deadline: Instant) -> Driver {
        let debuggee = &mut self.debuggee;
        let stub = match stub {
            Stub::Idle(mut stub) => match stub.borrow_conn().receive(deadline) {
                Received::Byte(byte) => {
                    debuggee.listen(byte);
                    stub.incoming_data(debuggee, byte)
                }
                Received::Nothing => Ok(stub.into()),
                Received::End => return Driver::Free,
            },
            Stub::Running(mut stub) => match debuggee.run(deadline.min(Instant::now() + SLICE)) {
                Err(_) => return Driver::Ended,
                Ok(Some(stop)) => stub.report_stop(debuggee, stop),
                Ok(None) => match stub.borrow_conn().receive(Instant::now()) {
                    Received::Byte(byte) => stub.incoming_data(debuggee, byte),
                    Received::Nothing => Ok(stub.into()),
                    Received::End => return Driver::Free,
                },
            },
            Stub::CtrlCInterrupt(stub) => {
                let stop = debuggee.interrupt();
                stub.interrupt_handled(debuggee, Some(stop))
            }
            Stub::Disconnected(mut stub) => {
                return match stub.get_reason() {
                    DisconnectReason::Disconnect => Driver::Free,
                    DisconnectReason::Kill => {
                        // gdb waits for an answer, which the crate leaves out.
                        let _ = stub.borrow_conn().write_all(b"$OK#9a");
                        let _ = stub.borrow_conn().flush();
                        Driver::Ended
                    }
                    _ => Driver::Ended,
                };
            }
        };
        // An answer that gdb does not get, or does not understand, ends the session.
        stub.map_or(Driver::Free, |stub| Driver::Gdb(Box::new(stub)))
    }
}
