//! Running ahead with energy: an instruction is charged before its handler executes it.
//!
//! Code without prices uses none of this.

use super::super::code::Op;
use super::super::price::Price;
use super::super::undo::Entry;
use super::{alone, check_time, traced_handler, Context, Core, Handler, Tracing};

/// The price of an operation, and the handler that executes it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(in crate::core) struct Charge {
    handler: Handler,
    price: Price,
}

/// Operations whose handlers charge, and, by the same index, their charges.
pub(in crate::core) struct Priced {
    pub ops: Vec<Op>,
    pub charges: Vec<Charge>,
}

impl Priced {
    /// Operations with these prices. No pair is fused, so that each operation is charged.
    pub fn new(ops: &[Op], prices: &[Price], tracing: Tracing) -> Priced {
        let alone = alone(ops);
        let charges = alone.iter().zip(prices).map(|(op, &price)| Charge {
            handler: traced_handler(op, tracing),
            price,
        });
        Priced {
            charges: charges.collect(),
            ops: (alone.iter())
                .map(|op| match op.run {
                    // No core executes this operation here.
                    0 => op.clone(),
                    _ if op.checks_time() => op.with(check_time),
                    _ => op.with(charge),
                })
                .collect(),
        }
    }
}

/// Charges an operation, and executes it.
pub(super) unsafe fn charge(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    let index = op.offset_from_unsigned((*context).first);
    let Charge { handler, price } = *(*context).charges.add(index);
    (*core).spent.add(price);
    handler(core, op, memory, context, count, log)
}

/// Takes back the charge for the operation at which a slice has stopped, if its handler has refused
/// it.
///
/// # Safety
/// As for [`Handler`].
pub(super) unsafe fn refund(core: &mut Core, context: &Context) {
    let op = context.exit_op;
    if context.charges.is_null() || (*op).run == 0 {
        return;
    }
    let index = op.offset_from_unsigned(context.first);
    core.spent.refund((*context.charges.add(index)).price);
}
