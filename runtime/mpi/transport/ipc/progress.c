/* Handles events of this process' mailboxes, portals and slots. */
#include "mpi/transport/ipc/ipc.h"

void oc_ipc_read_next(void) {
    struct oc_ipc_block *block = oc_ipc_block();
    block->arrived.state = 0;
    oc_kernel_begin(oc_ipc.mailbox_in, &(struct oc_kernel_begin){.kind = CALL_START,
                                                                 .buffer = block->in,
                                                                 .bytes = KMAILBOX_MESSAGE_SIZE,
                                                                 .notice = &block->arrived});
}

static bool handle(const struct oc_ipc_message *message) {
    switch (message->kind) {
    case OC_IPC_CONFIRM:
        oc_ipc_confirmed(message);
        return true;
    case OC_IPC_STARTED:
        oc_ipc_started(message);
        return true;
    case OC_IPC_HOLD:
        oc_ipc_peer(oc_ipc_port(message->from.port))->is_short = true;
        return true;
    default:
        return oc_ipc_arrive(message);
    }
}

static bool take_message(void) {
    const struct oc_ipc_block *block = oc_ipc_block();
    if (!hal_observe(&block->arrived.state))
        return false;
    oc_ipc_is_held = !handle((const struct oc_ipc_message *)block->in);
    if (oc_ipc_is_held)
        return false;
    oc_ipc_read_next();
    return true;
}

static bool handle_next(void) {
    return oc_kernel_move_granted() || (!oc_ipc_is_held && take_message()) ||
           oc_ipc_sends_progress() || oc_ipc_receives_progress() || oc_ipc_slots_progress() ||
           oc_ipc_outbox_progress() || oc_ipc_copies_progress();
}

/* The caller sleeps next if this function returns false. The function therefore arms the shared
 * block up to and including the kernel's record, because oc_transport_arm() watches only the words
 * in front of that record. */
bool oc_transport_progress(void) {
    bool was_held = oc_ipc_is_held, any = handle_next();
    if (!any) {
        hal_arm(oc_transport_block, KERNEL_OFFSET + sizeof(struct oc_kernel_record));
        any = handle_next() || (oc_ipc_is_held && take_message());
    }
    if (__builtin_expect(was_held || oc_ipc_is_held, false))
        oc_ipc_held_check(any);
    return any;
}
