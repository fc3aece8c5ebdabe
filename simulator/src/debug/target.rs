//! The interface that the crate `gdbstub` demands from a debugger's target: cores as threads,
//! registers, memory, breakpoints, and the direction of execution.

use super::calls::Jump;
use super::debuggee::{core_of, tid, Action, Debuggee};
use super::events::Watchpoint;
use super::monitor;
use super::registers::{Register, RiscV, Stopped};
use super::replay::Intervention;
use crate::chip::addresses;
use crate::protocol::map::{CODE, DATA};
use crate::tile::cores::State;
use gdbstub::common::{Signal, Tid};
use gdbstub::target::ext::base::multithread::*;
use gdbstub::target::ext::base::reverse_exec::*;
use gdbstub::target::ext::base::single_register_access::*;
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::breakpoints::*;
use gdbstub::target::ext::exec_file::ExecFileOps;
use gdbstub::target::ext::host_io::HostIoOps;
use gdbstub::target::ext::monitor_cmd::{ConsoleOutput, MonitorCmd, MonitorCmdOps};
use gdbstub::target::ext::thread_extra_info::{ThreadExtraInfo, ThreadExtraInfoOps};
use gdbstub::target::{Target, TargetError, TargetResult};

/// Largest length of a watchpoint in bytes. It is limited because the bytes are compared in every
/// cycle, for every process.
const MOST_WATCHED: u32 = 1 << 16;

impl Target for Debuggee {
    type Arch = RiscV;
    type Error = String;

    fn base_ops(&mut self) -> BaseOps<'_, RiscV, String> {
        BaseOps::MultiThread(self)
    }

    fn support_breakpoints(&mut self) -> Option<BreakpointsOps<'_, Self>> {
        Some(self)
    }

    fn support_monitor_cmd(&mut self) -> Option<MonitorCmdOps<'_, Self>> {
        Some(self)
    }

    fn support_exec_file(&mut self) -> Option<ExecFileOps<'_, Self>> {
        Some(self)
    }

    fn support_host_io(&mut self) -> Option<HostIoOps<'_, Self>> {
        Some(self)
    }
}

impl Debuggee {
    /// The core that gdb sees as this thread, if there is one.
    fn core(&self, tid: Tid) -> TargetResult<u32, Self> {
        let core = core_of(tid).filter(|core| self.cores.contains(core));
        core.ok_or(TargetError::NonFatal)
    }

    /// The core that gdb resumes as thread `tid`.
    fn moved(&self, tid: Tid) -> Result<u32, String> {
        self.core(tid).map_err(|_| format!("no thread {tid}"))
    }

    /// Refuses a change if the run has ended.
    fn check_running(&mut self) -> TargetResult<(), Self> {
        match self.chip().ending() {
            None => Ok(()),
            Some(_) => self.refuse("the run has ended here: go back to change anything"),
        }
    }

    fn refuse(&mut self, why: &str) -> TargetResult<(), Self> {
        self.refusal = Some(why.into());
        Err(TargetError::NonFatal)
    }

    fn stopped(&self, core: u32) -> Stopped {
        let (tile, index) = self.chip().locate(core);
        Stopped::of(&self.chip().tiles[tile].cores.harts[index].core)
    }

    fn set(&mut self, core: u32, register: Register, value: &[u8]) -> TargetResult<(), Self> {
        self.check_running()?;
        let (tile, index) = self.chip().locate(core);
        let hart = &self.chip().tiles[tile].cores.harts[index];
        // The core waits for the answer of an access. If the debugger changed the register now, the
        // answer would overwrite the change, or be lost.
        if matches!(hart.state, State::Data | State::Element) {
            return self.refuse("the core waits for the answer of an access: let it go on first");
        }
        if !register.write(&mut hart.core.clone(), value) {
            return Err(TargetError::NonFatal);
        }
        self.history.intervene(match register {
            Register::Pc => {
                let to = value.iter().rev();
                let (retired, from) = self.retired(core);
                Intervention::Jump(Jump {
                    core,
                    from,
                    to: to.fold(0, |to, &byte| to << 8 | u32::from(byte)),
                    retired,
                })
            }
            _ => Intervention::Register(core, register, value.into()),
        });
        Ok(())
    }
}

