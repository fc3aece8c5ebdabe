//! Finds uses of mailboxes, portals and syncs of the kernel that a program has closed.
//!
//! A process has a number for each of its objects. The number of a closed object may later name
//! another object, and a use of the number is then correct. A process may also write to a mailbox
//! or portal whose reader has closed it. Such a message is lost, unless a process of the reader's
//! cluster creates the port again.

use super::finding::{Finding, Kind, Other, Point};
use crate::program::{KernelCall, Port};
use std::collections::BTreeMap;

/// Identifies a mailbox or portal: its kind, the number of its reader's cluster, and its port
/// number.
type Address = (Port, u32, u32);

/// An object of a process.
#[derive(Debug, Clone, Copy)]
struct Object {
    /// The mailbox or portal that the object reads from or writes to; none for a sync.
    address: Option<Address>,
    is_reader: bool,
}

#[derive(Debug, Default)]
pub struct Ports {
    /// For each tile whose processes have called the kernel, the number of the tile's cluster.
    clusters: BTreeMap<u16, u32>,
    /// `open` holds the objects that processes can use. `closed` holds, for each closed object, the
    /// call that closed it. Both keys are the process and the object's number in the process.
    open: BTreeMap<(u32, u32), Object>,
    closed: BTreeMap<(u32, u32), Point>,
    /// For each mailbox or portal that has no reader now, the call that closed it.
    unread: BTreeMap<Address, Point>,
    /// The writes to the mailboxes and portals in `unread`.
    lost: Vec<(Address, Finding)>,
}

impl Ports {
    /// Forgets the objects of a process that has ended, because a new process gets its number.
    pub fn forget(&mut self, process: u32) {
        self.open.retain(|(other, _), _| *other != process);
        self.closed.retain(|(other, _), _| *other != process);
    }

    /// Notes that a process calls a function of the kernel. Returns a finding if the call names an
    /// object that the process has closed.
    pub fn begin(&mut self, call: KernelCall, by: Point, arguments: [u32; 2]) -> Option<Finding> {
        let number = arguments[0];
        if !matches!(
            call,
            KernelCall::Close | KernelCall::Write | KernelCall::Use
        ) {
            return None;
        }
        let wrong = |closed: Point, is_own: bool, number: u32| Finding {
            other: Some(Other::Close { by: closed, is_own }),
            ..Finding::new(Kind::Closed, by, number, 0)
        };
        if let Some(closed) = self.closed.get(&(by.process, number)) {
            return Some(wrong(*closed, true, number));
        }
        let object = self.open.get(&(by.process, number));
        let to = object.filter(|object| !object.is_reader)?.address?;
        if let (KernelCall::Write, Some(closed)) = (call, self.unread.get(&to)) {
            self.lost.push((to, wrong(*closed, false, to.2)));
        }
        None
    }

    /// Notes the result of a call by a process on a tile. `by` and the arguments are the values
    /// that [`begin`](Self::begin) got for this call.
    pub fn end(
        &mut self,
        call: KernelCall,
        by: Point,
        arguments: [u32; 2],
        result: u32,
        tile: u16,
    ) {
        if (result as i32) < 0 {
            return;
        }
        let [first, second] = arguments;
        let (address, is_reader) = match call {
            KernelCall::Cluster => {
                self.clusters.insert(tile, result);
                return;
            }
            KernelCall::Close => return self.close(by, first),
            KernelCall::Write | KernelCall::Use => return,
            KernelCall::Create(port) => {
                let cluster = self.clusters.get(&tile);
                (cluster.map(|cluster| (port, *cluster, first)), true)
            }
            KernelCall::Open(port) => (Some((port, first, second)), false),
            KernelCall::MakeSync => (None, false),
        };
        if let (Some(address), true) = (address, is_reader) {
            self.unread.remove(&address);
            self.lost.retain(|(to, _)| *to != address);
        }
        self.closed.remove(&(by.process, result));
        self.open
            .insert((by.process, result), Object { address, is_reader });
    }

    fn close(&mut self, by: Point, number: u32) {
        let Some(object) = self.open.remove(&(by.process, number)) else {
            return;
        };
        self.closed.insert((by.process, number), by);
        if let (Some(address), true) = (object.address, object.is_reader) {
            self.unread.insert(address, by);
        }
    }

    /// The writes whose data are lost, because the port has no reader and nobody has created it
    /// again.
    pub fn lost(&self) -> impl Iterator<Item = &Finding> {
        self.lost.iter().map(|(_, finding)| finding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use KernelCall::{Close, Cluster, Create, Open, Use, Write};

    const NO: u32 = -9i32 as u32;

    fn by(process: u32, pc: u32) -> Point {
        Point {
            process,
            pc,
            ..Point::default()
        }
    }

    /// Calls the kernel in a chip with two processes: process 0 on tile 5, which is cluster 2, and
    /// process 1 on tile 6. Returns whether the check reports the call.
    fn call(
        ports: &mut Ports,
        what: KernelCall,
        by: Point,
        arguments: [u32; 2],
        result: u32,
    ) -> bool {
        let found = ports.begin(what, by, arguments);
        ports.end(what, by, arguments, result, 5 + by.process as u16);
        found.is_some()
    }

    #[test]
    fn a_closed_number_is_wrong_until_another_object_has_it() {
        let mut ports = Ports::default();
        assert!(!call(&mut ports, Open(Port::Portal), by(0, 4), [1, 7], 3));
        assert!(!call(&mut ports, Use, by(0, 8), [3, 0], 0));
        assert!(!call(&mut ports, Close, by(0, 12), [3, 0], 0));
        assert!(call(&mut ports, Close, by(0, 16), [3, 0], NO));
        assert!(call(&mut ports, Write, by(0, 20), [3, 0], NO));
        assert!(!call(&mut ports, Write, by(1, 20), [3, 0], NO));
        assert!(!call(
            &mut ports,
            KernelCall::MakeSync,
            by(0, 24),
            [0, 0],
            3
        ));
        assert!(!call(&mut ports, Use, by(0, 28), [3, 0], 0));
    }

    #[test]
    fn a_call_that_fails_closes_nothing() {
        let mut ports = Ports::default();
        call(&mut ports, Open(Port::Mailbox), by(0, 4), [1, 7], 3);
        assert!(!call(&mut ports, Close, by(0, 8), [3, 0], -16i32 as u32));
        assert!(!call(&mut ports, Use, by(0, 12), [3, 0], 0));
    }

    #[test]
    fn a_message_to_a_closed_mailbox_is_lost_until_it_is_created_again() {
        let mut ports = Ports::default();
        call(&mut ports, Cluster, by(0, 0), [0, 0], 2);
        call(&mut ports, Create(Port::Mailbox), by(0, 4), [9, 0], 0);
        call(&mut ports, Open(Port::Mailbox), by(1, 4), [2, 9], 0);
        call(&mut ports, Open(Port::Portal), by(1, 8), [2, 9], 1);
        call(&mut ports, Write, by(1, 12), [0, 0], 4);
        assert_eq!(ports.lost().count(), 0);
        call(&mut ports, Close, by(0, 16), [0, 0], 0);
        call(&mut ports, Write, by(1, 20), [1, 0], 4);
        assert_eq!(ports.lost().count(), 0);
        call(&mut ports, Write, by(1, 24), [0, 0], 4);
        let lost: Vec<u32> = ports.lost().map(|one| one.access.pc).collect();
        assert_eq!(lost, [24]);
        call(&mut ports, Create(Port::Mailbox), by(0, 28), [9, 0], 0);
        assert_eq!(ports.lost().count(), 0);
    }
}
