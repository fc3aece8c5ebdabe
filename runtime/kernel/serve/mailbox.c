/* Mailboxes. The modelled hardware has one slot for each sending cluster; the ports exist only in
 * the kernel.
 *
 * A reader first searches the table of buffers, then the slots. While a reader waits, messages in
 * the slots that are for other ports move to the table. If no reader waits or the table is full, a
 * message stays in its slot and the next sender of that cluster waits. All messages of a cluster go
 * through one slot one after the other, so messages of one process for one port arrive in order. */
#include "kernel/serve/kernel.h"

#define BUFFERS 64 /* buffers in the table, unless ONCHIP_KERNEL_BUFFERS is set */

struct buffer {
    struct buffer *next;
    int from;
    struct oc_kernel_slot slot;
};

static struct oc_kernel_slot *slots;
/* The clusters whose slots are full, in the order in which the slots were filled. */
static uint16_t *full;
static int full_count;
/* The waiting writers of each receiving cluster, and whether its slot is full. */
static struct waiters *writers;
static bool *is_taken;
static int readers; /* number of waiting readers */
static struct buffer *table, **table_end = &table, *unused;
static int table_room;
static bool is_new; /* a message may have become deliverable */

struct oc_kernel_slot *oc_kernel_mailbox_start(void) {
    size_t count = (size_t)oc_kernel_count;
    slots = oc_kernel_take(count * sizeof *slots);
    full = oc_kernel_take(count * sizeof *full);
    writers = oc_kernel_take(count * sizeof *writers);
    is_taken = oc_kernel_take(count * sizeof *is_taken);
    table_room = oc_kernel_setting("ONCHIP_KERNEL_BUFFERS", BUFFERS);
    return slots;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

/* Copies whole words between elements and slots, which have room for them. */
static inline void copy_words(uint32_t *to, const uint32_t *from, uint32_t bytes) {
    for (const uint32_t *end = from + (bytes + 3) / 4; from != end;)
        *to++ = *from++;
}

static const uint32_t *short_message(const struct oc_kernel_element *element) {
    return (const uint32_t *)element->message;
}

/* Whether the whole buffer is in the shared block of the process that owns the object. The kernel
 * reaches such a buffer without a transfer. */
static inline bool is_in_block(const struct object *object, uint32_t bytes) {
    hal_address start = object->address - hal_shared_of(object->place);
    return start < HAL_SHARED_BYTES && bytes <= HAL_SHARED_BYTES - start && start % 4 == 0;
}

/* Gives a message to its reader. */
static inline void deliver(struct object *reader, const uint32_t *message, uint32_t bytes) {
    if (bytes > reader->bytes)
        bytes = reader->bytes;
    if (bytes <= KERNEL_SHORT && bytes % 4 == 0 && is_in_block(reader, bytes)) {
        hal_address to = reader->address, end = to + bytes;
        for (; end - to >= 16; to += 16, message += 4) {
            hal_store(to, message[0]);
            hal_store(to + 4, message[1]);
            hal_store(to + 8, message[2]);
            hal_store(to + 12, message[3]);
        }
        for (; to != end; to += 4)
            hal_store(to, *message++);
    } else if (bytes) {
        hal_finish(hal_put(reader->address, message, bytes));
    }
    readers--;
    oc_kernel_complete(reader, (int32_t)bytes);
}

/* The reader that waits for a message from this cluster for this port, or null. */
static inline struct object *reader_of(uint32_t port, int from) {
    struct object *reader = readers ? oc_kernel_with_port(MAILBOX_IN, (int)port) : NULL;
    bool takes = reader && reader->operation == STARTED &&
                 (reader->remote == KNODE_ANY || reader->remote == from) &&
                 !hal_has_ended(reader->place);
    return takes ? reader : NULL;
}

static inline void note_full(int from) {
    full[full_count++] = (uint16_t)from;
    is_new = true;
}

/* Handles a message for a slot that is empty: gives the message to its reader or puts it into the
 * slot. Returns true if the slot is empty afterwards. */
static inline bool take_in(int from, uint32_t port, const uint32_t *message, uint32_t bytes) {
    struct object *reader = reader_of(port, from);
    if (reader) {
        deliver(reader, message, bytes);
        return true;
    }
    struct oc_kernel_slot *slot = &slots[from];
    slot->port = port;
    slot->bytes = bytes;
    copy_words((uint32_t *)slot->message, message, bytes);
    note_full(from);
    return false;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void fill(int cluster, struct object *writer, const uint32_t *message) {
    uint32_t bytes = writer->bytes;
    if (cluster == oc_kernel_self) {
        is_taken[cluster] = !take_in(cluster, (uint32_t)writer->port, message, bytes);
        oc_kernel_complete(writer, (int32_t)bytes);
        return;
    }
    struct oc_kernel_element mail;
    mail.kind = MAIL;
    mail.port = writer->port;
    mail.bytes = bytes;
    is_taken[cluster] = true;
    if (bytes <= KERNEL_SHORT) {
        copy_words((uint32_t *)mail.message, message, bytes);
    } else {
        hal_address slot = (hal_address)oc_kernel_memory_of(cluster)->slots +
                           (size_t)oc_kernel_self * sizeof(struct oc_kernel_slot) +
                           offsetof(struct oc_kernel_slot, message);
        hal_finish(hal_put(slot, message, bytes));
        bytes = 0;
    }
    oc_kernel_send(cluster, &mail, oc_kernel_with_message(bytes));
    oc_kernel_complete(writer, (int32_t)writer->bytes);
}

static void fill_next(int cluster) {
    struct object *writer;
    while (!is_taken[cluster] && (writer = writers[cluster].first)) {
        oc_kernel_leave(&writers[cluster], writer);
        fill(cluster, writer, (const uint32_t *)writer->message->message);
    }
}

/* Allocates the buffer in which a message waits for its slot. Returns false if there is no memory;
 * the kernel then refuses the call. */
__attribute__((noinline, cold)) static bool make_message(struct object *object) {
    object->message = oc_kernel_has_memory() ? calloc(1, sizeof *object->message) : NULL;
    if (!object->message)
        oc_kernel_complete(object, -ENOMEM);
    return object->message;
}

void oc_kernel_mailbox_write(struct object *object, const struct oc_kernel_element *call) {
    int cluster = object->remote;
    bool is_short = object->bytes <= KERNEL_SHORT;
    bool is_next = !is_taken[cluster] && !writers[cluster].first;
    if (is_short && is_next) {
        fill(cluster, object, short_message(call));
        return;
    }
    if (!object->message && !make_message(object))
        return;
    uint32_t *message = (uint32_t *)object->message->message;
    if (is_short)
        copy_words(message, short_message(call), object->bytes);
    else
        hal_finish(hal_get(message, object->address, object->bytes));
    if (is_next)
        fill(cluster, object, message);
    else
        oc_kernel_join(&writers[cluster], object);
}

void oc_kernel_mailbox_taken(int by) {
    is_taken[by] = false;
    fill_next(by);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void deliver_slot(struct object *reader, const struct oc_kernel_slot *slot) {
    deliver(reader, (const uint32_t *)slot->message, slot->bytes);
}

static bool takes(const struct object *reader, const struct buffer *buffer) {
    return reader->port == (int)buffer->slot.port &&
           (reader->remote == KNODE_ANY || reader->remote == buffer->from);
}

static void take_out(struct buffer **at) {
    struct buffer *buffer = *at;
    *at = buffer->next;
    if (!*at)
        table_end = at;
    buffer->next = unused;
    unused = buffer;
    table_room++;
}

void oc_kernel_mailbox_read(struct object *object) {
    readers++;
    is_new = full_count > 0;
    for (struct buffer **at = &table; *at; at = &(*at)->next) {
        if (!takes(object, *at))
            continue;
        deliver_slot(object, &(*at)->slot);
        take_out(at);
        return;
    }
}

void oc_kernel_mailbox_abandon(struct object *object) {
    readers -= object->operation == STARTED;
}

void oc_kernel_mailbox_arrived(const struct oc_kernel_element *mail) {
    int from = mail->from;
    if (mail->bytes > KERNEL_SHORT) {
        slots[from].port = (uint32_t)mail->port;
        slots[from].bytes = mail->bytes;
        note_full(from);
    } else if (take_in(from, (uint32_t)mail->port, short_message(mail), mail->bytes)) {
        oc_kernel_send_head(from, (struct oc_kernel_element){.kind = MAIL_TAKEN});
    }
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

/* Allocates a buffer of the table. Returns false if there is no memory. The function is not
 * inlined, so that messages that need no buffer stay fast. */
__attribute__((noinline, cold)) static bool make_buffer(void) {
    unused = oc_kernel_has_memory() ? calloc(1, sizeof *unused) : NULL;
    return unused;
}

static void buffer(const struct oc_kernel_slot *slot, int from) {
    struct buffer *made = unused;
    unused = made->next;
    made->next = NULL;
    made->from = from;
    copy_words((uint32_t *)&made->slot, (const uint32_t *)slot,
               offsetof(struct oc_kernel_slot, message) + slot->bytes);
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
        struct object *reader = reader_of(slots[from].port, from);
        if (reader)
            deliver_slot(reader, &slots[from]);
        else if (readers && table_room > 0 && (unused || make_buffer()))
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
