//! How a memory is divided among jobs. Each job has a part of its own. After these parts come the
//! images of programs, which only the loader's transfers read, and the code that cores execute from
//! DRAM.
//!
//! Without a partition, as on a chip with a single job, every job may use the whole memory.

use std::ops::Range;

/// Parts begin at multiples of this number of bytes, which is the largest payload of a packet.
const LINE: u32 = 64;

/// What a job may do with a range of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// The range is the job's part of the memory.
    Own,
    /// The range is an image of a program. The loader's transfers for the job read it.
    Image,
    /// The range is code that the job's cores execute directly from this memory.
    Code,
}

/// A range of bytes that a job may access. Images and code may only be read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    job: u16,
    bytes: Range<u32>,
    used: Use,
}

/// The ranges that each job may access.
#[derive(Debug, Clone, Default)]
pub struct Partition {
    /// End of the memory that is divided among jobs; the images of programs follow. None if there
    /// is no partition.
    end: Option<u32>,
    parts: Vec<Part>,
}

impl Partition {
    /// Reserves `bytes` bytes for the image of a program at the end of the free memory. The whole
    /// memory has `size` bytes. Returns the offset of the first reserved byte. None if there is not
    /// enough memory.
    pub fn reserve_image(&mut self, bytes: u32, size: u32) -> Option<u32> {
        let start = self.end.unwrap_or(size).checked_sub(bytes)? / LINE * LINE;
        self.end = Some(start);
        Some(start)
    }

    /// Gives a job a part of the memory in proportion to its number of cores: `cores` of the `of`
    /// cores on the chip. If no free piece is large enough, the job gets the largest one, and the
    /// first of these if there are several. Returns none if there is no partition.
    pub fn assign_part(&mut self, job: u16, cores: u32, of: u32) -> Option<Range<u32>> {
        let end = self.end?;
        let wanted = (u64::from(end) * u64::from(cores) / u64::from(of)) as u32 / LINE * LINE;
        let mut taken: Vec<_> = (self.parts.iter())
            .filter(|part| part.used == Use::Own)
            .map(|part| part.bytes.clone())
            .collect();
        taken.sort_unstable_by_key(|bytes| bytes.start);
        taken.push(end..end);
        let mut best = 0..0;
        let mut start = 0;
        for other in taken {
            let hole = start..other.start.min(start + wanted);
            if hole.len() > best.len() {
                best = hole;
            }
            start = other.end;
        }
        self.parts.push(Part {
            job,
            bytes: best.clone(),
            used: Use::Own,
        });
        Some(best)
    }

    /// Allows the transfers that load a job to read the image of a program.
    pub fn expose(&mut self, job: u16, bytes: Range<u32>) {
        self.add(job, bytes, Use::Image);
    }

    /// Allows the cores of a job to execute code in this memory until the job is over.
    pub fn lend_code(&mut self, job: u16, bytes: Range<u32>) {
        self.add(job, bytes, Use::Code);
    }

    fn add(&mut self, job: u16, bytes: Range<u32>, used: Use) {
        let part = Part { job, bytes, used };
        if !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }

    /// Ends a job's right to read images of programs. Called when the job has been loaded.
    pub fn hide_images(&mut self, job: u16) {
        self.parts
            .retain(|part| part.job != job || part.used != Use::Image);
    }

    /// Frees the parts of jobs that are over.
    pub fn free_parts(&mut self, is_over: impl Fn(u16) -> bool) {
        self.parts.retain(|part| !is_over(part.job));
    }

    /// Whether a job may read these bytes, or write them if `write` is set.
    pub fn admits(&self, job: u16, start: u32, bytes: u32, write: bool) -> bool {
        let may = |part: &Part| {
            part.job == job
                && !(write && part.used != Use::Own)
                && part.bytes.start <= start
                && start + bytes <= part.bytes.end
        };
        self.end.is_none() || self.parts.iter().any(may)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_without_a_partition_is_everybodys() {
        assert!(Partition::default().admits(3, 0, 64, true));
        assert_eq!(Partition::default().assign_part(3, 1, 4), None);
    }

    #[test]
    fn jobs_have_parts_of_their_own_and_images_are_read_while_they_are_loaded() {
        let mut partition = Partition::default();
        assert_eq!(
            partition.reserve_image(100, 1024),
            Some(896),
            "a multiple of a line"
        );
        let one = partition.assign_part(1, 1, 2).unwrap();
        let other = partition.assign_part(2, 1, 2).unwrap();
        assert_eq!((one, other), (0..448, 448..896));
        assert!(partition.admits(1, 0, 448, true) && !partition.admits(1, 448, 4, false));
        assert!(!partition.admits(1, 440, 16, false), "across the end");
        assert!(!partition.admits(1, 896, 4, false));
        partition.expose(1, 896..996);
        assert!(partition.admits(1, 896, 64, false) && !partition.admits(1, 896, 4, true));
        partition.hide_images(1);
        assert!(!partition.admits(1, 896, 4, false));
        partition.free_parts(|job| job == 1);
        assert!(!partition.admits(1, 0, 4, false));
        assert_eq!(partition.assign_part(3, 2, 2), Some(0..448), "what is free");
    }

    #[test]
    fn a_part_is_the_first_of_the_largest_free_pieces() {
        let mut partition = Partition::default();
        partition.reserve_image(64, 1088);
        for job in 0..4 {
            partition.assign_part(job, 1, 4);
        }
        partition.free_parts(|job| job == 1 || job == 3);
        assert_eq!(partition.assign_part(4, 1, 4), Some(256..512));
        partition.free_parts(|job| job == 2);
        assert_eq!(
            partition.assign_part(5, 4, 4),
            Some(512..1024),
            "the largest"
        );
    }
}
