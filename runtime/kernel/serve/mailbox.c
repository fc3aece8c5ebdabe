/* Mailboxes. The hardware's part is one slot for each sending cluster; the ports are virtual.
 *
 * A reader looks into the table of buffers first, then at the slots. While a reader waits, what the
 * slots have for other ports goes into the table. Without one, or when the table is full, it stays
 * in its slot, and the next sender of that cluster waits. Messages of a cluster are in one slot
 * one after the other, so those of a process for a port arrive in their order. */
#include "kernel/serve/kernel.h"

#define BUFFERS 64 /* in the table, unless ONCHIP_KERNEL_BUFFERS says otherwise */

struct buffer {
    struct buffer *next;
    int from;
    struct oc_kernel_slot slot;
};

static struct oc_kernel_slot *slots;
/* The clusters whose slots are full, in the order in which they became so. */
static uint16_t *full;
static int full_count;
/* For each receiving cluster: the waiting writers, and whether the slot is full. */
static struct line *writers;
static bool *is_taken;
static struct line readers;
static struct buffer *table, **table_end = &table;
static int table_room;
static bool is_new; /* something may be deliverable */

struct oc_kernel_slot *oc_kernel_mailbox_start(void) {
    size_t count = (size_t)oc_kernel_count;
    slots = oc_kernel_take(count * sizeof *slots);
    full = oc_kernel_take(count * sizeof *full);
    writers = oc_kernel_take(count * sizeof *writers);
    is_taken = oc_kernel_take(count * sizeof *is_taken);
    table_room = oc_kernel_setting("ONCHIP_KERNEL_BUFFERS", BUFFERS);
    return slots;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void fill(int cluster, struct object *writer) {
    struct oc_kernel_slot message = {.port = (uint32_t)writer->port, .bytes = writer->bytes};
    memcpy(message.message, writer->message, writer->bytes);
    size_t bytes = offsetof(struct oc_kernel_slot, message) + writer->bytes;
    is_taken[cluster] = true;
    if (cluster == oc_kernel_self) {
        memcpy(&slots[cluster], &message, bytes);
        oc_kernel_mailbox_arrived(cluster);
    } else {
        hal_address slot = (hal_address)oc_kernel_place(cluster)->slots +
                           (size_t)oc_kernel_self * sizeof(struct oc_kernel_slot);
        hal_finish(hal_put(slot, &message, bytes));
        oc_kernel_send_head(cluster, (struct oc_kernel_element){.kind = MAIL});
    }
    oc_kernel_complete(writer, (int32_t)writer->bytes);
}

static void fill_next(int cluster) {
    struct object *writer = writers[cluster].first;
    if (!writer || is_taken[cluster])
        return;
    oc_kernel_leave(&writers[cluster], writer);
    fill(cluster, writer);
}

void oc_kernel_mailbox_write(struct object *object) {
    if (!object->message)
        object->message = oc_kernel_take(KMAILBOX_MESSAGE_SIZE);
    if (object->bytes)
        hal_finish(hal_get(object->message, object->address, object->bytes));
    oc_kernel_join(&writers[object->remote], object);
    fill_next(object->remote);
}

void oc_kernel_mailbox_taken(int by) {
    is_taken[by] = false;
    fill_next(by);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void deliver(struct object *reader, const struct oc_kernel_slot *slot) {
    uint32_t bytes = slot->bytes < reader->bytes ? slot->bytes : reader->bytes;
    if (bytes)
        hal_finish(hal_put(reader->address, slot->message, bytes));
    oc_kernel_leave(&readers, reader);
    oc_kernel_complete(reader, (int32_t)bytes);
}

static bool takes(const struct object *reader, uint32_t port, int from) {
    return reader->port == (int)port && (reader->remote == KNODE_ANY || reader->remote == from);
}

void oc_kernel_mailbox_read(struct object *object) {
    oc_kernel_join(&readers, object);
    for (struct buffer **at = &table; *at; at = &(*at)->next) {
        struct buffer *buffer = *at;
        if (!takes(object, buffer->slot.port, buffer->from))
            continue;
        deliver(object, &buffer->slot);
        *at = buffer->next;
        if (!*at)
            table_end = at;
        free(buffer);
        table_room++;
        break;
    }
    is_new = true;
}

void oc_kernel_mailbox_abandon(struct object *object) {
    oc_kernel_leave(&readers, object);
}

void oc_kernel_mailbox_arrived(int from) {
    full[full_count++] = (uint16_t)from;
    is_new = true;
}

static void empty(int index) {
    int from = full[index];
    full_count--;
    memmove(full + index, full + index + 1, (size_t)(full_count - index) * sizeof *full);
    if (from == oc_kernel_self)
        oc_kernel_mailbox_taken(from);
    else
        oc_kernel_send_head(from, (struct oc_kernel_element){.kind = MAIL_TAKEN});
}

static struct object *reader_of(const struct oc_kernel_slot *slot, int from) {
    for (struct object *reader = readers.first; reader; reader = reader->next) {
        if (takes(reader, slot->port, from) && !hal_has_ended(reader->place))
            return reader;
    }
    return NULL;
}

static void buffer(const struct oc_kernel_slot *slot, int from) {
    struct buffer *made = oc_kernel_take(sizeof *made);
    made->from = from;
    memcpy(&made->slot, slot, offsetof(struct oc_kernel_slot, message) + slot->bytes);
    *table_end = made;
    table_end = &made->next;
    table_room--;
}

bool oc_kernel_mailbox_pump(void) {
    if (!is_new)
        return false;
    is_new = false;
    bool any = false;
    for (int index = 0; index < full_count;) {
        int from = full[index];
        struct object *reader = reader_of(&slots[from], from);
        if (reader)
            deliver(reader, &slots[from]);
        else if (readers.first && table_room > 0)
            buffer(&slots[from], from);
        else {
            index++;
            continue;
        }
        any = true;
        empty(index);
    }
    return any;
}
