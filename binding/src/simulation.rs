//! Simulations.

use crate::chip::Chip;
use crate::input::{self, PythonInput};
use crate::jobs;
use crate::run::Run;
use crate::trace;
use onchip_simulator::check::Other;
use onchip_simulator::config::Table;
use onchip_simulator::debug::{Beginning, Session, SessionError};
use onchip_simulator::loader::{LoadError as Cause, Mapping};
use onchip_simulator::noc::Statistics as NetworkStatistics;
use onchip_simulator::observe::{
    Actor, CoreEnergy, EnergyUse, Party, ProfileLine, Sample, Statistics,
};
use onchip_simulator::program::Location;
use onchip_simulator::rtl::{Interfaces, Tiles, Watch};
use onchip_simulator::simulation::{Options, ProgramFile, Simulation as Inner, StartError};
use onchip_simulator::tile::cores::Part;
use pyo3::create_exception;
use pyo3::exceptions::{
    PyConnectionError, PyException, PyKeyError, PyMemoryError, PyOSError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use pyo3::IntoPyObjectExt;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

create_exception!(
    _core,
    LoadError,
    PyException,
    "A program cannot be loaded; args are its kind ('elf', 'ranks', 'memory') and a message."
);

/// A chip with programs on it.
#[pyclass]
pub struct Simulation {
    inner: Run,
    chip_name: String,
    /// An exception that the function for standard input has raised.
    failed: input::Failed,
}

fn start_error(error: StartError) -> PyErr {
    match error {
        StartError::Load(Cause::Elf(message)) => LoadError::new_err(("elf", message)),
        StartError::Load(Cause::Ranks(message)) => LoadError::new_err(("ranks", message)),
        StartError::Load(Cause::Memory(message)) => LoadError::new_err(("memory", message)),
        StartError::Memory(refused) => PyMemoryError::new_err(refused.to_string()),
        StartError::Root(path, error) => PyOSError::new_err((
            error.raw_os_error().unwrap_or_default(),
            error.kind().to_string(),
            path,
        )),
    }
}

/// A row of the profile; see `Simulation::profile`.
type ProfileRow = (
    Option<u32>,
    Vec<Place>,
    (u64, u64, u64, u64),
    [u64; Part::COUNT],
);

/// A function, its file and its line, as far as they are known.
type Place = (Option<String>, Option<String>, Option<u32>);

/// A mapping of processes to cores: by its name, or as the cores of each process.
#[derive(FromPyObject)]
enum Map {
    Named(String),
    Cores(Vec<Vec<u32>>),
}

/// Converts a program from Python: `elf`, `name`, `ranks`, `args`, `threads` of each rank, and
/// `kernel`, whether it is the kernel.
fn program(dict: &Bound<'_, PyDict>) -> PyResult<ProgramFile> {
    let item = |key: &str| {
        dict.get_item(key)?
            .ok_or_else(|| PyKeyError::new_err(key.to_string()))
    };
    Ok(ProgramFile {
        name: (item("name")?.extract::<PathBuf>()?)
            .to_string_lossy()
            .into_owned(),
        elf: item("elf")?.extract()?,
        ranks: item("ranks")?.extract()?,
        threads: match dict.get_item("threads")? {
            Some(threads) => threads.extract()?,
            None => 1,
        },
        arguments: match dict.get_item("args")? {
            Some(arguments) => arguments.extract()?,
            None => Vec::new(),
        },
        kernel: match dict.get_item("kernel")? {
            Some(kernel) => kernel.extract()?,
            None => false,
        },
    })
}

#[pymethods]
impl Simulation {
    /// `workload` has the jobs that the programs can start, and those that start at given cycles
    /// (see `jobs::workload`). `gdb` is the port on which a debugger may connect, `jobs` the
    /// largest number of threads of the host. Raises ConnectionError if the port cannot be used.
    #[new]
    #[pyo3(signature = (chip, programs, map=Map::Named("compact".to_string()), root=PathBuf::from("."), directory=None, environment=vec![], stack_kb=None, reference=false, energy=false, power_window=None, profile=false, check_cache=false, check=false, check_nan=false, trace=None, workload=None, gdb=None, livelock=None, jobs=1))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        chip: &Chip,
        programs: Vec<Bound<'_, PyDict>>,
        map: Map,
        root: PathBuf,
        directory: Option<PathBuf>,
        environment: Vec<String>,
        stack_kb: Option<u32>,
        reference: bool,
        energy: bool,
        power_window: Option<u64>,
        profile: bool,
        check_cache: bool,
        check: bool,
        check_nan: bool,
        trace: Option<Vec<trace::Function>>,
        workload: Option<Bound<'_, PyDict>>,
        gdb: Option<u16>,
        livelock: Option<u64>,
        jobs: usize,
    ) -> PyResult<Simulation> {
        let files = programs.iter().map(program).collect::<PyResult<Vec<_>>>()?;
        let mapping = match map {
            Map::Named(name) => name.parse().map_err(PyValueError::new_err)?,
            Map::Cores(cores) => Mapping::Given(cores),
        };
        let options = Options {
            mapping,
            environment,
            directory,
            stack_bytes: stack_kb.unwrap_or(0).saturating_mul(1024),
            reference,
            energy,
            power: power_window,
            profile,
            check_cache,
            check,
            check_nan,
            trace: trace.map(|functions| functions.into_iter().map(trace::probe).collect()),
            livelock,
            jobs,
        };
        let free = |simulation| Run::Free(Box::new(simulation));
        let inner = match (workload, gdb) {
            (None, None) => Inner::new(&chip.config, &files, &root, &options).map(free),
            (None, Some(port)) => {
                let beginning = Beginning {
                    config: chip.config.clone(),
                    files,
                    root,
                    options,
                    priorities: Vec::new(),
                };
                match Session::new(beginning, port) {
                    Ok(session) => Ok(Run::Debugged(Box::new(session))),
                    Err(SessionError::Start(error)) => Err(error),
                    Err(SessionError::Port(error)) => {
                        return Err(PyConnectionError::new_err(error))
                    }
                }
            }
            (Some(workload), _) => {
                let workload = jobs::workload(&workload)?;
                Inner::with_workload(&chip.config, &files, workload, &root, &options).map(free)
            }
        };
        let inner = inner.map_err(start_error)?;
        Ok(Simulation {
            inner,
            chip_name: chip.config.name.clone(),
            failed: input::Failed::default(),
        })
    }

    /// Lets the first process read its standard input from the function `read(bytes, output)`. The
    /// function returns at most `bytes` bytes, and none at the end of the input. `output` has what
    /// was printed before, in the form of `output()`. Call `set_input` before the simulation runs.
    fn set_input(&mut self, read: Py<PyAny>) {
        let input = PythonInput::new(read, self.failed.clone());
        self.inner.enter(|run| run.set_input(Box::new(input)));
    }

    /// Sets the priority of all accesses that a process makes to the memory of another process's
    /// tile. Raises ValueError if such a process or priority does not exist. Call it before the
    /// simulation runs.
    fn set_priority(&mut self, process: u32, memory: u32, level: u8) -> PyResult<()> {
        let set = self.inner.set_priority(process, memory, level);
        set.map_err(PyValueError::new_err)
    }

    /// Runs for about `milliseconds` of the host's time. Returns True if the simulation has ended.
    /// Raises the exception that the function for standard input has raised.
    fn run(&mut self, py: Python<'_>, milliseconds: u64) -> PyResult<bool> {
        let inner = &mut self.inner;
        let ended = py.detach(|| inner.run(Duration::from_millis(milliseconds)));
        self.failed.take().map_or(Ok(ended), Err)
    }

    /// Runs to the end by the reference scheduler. Returns a record of each network (see
    /// `simulator/src/rtl/watch.rs`), the request networks first, and a record of the interfaces
    /// (see `simulator/src/rtl/interfaces.rs`). Call it before the simulation runs.
    fn record_networks(&mut self, py: Python<'_>) -> PyResult<(Vec<String>, String)> {
        let mut watches = vec![];
        let mut interfaces = Interfaces::default();
        let mut end = 0;
        loop {
            end += 10_000;
            let ended =
                (self.inner).enter(|run| run.record_networks(&mut watches, &mut interfaces, end));
            if ended {
                let networks = watches.into_iter().map(Watch::into_text).collect();
                return Ok((networks, interfaces.into_text()));
            }
            py.check_signals()?;
        }
    }

    /// Runs to the end by the reference scheduler. Returns a dictionary for each tile: `memory` is
    /// the tile's memory before the first cycle, `code` is the offset of address 0x1000 in this
    /// memory, `data_base` and `data_bytes` are the data window, `process` is the address of the
    /// process record, and `issued` has the address and the issue cycle of each instruction as
    /// 32-bit numbers. Call it before the simulation runs.
    fn record_tiles<'py>(&mut self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let (mut tiles, mut end) = (Tiles::default(), 0);
        loop {
            end += 10_000;
            if (self.inner).enter(|run| run.record_tiles(&mut tiles, end)) {
                break;
            }
            py.check_signals()?;
        }
        let recorded = tiles.tiles.iter().map(|tile| {
            let numbers = tile.issued.iter();
            let numbers = numbers.flat_map(|&(pc, cycle)| [pc, cycle as u32]);
            let issued: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
            let dict = PyDict::new(py);
            dict.set_item("memory", PyBytes::new(py, &tile.memory))?;
            dict.set_item("code", tile.code)?;
            dict.set_item("data_base", tile.data_base)?;
            dict.set_item("data_bytes", tile.data_bytes)?;
            dict.set_item("process", tile.process)?;
            dict.set_item("issued", PyBytes::new(py, &issued))?;
            Ok(dict)
        });
        recorded.collect()
    }

    /// Records all packets. Call it before the simulation runs.
    fn record_packets(&mut self) {
        self.inner.enter(|run| run.record_packets());
    }

    /// The packets recorded so far, in the format of a packet file
    /// (`simulator/src/traffic/recorded/mod.rs`).
    fn recorded_packets(&self) -> Option<String> {
        self.inner
            .recorded_packets()
            .map(|recording| recording.text())
    }

    /// The port on which a debugger can connect; None if a debugger has connected already, or if
    /// the simulation was made without a port.
    #[getter]
    fn gdb_port(&self) -> Option<u16> {
        self.inner.gdb_port()
    }

    /// Number of cycles so far.
    #[getter]
    fn cycles(&self) -> u64 {
        self.inner.cycles()
    }

    /// Number of instructions executed so far. It is exact when the simulation has ended.
    #[getter]
    fn instructions(&self) -> u64 {
        self.inner.instructions()
    }

    /// A few lines that say, for each process that has not ended, where it is.
    fn whereabouts(&mut self) -> Vec<String> {
        self.inner.enter(Inner::whereabouts)
    }

    /// The lines printed since the last call, each as (rank, stream, bytes). Stream 3 has records
    /// for tools.
    fn output<'py>(&mut self, py: Python<'py>) -> Vec<input::Printed<'py>> {
        input::printed(py, self.inner.enter(Inner::take_output))
    }

    /// The cycles of each source line, if a profile was requested. A tuple has, in this order: the
    /// rank (none for a kernel); the calls around the line, the outermost first; the line itself;
    /// the counts of instructions, data-cache misses, instruction-cache misses and calls; the
    /// cycles in the order of `Part`.
    fn profile(&mut self) -> Vec<ProfileRow> {
        let lines = self.inner.enter(Inner::profile);
        let processes = self.inner.processes();
        let row = |line: ProfileLine| {
            let process = &processes[line.process as usize];
            let rank = process.kernel.is_none().then(|| process.number());
            let places = line.calls.into_iter().chain([line.location]);
            let places = places.map(|at| (at.function, at.file, at.line)).collect();
            let of = line.spendings;
            let misses = (of.data_misses, of.instruction_misses);
            let counts = (of.instructions, misses.0, misses.1, of.calls);
            (rank, places, counts, of.cycles)
        };
        lines.into_iter().map(row).collect()
    }

    /// The program's errors in the use of data caches, if `check_cache` was set. A dictionary has
    /// the kind, the address, the variable, whether the accessing core has also stored to nearby
    /// bytes (`stores_nearby`), and the number of bytes, counted at each occurrence (`times`); and
    /// for each of `access`, `other` and `dropped` a tuple of rank, thread, core, function, file,
    /// line and cycle.
    fn incoherences<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let found = self.inner.enter(Inner::incoherences);
        let processes = self.inner.processes();
        let party = |party: Party| {
            let rank = party.process.map(|(p, _)| processes[p as usize].number());
            let thread = party.process.map(|(_, thread)| thread);
            let at = party.location;
            let (function, file, line) = (at.function, at.file, at.line);
            (rank, thread, party.core, function, file, line, party.cycle)
        };
        let list = PyList::empty(py);
        for one in found {
            let dict = PyDict::new(py);
            dict.set_item("kind", format!("{:?}", one.mistake).to_lowercase())?;
            dict.set_item("address", one.address)?;
            dict.set_item("variable", one.variable)?;
            dict.set_item("stores_nearby", one.stores_nearby)?;
            dict.set_item("times", one.times)?;
            dict.set_item("access", party(one.access))?;
            dict.set_item("other", party(one.other))?;
            dict.set_item("dropped", one.dropped.map(party))?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// The program's memory errors and races, if `check` was set. A dictionary has the kind, the
    /// kind of MPI object that was not freed, the address, the number of bytes, the variable, and
    /// the number of occurrences. For `access`, and for the other party of a finding (`other`), it
    /// has an actor and two flags: in `access`, whether the access writes, and whether it
    /// synchronises; in `other`, those of `Finding::other`. For a block of the heap it has the
    /// size, the distance of the address from the block's start, and the actors that allocated and
    /// freed the block. An actor is a tuple of rank, thread, task, core, cycle, the library's
    /// function, its calls (each a function, a file and a line; the innermost first), and how many
    /// of these calls belong to the innermost instruction.
    fn check_findings<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let found = self.inner.enter(Inner::check_findings);
        let processes = self.inner.processes();
        let actor = |actor: Actor| {
            let rank = processes
                .get(actor.process as usize)
                .map(|one| one.number());
            let calls = actor.calls.into_iter();
            let calls: Vec<_> = calls.map(|at| (at.function, at.file, at.line)).collect();
            let (thread, core, cycle) = (actor.thread, actor.core, actor.cycle);
            let (function, inlined) = (actor.function, actor.inlined);
            (
                rank, thread, actor.task, core, cycle, function, calls, inlined,
            )
        };
        let list = PyList::empty(py);
        for one in found {
            let dict = PyDict::new(py);
            dict.set_item("kind", one.kind.name())?;
            dict.set_item("object", one.kind.object())?;
            dict.set_item("address", one.address)?;
            dict.set_item("bytes", one.bytes)?;
            dict.set_item("variable", one.variable)?;
            dict.set_item("times", one.times)?;
            dict.set_item("access", (actor(one.access), one.writes, one.synchronises))?;
            let other = match one.other {
                Some(Other::Access {
                    by,
                    writes,
                    synchronises,
                }) => (actor(by), writes, synchronises).into_py_any(py)?,
                Some(Other::Message { by, writes }) => (actor(by), writes).into_py_any(py)?,
                Some(Other::Close { by, is_own }) => (actor(by), is_own).into_py_any(py)?,
                None => py.None(),
            };
            dict.set_item("other", other)?;
            let block = one.block.map(|block| {
                let freed = block.freed.map(actor);
                (block.bytes, block.distance, actor(block.allocated), freed)
            });
            dict.set_item("block", block)?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// The trace of the cores so far, if `trace` was requested (see `trace::recorded`).
    fn recorded<'py>(&mut self, py: Python<'py>) -> Vec<trace::Recorded<'py>> {
        trace::recorded(py, self.inner.recorders(), self.inner.processes())
    }

    /// For each program, a map from the return address of a recorded call to the call's file and
    /// line.
    fn call_sites(&mut self) -> Vec<BTreeMap<u32, (String, u32)>> {
        let known = |(pc, at): (u32, Location)| Some((pc, (at.file?, at.line?)));
        let of_program = |sites: BTreeMap<_, _>| sites.into_iter().filter_map(known).collect();
        self.inner
            .call_sites()
            .into_iter()
            .map(of_program)
            .collect()
    }

    /// Returns at most `bytes` bytes of memory from `address` on, as the first core of a process
    /// sees them; fewer if the memory ends there. `process` is the index of the process in the job
    /// of the command line.
    fn memory<'py>(
        &mut self,
        py: Python<'py>,
        process: u32,
        address: u32,
        bytes: usize,
    ) -> Bound<'py, PyBytes> {
        let memory = |run: &mut Inner| run.memory(process, address, bytes);
        PyBytes::new(py, &self.inner.enter(memory))
    }

    /// The activity of the chip over time, if `trace` was requested (see `trace::pictures`).
    fn pictures<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pictures = self.inner.enter(Inner::pictures);
        trace::pictures(py, &pictures, self.inner.chip())
    }

    /// The lines printed since the last call, in the format of `output`, each with its job's number
    /// on the chip.
    fn job_output<'py>(&mut self, py: Python<'py>) -> Vec<jobs::Printed<'py>> {
        jobs::printed(py, self.inner.enter(Inner::take_job_output))
    }

    /// The history of the workload's jobs, in the order of their starts.
    fn jobs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        jobs::records(py, self.inner.records())
    }

    /// Returns how the simulation has ended, or that it still runs, with its figures, which are
    /// exact to the cycle.
    fn report<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (report, statistics) = self.inner.enter(Inner::report);
        let dict = PyDict::new(py);
        dict.set_item("kind", report.kind)?;
        dict.set_item("exit_code", report.exit_code)?;
        dict.set_item("message", report.message)?;
        dict.set_item("cycles", statistics.cycles)?;
        dict.set_item("instructions", statistics.instructions())?;
        dict.set_item("chip", &self.chip_name)?;
        dict.set_item("ranks", self.ranks(py, &statistics)?)?;
        let all = PyDict::new(py);
        all.set_item("requests", network(py, &statistics.requests)?)?;
        all.set_item("responses", network(py, &statistics.responses)?)?;
        if let Some([requests, responses]) = &statistics.data {
            all.set_item("data_requests", network(py, requests)?)?;
            all.set_item("data_responses", network(py, responses)?)?;
        }
        all.set_item("memory_words", &statistics.memory_words)?;
        all.set_item("fpu_operations", &statistics.fpu_operations)?;
        all.set_item("fpu_waiting", &statistics.fpu_waiting)?;
        dict.set_item("statistics", all)?;
        if let Some(used) = self.inner.enter(Inner::energy) {
            let energy = energy(py, &used)?;
            if let Some((window, samples)) = self.inner.enter(Inner::power) {
                energy.set_item("power", power(py, window, &samples)?)?;
            }
            dict.set_item("energy", energy)?;
        }
        Ok(dict)
    }
}

