//! Folders, links, lengths, times and permissions of files below the directory of processes.

use super::errno;
use super::files::{kind, Files};
use cap_std::fs::{DirBuilder, DirBuilderExt, File, Metadata, Permissions, PermissionsExt};
use std::ffi::OsString;
use std::fs::FileTimes;
use std::io::SeekFrom;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Most bytes of what `entry` tells: two words and a name with its end.
pub const ENTRY_BYTES: usize = 8 + 256;

/// The nanoseconds of a time that stand for now, and for the time that a file has
/// (`<sys/stat.h>`).
const NOW: u32 = -2i32 as u32;
const OMIT: u32 = -1i32 as u32;

/// A folder that a process has open.
#[derive(Debug)]
pub struct Folder {
    pub(super) file: File,
    /// From the directory of processes.
    path: PathBuf,
    /// The names, sorted, from the first call of `entry` on.
    names: Option<Vec<OsString>>,
    /// Index of the name that is told next.
    next: usize,
}

impl Folder {
    pub fn new(file: File, path: PathBuf) -> Folder {
        Folder {
            file,
            path,
            names: None,
            next: 0,
        }
    }

    pub fn copy(&self) -> std::io::Result<Folder> {
        Ok(Folder::new(self.file.try_clone()?, self.path.clone()))
    }

