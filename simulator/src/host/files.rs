//! Files below one directory. Nothing outside can be reached, neither by `..` nor by an absolute
//! path nor by a link; the crate `cap-std` makes sure of it.

use super::errno;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions, OpenOptionsExt};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Flags of `open`, as picolibc's `<fcntl.h>` has them.
mod flags {
    pub const ACCESS: u32 = 3;
    pub const WRITE_ONLY: u32 = 1;
    pub const READ_WRITE: u32 = 2;
    pub const CREATE: u32 = 0x40;
    pub const TRUNCATE: u32 = 0x200;
    pub const APPEND: u32 = 0x400;
    pub const EXCLUSIVE: u32 = 0x800;
}

/// The flag `O_NONBLOCK` of Linux.
const NONBLOCK: i32 = 0o4000;
/// Most files that a process may have open at once.
const OPEN_FILES: usize = 64;
/// The first file number behind those of the standard streams.
const FIRST: i32 = 3;

/// The directory, and the files in it that processes have open.
#[derive(Debug)]
pub struct Files {
    root: Dir,
    /// The open files of each process, by file number less `FIRST`.
    open: Vec<Vec<Option<File>>>,
}

impl Files {
    /// Opens the directory that contains all files of processes.
    pub fn new(root: &Path) -> std::io::Result<Files> {
        Ok(Files {
            root: Dir::open_ambient_dir(root, ambient_authority())?,
            open: Vec::new(),
        })
    }

    pub fn open(&mut self, process: u32, path: &str, how: u32) -> i32 {
        let mut options = OpenOptions::new();
        let access = how & flags::ACCESS;
        let write = access == flags::WRITE_ONLY || access == flags::READ_WRITE;
        options
            .read(access != flags::WRITE_ONLY)
            .write(write && how & flags::APPEND == 0)
            .append(write && how & flags::APPEND != 0)
            .truncate(write && how & flags::TRUNCATE != 0)
            // A read must not block the simulator. Without blocking, a pipe without a writer reads
            // as empty.
            .custom_flags(NONBLOCK);
        if write && how & flags::CREATE != 0 {
            options.create(true);
            options.create_new(how & flags::EXCLUSIVE != 0);
        }
        // A pipe or a device could make the simulation wait, or never end.
        let strange = |about: cap_std::fs::Metadata| !about.is_file() && !about.is_dir();
        if self.root.metadata(path).is_ok_and(strange) {
            return -errno::EACCES;
        }
        let file = match self.root.open_with(path, &options) {
            Ok(file) => file,
            Err(error) => return -errno::of(&error),
        };
        if file.metadata().is_ok_and(|about| about.is_dir()) {
            return -errno::EISDIR;
        }
        let index = process as usize;
        if self.open.len() <= index {
            self.open.resize_with(index + 1, Vec::new);
        }
        let table = &mut self.open[index];
        let index = table
            .iter()
            .position(Option::is_none)
            .unwrap_or(table.len());
        if index == OPEN_FILES {
            return -errno::EMFILE;
        }
        if index == table.len() {
            table.push(None);
        }
        table[index] = Some(file);
        FIRST + index as i32
    }

    fn file(&mut self, process: u32, number: i32) -> Option<&mut File> {
        let index = usize::try_from(number.checked_sub(FIRST)?).ok()?;
        self.open
            .get_mut(process as usize)?
            .get_mut(index)?
            .as_mut()
    }

    pub fn close(&mut self, process: u32, number: i32) -> i32 {
        if self.file(process, number).is_none() {
            return -errno::EBADF;
        }
        self.open[process as usize][(number - FIRST) as usize] = None;
        0
    }

    /// Closes the files that a process has left open.
    pub fn close_all(&mut self, process: u32) {
        if let Some(table) = self.open.get_mut(process as usize) {
            table.clear();
        }
    }

    pub fn read(&mut self, process: u32, number: i32, buffer: &mut [u8]) -> i32 {
        match self.file(process, number) {
            Some(file) => count(file.read(buffer)),
            None => -errno::EBADF,
        }
    }

