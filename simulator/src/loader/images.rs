//! Images of programs in DRAM. DMA fetches them from there into the tiles of a job.

use super::LoadError;
use crate::chip::{Chip, Fetch};
use crate::config::LONGEST_LINE;
use crate::program::Program;
use crate::protocol::map::DRAM;
use crate::tile::cores::Window;
use std::ops::Range;
use std::sync::Arc;

/// The image of one program. For each DRAM controller, it has two ranges of offsets in the
/// controller's memory: of code and constants, and of initialised data.
#[derive(Debug, Clone, Default)]
struct Image {
    code: Vec<Range<u32>>,
    data: Vec<Range<u32>>,
}

/// The images of programs. Every DRAM controller has a copy of each, so that a tile can fetch it
/// from the nearest controller.
#[derive(Debug, Clone, Default)]
pub struct Images {
    /// The index of the first image's program in the simulation's list of programs. The other
    /// images belong to the programs that follow in the list.
    first: usize,
    images: Vec<Image>,
}

impl Chip {
    /// Stores the images of the programs from index `first` on in the DRAM of each controller. From
    /// then on, each job has a part of the remaining DRAM. Must be called before any program is
    /// loaded.
    pub fn store_images(
        &mut self,
        programs: &[Arc<Program>],
        first: usize,
    ) -> Result<Images, LoadError> {
        let drams = self.config.dram.routers.len();
        if drams == 0 || self.config.dram.size_mb == 0 {
            return Err(LoadError::Memory(format!(
                "{} has no DRAM, in which the programs of jobs lie; \
                 `onchip chip list` shows which chips have",
                self.config.name
            )));
        }
        self.divide_memories();
        let mut images = Vec::new();
        for program in &programs[first..] {
            let mut image = Image::default();
            for number in 0..drams {
                let code = self.store(number, program.image.bytes(), &program.name)?;
                let data = self.store(number, &program.data, &program.name)?;
                image.code.push(code);
                image.data.push(data);
            }
            images.push(image);
        }
        Ok(Images { first, images })
    }

    /// From now on, divides the memory of each controller among the jobs.
    fn divide_memories(&mut self) {
        for controller in &mut self.controllers {
            let size = controller.memory().len() as u32;
            controller.partition.reserve_image(0, size);
        }
    }

    /// Stores the code of those programs that execute from DRAM in the DRAM of each controller.
    /// Must be called before any program is loaded.
    pub fn store_code(&mut self, programs: &[Arc<Program>]) -> Result<(), LoadError> {
        for (index, program) in programs.iter().enumerate() {
            if !program.code_in_dram || self.code.contains_key(&index) {
                continue;
            }
            self.divide_memories();
            let mut code = program.image.bytes().to_vec();
            code.resize(code.len().next_multiple_of(LONGEST_LINE as usize), 0);
            let copies: Result<Vec<_>, _> = (0..self.config.dram.routers.len())
                .map(|number| self.store(number, &code, &program.name))
                .collect();
            self.code.insert(index, copies?);
        }
        Ok(())
    }

    /// Returns the location of a program's code in the DRAM that is nearest to a tile, and lets the
    /// job read it. None if the program does not execute from DRAM.
    pub(super) fn code_in_dram(&mut self, job: u16, program: usize, tile: usize) -> Option<Window> {
        let number = self.nearest_dram(tile);
        let code = self.code.get(&program)?.get(number)?.clone();
        let partition = &mut self.controllers[number].partition;
        partition.lend_code(job, code.clone());
        let start = DRAM + self.shared.map.controllers()[number].start as u32;
        Some(Window {
            base: start + code.start,
            bytes: code.len() as u32,
        })
    }

    /// Stores bytes in the memory of the DRAM controller with this number. Returns their range of
    /// offsets. `name` is the program's name for the error message.
    fn store(&mut self, number: usize, bytes: &[u8], name: &str) -> Result<Range<u32>, LoadError> {
        let controller = &mut self.controllers[number];
        let (size, length) = (controller.memory().len() as u32, bytes.len() as u32);
        let Some(start) = controller.partition.reserve_image(length, size) else {
            return Err(LoadError::Memory(format!(
                "the programs do not fit into the DRAM: {name} needs {length} bytes \
                 more, behind each of its controllers. More: --set dram.size_mb={}",
                (2 * self.config.dram.size_mb).max(2)
            )));
        };
        controller.memory()[start as usize..][..bytes.len()].copy_from_slice(bytes);
        Ok(start..start + length)
    }

    /// The number of the DRAM controller that is nearest to a tile.
    fn nearest_dram(&self, tile: usize) -> usize {
        let links = |number: &usize| {
            let endpoint = self.tiles.len() + number;
            self.shared.requests.links(tile, endpoint)
        };
        (0..self.config.dram.routers.len())
            .min_by_key(links)
            .unwrap_or(0)
    }
}

impl Images {
    /// Returns the DMA transfers that bring a program into a tile: its code to address `code`, and
    /// its data to address `data`, each only if the address is given. The part of the image that
    /// tiles need begins at byte `resident_from`. Also lets the job read the image.
    pub(super) fn fetches(
        &self,
        chip: &mut Chip,
        job: u16,
        program: usize,
        tile: usize,
        (code, resident_from): (Option<u32>, u32),
        data: Option<u32>,
    ) -> Vec<Fetch> {
        let number = chip.nearest_dram(tile);
        let image = &self.images[program - self.first];
        let start = DRAM + chip.shared.map.controllers()[number].start as u32;
        let resident = image.code[number].start + resident_from..image.code[number].end;
        let pieces = [(code, &resident), (data, &image.data[number])];
        let mut fetches = Vec::new();
        for (to, bytes) in pieces {
            let Some(to) = to.filter(|_| !bytes.is_empty()) else {
                continue;
            };
            chip.controllers[number]
                .partition
                .expose(job, bytes.clone());
            fetches.push(Fetch {
                from: start + bytes.start,
                to,
                bytes: bytes.len() as u32,
            });
        }
        fetches
    }
}
