//! Checks which user owns a connection. Any user of the machine can connect to a port on its
//! loopback address, and a debugger can do whatever the program can, such as writing files.

use std::fs::{metadata, read_to_string};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::MetadataExt;

/// The Linux kernel's tables of TCP connections for IPv4 and IPv6 sockets (proc_pid_net(5)).
const TABLES: [&str; 2] = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
/// The kernel's code for a connection that neither side has closed. If the peer has closed the
/// connection, the kernel's table gives no owner.
const ESTABLISHED: &str = "01";

/// Whether the peer is a process of the user who runs the simulator. False if that is not known.
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

/// The user who owns the socket of `peer` in its connection to `here`. None if this line of the
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

/// An address in the format of the kernel's table. In the table for IPv6, addresses of IPv4 peers
/// end with the same digits.
fn text(address: SocketAddr) -> String {
    let SocketAddr::V4(address) = address else {
        return address.to_string(); // not in the table: the listener has an IPv4 address
    };
    let word = u32::from_ne_bytes(address.ip().octets());
    format!("{word:08X}:{:04X}", address.port())
}
