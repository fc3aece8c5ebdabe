//! Checks the owner of a connection. Any user of the machine can reach a port on its loopback
//! address, and a debugger can do whatever the program can, such as writing files.

use std::fs::{metadata, read_to_string};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::MetadataExt;

/// The kernel's tables of connections, by the peer's family of addresses (proc_pid_net(5)).
const TABLES: [&str; 2] = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
/// The kernel's code for the state of a connection that neither side has closed. For a connection
/// that the peer has closed, the kernel's table gives no owner.
const ESTABLISHED: &str = "01";

/// Whether the peer is a process of the user who runs the simulator.
pub fn is_ours(stream: &TcpStream) -> bool {
    let (Ok(peer), Ok(here), Ok(own)) = (
        stream.peer_addr(),
        stream.local_addr(),
        metadata("/proc/self"),
    ) else {
        return false;
    };
    let owner = TABLES.iter().find_map(|path| {
        let table = read_to_string(path).ok()?;
        table.lines().find_map(|line| owner_in(line, peer, here))
    });
    owner == Some(own.uid())
}

/// The user who owns the socket of `peer` in the connection to `here`. None if this line of the
/// kernel's table describes another socket.
fn owner_in(line: &str, peer: SocketAddr, here: SocketAddr) -> Option<u32> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [_, local, remote, state, _, _, _, owner, ..] = words[..] else {
        return None;
    };
    let is_it =
        state == ESTABLISHED && local.ends_with(&text(peer)) && remote.ends_with(&text(here));
    owner.parse().ok().filter(|_| is_it)
}

/// Writes an address in the table's format. The address of a peer with an IPv6 socket ends with
/// these digits, too.
fn text(address: SocketAddr) -> String {
    let SocketAddr::V4(address) = address else {
        return address.to_string(); // not in the table: the listener has an IPv4 address
    };
    let word = u32::from_ne_bytes(address.ip().octets());
    format!("{word:08X}:{:04X}", address.port())
}
