//! Folders, links, lengths, times and permissions of files below the directory of processes.

use super::errno;
use super::files::{kind, Files};
use cap_std::fs::{Dir, DirBuilder, DirBuilderExt, File, Metadata, Permissions, PermissionsExt};
use rustix::fs::{AtFlags, Timespec, Timestamps};
use std::ffi::{OsStr, OsString};
use std::io::SeekFrom;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Largest number of bytes that `entry` writes: two words, and a name with a terminating zero.
pub const ENTRY_BYTES: usize = 8 + 256;

/// The values of nanoseconds that stand for the present time, and for leaving a file's time
/// unchanged (`<sys/stat.h>`).
const NOW: u32 = -2i32 as u32;
const OMIT: u32 = -1i32 as u32;

/// Largest number of symbolic links that a path may lead through, as on Linux.
const LINKS: u32 = 40;

/// A folder that is held open, so that the object still means this folder when the folder gets
/// another name.
#[derive(Debug)]
pub struct Place {
    pub(super) file: File,
    /// The path when the folder was opened, relative to the directory of processes.
    path: PathBuf,
}

/// The present path of an open file, if the host's system reveals it.
fn path_now(open: &impl AsRawFd) -> Option<PathBuf> {
    std::fs::read_link(format!("/proc/self/fd/{}", open.as_raw_fd())).ok()
}

impl Place {
    pub(super) fn new(file: File, path: PathBuf) -> Place {
        Place { file, path }
    }

    /// The present path, relative to `root`, the directory of processes. The path of a removed
    /// folder names no file.
    pub(super) fn path(&self, root: &Dir) -> PathBuf {
        let (Some(path), Some(root)) = (path_now(&self.file), path_now(root)) else {
            return self.path.clone();
        };
        match path.strip_prefix(root) {
            Ok(below) if below.as_os_str().is_empty() => ".".into(),
            Ok(below) => below.into(),
            Err(_) => path,
        }
    }
}

/// The entries of an open folder.
#[derive(Debug, Default)]
pub struct Listing {
    /// The sorted names; none before the first call of `entry`.
    names: Option<Vec<OsString>>,
    /// Index of the next entry.
    next: usize,
}

/// A folder that a process has open.
#[derive(Debug)]
pub struct Folder {
    pub(super) place: Place,
    /// The entries and the position in them, which all file numbers of the folder share.
    listing: Arc<Mutex<Listing>>,
}

impl Folder {
    pub fn new(file: File, path: PathBuf) -> Folder {
        let place = Place::new(file, path);
        let listing = Arc::default();
        Folder { place, listing }
    }

    pub fn copy(&self) -> std::io::Result<Folder> {
        let file = self.place.file.try_clone()?;
        Ok(Folder {
            place: Place::new(file, self.place.path.clone()),
            listing: self.listing.clone(),
        })
    }

    fn listing(&self) -> MutexGuard<'_, Listing> {
        self.listing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the position in the folder. Position 0 causes the folder to be read again.
    pub fn seek(&mut self, to: SeekFrom) -> i32 {
        let mut listing = self.listing();
        match to {
            SeekFrom::Start(index) => listing.next = index as usize,
            SeekFrom::Current(0) => {}
            _ => return -errno::EINVAL,
        }
        if listing.next == 0 {
            listing.names = None;
        }
        listing.next as i32
    }
}

/// 0, or the negative error number.
fn done(result: std::io::Result<()>) -> i32 {
    result.map_or_else(|error| -errno::of(&error), |()| 0)
}

/// Copies a text, and returns its length.
fn text(bytes: &[u8], buffer: &mut [u8]) -> i32 {
    buffer[..bytes.len()].copy_from_slice(bytes);
    bytes.len() as i32
}

