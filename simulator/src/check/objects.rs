//! MPI objects that a program has made, and must free before `MPI_Finalize` returns.

use super::finding::{Finding, Kind, Point};
use crate::program::Object;
use std::collections::BTreeMap;

/// The objects that have not been freed, and the calls that made them. The key is process, kind and
/// address. A group may have several calls, because several calls may return one group.
#[derive(Debug, Default)]
pub struct Objects(BTreeMap<(u32, Object, u32), Vec<Point>>);

impl Objects {
    /// Forgets the objects of a process that has ended, because a new process gets its number.
    pub fn forget(&mut self, process: u32) {
        self.0.retain(|(other, ..), _| *other != process);
    }

    /// Notes that a call has made an object, or has returned another handle of an existing group.
    pub fn make(&mut self, object: Object, address: u32, by: Point) {
        let makers = self.0.entry((by.process, object, address)).or_default();
        // A look-up of a communicator inserts it into the library's list again, but makes no
        // object.
        if object == Object::Group || makers.is_empty() {
            makers.push(by);
        }
    }

    /// Notes that a process frees a handle of an object.
    pub fn free(&mut self, process: u32, object: Object, address: u32) {
        if let Some(makers) = self.0.get_mut(&(process, object, address)) {
            makers.pop();
        }
    }

    /// Findings for the objects that a process has not freed.
    pub fn left(&self, process: u32) -> Vec<Finding> {
        let own = self.0.iter().filter(|((other, ..), _)| *other == process);
        own.flat_map(|(&(_, object, address), makers)| {
            let finding = move |by: &Point| Finding::new(Kind::Object(object), *by, address, 0);
            makers.iter().map(finding)
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(process: u32, pc: u32) -> Point {
        Point {
            process,
            pc,
            ..Point::default()
        }
    }

    #[test]
    fn each_handle_of_a_group_is_freed() {
        let mut all = Objects::default();
        all.make(Object::Group, 64, by(0, 4));
        all.make(Object::Group, 64, by(0, 8));
        all.make(Object::Group, 64, by(1, 8));
        all.free(0, Object::Group, 64);
        assert_eq!((all.left(0).len(), all.left(1).len()), (1, 1));
        all.free(0, Object::Group, 64);
        all.free(0, Object::Group, 64);
        assert_eq!((all.left(0).len(), all.left(1).len()), (0, 1));
    }

    #[test]
    fn a_communicator_is_made_once() {
        let mut all = Objects::default();
        all.make(Object::Communicator, 64, by(0, 4));
        all.make(Object::Communicator, 64, by(0, 8));
        assert_eq!(all.left(0).len(), 1);
        assert_eq!(all.left(0)[0].access.pc, 4);
        all.free(0, Object::Communicator, 64);
        assert!(all.left(0).is_empty());
    }
}
