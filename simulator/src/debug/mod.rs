//! A debugger for the chip: gdb, by its remote protocol (the crate `gdbstub`). gdb sees each core
//! as a thread.
//!
//! - [`replay`] runs the chip forwards cycle by cycle, and backwards by a new run from the
//!   beginning.
//! - [`calls`] handles functions of the program that gdb calls.
//! - [`events`] says when the chip stops, and [`debuggee`] in which direction it goes.
//! - [`gdb`] passes gdb's packets on; [`target`] and [`executable`] answer them.
//! - [`monitor`] answers the commands of gdb's `monitor`.

mod calls;
mod connection;
mod debuggee;
mod events;
mod executable;
mod gdb;
mod monitor;
mod peer;
mod registers;
mod replay;
mod target;

use crate::simulation::{Simulation, StartError};
use connection::{Connection, Received};
use debuggee::Debuggee;
use gdb::{Gdb, Next, SLICE};
pub use replay::Beginning;
use replay::History;
use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

/// Largest number of connections of which no packet has been read yet.
const MOST_CALLERS: usize = 16;

/// Who decides how the chip runs.
enum Driver {
    /// Nobody, because gdb has not connected yet. The first of these connections that sends a
    /// packet is gdb's.
    Nobody(TcpListener, Vec<Connection>),
    Gdb(Box<Gdb>),
    /// gdb has detached, and the run continues without gdb.
    Free,
    /// gdb has ended the run.
    Ended,
}

/// A run under a debugger.
pub struct Session {
    debuggee: Debuggee,
    driver: Driver,
}

/// Why a session cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("{0}")]
    Port(#[from] std::io::Error),
}

impl Session {
    /// Listens for gdb on a port of this machine. Port 0 means any free port.
    pub fn new(beginning: Beginning, port: u16) -> Result<Session, SessionError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        Ok(Session {
            debuggee: Debuggee::new(History::new(beginning)?),
            driver: Driver::Nobody(listener, Vec::new()),
        })
    }

    /// The port on which the session listens; none if gdb has connected.
    pub fn port(&self) -> Option<u16> {
        match &self.driver {
            Driver::Nobody(listener, _) => listener.local_addr().ok().map(|address| address.port()),
            _ => None,
        }
    }

    pub fn simulation(&self) -> &Simulation {
        self.debuggee.history.simulation()
    }

    pub fn simulation_mut(&mut self) -> &mut Simulation {
        self.debuggee.history.simulation_mut()
    }

    /// Sets the priority of a process's accesses to a memory, as `Simulation::set_priority` does.
    pub fn set_priority(&mut self, process: u32, memory: u32, level: u8) -> Result<(), String> {
        let simulation = self.debuggee.history.simulation_mut();
        simulation.set_priority(process, memory, level)?;
        let beginning = &mut self.debuggee.history.beginning;
        beginning.priorities.push((process, memory, level));
        Ok(())
    }

    /// Simulates, or serves gdb, for about `time`. Returns true when the run has ended, or gdb has
    /// ended it.
    pub fn run(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        loop {
            let driver = std::mem::replace(&mut self.driver, Driver::Ended);
            self.driver = match driver {
                Driver::Nobody(listener, callers) => self.wait(listener, callers, time),
                Driver::Gdb(gdb) => driven(gdb.serve(&mut self.debuggee, deadline)),
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

    /// Looks for the first packet on a connection, and waits a little if there is none. Drops
    /// connections that end without a packet, because these are port scans and not debuggers, and
    /// connections of other users.
    fn wait(
        &mut self,
        listener: TcpListener,
        mut callers: Vec<Connection>,
        time: Duration,
    ) -> Driver {
        while let Ok((stream, _)) = listener.accept() {
            if !peer::is_ours(&stream) {
                continue;
            }
            if callers.len() == MOST_CALLERS {
                callers.remove(0);
            }
            callers.extend(Connection::new(stream));
        }
        let mut waiting = Vec::new();
        for mut caller in callers {
            match caller.receive(Instant::now()) {
                Received::Packet(packet) => {
                    let gdb = Gdb::new(caller, &mut self.debuggee).map(Box::new);
                    let next = gdb.map(|gdb| gdb.packet(&mut self.debuggee, &packet));
                    return next.map_or(Driver::Free, driven);
                }
                Received::End => {}
                _ => waiting.push(caller),
            }
        }
        std::thread::sleep(SLICE.min(time));
        Driver::Nobody(listener, waiting)
    }
}

fn driven(next: Next) -> Driver {
    match next {
        Next::Goes(gdb) => Driver::Gdb(gdb),
        Next::Free => Driver::Free,
        Next::Ended => Driver::Ended,
    }
}
