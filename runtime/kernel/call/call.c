/* Sends a call to the kernel's inbox and waits for the answer. While it waits, the process moves
 * the data of those of its writes to portals that the kernel has granted. */
#include "kernel/call/call.h"

#include "hal/store.h"

#define POLL 200 /* cycles between two checks whether the kernel has started */

struct oc_kernel_handle oc_kernel_handles[KOBJECTS];
static int cluster = -1;

int oc_kernel_cluster(void) {
    if (cluster < 0)
        cluster = hal_cluster_of(hal_place());
    return cluster;
}

static struct oc_kernel_record *own_record(void) {
    return (struct oc_kernel_record *)((char *)hal_shared() + KERNEL_OFFSET);
}

static hal_address inbox(void) {
    static hal_address found;
    if (found)
        return found;
    hal_address serves = hal_shared_of(hal_places() + oc_kernel_cluster());
    hal_arm(hal_shared(), sizeof(uint32_t));
    while (!hal_load(serves))
        hal_wait(hal_cycles() + POLL);
    return found = oc_kernel_inbox(cluster);
}

/* Each call of the kernel begins with this function. It lets the cycles pass that a call costs the
 * caller (hal_enter_kernel()), and returns the kernel's inbox. If the first call costs no cycles,
 * later calls do not check again. */
static hal_address enter(void) {
    static hal_address free_of_charge;
    if (free_of_charge)
        return free_of_charge;
    hal_address entered = inbox();
    if (!hal_enter_kernel())
        free_of_charge = entered;
    return entered;
}

/* Moves the data of a granted write in pieces of KPORTAL_PIECE_SIZE bytes, two at a time. If the
 * last piece has fewer bytes, padding to this size is sent as well. */
static void move(const struct oc_kernel_record *record) {
    struct oc_kernel_handle *handle = oc_kernel_handles;
    while (handle->kind != PORTAL_OUT || handle->id != (int32_t)record->granted)
        handle++;
    hal_address to = (hal_address)record->address;
    const char *from = handle->data;
    size_t whole = handle->bytes - handle->bytes % KPORTAL_PIECE_SIZE;
    hal_transfer before = 0;
    for (size_t at = 0; at < whole; at += KPORTAL_PIECE_SIZE) {
        hal_transfer piece = hal_put(to + at, from + at, KPORTAL_PIECE_SIZE);
        if (at)
            hal_finish(before);
        before = piece;
    }
    size_t rest = handle->bytes - whole;
    if (rest) {
        hal_transfer data = hal_put(to + whole, from + whole, rest);
        hal_finish(hal_put((hal_address)record->rest, hal_shared(), KPORTAL_PIECE_SIZE - rest));
        hal_finish(data);
    }
    if (whole)
        hal_finish(before);
    struct oc_kernel_element moved = {
        .kind = CALL_MOVED, .from = (uint16_t)hal_place(), .id = handle->id};
    hal_enqueue(inbox(), &moved, ELEMENT_HEAD);
}

bool oc_kernel_move_granted(void) {
    struct oc_kernel_record *record = own_record();
    if (!hal_observe(&record->is_granted))
        return false;
    record->is_granted = 0;
    move(record);
    return true;
}

static void describe_wait(const char *call, const struct oc_kernel_handle *waits_for) {
    int node = waits_for ? waits_for->node : cluster;
    hal_waiting.peer = HAL_WAIT_CLUSTER + node;
    hal_waiting.tag = HAL_WAIT_NO_TAG;
    if (waits_for) {
        bool is_sync = waits_for->kind == SYNC_IN || waits_for->kind == SYNC_OUT;
        if (node == KNODE_ANY)
            hal_waiting.peer = is_sync ? HAL_WAIT_ALL_CLUSTERS : HAL_WAIT_ANY_CLUSTER;
        if (!is_sync)
            hal_waiting.tag = waits_for->port;
    }
    hal_waiting.call = call;
}

