//! Page tags. The tag of a page in a tile names its owner, and the rights of other processes of the
//! same job. A tile's tags are in its [`CoreComplex`](super::CoreComplex). The loader gives them
//! their first values (`loader/mod.rs`).

/// What other processes of the job may do with a page through packets to the network interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Exposure {
    #[default]
    Closed,
    Read,
    Write,
}

/// The owner of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Owner {
    /// No process owns the page: it is a guard page or free.
    #[default]
    Nobody,
    /// A process owns the page. The number is the index in the tile of the process's first core
    /// there.
    Process(u8),
    /// A process owns the page, and has opened it to every process of the job in this tile. The
    /// first number is the owner as in `Process`. The second one says how often the process has
    /// opened the page without closing it.
    Shared(u8, u8),
    /// Every process of the job owns the page.
    Job,
    /// Every process of the job may read the page and execute it.
    Code,
}

/// The tag of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tag {
    pub job: u16,
    pub owner: Owner,
    pub exposure: Exposure,
}

/// The rights of a core to a page for ordinary loads and stores, a bit for each.
pub const READ: u8 = crate::core::READ;
pub const WRITE: u8 = crate::core::WRITE;

impl Owner {
    /// The owner of a page after `process` has opened (`open`) or closed it once more. None if the
    /// process may not do so.
    pub fn opened(self, process: u8, open: bool) -> Option<Owner> {
        match self {
            Owner::Process(owner) if owner == process => {
                Some(if open { Owner::Shared(owner, 1) } else { self })
            }
            Owner::Shared(owner, times) if owner == process => match (open, times) {
                (true, u8::MAX) => None,
                (true, _) => Some(Owner::Shared(owner, times + 1)),
                (false, 1) => Some(Owner::Process(owner)),
                (false, _) => Some(Owner::Shared(owner, times - 1)),
            },
            _ => None,
        }
    }
}

impl Tag {
    /// The rights that the page's tag gives to a core of this tile. The core executes process
    /// `process` (a number as in [`Owner`]) of job `job`.
    pub fn rights(&self, job: u16, process: u8) -> u8 {
        if self.job != job {
            return 0;
        }
        match self.owner {
            Owner::Nobody => 0,
            Owner::Process(owner) if owner == process => READ | WRITE,
            Owner::Process(_) => 0,
            Owner::Shared(..) => READ | WRITE,
            Owner::Job if self.exposure == Exposure::Write => READ | WRITE,
            Owner::Job | Owner::Code => READ,
        }
    }

    /// Whether a packet of `job` may read this page, or write it if `write` is set.
    pub fn admits(&self, job: u16, write: bool) -> bool {
        let needed = if write {
            Exposure::Write
        } else {
            Exposure::Read
        };
        self.job == job && self.owner != Owner::Nobody && self.exposure >= needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_closed_as_often_as_it_was_opened() {
        let private = Owner::Process(2);
        let open = private.opened(2, true).unwrap();
        let twice = open.opened(2, true).unwrap();
        assert_eq!(twice.opened(2, false), Some(open));
        assert_eq!(open.opened(2, false), Some(private));
        assert_eq!(private.opened(2, false), Some(private));
        assert_eq!(private.opened(1, true), None, "another process' page");
        assert_eq!(Owner::Job.opened(2, true), None);
        assert_eq!(Owner::Shared(2, u8::MAX).opened(2, true), None);
    }

    #[test]
    fn rights_follow_owner_and_exposure() {
        let private = Tag {
            job: 1,
            owner: Owner::Process(0),
            exposure: Exposure::Write,
        };
        assert_eq!(private.rights(1, 0), READ | WRITE);
        assert_eq!(private.rights(1, 1), 0, "exposed means: through the NI");
        assert_eq!(private.rights(2, 0), 0);
        assert!(private.admits(1, true));
        assert!(!private.admits(2, false));
        let shared = Tag {
            owner: Owner::Shared(0, 1),
            ..private
        };
        assert_eq!(shared.rights(1, 3), READ | WRITE);
        assert_eq!(shared.rights(2, 0), 0);
        let descriptor = Tag {
            job: 1,
            owner: Owner::Job,
            exposure: Exposure::Read,
        };
        assert_eq!(descriptor.rights(1, 3), READ);
        assert!(descriptor.admits(1, false) && !descriptor.admits(1, true));
        assert!(!Tag::default().admits(0, false), "nobody's page is closed");
    }
}