    /// Chooses the entry that is told next. At the first one, the folder is read again.
    pub fn seek(&mut self, to: SeekFrom) -> i32 {
        match to {
            SeekFrom::Start(index) => self.next = index as usize,
            SeekFrom::Current(0) => {}
            _ => return -errno::EINVAL,
        }
        if self.next == 0 {
            self.names = None;
        }
        self.next as i32
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
    /// The path from the directory to what a path of a process names. An absolute path of something
    /// that is not below stays as it is.
    pub(super) fn below_root(&self, process: u32, path: &str) -> PathBuf {
        if let Some((number, rest)) = path.strip_prefix("/proc/self/fd/").map(split) {
            let folder = number.and_then(|number| self.path_of(process, number));
            return folder.map_or_else(|| path.into(), |folder| folder.join(rest));
        }
        if path.is_empty() {
            return PathBuf::new();
        }
        let mut roots = self.at.iter();
        let within = roots.find_map(|at| Path::new(path).strip_prefix(at).ok());
        let mut path = match within {
            Some(within) if path.ends_with('/') => within.join(""),
            Some(within) => within.into(),
            None => self.working(process).join(path),
        };
        if path.as_os_str().is_empty() {
            path.push(".");
        }
        path
    }

    /// The working directory of a process, from the directory.
    fn working(&self, process: u32) -> &Path {
        self.working.get(&process).unwrap_or(&self.start)
    }

    /// Whether an absolute path leads to a folder that contains the directory.
    fn is_above(&self, path: &Path) -> bool {
        path.is_absolute() && self.at.iter().any(|at| at.starts_with(path))
    }

    /// What a path from the directory names: a symbolic link itself if `link`. The folders above
    /// the directory are there, too, so that programs can go through an absolute path by parts.
    pub(super) fn about(&self, path: &Path, link: bool) -> std::io::Result<Metadata> {
        if self.is_above(path) {
            return std::fs::metadata(path).map(Metadata::from_just_metadata);
        }
        match link {
            true => self.root.symlink_metadata(path),
            false => self.root.metadata(path),
        }
    }

    fn path_of(&self, process: u32, number: i32) -> Option<PathBuf> {
        self.folder_at(process, number)
            .map(|folder| folder.path.clone())
    }

    /// The next entry of a folder, by name: its number (`Numbers`), its kind (`kind`), and the name
    /// with its end. Returns the count of bytes, 0 at the end.
    pub fn entry(&mut self, process: u32, number: i32, buffer: &mut [u8]) -> i32 {
        let listed = self.folder(process, number).map(|folder| {
            let known = folder.names.as_ref();
            (known.is_none(), folder.path.clone())
        });
        let path = match listed {
            Err(error) => return -error,
            Ok((false, path)) => path,
            Ok((true, path)) => match self.names(&path) {
                Err(error) => return -errno::of(&error),
                Ok(names) => {
                    if let Ok(folder) = self.folder(process, number) {
                        folder.names = Some(names);
                    }
                    path
                }
            },
        };
        let Ok(folder) = self.folder(process, number) else {
            return -errno::EBADF;
        };
        let name = folder.names.iter().flatten().nth(folder.next).cloned();
        let Some(name) = name else {
            return 0;
        };
        folder.next += 1;
        let about = self.about(&path.join(&name), true);
        let about = about.or_else(|_| self.root.dir_metadata()); // ".." of the directory
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

    /// The contents of a symbolic link. Returns their length, or as much as there is room for.
    pub fn read_link(&self, process: u32, path: &str, buffer: &mut [u8]) -> i32 {
        let path = self.below_root(process, path);
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

    /// The absolute path of what a path names, without links, `.` and `..`. Returns its length.
    pub fn real_path(&self, process: u32, path: &str, buffer: &mut [u8]) -> i32 {
        let path = self.below_root(process, path);
        let real = match self.is_above(&path) {
            true => path.canonicalize(),
            false => self.root.canonicalize(path),
        };
        match real.map(|real| self.at[0].join(real)) {
            Ok(real) => {
                // Without a slash behind the directory's own path.
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
        let path = self.below_root(process, path);
        let real = self
            .root
            .open_dir(&path)
            .and_then(|_| self.root.canonicalize(path));
        match real {
            Ok(real) => {
                self.working.insert(process, real);
                0
            }
            Err(error) => -errno::of(&error),
        }
    }

    pub fn make_folder(&mut self, process: u32, path: &str, mode: u32) -> i32 {
        let path = self.below_root(process, path);
        if self.is_above(&path) {
            return -errno::EEXIST;
        }
        let mut builder = DirBuilder::new();
        builder.mode(mode & 0o7777);
        done(self.root.create_dir_with(path, &builder))
    }

    pub fn remove_folder(&mut self, process: u32, path: &str) -> i32 {
        let plain = path.trim_end_matches('/');
        let path = self.below_root(process, if plain.is_empty() { path } else { plain });
        let gone = self.root.metadata(&path);
        let result = self.root.remove_dir(path);
        if let (Ok(()), Ok(about)) = (&result, gone) {
            self.numbers.forget(&about);
        }
        done(result)
    }

    pub fn link(&self, process: u32, from: &str, to: &str) -> i32 {
        let from = self.below_root(process, from);
        let to = self.below_root(process, to);
        done(self.root.hard_link(from, &self.root, to))
    }

    /// Makes a symbolic link with the contents `to`, which must not begin with a slash.
    pub fn symbolic_link(&self, process: u32, to: &str, path: &str) -> i32 {
        done(self.root.symlink(to, self.below_root(process, path)))
    }

    pub fn truncate(&mut self, process: u32, number: i32, bytes: u32) -> i32 {
        match self.file(process, number) {
            Ok(file) => done(file.set_len(bytes.into())),
            Err(error) => -error,
        }
    }

    /// Sets the times of the last access and the last change. Of the words, the first four are the
    /// double words of the seconds, the last two the nanoseconds.
    pub fn set_times(&mut self, process: u32, number: i32, words: [u32; 6]) -> i32 {
        let time = |low: u32, high: u32, nanoseconds| match nanoseconds {
            NOW => Some(Ok(SystemTime::now())),
            OMIT => None,
            _ => {
                let seconds = (u64::from(high) << 32 | u64::from(low)) as i64;
                let whole = Duration::from_secs(seconds.unsigned_abs());
                let time = match seconds < 0 {
                    true => SystemTime::UNIX_EPOCH.checked_sub(whole),
                    false => SystemTime::UNIX_EPOCH.checked_add(whole),
                };
                let part = Duration::from_nanos(nanoseconds.into());
                let time = time.and_then(|time| time.checked_add(part));
                Some(time.ok_or(errno::EINVAL))
            }
        };
        let [read_low, read_high, low, high, read_part, part] = words;
        let mut times = FileTimes::new();
        match time(read_low, read_high, read_part) {
            Some(Ok(read)) => times = times.set_accessed(read),
            Some(Err(error)) => return -error,
            None => {}
        }
        match time(low, high, part) {
            Some(Ok(changed)) => times = times.set_modified(changed),
            Some(Err(error)) => return -error,
            None => {}
        }
        match self.file(process, number).map(File::try_clone) {
            Ok(copy) => done(copy.and_then(|file| file.into_std().set_times(times))),
            Err(error) => -error,
        }
    }

    pub fn set_mode(&mut self, process: u32, number: i32, mode: u32) -> i32 {
        match self.file(process, number) {
            Ok(file) => done(file.set_permissions(Permissions::from_mode(mode & 0o7777))),
            Err(error) => -error,
        }
    }
}

/// A number, and what is behind the slash after it.
fn split(text: &str) -> (Option<i32>, &str) {
    let (number, rest) = text.split_once('/').unwrap_or((text, ""));
    (number.parse().ok(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder, as programs see them.
    fn listed(files: &mut Files, number: i32) -> Vec<String> {
        let mut names = Vec::new();
        let mut entry = [0; ENTRY_BYTES];
        loop {
            match files.entry(0, number, &mut entry) {
                0 => return names,
                bytes => {
                    let name = entry[8..bytes as usize - 1].to_vec();
                    names.push(String::from_utf8(name).unwrap());
                }
            }
        }
    }

    #[test]
    fn entries_are_sorted_and_read_again_from_the_first() {
        let top = tempfile::tempdir().unwrap();
        for name in ["b", "c", "a", ".d"] {
            std::fs::write(top.path().join(name), "x").unwrap();
        }
        let mut files = Files::new(top.path()).unwrap();
        let number = files.open(0, ".", 0, 0);
        assert_eq!(listed(&mut files, number), [".", "..", ".d", "a", "b", "c"]);
        std::fs::remove_file(top.path().join("b")).unwrap();
        assert_eq!(files.seek(0, number, 3, 0), 3);
        assert_eq!(listed(&mut files, number), ["a", "b", "c"]);
        assert_eq!(files.seek(0, number, 0, 0), 0);
        assert_eq!(listed(&mut files, number), [".", "..", ".d", "a", "c"]);
        assert_eq!(files.read(0, number, &mut [0]), -errno::EISDIR);
        assert_eq!(files.close(0, number), 0);
        assert_eq!(files.entry(0, number, &mut [0; ENTRY_BYTES]), -errno::EBADF);
    }

    #[test]
    fn each_process_has_a_working_directory_inside() {
        let top = tempfile::tempdir().unwrap();
        let inside = top.path().join("inside");
        std::fs::create_dir_all(inside.join("a/b")).unwrap();
        std::os::unix::fs::symlink(top.path(), inside.join("up")).unwrap();
        let mut files = Files::new(&inside).unwrap();
        let here = |files: &Files, process, path: &str| {
            let mut text = [0; 1024];
            let bytes = files.real_path(process, path, &mut text);
            assert!(bytes > 0, "{path}: {bytes}");
            String::from_utf8(text[..bytes as usize].to_vec()).unwrap()
        };
        let real = inside.canonicalize().unwrap();
        let real = real.to_str().unwrap();
        assert_eq!(files.change_folder(0, "a/b"), 0);
        assert_eq!(here(&files, 0, "."), format!("{real}/a/b"));
        assert_eq!(here(&files, 0, "../.."), real);
        assert_eq!(here(&files, 1, "."), real);
        assert_eq!(files.real_path(0, ".", &mut [0; 8]), -errno::ERANGE);
        for path in ["../../..", "../../up", "/", top.path().to_str().unwrap()] {
            assert!(files.change_folder(0, path) < 0, "{path}");
        }
        for path in ["../../../x", "../../up/x"] {
            assert!(files.make_folder(0, path, 0o777) < 0, "{path}");
            assert!(files.link(0, path, "x") < 0 && files.link(0, "x", path) < 0);
            assert!(files.symbolic_link(0, "x", path) < 0, "{path}");
        }
        assert!(files.remove_folder(0, "../../up/inside/a/b") < 0);
        assert!(!top.path().join("x").exists());
        for same in ["/a", "//a/./", "/a/b/.."] {
            assert_eq!(
                here(&files, 1, &format!("/{real}{same}")),
                format!("{real}/a")
            );
        }
        files.start_in(&inside.join("a")).unwrap();
        assert_eq!(here(&files, 1, "b"), format!("{real}/a/b"));
        assert_eq!(here(&files, 0, "."), format!("{real}/a/b"));
        files.start_in(top.path()).unwrap();
        assert_eq!(here(&files, 1, "."), format!("{real}/a"));
        // What programs meet on their way through an absolute path.
        assert_eq!(files.make_folder(0, "/", 0o777), -errno::EEXIST);
        std::fs::write(inside.join("file"), "x").unwrap();
        assert_eq!(
            files.rename(0, &format!("{real}/file/"), "y"),
            -errno::ENOTDIR
        );
        let mut status = [0; super::super::STATUS_BYTES];
        assert!(files.status_at(0, top.path().to_str().unwrap(), true, &mut status) > 0);
        assert_eq!(status[0], 2);
        assert_eq!(files.read_link(0, "/", &mut status), -errno::EINVAL);
    }

    #[test]
    fn slashes_behind_the_name_of_a_folder() {
        let top = tempfile::tempdir().unwrap();
        let mut files = Files::new(top.path()).unwrap();
        std::fs::write(top.path().join("file"), "x").unwrap();
        assert_eq!(files.make_folder(0, "a/", 0o777), 0);
        assert_eq!(files.make_folder(0, "a/b//", 0o777), 0);
        assert_eq!(files.unlink(0, "a/b//"), -errno::EISDIR);
        assert_eq!(files.remove_folder(0, "a/b//"), 0);
        assert_eq!(files.remove_folder(0, "a/"), 0);
        assert_eq!(files.remove_folder(0, "file/"), -errno::ENOTDIR);
        assert!(files.remove_folder(0, "/") < 0);
    }
}
