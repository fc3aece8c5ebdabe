//! Sends the program's file to gdb, so that the user of gdb need not know where it is.

use super::debuggee::Debuggee;
use gdbstub::common::Pid;
use gdbstub::target::ext::exec_file::ExecFile;
use gdbstub::target::ext::host_io::*;
use gdbstub::target::TargetResult;

/// The file name by which gdb requests the first program.
const NAME: &str = "/program.elf";

/// Copies up to `length` bytes of `whole`, from `offset` on, to a buffer. Returns the number of
/// bytes copied.
fn part(whole: &[u8], offset: u64, length: usize, buf: &mut [u8]) -> usize {
    let start = usize::try_from(offset).map_or(whole.len(), |at| at.min(whole.len()));
    let bytes = (whole.len() - start).min(length).min(buf.len());
    buf[..bytes].copy_from_slice(&whole[start..start + bytes]);
    bytes
}

impl Debuggee {
    fn elf(&self) -> &[u8] {
        let first = self.history.beginning.files.first();
        first.map_or(&[], |file| &file.elf)
    }
}

impl ExecFile for Debuggee {
    fn get_exec_file(
        &self,
        _: Option<Pid>,
        offset: u64,
        length: usize,
        buf: &mut [u8],
    ) -> TargetResult<usize, Self> {
        Ok(part(NAME.as_bytes(), offset, length, buf))
    }
}

impl HostIo for Debuggee {
    fn support_open(&mut self) -> Option<HostIoOpenOps<'_, Self>> {
        Some(self)
    }

    fn support_close(&mut self) -> Option<HostIoCloseOps<'_, Self>> {
        Some(self)
    }

    fn support_pread(&mut self) -> Option<HostIoPreadOps<'_, Self>> {
        Some(self)
    }

    fn support_fstat(&mut self) -> Option<HostIoFstatOps<'_, Self>> {
        Some(self)
    }

    fn support_setfs(&mut self) -> Option<HostIoSetfsOps<'_, Self>> {
        Some(self)
    }
}

impl HostIoOpen for Debuggee {
    fn open(
        &mut self,
        filename: &[u8],
        _: HostIoOpenFlags,
        _: HostIoOpenMode,
    ) -> HostIoResult<u32, Self> {
        match filename == NAME.as_bytes() {
            true => Ok(1),
            false => Err(HostIoError::Errno(HostIoErrno::ENOENT)),
        }
    }
}

impl HostIoClose for Debuggee {
    fn close(&mut self, _: u32) -> HostIoResult<(), Self> {
        Ok(())
    }
}

impl HostIoPread for Debuggee {
    fn pread(
        &mut self,
        _: u32,
        count: usize,
        offset: u64,
        buf: &mut [u8],
    ) -> HostIoResult<usize, Self> {
        Ok(part(self.elf(), offset, count, buf))
    }
}

impl HostIoFstat for Debuggee {
    fn fstat(&mut self, _: u32) -> HostIoResult<HostIoStat, Self> {
        Ok(HostIoStat {
            st_dev: 0,
            st_ino: 0,
            st_mode: HostIoOpenMode::S_IFREG | HostIoOpenMode::S_IRUSR,
            st_nlink: 1,
            st_uid: 0,
            st_gid: 0,
            st_rdev: 0,
            st_size: self.elf().len() as u64,
            st_blksize: 4096,
            st_blocks: self.elf().len().div_ceil(512) as u64,
            st_atime: 0,
            st_mtime: 0,
            st_ctime: 0,
        })
    }
}

impl HostIoSetfs for Debuggee {
    fn setfs(&mut self, _: FsKind) -> HostIoResult<(), Self> {
        Ok(())
    }
}