impl MultiThreadBase for Debuggee {
    fn read_registers(&mut self, regs: &mut Stopped, tid: Tid) -> TargetResult<(), Self> {
        *regs = self.stopped(self.core(tid)?);
        Ok(())
    }

    fn write_registers(&mut self, regs: &Stopped, tid: Tid) -> TargetResult<(), Self> {
        let core = self.core(tid)?;
        for (register, value) in Register::changes(&self.stopped(core), regs) {
            self.set(core, register, &value)?;
        }
        Ok(())
    }

    fn support_single_register_access(&mut self) -> Option<SingleRegisterAccessOps<'_, Tid, Self>> {
        Some(self)
    }

    fn read_addrs(&mut self, start: u32, data: &mut [u8], tid: Tid) -> TargetResult<usize, Self> {
        let core = self.core(tid)?;
        let chip = self.history.simulation_mut().chip_mut();
        match addresses::read_all(chip, core, start, data) {
            0 if !data.is_empty() => Err(TargetError::NonFatal),
            read => Ok(read),
        }
    }

    fn write_addrs(&mut self, start: u32, data: &[u8], tid: Tid) -> TargetResult<(), Self> {
        self.check_running()?;
        let core = self.core(tid)?;
        // Code cannot be changed, because it has already been decoded.
        if (CODE..DATA).contains(&start) {
            return Err(TargetError::NonFatal);
        }
        let mut found = Vec::new();
        for (at, &byte) in data.iter().enumerate() {
            let address = start.checked_add(at as u32).ok_or(TargetError::NonFatal)?;
            let target = addresses::locate(self.chip(), core, address);
            found.push((target.ok_or(TargetError::NonFatal)?, byte));
        }
        // Consecutive bytes are written together.
        for run in
            found.chunk_by(|(a, _), (b, _)| a.endpoint == b.endpoint && a.offset + 1 == b.offset)
        {
            let (first, _) = run[0];
            let bytes = run.iter().map(|&(_, byte)| byte).collect();
            let endpoint = usize::from(first.endpoint);
            self.history
                .intervene(Intervention::Memory(endpoint, first.offset, bytes));
        }
        Ok(())
    }

    fn list_active_threads(&mut self, found: &mut dyn FnMut(Tid)) -> Result<(), String> {
        self.threads().into_iter().map(tid).for_each(found);
        Ok(())
    }

    fn support_resume(&mut self) -> Option<MultiThreadResumeOps<'_, Self>> {
        Some(self)
    }

    fn support_thread_extra_info(&mut self) -> Option<ThreadExtraInfoOps<'_, Self>> {
        Some(self)
    }
}

impl SingleRegisterAccess<Tid> for Debuggee {
    fn read_register(
        &mut self,
        tid: Tid,
        register: Register,
        buf: &mut [u8],
    ) -> TargetResult<usize, Self> {
        let value = register.read(self.chip(), self.core(tid)?);
        let value = value.ok_or(TargetError::NonFatal)?;
        buf.get_mut(..value.len())
            .ok_or(TargetError::NonFatal)?
            .copy_from_slice(&value);
        Ok(value.len())
    }

    fn write_register(
        &mut self,
        tid: Tid,
        register: Register,
        value: &[u8],
    ) -> TargetResult<(), Self> {
        let core = self.core(tid)?;
        self.set(core, register, value)
    }
}

impl MultiThreadResume for Debuggee {
    fn resume(&mut self) -> Result<(), String> {
        if self.locked && self.actions.is_empty() {
            return Err("no thread is to move".into());
        }
        self.go();
        Ok(())
    }

    fn clear_resume_actions(&mut self) -> Result<(), String> {
        self.actions.clear();
        self.locked = false;
        Ok(())
    }

    fn set_resume_action_continue(&mut self, tid: Tid, _: Option<Signal>) -> Result<(), String> {
        let core = self.moved(tid)?;
        self.actions.entry(core).or_insert(Action::Continue);
        Ok(())
    }