impl Files {
    /// The path of the file that `path` names for a process, relative to the directory of
    /// processes. If `follow` is set, a symbolic link stands for its target. An absolute path
    /// outside the directory stays unchanged.
    pub(super) fn below_root(&self, process: u32, path: &str, follow: bool) -> PathBuf {
        let path = self.joined(process, path);
        let found = match follow {
            true => self.root.metadata(&path),
            false => self.root.symlink_metadata(&path),
        };
        match found {
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
                self.through_links(&path, follow).unwrap_or(path)
            }
            _ => path,
        }
    }

    /// Makes a path that a process has given relative to the directory of processes. A path outside
    /// this directory stays absolute. The function does not follow symbolic links.
    fn joined(&self, process: u32, path: &str) -> PathBuf {
        if let Some((number, rest)) = path.strip_prefix("/proc/self/fd/").map(split) {
            let folder = number.and_then(|number| self.folder_at(process, number));
            let place = folder.map(|folder| folder.place.path(&self.root));
            return place.map_or_else(|| path.into(), |place| place.join(rest));
        }
        if path.is_empty() {
            return PathBuf::new();
        }
        let mut path = match self.within(Path::new(path)) {
            Some(within) if path.ends_with('/') => within.join(""),
            Some(within) => within.into(),
            None => self.working(process).join(path),
        };
        if path.as_os_str().is_empty() {
            path.push(".");
        }
        path
    }

    /// The part of an absolute path below the directory of processes; none if the path lies
    /// outside.
    fn within<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        let mut roots = self.at.iter();
        roots.find_map(|at| path.strip_prefix(at).ok())
    }

    /// Replaces each symbolic link in the path by its target, a link at the end only if `follow` is
    /// set. Returns none if the path leads out of the directory of processes. The function is
    /// needed because `cap-std` follows no link with an absolute target, even a target below the
    /// directory.
    fn through_links(&self, path: &Path, follow: bool) -> Option<PathBuf> {
        let parts = |path: &Path| -> Vec<OsString> {
            let parts = path.components().rev();
            parts.map(|part| part.as_os_str().into()).collect()
        };
        let (mut rest, mut done, mut links) = (parts(path), PathBuf::new(), 0);
        while let Some(part) = rest.pop() {
            match Path::new(&part).components().next()? {
                Component::ParentDir if !done.pop() => return None,
                Component::ParentDir | Component::CurDir => continue,
                Component::Normal(_) => done.push(&part),
                _ => return None,
            }
            if rest.is_empty() && !follow {
                break;
            }
            if let Ok(target) = self.root.read_link_contents(&done) {
                links += 1;
                if links > LINKS {
                    return None;
                }
                done.pop();
                let mut target = target.as_path();
                if target.is_absolute() {
                    target = self.within(target)?;
                    done.clear();
                }
                rest.extend(parts(target));
            }
        }
        if done.as_os_str().is_empty() {
            done.push(".");
        }
        Some(done)
    }

    /// The working directory of a process, relative to the directory of processes.
    fn working(&self, process: u32) -> PathBuf {
        let changed = self.working.get(&process);
        changed.map_or_else(|| self.start.clone(), |place| place.path(&self.root))
    }

    /// Whether an absolute path leads to a folder that contains the directory of processes, or to
    /// this directory itself.
    fn is_above(&self, path: &Path) -> bool {
        path.is_absolute() && self.at.iter().any(|at| at.starts_with(path))
    }

    /// The metadata of the file that a path names, relative to the directory of processes. If
    /// `link` is set and the file is a symbolic link, these are the metadata of the link itself.
    /// The folders above the directory count as existing, so that programs can go through an
    /// absolute path part by part.
    pub(super) fn about(&self, path: &Path, link: bool) -> std::io::Result<Metadata> {
        if self.is_above(path) {
            return std::fs::metadata(path).map(Metadata::from_just_metadata);
        }
        match link {
            true => self.root.symlink_metadata(path),
            false => self.root.metadata(path),
        }
    }

    /// Writes the next entry of a folder to `buffer`: its number (`Numbers`), its kind (`kind`),
    /// and its name with a terminating zero. Returns the number of bytes written, 0 after the last
    /// entry.
    pub fn entry(&mut self, process: u32, number: i32, buffer: &mut [u8]) -> i32 {
        if let Err(error) = self.folder(process, number) {
            return -error;
        }
        let Some(folder) = self.folder_at(process, number) else {
            return -errno::EBADF;
        };
        let path = folder.place.path(&self.root);
        let mut listing = folder.listing();
        if listing.names.is_none() {
            match self.names(&path) {
                Ok(names) => listing.names = Some(names),
                Err(error) => return -errno::of(&error),
            }
        }
        let name = listing.names.iter().flatten().nth(listing.next).cloned();
        let Some(name) = name else {
            return 0;
        };
        listing.next += 1;
        drop(listing);
        let about = self.about(&path.join(&name), true);
        // The entry ".." of the topmost folder leads out of the directory, so it stands for the
        // topmost folder itself.
        let about = about.or_else(|_| self.root.dir_metadata());
        let words = about.map_or([0, 0], |about| [self.numbers.number(&about), kind(&about)]);
        let bytes = words.into_iter().flat_map(u32::to_le_bytes);
        let name = name.as_bytes().iter().take(ENTRY_BYTES - 9).copied();
        let bytes: Vec<u8> = bytes.chain(name).chain([0]).collect();
        text(&bytes, buffer)
    }

    /// The names in a folder, sorted.
    fn names(&self, path: &Path) -> std::io::Result<Vec<OsString>> {
        let mut names = vec![".".into(), "..".into()];
        for entry in self.root.read_dir(path)? {
            names.push(entry?.file_name());
        }
        names[2..].sort_unstable();
        Ok(names)
    }

    /// Copies the contents of a symbolic link. Returns their length, or the size of the buffer if
    /// that is less.
    pub fn read_link(&self, process: u32, path: &str, buffer: &mut [u8]) -> i32 {
        let path = self.below_root(process, path, false);
        if self.is_above(&path) {
            return -errno::EINVAL;
        }
        match self.root.read_link_contents(path) {
            Ok(contents) => {
                let bytes = contents.as_os_str().as_bytes();
                text(&bytes[..bytes.len().min(buffer.len())], buffer)
            }
            Err(error) => -errno::of(&error),
        }
    }

    /// Writes the absolute path of the file that a path names, without links, `.` and `..`. Returns
    /// its length.
    pub fn real_path(&self, process: u32, path: &str, buffer: &mut [u8]) -> i32 {
        let path = self.below_root(process, path, true);
        let real = match self.is_above(&path) {
            true => path.canonicalize(),
            false => self.root.canonicalize(path),
        };
        match real.map(|real| self.at[0].join(real)) {
            Ok(real) => {
                // Ensures that no slash follows the directory's own path.
                let real: PathBuf = real.components().collect();
                match real.as_os_str().as_bytes() {
                    bytes if bytes.len() > buffer.len() => -errno::ERANGE,
                    bytes => text(bytes, buffer),
                }
            }
            Err(error) => -errno::of(&error),
        }
    }

    pub fn change_folder(&mut self, process: u32, path: &str) -> i32 {
        let path = self.below_root(process, path, true);
        match self.root.open_dir(&path) {
            Ok(folder) => {
                let path = self.root.canonicalize(&path).unwrap_or(path);
                let file = File::from_std(folder.into_std_file());
                self.working.insert(process, Place::new(file, path));
                0
            }
            Err(error) => -errno::of(&error),
        }
    }

    pub fn make_folder(&mut self, process: u32, path: &str, mode: u32) -> i32 {
        let path = self.below_root(process, path, false);
        if self.is_above(&path) {
            return -errno::EEXIST;
        }
        let mut builder = DirBuilder::new();
        builder.mode(mode & 0o7777);
        done(self.root.create_dir_with(path, &builder))
    }

    pub fn remove_folder(&mut self, process: u32, path: &str) -> i32 {
        let plain = path.trim_end_matches('/');
        let path = self.below_root(process, if plain.is_empty() { path } else { plain }, false);
        let gone = self.root.metadata(&path);
        let result = self.root.remove_dir(path);
        if let (Ok(()), Ok(about)) = (&result, gone) {
            self.numbers.forget(&about);
        }
        done(result)
    }

    pub fn link(&self, process: u32, from: &str, to: &str) -> i32 {
        let from = self.below_root(process, from, false);
        let to = self.below_root(process, to, false);
        done(self.root.hard_link(from, &self.root, to))
    }

    /// Makes a symbolic link with the contents `to`.
    pub fn symbolic_link(&self, process: u32, to: &str, path: &str) -> i32 {
        let path = self.below_root(process, path, false);
        done(self.root.symlink_contents(to, path))
    }

    pub fn truncate(&mut self, process: u32, number: i32, bytes: u32) -> i32 {
        match self.file(process, number) {
            Ok(file) => done(file.set_len(bytes.into())),
            Err(error) => -error,
        }
    }

    /// Sets the times of an open file (`times`).
    pub fn set_times(&mut self, process: u32, number: i32, words: [u32; 6]) -> i32 {
        match self.file(process, number) {
            Ok(file) => done(rustix::fs::futimens(file, &times(words)).map_err(Into::into)),
            Err(error) => -error,
        }
    }

    /// Sets the times (`times`) of the file that a path names. If `link` is set and the file is a
    /// symbolic link, sets the times of the link itself. The function does not open the file, so
    /// the file may be a pipe.
    pub fn set_times_at(&self, process: u32, path: &str, link: bool, words: [u32; 6]) -> i32 {
        let link = link && !path.ends_with('/');
        let path = self.below_root(process, path, !link);
        let itself = match link {
            true => Ok(path),
            false => self.root.canonicalize(path),
        };
        done(itself.and_then(|path| {
            let (folder, name) = match (path.parent(), path.file_name()) {
                (Some(folder), Some(name)) => (folder, name),
                _ => (path.as_path(), OsStr::new(".")),
            };
            let folder = match folder.as_os_str().is_empty() {
                true => self.root.open_dir("."),
                false => self.root.open_dir(folder),
            }?;
            let itself = AtFlags::SYMLINK_NOFOLLOW;
            rustix::fs::utimensat(folder.as_fd(), name, &times(words), itself)?;
            Ok(())
        }))
    }

    pub fn set_mode(&mut self, process: u32, number: i32, mode: u32) -> i32 {
        match self.file(process, number) {
            Ok(file) => done(file.set_permissions(permissions(mode))),
            Err(error) => -error,
        }
    }

    /// Sets the permissions of the file that a path names. The function does not open the file, so
    /// the file may be a pipe.
    pub fn set_mode_at(&self, process: u32, path: &str, mode: u32) -> i32 {
        let path = self.below_root(process, path, true);
        done(self.root.set_permissions(path, permissions(mode)))
    }
}

fn permissions(mode: u32) -> Permissions {
    Permissions::from_mode(mode & 0o7777)
}

/// The times of the last access and the last change. The first four words hold the seconds, as two
/// double words; the last two hold the nanoseconds.
fn times([read_low, read_high, low, high, read_part, part]: [u32; 6]) -> Timestamps {
    let time = |low: u32, high: u32, nanoseconds| Timespec {
        tv_sec: (u64::from(high) << 32 | u64::from(low)) as i64,
        tv_nsec: match nanoseconds {
            NOW => rustix::fs::UTIME_NOW,
            OMIT => rustix::fs::UTIME_OMIT,
            _ => nanoseconds.into(),
        },
    };
    Timestamps {
        last_access: time(read_low, read_high, read_part),
        last_modification: time(low, high, part),
    }
}

/// A number, and the text after the slash that follows it.
fn split(text: &str) -> (Option<i32>, &str) {
    let (number, rest) = text.split_once('/').unwrap_or((text, ""));
    (number.parse().ok(), rest)
}

#[cfg(test)]
mod tests;