    pub fn write(&mut self, process: u32, number: i32, bytes: &[u8]) -> i32 {
        match self.file(process, number) {
            Some(file) => count(file.write_all(bytes).map(|()| bytes.len())),
            None => -errno::EBADF,
        }
    }

    pub fn seek(&mut self, process: u32, number: i32, offset: i32, whence: u32) -> i32 {
        let to = match whence {
            0 if offset < 0 => return -errno::EINVAL,
            0 => SeekFrom::Start(offset as u64),
            1 => SeekFrom::Current(offset.into()),
            2 => SeekFrom::End(offset.into()),
            _ => return -errno::EINVAL,
        };
        match self.file(process, number) {
            Some(file) => seek_within(file, to),
            None => -errno::EBADF,
        }
    }

    pub fn unlink(&mut self, path: &str) -> i32 {
        count(self.root.remove_file(path).map(|()| 0))
    }

    pub fn rename(&mut self, from: &str, to: &str) -> i32 {
        count(self.root.rename(from, &self.root, to).map(|()| 0))
    }
}

/// Moves the position in a file, but not beyond the numbers of the program.
fn seek_within(file: &mut File, to: SeekFrom) -> i32 {
    let before = file.stream_position();
    match file.seek(to) {
        Ok(at) => i32::try_from(at).unwrap_or_else(|_| {
            if let Ok(before) = before {
                // The file was there a moment ago, so this cannot fail.
                let _ = file.seek(SeekFrom::Start(before));
            }
            -errno::EOVERFLOW
        }),
        Err(error) => -errno::of(&error),
    }
}

/// The count, or the negative error number.
fn count(result: std::io::Result<usize>) -> i32 {
    match result {
        Ok(count) => i32::try_from(count).unwrap_or(i32::MAX),
        Err(error) => -errno::of(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREATE_WRITE: u32 = flags::CREATE | flags::READ_WRITE;

    #[test]
    fn nothing_outside_the_directory_can_be_reached() {
        let top = tempfile::tempdir().unwrap();
        let inside = top.path().join("inside");
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(top.path().join("secret"), "x").unwrap();
        std::os::unix::fs::symlink("../secret", inside.join("link")).unwrap();
        std::os::unix::fs::symlink(top.path(), inside.join("up")).unwrap();
        let mut files = Files::new(&inside).unwrap();
        let absolute = top.path().join("secret");
        for path in ["../secret", "link", "up/secret", absolute.to_str().unwrap()] {
            assert!(files.open(0, path, 0) < 0, "{path} can be read");
            assert!(
                files.open(0, path, CREATE_WRITE) < 0,
                "{path} can be written"
            );
            assert!(
                files.unlink(path) < 0 || path == "link",
                "{path} can be removed"
            );
            assert!(files.rename(path, "mine") < 0, "{path} can be taken");
        }
        assert_eq!(std::fs::read(top.path().join("secret")).unwrap(), b"x");
    }

    #[test]
    fn a_pipe_cannot_be_opened() {
        let top = tempfile::tempdir().unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(top.path().join("pipe"))
            .status();
        assert!(made.is_ok_and(|status| status.success()));
        let mut files = Files::new(top.path()).unwrap();
        assert_eq!(files.open(0, "pipe", 0), -errno::EACCES);
    }

    #[test]
    fn write_seek_read() {
        let top = tempfile::tempdir().unwrap();
        let mut files = Files::new(top.path()).unwrap();
        let number = files.open(4, "a", CREATE_WRITE);
        assert_eq!(number, FIRST);
        assert_eq!(files.write(4, number, b"hello"), 5);
        assert_eq!(files.seek(4, number, 1, 0), 1);
        let mut buffer = [0; 8];
        assert_eq!(files.read(4, number, &mut buffer), 4);
        assert_eq!(&buffer[..4], b"ello");
        assert_eq!(
            files.read(3, number, &mut buffer),
            -errno::EBADF,
            "another process' file"
        );
        assert_eq!(files.close(4, number), 0);
        assert_eq!(files.close(4, number), -errno::EBADF);
    }
}
