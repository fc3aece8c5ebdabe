//! From a region's instructions to those of the compiler.
//!
//! Every register is a variable, and written to the core at the end of the block that changes it,
//! or where the block is left before: so the core is always as the handlers would have it.

use super::super::code::ONE_INSTRUCTION;
use super::super::fast::{Context, Left, WORDS};
use super::super::instruction::Opcode;
use super::super::undo::Entry;
use super::super::Core;
use super::region::{Block, Part, Region};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F64, I32, I64};
use cranelift_codegen::ir::{
    self, AbiParam, BlockArg, Function, InstBuilder, JumpTableData, MemFlagsData, Type, Value,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::Module;
use std::collections::HashMap;
use std::mem::offset_of;

/// Of what the simulator itself has laid out.
pub(super) const OWN: MemFlagsData = MemFlagsData::trusted();
/// Of the tile's memory.
pub(super) const GUEST: MemFlagsData = MemFlagsData::new().with_notrap();

/// What the instructions before one take, since the block's begin.
#[derive(Clone, Copy, Default)]
struct Before {
    /// As in `Op::run`.
    count: u64,
    /// As in `Exchange::charged`.
    charged: u64,
    /// Entries of the undo log.
    stores: usize,
}

pub(super) struct Translator<'a> {
    pub b: FunctionBuilder<'a>,
    region: &'a Region,
    pub core: Value,
    pub memory: Value,
    pub context: Value,
    pub places: Value,
    x: [Variable; 32],
    f: [Variable; 32],
    /// Cycles and instructions, the undo log, and charges, at the block's begin.
    count: Variable,
    log: Variable,
    charged: Variable,
    blocks: HashMap<usize, ir::Block>,
    /// Returns: count, log, charges, what [`Left`] describes.
    leave: ir::Block,
    /// Registers that the core does not have yet, a bit for each.
    dirty_x: u32,
    dirty_f: u32,
    before: Before,
    /// Of the instruction at hand.
    index: usize,
    /// The block has looked at `fcsr`.
    pub is_ready: bool,
}

/// Fills an empty function.
pub(super) fn translate(
    region: &Region,
    function: &mut Function,
    context: &mut FunctionBuilderContext,
    module: &JITModule,
) {
    function.signature = module.make_signature();
    let parameters = [I64, I64, I64, I64, I64, I32].map(AbiParam::new);
    function.signature.params.extend(parameters);
    function.signature.returns.push(AbiParam::new(I64));
    let mut b = FunctionBuilder::new(function, context);
    let start = b.create_block();
    b.append_block_params_for_function_params(start);
    b.switch_to_block(start);
    let &[core, memory, context, count, log, entrance] = b.block_params(start) else {
        unreachable!("as many as the signature has")
    };
    let places = b.ins().load(
        I64,
        OWN,
        context,
        offset_of!(Context, compiled.places) as i32,
    );
    let leave = b.create_block();
    let blocks = region
        .blocks
        .keys()
        .map(|&first| (first, b.create_block()))
        .collect();
    let mut it = Translator {
        region,
        core,
        memory,
        context,
        places,
        x: [(); 32].map(|()| b.declare_var(I32)),
        f: [(); 32].map(|()| b.declare_var(F64)),
        count: b.declare_var(I64),
        log: b.declare_var(I64),
        charged: b.declare_var(I64),
        blocks,
        leave,
        dirty_x: 0,
        dirty_f: 0,
        before: Before::default(),
        index: 0,
        is_ready: false,
        b,
    };
    it.b.def_var(it.count, count);
    it.b.def_var(it.log, log);
    let nothing = it.b.ins().iconst(I64, 0);
    it.b.def_var(it.charged, nothing);
    it.load_registers();
    it.dispatch(entrance);
    for (&first, block) in &region.blocks {
        it.block(first, block);
    }
    it.leave();
    it.b.seal_all_blocks();
    it.b.finalize(module.target_config());
}