impl Simulation {
    /// A dictionary for each process that is not a kernel, in the order of the job. Its `threads`
    /// are the cores of the process after the first one.
    fn ranks<'py>(&self, py: Python<'py>, statistics: &Statistics) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let processes = self.inner.processes().iter();
        for process in processes.filter(|p| p.kernel.is_none()) {
            let dict = PyDict::new(py);
            dict.set_item("rank", process.number())?;
            dict.set_item("core", process.core)?;
            dict.set_item("program", process.program)?;
            dict.set_item("exit_code", process.ended.map(|(code, _)| code))?;
            figures(&dict, statistics, process.core)?;
            if !process.threads.is_empty() {
                let threads = PyList::empty(py);
                for thread in &process.threads {
                    let dict = PyDict::new(py);
                    dict.set_item("core", thread.core)?;
                    figures(&dict, statistics, thread.core)?;
                    threads.append(dict)?;
                }
                dict.set_item("threads", threads)?;
            }
            list.append(dict)?;
        }
        Ok(list)
    }
}

/// Adds the figures of a core to a dictionary.
fn figures(dict: &Bound<'_, PyDict>, statistics: &Statistics, core: u32) -> PyResult<()> {
    let Some(core) = statistics.cores.iter().find(|c| c.core == core) else {
        return Ok(());
    };
    dict.set_item("instructions", core.instructions)?;
    let counts = Table::try_from(&core.counts).expect("counts are numbers");
    for (key, value) in &counts {
        dict.set_item(key, value.as_integer())?;
    }
    dict.set_item("cache_hits", core.hits)?;
    let lines = core.lines - core.counts.instruction_misses;
    dict.set_item("instruction_lines", lines)?;
    if let Some(stack) = core.stack {
        dict.set_item("stack_bytes", stack)?;
    }
    Ok(())
}

