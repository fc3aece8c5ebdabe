//! The connection to gdb: what is written goes out in whole packets.

use gdbstub::conn::Connection as Wire;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// What has come.
pub enum Received {
    Byte(u8),
    /// Nothing, in the time that was given.
    Nothing,
    /// gdb has gone.
    End,
}

#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    out: Vec<u8>,
    input: Vec<u8>,
    /// Index in `input` of the next byte.
    next: usize,
}

impl Connection {
    pub fn new(stream: TcpStream) -> Result<Connection> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream,
            out: Vec::new(),
            input: Vec::new(),
            next: 0,
        })
    }

    /// The next byte, which may take until `deadline`.
    pub fn receive(&mut self, deadline: Instant) -> Received {
        if self.next == self.input.len() {
            // A time-out of zero would be none.
            let left = deadline.saturating_duration_since(Instant::now());
            let left = left.max(Duration::from_micros(1));
            if self.stream.set_read_timeout(Some(left)).is_err() {
                return Received::End;
            }
            self.input.resize(4096, 0);
            self.next = 0;
            let read = self.stream.read(&mut self.input);
            self.input.truncate(*read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => return Received::End,
                Ok(_) => {}
                Err(error) if is_waiting(&error) => return Received::Nothing,
                Err(_) => return Received::End,
            }
        }
        self.next += 1;
        Received::Byte(self.input[self.next - 1])
    }
}

fn is_waiting(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

impl Wire for Connection {
    type Error = Error;

    fn write(&mut self, byte: u8) -> Result<()> {
        self.out.push(byte);
        Ok(())
    }

    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        let out = std::mem::take(&mut self.out);
        Write::write_all(&mut self.stream, &out)
    }
}