impl Translator<'_> {
    /// All that the region may read; the compiler drops what it does not.
    fn load_registers(&mut self) {
        for number in 0..32 {
            let value = match number {
                0 => self.word(0),
                _ => self.b.ins().load(I32, OWN, self.core, x_offset(number)),
            };
            self.b.def_var(self.x[number], value);
            if self
                .region
                .parts()
                .any(|part| part.op.kind.needs_float_unit())
            {
                let value = self.b.ins().load(F64, OWN, self.core, f_offset(number));
                self.b.def_var(self.f[number], value);
            }
        }
    }

    /// Goes on at the entrance with this number.
    fn dispatch(&mut self, entrance: Value) {
        let first = self.blocks[&self.region.entrances[0]];
        let others = self.region.entrances.iter();
        let others: Vec<ir::Block> = others.map(|index| self.blocks[index]).collect();
        if others.len() == 1 {
            self.b.ins().jump(first, &[]);
            return;
        }
        let pool = &mut self.b.func.dfg.value_lists;
        let first = ir::BlockCall::new(first, [], pool);
        let others: Vec<_> = (others.into_iter())
            .map(|block| ir::BlockCall::new(block, [], pool))
            .collect();
        let table = self.b.create_jump_table(JumpTableData::new(first, &others));
        self.b.ins().br_table(entrance, table);
    }

    fn block(&mut self, first: usize, block: &Block) {
        self.b.switch_to_block(self.blocks[&first]);
        self.before = Before::default();
        self.index = first;
        self.is_ready = false;
        let count = self.b.use_var(self.count);
        let cycles = self.b.ins().ireduce(I32, count);
        let limit = self.context_field(I32, offset_of!(Context, limit));
        let over = self
            .b
            .ins()
            .icmp(IntCC::UnsignedGreaterThanOrEqual, cycles, limit);
        self.leave_if(over, Left::LIMIT);
        let stores = block.parts.iter().filter(|part| part.op.kind.is_memory());
        let stores = stores.filter(|part| !part.op.kind.is_load()).count();
        if stores > 0 {
            let log = self.b.use_var(self.log);
            let room = self.double((stores * size_of::<Entry>()) as u64);
            let last = self.b.ins().iadd(log, room);
            let end = self.context_field(I64, offset_of!(Context, log_end));
            let full = self.b.ins().icmp(IntCC::UnsignedGreaterThan, last, end);
            self.leave_if(full, Left::HANDLER);
        }
        for part in &block.parts {
            self.index = part.index;
            self.part(part);
        }
        let last = block.parts.last().expect("a block has a part");
        if !(last.op.kind.is_branch() || matches!(last.op.kind, Opcode::Jal | Opcode::Jalr)) {
            self.flush();
            self.go(block.next, 0);
        }
    }

    /// One instruction, and what it takes.
    fn part(&mut self, part: &Part) {
        let op = &part.op;
        let kind = op.kind;
        if kind == Opcode::Jalr {
            return self.return_(part);
        }
        if kind.is_memory() {
            self.access(op);
        } else if kind.is_float() {
            self.float(op);
        } else if kind.is_pure() {
            self.integer(op);
        }
        self.before.count += u64::from(op.cost) | ONE_INSTRUCTION;
        self.before.charged +=
            u64::from(part.price.energy) + (u64::from(part.price.words) << WORDS);
        self.before.stores += usize::from(kind.is_memory() && !kind.is_load());
        if kind.is_branch() {
            self.branch(part);
        } else if kind == Opcode::Jal {
            let link = self.address(part.next());
            self.set_x(op.rd, link);
            self.flush();
            self.go(part.target(), self.region.taken);
        }
    }

    fn branch(&mut self, part: &Part) {
        use IntCC::*;
        let op = &part.op;
        let condition = match op.kind {
            Opcode::Beq => Equal,
            Opcode::Bne => NotEqual,
            Opcode::Blt => SignedLessThan,
            Opcode::Bge => SignedGreaterThanOrEqual,
            Opcode::Bltu => UnsignedLessThan,
            _ => UnsignedGreaterThanOrEqual,
        };
        let (a, b) = (self.x(op.rs1), self.x(op.rs2));
        self.flush();
        let holds = self.b.ins().icmp(condition, a, b);
        self.fork(holds, part.target());
        self.go(part.next(), 0);
    }

    /// Jumps to an operation if a condition holds, and goes on with the builder where it does not.
    fn fork(&mut self, condition: Value, target: usize) {
        let (taken, other) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(condition, taken, &[], other, &[]);
        self.b.seal_block(taken);
        self.b.seal_block(other);
        self.b.switch_to_block(taken);
        self.go(target, self.region.taken);
        self.b.switch_to_block(other);
    }

    /// A jump to where a register points: behind one of the region's calls, or the handler does it.
    fn return_(&mut self, part: &Part) {
        let base = self.x(part.op.rs1);
        let offset = self.word(part.op.imm as u32);
        let target = self.b.ins().iadd(base, offset);
        let even = self.word(!1);
        let target = self.b.ins().band(target, even);
        self.flush();
        let own = self.before;
        self.before.count += u64::from(part.op.cost) | ONE_INSTRUCTION;
        self.before.charged +=
            u64::from(part.price.energy) + (u64::from(part.price.words) << WORDS);
        for &place in &self.region.returns {
            let address = self.address(place);
            let is_there = self.b.ins().icmp(IntCC::Equal, target, address);
            self.fork(is_there, place);
        }
        self.before = own;
        self.leave_at(part.index, Left::HANDLER);
    }

    /// The address of an operation.
    fn address(&mut self, index: usize) -> Value {
        self.word(self.region.base.wrapping_add(2 * index as u32))
    }

    /// Ends the block with a jump that takes so many cycles more.
    fn go(&mut self, target: usize, cycles: u32) {
        let Some(&block) = self.blocks.get(&target) else {
            let own = self.before;
            self.before.count += u64::from(cycles);
            self.leave_at(target, Left::GO);
            self.before = own;
            return;
        };
        let count = self.counted(cycles);
        self.b.def_var(self.count, count);
        if self.before.charged > 0 {
            let charged = self.charges();
            self.b.def_var(self.charged, charged);
        }
        if self.before.stores > 0 {
            let log = self.log_place(self.before.stores);
            self.b.def_var(self.log, log);
        }
        self.b.ins().jump(block, &[]);
    }

    fn counted(&mut self, cycles: u32) -> Value {
        let count = self.b.use_var(self.count);
        let more = self.double(self.before.count + u64::from(cycles));
        self.b.ins().iadd(count, more)
    }

    fn charges(&mut self) -> Value {
        let charged = self.b.use_var(self.charged);
        let more = self.double(self.before.charged);
        self.b.ins().iadd(charged, more)
    }

    /// The address of an entry of the log, from the block's begin on.
    fn log_place(&mut self, entries: usize) -> Value {
        let log = self.b.use_var(self.log);
        let more = self.double((entries * size_of::<Entry>()) as u64);
        self.b.ins().iadd(log, more)
    }

    /// The next entry of the undo log.
    pub fn log_entry(&mut self) -> (Value, i32) {
        let log = self.b.use_var(self.log);
        (log, (self.before.stores * size_of::<Entry>()) as i32)
    }

    /// Leaves the region before the instruction at hand if a condition holds.
    pub fn leave_if(&mut self, condition: Value, how: u64) {
        self.leave_if_with(condition, how, |_| {});
    }

    /// The same, after something else.
    pub fn leave_if_with(&mut self, condition: Value, how: u64, first: impl FnOnce(&mut Self)) {
        let (cold, next) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(cold);
        self.b.ins().brif(condition, cold, &[], next, &[]);
        self.b.seal_block(cold);
        self.b.seal_block(next);
        self.b.switch_to_block(cold);
        first(self);
        self.write_dirty();
        self.leave_at(self.index, how);
        self.b.switch_to_block(next);
    }

    fn leave_at(&mut self, index: usize, how: u64) {
        let count = self.counted(0);
        let log = self.log_place(self.before.stores);
        let charged = self.charges();
        let left = self.double((index as u64) << Left::BITS | how);
        let arguments: [BlockArg; 4] = [count, log, charged, left].map(BlockArg::from);
        self.b.ins().jump(self.leave, &arguments);
    }

    fn leave(&mut self) {
        self.b.switch_to_block(self.leave);
        for (kind, offset) in [
            (I64, offset_of!(Context, compiled.count)),
            (I64, offset_of!(Context, compiled.log)),
            (I64, offset_of!(Context, compiled.charged)),
        ] {
            let value = self.b.append_block_param(self.leave, kind);
            self.b.ins().store(OWN, value, self.context, offset as i32);
        }
        let left = self.b.append_block_param(self.leave, I64);
        self.b.ins().return_(&[left]);
    }

    /// Writes what the core does not have yet.
    fn write_dirty(&mut self) {
        for number in 0..32 {
            if self.dirty_x >> number & 1 != 0 {
                let value = self.b.use_var(self.x[number]);
                self.b.ins().store(OWN, value, self.core, x_offset(number));
            }
            if self.dirty_f >> number & 1 != 0 {
                let value = self.b.use_var(self.f[number]);
                self.b.ins().store(OWN, value, self.core, f_offset(number));
            }
        }
    }

    fn flush(&mut self) {
        self.write_dirty();
        (self.dirty_x, self.dirty_f) = (0, 0);
    }

    pub fn x(&mut self, number: u8) -> Value {
        match number {
            0 => self.word(0),
            _ => self.b.use_var(self.x[usize::from(number)]),
        }
    }

    pub fn set_x(&mut self, number: u8, value: Value) {
        if number != 0 {
            self.b.def_var(self.x[usize::from(number)], value);
            self.dirty_x |= 1 << number;
        }
    }

    pub fn f(&mut self, number: u8) -> Value {
        self.b.use_var(self.f[usize::from(number)])
    }

    pub fn set_f(&mut self, number: u8, value: Value) {
        self.b.def_var(self.f[usize::from(number)], value);
        self.dirty_f |= 1 << number;
    }

    pub fn word(&mut self, value: u32) -> Value {
        self.b.ins().iconst(I32, i64::from(value))
    }

    pub fn double(&mut self, value: u64) -> Value {
        self.b.ins().iconst(I64, value as i64)
    }

    pub fn context_field(&mut self, kind: Type, offset: usize) -> Value {
        self.b.ins().load(kind, OWN, self.context, offset as i32)
    }

    pub fn core_field(&mut self, offset: usize) -> Value {
        self.b.ins().load(I32, OWN, self.core, offset as i32)
    }
}

fn x_offset(number: usize) -> i32 {
    (offset_of!(Core, x) + 4 * number) as i32
}

fn f_offset(number: usize) -> i32 {
    (offset_of!(Core, f) + 8 * number) as i32
}