int oc_kernel_call(struct oc_kernel_element *element, size_t bytes, const char *call,
                   const struct oc_kernel_handle *waits_for) {
    if (oc_kernel_cluster() < 0)
        return -ENOSYS;
    struct oc_kernel_record *record = own_record();
    element->from = (uint16_t)hal_place();
    record->done = 0;
    hal_enqueue(enter(), element, bytes);
    describe_wait(call, waits_for);
    for (;;) {
        hal_arm(record, sizeof *record);
        if (oc_kernel_move_granted())
            continue;
        if (hal_observe(&record->done))
            break;
        hal_wait(HAL_NEVER);
    }
    hal_waiting.call = NULL;
    return (int)record->value;
}

int oc_kernel_open(struct oc_kernel_element *element, size_t bytes, uint32_t kind, int node,
                   int port, const char *call) {
    int number = 0;
    while (number < KOBJECTS && oc_kernel_handles[number].kind)
        number++;
    if (number == KOBJECTS)
        return -EMFILE;
    element->kind = CALL_OPEN;
    element->object = kind;
    int id = oc_kernel_call(element, bytes, call, NULL);
    if (id < 0)
        return id;
    oc_kernel_handles[number] =
        (struct oc_kernel_handle){.kind = kind, .id = id, .node = node, .port = port};
    return number;
}

int oc_kernel_close(int number, uint32_t kind, const char *call) {
    struct oc_kernel_handle *handle = oc_kernel_handle(number, kind, kind);
    if (!handle)
        return -EBADF;
    int error = oc_kernel_operate(handle, CALL_CLOSE, NULL, 0, call);
    if (!error)
        handle->kind = FREE;
    return error;
}

int oc_kernel_operate(struct oc_kernel_handle *handle, uint32_t kind, const void *buffer,
                      size_t bytes, const char *call) {
    struct oc_kernel_element element;
    element.kind = (uint16_t)kind;
    element.id = handle->id;
    element.address = buffer ? hal_global(buffer) : 0;
    element.bytes = (uint32_t)bytes;
    element.object = 0;
    return oc_kernel_call(&element, ELEMENT_HEAD, call, handle);
}

int oc_kernel_write(struct oc_kernel_handle *handle, uint32_t kind, const void *message,
                    size_t bytes, const char *call) {
    struct oc_kernel_element element;
    element.kind = (uint16_t)kind;
    element.id = handle->id;
    element.bytes = (uint32_t)bytes;
    element.object = 0;
    if (bytes > KERNEL_SHORT)
        element.address = hal_global(message);
    else if (bytes)
        memcpy(element.message, message, bytes);
    return oc_kernel_call(&element, oc_kernel_with_message(bytes <= KERNEL_SHORT ? bytes : 0), call,
                          handle);
}

void oc_kernel_begin(int number, const struct oc_kernel_begin *what) {
    struct oc_kernel_handle *handle = &oc_kernel_handles[number];
    handle->data = what->buffer;
    handle->bytes = (uint32_t)what->bytes;
    struct oc_kernel_element element;
    element.kind = (uint16_t)what->kind;
    element.from = (uint16_t)hal_place();
    element.id = handle->id;
    element.remote = what->node;
    element.port = what->port;
    element.bytes = (uint32_t)what->bytes;
    element.object = (uint32_t)((const char *)what->notice - (const char *)hal_shared());
    size_t bytes = ELEMENT_HEAD;
    if (handle->kind == MAILBOX_OUT && what->bytes <= KERNEL_SHORT) {
        memcpy(element.message, what->buffer, what->bytes);
        bytes = oc_kernel_with_message(what->bytes);
    } else if (handle->kind != PORTAL_OUT) {
        element.address = what->buffer ? hal_global(what->buffer) : 0;
    }
    hal_enqueue(enter(), &element, bytes);
}

int kcall(void) {
    struct oc_kernel_element element = {.kind = CALL_NOTHING};
    return oc_kernel_call(&element, ELEMENT_HEAD, "kcall", NULL);
}