    fn support_single_step(&mut self) -> Option<MultiThreadSingleStepOps<'_, Self>> {
        Some(self)
    }

    fn support_range_step(&mut self) -> Option<MultiThreadRangeSteppingOps<'_, Self>> {
        Some(self)
    }

    fn support_reverse_step(&mut self) -> Option<ReverseStepOps<'_, Tid, Self>> {
        Some(self)
    }

    fn support_reverse_cont(&mut self) -> Option<ReverseContOps<'_, Tid, Self>> {
        Some(self)
    }

    fn support_scheduler_locking(&mut self) -> Option<MultiThreadSchedulerLockingOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadSingleStep for Debuggee {
    fn set_resume_action_step(&mut self, tid: Tid, _: Option<Signal>) -> Result<(), String> {
        let core = self.moved(tid)?;
        self.actions.entry(core).or_insert(Action::Step(0..0));
        Ok(())
    }
}

impl MultiThreadRangeStepping for Debuggee {
    fn set_resume_action_range_step(
        &mut self,
        tid: Tid,
        start: u32,
        end: u32,
    ) -> Result<(), String> {
        let core = self.moved(tid)?;
        self.actions.entry(core).or_insert(Action::Step(start..end));
        Ok(())
    }
}

impl MultiThreadSchedulerLocking for Debuggee {
    fn set_resume_action_scheduler_lock(&mut self) -> Result<(), String> {
        self.locked = true;
        Ok(())
    }
}

impl ReverseCont<Tid> for Debuggee {
    fn reverse_cont(&mut self) -> Result<(), String> {
        self.go_back(false);
        Ok(())
    }
}

impl ReverseStep<Tid> for Debuggee {
    fn reverse_step(&mut self, _: Tid) -> Result<(), String> {
        self.go_back(true);
        Ok(())
    }
}

impl Breakpoints for Debuggee {
    fn support_sw_breakpoint(&mut self) -> Option<SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_breakpoint(&mut self) -> Option<HwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

// Hardware and software breakpoints do not differ, because breakpoints are never written into the
// code.
impl SwBreakpoint for Debuggee {
    fn add_sw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        self.events.breakpoints.insert(address);
        Ok(true)
    }

    fn remove_sw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        Ok(self.events.breakpoints.remove(&address))
    }
}

impl HwBreakpoint for Debuggee {
    fn add_hw_breakpoint(&mut self, address: u32, kind: usize) -> TargetResult<bool, Self> {
        self.add_sw_breakpoint(address, kind)
    }

    fn remove_hw_breakpoint(&mut self, address: u32, kind: usize) -> TargetResult<bool, Self> {
        self.remove_sw_breakpoint(address, kind)
    }
}

impl HwWatchpoint for Debuggee {
    fn add_hw_watchpoint(
        &mut self,
        address: u32,
        bytes: u32,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        if bytes > MOST_WATCHED {
            self.refuse(&format!("at most {MOST_WATCHED} bytes are watched at once"))?;
        }
        let points = &mut self.events.watchpoints;
        let point = Watchpoint {
            address,
            bytes,
            kind,
        };
        if !points.contains(&point) {
            points.push(point);
        }
        Ok(true)
    }

    fn remove_hw_watchpoint(
        &mut self,
        address: u32,
        bytes: u32,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        let removed = Watchpoint {
            address,
            bytes,
            kind,
        };
        let points = &mut self.events.watchpoints;
        let found = points.iter().position(|point| *point == removed);
        found.map(|at| points.remove(at));
        Ok(found.is_some())
    }
}

impl ThreadExtraInfo for Debuggee {
    fn thread_extra_info(&self, tid: Tid, buf: &mut [u8]) -> Result<usize, String> {
        let text = monitor::thread(self.chip(), self.moved(tid)?);
        let bytes = text.len().min(buf.len());
        buf[..bytes].copy_from_slice(&text.as_bytes()[..bytes]);
        Ok(bytes)
    }
}

impl MonitorCmd for Debuggee {
    fn handle_monitor_cmd(
        &mut self,
        command: &[u8],
        mut out: ConsoleOutput<'_>,
    ) -> Result<(), String> {
        let command = String::from_utf8_lossy(command);
        let text = monitor::answer(self, command.trim());
        out.write_raw(text.as_bytes());
        Ok(())
    }
}
