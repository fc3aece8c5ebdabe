//! The files of programs, which lie below one directory of this machine. Programs name them by
//! paths relative to it, or by absolute paths. Programs can reach no file outside the directory by
//! `..`, by an absolute path or by a link, because the crate `cap-std` prevents it.

mod devices;

use super::errno;
use super::folders::{Folder, Place};
use super::locks::Locks;
use super::pipe;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata, MetadataExt, OpenOptions, OpenOptionsExt};
use devices::{write_device_status, Device};
use rustix::fs::{fcntl_getfl, fcntl_setfl, OFlags};
use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Flags of `open` in picolibc's `<fcntl.h>`.
mod flags {
    pub const ACCESS: u32 = 3;
    pub const WRITE_ONLY: u32 = 1;
    pub const READ_WRITE: u32 = 2;
    pub const CREATE: u32 = 0x40;
    pub const TRUNCATE: u32 = 0x200;
    pub const APPEND: u32 = 0x400;
    pub const EXCLUSIVE: u32 = 0x800;
    pub const NONBLOCK: u32 = 0x4000;
    pub const NO_FOLLOW: u32 = 0x0010_0000;
    pub const DIRECTORY: u32 = 0x0020_0000;
}

/// The flags of an open file that [`Files::flags`] returns.
const REPORTED_FLAGS: u32 = flags::ACCESS | flags::APPEND | flags::NO_FOLLOW | flags::DIRECTORY;
/// The permission bits of a file's mode.
const PERMISSIONS: u32 = 0o7777;
/// The answer of [`Files::open`] for a path that leads out of the directory.
pub const OUTSIDE: i32 = STANDARD + FIRST;
/// Largest number of files that a process may have open at once.
const OPEN_FILES: usize = 64;
/// The first file number after those of the standard streams.
pub const FIRST: i32 = 3;
/// The answer to a call for standard stream 0, which means that the caller must carry out the call
/// itself. `STANDARD + 1` and `STANDARD + 2` are the answers for streams 1 and 2.
pub const STANDARD: i32 = i32::MIN;

/// The standard stream that an answer stands for; none for any other answer.
pub fn standard(answer: i32) -> Option<i32> {
    (STANDARD..STANDARD + FIRST)
        .contains(&answer)
        .then(|| answer - STANDARD)
}

/// The meaning of a file number.
#[derive(Debug)]
enum Open {
    Standard(i32),
    /// A file, and those of the file's flags that are in `REPORTED_FLAGS`. The flags of `Folder`
    /// and `Device` have the same meaning.
    File(File, u32),
    Folder(Folder, u32),
    Device(Device, u32),
    Pipe(pipe::End),
}

impl Open {
    /// A copy for another file number. Both share one position.
    fn copy(&self) -> std::io::Result<Open> {
        match self {
            Open::Standard(stream) => Ok(Open::Standard(*stream)),
            Open::Device(device, flags) => Ok(Open::Device(*device, *flags)),
            Open::Pipe(end) => Ok(Open::Pipe(end.clone())),
            Open::File(file, flags) => Ok(Open::File(file.try_clone()?, *flags)),
            Open::Folder(folder, flags) => Ok(Open::Folder(folder.copy()?, *flags)),
        }
    }
}

/// Bytes that `status` writes: 8 words and 3 double words.
pub const STATUS_BYTES: usize = 56;

/// The numbers by which programs distinguish files: 1, 2, 3, … in the order in which programs ask
/// for them. This machine's own numbers would differ from run to run.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Numbers by device and inode of this machine.
    of: BTreeMap<(u64, u64), u32>,
    last: u32,
}

