//! Error numbers of picolibc's `<errno.h>`.

pub const EPERM: i32 = 1;
pub const ENOENT: i32 = 2;
pub const EIO: i32 = 5;
pub const EBADF: i32 = 9;
pub const EAGAIN: i32 = 11;
pub const ENOMEM: i32 = 12;
pub const EACCES: i32 = 13;
pub const EFAULT: i32 = 14;
pub const EBUSY: i32 = 16;
pub const EEXIST: i32 = 17;
pub const EXDEV: i32 = 18;
pub const ENOTDIR: i32 = 20;
pub const EISDIR: i32 = 21;
pub const EINVAL: i32 = 22;
pub const EMFILE: i32 = 24;
pub const ENOSPC: i32 = 28;
pub const EFBIG: i32 = 27;
pub const ESPIPE: i32 = 29;
pub const EROFS: i32 = 30;
pub const EPIPE: i32 = 32;
pub const ERANGE: i32 = 34;
pub const EDEADLK: i32 = 45;
pub const ENOSYS: i32 = 88;
pub const ENOTEMPTY: i32 = 90;
pub const ENAMETOOLONG: i32 = 91;
pub const ELOOP: i32 = 92;
pub const EILSEQ: i32 = 138;
pub const EOVERFLOW: i32 = 139;

/// Error numbers of Linux for which Rust has no `ErrorKind`. Their meanings, in order: the file is
/// not open for the call, too many open files in the system, too many open files in this process,
/// too many symbolic links.
const LINUX_EBADF: i32 = 9;
const LINUX_ENFILE: i32 = 23;
const LINUX_EMFILE: i32 = 24;
const LINUX_ELOOP: i32 = 40;

/// The error number for an error of this machine's file system.
pub fn of(error: &std::io::Error) -> i32 {
    use std::io::ErrorKind;
    match error.kind() {
        _ if matches!(error.raw_os_error(), Some(LINUX_ENFILE | LINUX_EMFILE)) => EMFILE,
        _ if error.raw_os_error() == Some(LINUX_EBADF) => EBADF,
        _ if error.raw_os_error() == Some(LINUX_ELOOP) => ELOOP,
        ErrorKind::NotFound => ENOENT,
        ErrorKind::PermissionDenied => EACCES,
        ErrorKind::ResourceBusy => EBUSY,
        ErrorKind::AlreadyExists => EEXIST,
        ErrorKind::CrossesDevices => EXDEV,
        ErrorKind::InvalidInput => EINVAL,
        ErrorKind::NotADirectory => ENOTDIR,
        ErrorKind::IsADirectory => EISDIR,
        ErrorKind::StorageFull => ENOSPC,
        ErrorKind::ReadOnlyFilesystem => EROFS,
        ErrorKind::FileTooLarge => EFBIG,
        ErrorKind::DirectoryNotEmpty => ENOTEMPTY,
        ErrorKind::InvalidFilename => ENAMETOOLONG,
        _ => EIO,
    }
}