fn network<'py>(py: Python<'py>, statistics: &NetworkStatistics) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("injected", statistics.injected)?;
    dict.set_item("ejected", statistics.ejected)?;
    dict.set_item("in_flight", statistics.in_flight)?;
    dict.set_item("stall_cycles", statistics.stall_cycles)?;
    let links: Vec<(usize, usize, u64)> = statistics
        .links
        .iter()
        .map(|link| (link.router, link.port, link.flits))
        .collect();
    dict.set_item("links", links)?;
    Ok(dict)
}

/// The energy of each part in femtojoules. `per_core` is without leakage.
fn energy<'py>(py: Python<'py>, used: &EnergyUse) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let of_cores = |part: fn(&CoreEnergy) -> u64| used.cores.iter().map(part).sum::<u64>();
    for (key, value) in [
        ("total", used.total()),
        ("cores", used.cores()),
        ("network", used.network()),
        ("memory", used.memory()),
        ("leakage", used.leakage()),
        ("instructions", of_cores(|core| core.instructions)),
        ("clock", of_cores(|core| core.clock)),
        ("routers", used.routers),
        ("links", used.links),
        ("interfaces", used.interfaces),
        ("dma", used.dma),
        ("banks", used.banks),
        ("core_leakage", used.core_leakage),
        ("memory_leakage", used.memory_leakage),
        ("router_leakage", used.router_leakage),
    ] {
        dict.set_item(key, value)?;
    }
    dict.set_item("controllers", &used.controllers)?;
    let cores = used.cores.iter();
    let cores: Vec<u64> = cores.map(|core| core.instructions + core.clock).collect();
    dict.set_item("per_core", cores)?;
    Ok(dict)
}

/// The energy of each window in femtojoules. A window goes from cycle `begin` to the cycle before
/// `end`.
fn power<'py>(py: Python<'py>, window: u64, samples: &[Sample]) -> PyResult<Bound<'py, PyDict>> {
    let windows = PyList::empty(py);
    let mut before = Sample::default();
    for sample in samples {
        let dict = PyDict::new(py);
        dict.set_item("begin", before.cycle)?;
        dict.set_item("end", sample.cycle)?;
        dict.set_item("cores", sample.cores - before.cores)?;
        dict.set_item("network", sample.network - before.network)?;
        dict.set_item("memory", sample.memory - before.memory)?;
        dict.set_item("leakage", sample.leakage - before.leakage)?;
        windows.append(dict)?;
        before = *sample;
    }
    let dict = PyDict::new(py);
    dict.set_item("window", window)?;
    dict.set_item("windows", windows)?;
    Ok(dict)
}