impl Numbers {
    /// A new number for a file without a name, such as a pipe.
    pub(super) fn new_number(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    pub(super) fn number(&mut self, about: &Metadata) -> u32 {
        let last = &mut self.last;
        *self
            .of
            .entry((about.dev(), about.ino()))
            .or_insert_with(|| {
                *last += 1;
                *last
            })
    }

    /// Forgets a file that has been removed, because another file may get its inode.
    pub(super) fn forget(&mut self, about: &Metadata) {
        self.of.remove(&(about.dev(), about.ino()));
    }
}

/// The kind of a pipe as programs see it.
const PIPE: u32 = 4;

/// The kind of a file as programs see it: 0 a device, 1 a file, 2 a folder, 3 a symbolic link.
pub(super) fn kind(about: &Metadata) -> u32 {
    match about.file_type() {
        what if what.is_file() => 1,
        what if what.is_dir() => 2,
        what if what.is_symlink() => 3,
        _ => 0,
    }
}

/// Writes the status of a file or folder for programs: its kind, length, number, permissions and
/// count of names, then the nanoseconds of three times, and then their seconds. The times are those
/// of the last change of its contents, of the last access and of the last change of its state.
fn write_status(about: &Metadata, number: u32, buffer: &mut [u8]) -> i32 {
    let length = if about.is_dir() { 0 } else { about.len() };
    let Ok(length) = i32::try_from(length) else {
        return -errno::EOVERFLOW;
    };
    let nanoseconds = [about.mtime_nsec(), about.atime_nsec(), about.ctime_nsec()];
    let permissions = about.mode() & PERMISSIONS;
    let words = [kind(about), length as u32, number, permissions]
        .into_iter()
        .chain([about.nlink() as u32])
        .chain(nanoseconds.map(|part| part as u32));
    let seconds = [about.mtime(), about.atime(), about.ctime()];
    let bytes = words
        .flat_map(u32::to_le_bytes)
        .chain(seconds.into_iter().flat_map(i64::to_le_bytes));
    for (to, byte) in buffer.iter_mut().zip(bytes) {
        *to = byte;
    }
    STATUS_BYTES as i32
}

/// The flags with which this machine's system opens a file. They always include nonblocking mode.
fn status_flags(how: u32) -> OFlags {
    let mut flags = OFlags::NONBLOCK;
    flags.set(OFlags::APPEND, how & flags::APPEND != 0);
    flags
}

/// Whether `cap-std` has refused a path because it leads out of the directory. Errors of the system
/// have a number, and this error has none.
fn leads_out(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

/// Whether a file is a special file (a pipe, a socket or a device), which could block the
/// simulation or never end.
fn is_special(about: &Metadata) -> bool {
    kind(about) == 0
}

/// The directory, and the files in it that processes have open.
#[derive(Debug)]
pub struct Files {
    pub(super) root: Dir,
    /// The absolute paths of the directory: without links, and as the user gave it.
    pub(super) at: [PathBuf; 2],
    /// The path from the directory of all files to the directory in which processes start.
    pub(super) start: PathBuf,
    /// The working directories of processes that have changed theirs.
    pub(super) working: BTreeMap<u32, Place>,
    /// The open files of each process, by their numbers.
    open: Vec<Vec<Option<Open>>>,
    /// The state of the random numbers of each process that reads /dev/random.
    random: BTreeMap<u32, u64>,
    pub(super) numbers: Numbers,
    pub(super) locks: Locks,
}

impl Files {
    /// Opens the directory that contains all files of processes. Processes start in this directory.
    pub fn new(root: &Path) -> std::io::Result<Files> {
        let (named, plain) = (std::path::absolute(root)?, root.canonicalize()?);
        Ok(Files {
            root: Dir::open_ambient_dir(root, ambient_authority())?,
            at: [plain, named],
            start: PathBuf::new(),
            working: BTreeMap::new(),
            open: Vec::new(),
            random: BTreeMap::new(),
            numbers: Numbers::default(),
            locks: Locks::default(),
        })
    }

    /// Makes processes start in a directory, if it lies below the directory that contains all their
    /// files.
    pub fn start_in(&mut self, directory: &Path) -> std::io::Result<()> {
        let directory = directory.canonicalize()?;
        if let Ok(below) = directory.strip_prefix(&self.at[0]) {
            self.start = below.into();
        }
        Ok(())
    }

    pub fn open(&mut self, process: u32, path: &str, how: u32, mode: u32) -> i32 {
        if let Some(device) = Device::named(path) {
            return self.enter(process, Open::Device(device, how & REPORTED_FLAGS), 0);
        }
        let mut options = OpenOptions::new();
        let access = how & flags::ACCESS;
        let write = access == flags::WRITE_ONLY || access == flags::READ_WRITE;
        options
            .read(access != flags::WRITE_ONLY)
            .write(write)
            .truncate(write && how & flags::TRUNCATE != 0)
            // A read must not block the simulator. In nonblocking mode, a pipe without a writer
            // reads as empty.
            .custom_flags(status_flags(how).bits() as i32);
        let create = how & flags::CREATE != 0;
        let exclusive = create && how & flags::EXCLUSIVE != 0;
        let itself = how & flags::NO_FOLLOW != 0 && !path.ends_with('/');
        let path = &self.below_root(process, path, !itself && !exclusive);
        if itself && self.about(path, true).is_ok_and(|about| kind(&about) == 3) && !exclusive {
            return -errno::ELOOP;
        }
        let mut new = OpenOptions::new();
        new.write(true).create(true).mode(mode & PERMISSIONS);
        if create && write {
            options.create(true).mode(mode & PERMISSIONS);
            options.create_new(exclusive);
        } else if create && (exclusive || self.root.metadata(path).is_err()) {
            // The host system does not create a file that is opened for reading only, so we create
            // it first.
            if let Err(error) = self.root.open_with(path, new.create_new(exclusive)) {
                return -errno::of(&error);
            }
        }
        if let Ok(about) = self.root.metadata(path) {
            if is_special(&about) {
                return -errno::EACCES;
            }
            if how & flags::DIRECTORY != 0 && !about.is_dir() {
                return -errno::ENOTDIR;
            }
            if create && about.is_dir() && !exclusive {
                return -errno::EISDIR;
            }
        }
        let file = match self.root.open_with(path, &options) {
            Ok(file) => file,
            Err(error) if leads_out(&error) => return OUTSIDE,
            Err(error) => return -errno::of(&error),
        };
        let is_folder = file.metadata().is_ok_and(|about| about.is_dir());
        let open = match is_folder {
            true => Open::Folder(Folder::new(file, path.clone()), how & REPORTED_FLAGS),
            false => Open::File(file, how & REPORTED_FLAGS),
        };
        self.enter(process, open, 0)
    }

    /// The open files of a process.
    fn table(&mut self, process: u32) -> &mut Vec<Option<Open>> {
        let index = process as usize;
        if self.open.len() <= index {
            let fresh = || {
                (0..FIRST)
                    .map(|stream| Some(Open::Standard(stream)))
                    .collect()
            };
            self.open.resize_with(index + 1, fresh);
        }
        &mut self.open[index]
    }

    /// Gives an open file the lowest free number from `from` on.
    fn enter(&mut self, process: u32, open: Open, from: usize) -> i32 {
        let table = self.table(process);
        let mut numbers = from..OPEN_FILES + FIRST as usize;
        let Some(number) = numbers.find(|&number| table.get(number).is_none_or(Option::is_none))
        else {
            return -errno::EMFILE;
        };
        if table.len() <= number {
            table.resize_with(number + 1, || None);
        }
        table[number] = Some(open);
        number as i32
    }

    pub(super) fn folder_at(&self, process: u32, number: i32) -> Option<&Folder> {
        let number = usize::try_from(number).ok()?;
        match self.open.get(process as usize)?.get(number)? {
            Some(Open::Folder(folder, _)) => Some(folder),
            _ => None,
        }
    }

    pub(super) fn folder(&mut self, process: u32, number: i32) -> Result<&mut Folder, i32> {
        match self.get(process, number) {
            Some(Open::Folder(folder, _)) => Ok(folder),
            Some(_) => Err(errno::ENOTDIR),
            None => Err(errno::EBADF),
        }
    }

    /// The file or folder behind a file number.
    pub(super) fn file(&mut self, process: u32, number: i32) -> Result<&File, i32> {
        match self.get(process, number) {
            Some(Open::File(file, _)) => Ok(file),
            Some(Open::Folder(folder, _)) => Ok(&folder.place.file),
            Some(_) => Err(errno::EINVAL),
            None => Err(errno::EBADF),
        }
    }

    /// Whether a file may be read, and whether it may be written.
    pub(super) fn access(&mut self, process: u32, number: i32) -> [bool; 2] {
        let access = match self.get(process, number) {
            Some(Open::File(_, flags)) => *flags & flags::ACCESS,
            _ => 0,
        };
        [access != flags::WRITE_ONLY, access != 0]
    }

    /// The flags of an open file. For a file or folder, these are the ones of `REPORTED_FLAGS` with
    /// which it was opened. A file's `flags::APPEND` may have changed since, for all its copies.
    pub fn flags(&mut self, process: u32, number: i32) -> i32 {
        match self.get(process, number) {
            Some(Open::Standard(stream)) => STANDARD + *stream,
            Some(Open::File(file, flags)) => match fcntl_getfl(file) {
                Ok(now) if now.contains(OFlags::APPEND) => (*flags | flags::APPEND) as i32,
                Ok(_) => (*flags & !flags::APPEND) as i32,
                Err(error) => -errno::of(&error.into()),
            },
            Some(Open::Folder(_, flags) | Open::Device(_, flags)) => *flags as i32,
            Some(Open::Pipe(end)) => end.flags() as i32,
            None => -errno::EBADF,
        }
    }

    /// Makes a pipe. If `how` has the flag `flags::NONBLOCK`, both ends get it. Returns the file
    /// number of the reading end, and in the upper half that of the writing end.
    pub fn pipe(&mut self, process: u32, how: u32) -> i32 {
        let number = self.numbers.new_number();
        let [reads, writes] = pipe::End::pair(number, how & flags::NONBLOCK);
        let first = self.enter(process, Open::Pipe(reads), 0);
        if first < 0 {
            return first;
        }
        let second = self.enter(process, Open::Pipe(writes), 0);
        if second < 0 {
            self.close(process, first);
            return second;
        }
        first | second << 16
    }

    /// Sets the flag `flags::NONBLOCK` of a pipe's end, or `flags::APPEND` of a file. Other open
    /// files have no flags to set.
    pub fn set_flags(&mut self, process: u32, number: i32, how: u32) -> i32 {
        match self.get(process, number) {
            Some(Open::Pipe(end)) => end.set_flags(how & flags::NONBLOCK),
            Some(Open::File(file, _)) => {
                if let Err(error) = fcntl_setfl(file, status_flags(how)) {
                    return -errno::of(&error.into());
                }
            }
            _ => {}
        }
        0
    }

    /// The state of a file: `pipe::READS` if a read would not wait, `pipe::WRITES` if a write would
    /// not wait, and `pipe::HUNG_UP`. Calls for files other than pipes never wait.
    pub fn ready(&mut self, process: u32, number: i32) -> i32 {
        match self.get(process, number) {
            Some(Open::Pipe(end)) => end.ready(),
            Some(_) => pipe::READS | pipe::WRITES,
            None => -errno::EBADF,
        }
    }

    fn get(&mut self, process: u32, number: i32) -> Option<&mut Open> {
        let number = usize::try_from(number).ok()?;
        self.table(process).get_mut(number)?.as_mut()
    }

    /// Makes a copy of a file number. If `exact`, the copy has the number `to`, which is closed
    /// first; otherwise it has the lowest free number from `to` on.
    pub fn copy(&mut self, process: u32, number: i32, to: i32, exact: bool) -> i32 {
        let Some(open) = self.get(process, number) else {
            return -errno::EBADF;
        };
        if exact && number == to {
            return to;
        }
        let Some(from) = usize::try_from(to)
            .ok()
            .filter(|to| *to < OPEN_FILES + FIRST as usize)
        else {
            return if exact { -errno::EBADF } else { -errno::EINVAL };
        };
        let copy = match open.copy() {
            Ok(copy) => copy,
            Err(error) => return -errno::of(&error),
        };
        if exact {
            self.close(process, to);
        }
        self.enter(process, copy, from)
    }

    pub fn close(&mut self, process: u32, number: i32) -> i32 {
        if self.get(process, number).is_none() {
            return -errno::EBADF;
        }
        if let Some(open) = self.table(process)[number as usize].take() {
            if let Some(about) = match &open {
                Open::File(file, _) => file.metadata().ok(),
                Open::Folder(folder, _) => folder.place.file.metadata().ok(),
                _ => None,
            } {
                self.locks.release_file(process, (about.dev(), about.ino()));
            }
            self.forget_closed(&open);
        }
        0
    }

    /// Forgets the number of a file that has no name any more and is being closed.
    fn forget_closed(&mut self, open: &Open) {
        if let Open::File(file, _) = open {
            if let Some(about) = file.metadata().ok().filter(|about| about.nlink() == 0) {
                self.numbers.forget(&about);
            }
        }
    }

    /// The metadata of a file, if `path` is its only name and no process has it open.
    pub(super) fn only_name(&self, path: &Path) -> Option<Metadata> {
        let named = self.root.symlink_metadata(path).ok()?;
        let is_it = |open: &Open| match open {
            Open::File(file, _) => file
                .metadata()
                .is_ok_and(|own| (own.dev(), own.ino()) == (named.dev(), named.ino())),
            _ => false,
        };
        let is_open = self.open.iter().flatten().flatten().any(is_it);
        (named.nlink() == 1 && !is_open).then_some(named)
    }

    /// Closes the files that a process has left open.
    pub fn close_all(&mut self, process: u32) {
        self.locks.release_all(process);
        let table = self.open.get_mut(process as usize).map(std::mem::take);
        for open in table.into_iter().flatten().flatten() {
            self.forget_closed(&open);
        }
    }

    pub fn read(&mut self, process: u32, number: i32, buffer: &mut [u8]) -> i32 {
        match self.get(process, number) {
            Some(Open::Standard(stream)) => STANDARD + *stream,
            Some(Open::File(file, _)) => count(file.read(buffer)),
            Some(Open::Folder(..)) => -errno::EISDIR,
            Some(Open::Device(device, _)) => {
                let device = *device;
                let fresh = || u64::from(process) << 32;
                device.read(self.random.entry(process).or_insert_with(fresh), buffer)
            }
            Some(Open::Pipe(end)) => end.read(buffer),
            None => -errno::EBADF,
        }
    }

    pub fn write(&mut self, process: u32, number: i32, bytes: &[u8]) -> i32 {
        match self.get(process, number) {
            Some(Open::Standard(stream)) => STANDARD + *stream,
            Some(Open::Device(..)) => i32::try_from(bytes.len()).unwrap_or(i32::MAX),
            Some(Open::File(file, _)) => count(file.write_all(bytes).map(|()| bytes.len())),
            Some(Open::Pipe(end)) => end.write(bytes),
            Some(Open::Folder(..)) | None => -errno::EBADF,
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
        match self.get(process, number) {
            Some(Open::Standard(_) | Open::Device(..) | Open::Pipe(_)) => -errno::ESPIPE,
            Some(Open::File(file, _)) => seek_within(file, to),
            Some(Open::Folder(folder, _)) => folder.seek(to),
            None => -errno::EBADF,
        }
    }

    /// Writes the status of an open file of a process (`write_status`).
    pub fn status(&mut self, process: u32, number: i32, buffer: &mut [u8]) -> i32 {
        match self.get(process, number) {
            Some(Open::Standard(stream)) => return write_device_status(*stream as u32, buffer),
            Some(Open::Device(device, _)) => return write_device_status(device.number(), buffer),
            Some(Open::Pipe(end)) => {
                let result = write_device_status(end.number, buffer);
                buffer[..4].copy_from_slice(&PIPE.to_le_bytes());
                return result;
            }
            _ => {}
        }
        match self.file(process, number).map(File::metadata) {
            Ok(Ok(about)) => write_status(&about, self.numbers.number(&about), buffer),
            Ok(Err(error)) => -errno::of(&error),
            Err(error) => -error,
        }
    }

    /// Writes the status of the file that a path names (`write_status`). If `link` is set and the
    /// file is a symbolic link, writes the status of the link itself.
    pub fn status_at(&mut self, process: u32, path: &str, link: bool, buffer: &mut [u8]) -> i32 {
        if let Some(device) = Device::named(path) {
            return write_device_status(device.number(), buffer);
        }
        match self.about(&self.below_root(process, path, !link), link) {
            Ok(about) if is_special(&about) => -errno::EACCES,
            Ok(about) => write_status(&about, self.numbers.number(&about), buffer),
            Err(error) => -errno::of(&error),
        }
    }

    pub fn unlink(&mut self, process: u32, path: &str) -> i32 {
        let path = self.below_root(process, path, false);
        let gone = self.only_name(&path);
        if let Err(error) = self.root.remove_file(path) {
            return -errno::of(&error);
        }
        if let Some(about) = gone {
            self.numbers.forget(&about);
        }
        0
    }

    pub fn rename(&mut self, process: u32, from: &str, to: &str) -> i32 {
        let names_folder = from.ends_with('/') || to.ends_with('/');
        let from = self.below_root(process, from, false);
        let to = self.below_root(process, to, false);
        let replaced = self.only_name(&to);
        let moved = self.root.symlink_metadata(&from).ok();
        if names_folder && moved.as_ref().is_some_and(|about| !about.is_dir()) {
            return -errno::ENOTDIR;
        }
        if let Err(error) = self.root.rename(from, &self.root, to) {
            return -errno::of(&error);
        }
        if let (Some(moved), Some(replaced)) = (moved, replaced) {
            if (moved.dev(), moved.ino()) != (replaced.dev(), replaced.ino()) {
                self.numbers.forget(&replaced);
            }
        }
        0
    }
}

/// Moves the position in a file, but not beyond the numbers that programs can represent.
fn seek_within(file: &mut File, to: SeekFrom) -> i32 {
    let before = file.stream_position();
    match file.seek(to) {
        Ok(at) => i32::try_from(at).unwrap_or_else(|_| {
            if let Ok(before) = before {
                // This position was valid a moment ago, so the call cannot fail.
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
mod tests;
