/* Portals. The modelled hardware has one input, which one transfer at a time uses. A transfer holds
 * this input only while both sides are ready and the data move.
 *
 *   reader's kernel      writer's kernel
 *        ── ALLOWED ──────────►           kportal_allow
 *        ◄────────── READY ───            kportal_write, when it is allowed
 *        ── GRANTED ──────────►           kportal_read, when the input is free
 *        ◄─── data, MOVED ────            the writer puts them into the reader's buffer */
#include "kernel/serve/kernel.h"

struct allowance {
    struct allowance *next;
    int reader; /* the reader's cluster */
    int to;     /* the reader's port */
    int by;     /* the writer's port, or KPORT_ANY */
};

static struct allowance *allowances, **allowances_end = &allowances;
static struct waiters writers; /* writers that wait to be allowed */
static struct waiters readers; /* readers that wait for the input */
static struct object *using;   /* the reader that uses the input */
static struct waiters granted; /* writers that have to move their data */

/* ---- The reader's side ----------------------------------------------------------------------- */

int32_t oc_kernel_portal_allow(struct object *object, int remote, int port) {
    if (object->kind != PORTAL_IN)
        return -EBADF;
    if (object->is_allowed || object->operation != NONE)
        return -EBUSY;
    object->is_allowed = true;
    object->is_ready = false;
    object->remote = remote;
    oc_kernel_send_head(
        remote, (struct oc_kernel_element){.kind = ALLOWED, .port = object->port, .remote = port});
    return 0;
}

static void use(struct object *reader) {
    using = reader;
    oc_kernel_note(reader, 0, NOTICE_STARTED);
    struct oc_kernel_element element = {
        .kind = GRANTED,
        .id = reader->writer_id,
        .address = reader->address,
    };
    element.rest = ((const struct oc_kernel_memory *)hal_shared())->rest;
    oc_kernel_send(reader->writer, &element, sizeof element);
}

/* Starts the transfer if both writer and reader are ready. */
static void meet(struct object *reader) {
    if (!reader->is_ready || reader->operation != STARTED)
        return;
    if (reader->bytes != reader->writer_bytes) {
        oc_kernel_send_head(reader->writer,
                            (struct oc_kernel_element){.kind = REFUSED, .id = reader->writer_id});
        reader->is_allowed = false;
        oc_kernel_complete(reader, -EMSGSIZE);
    } else if (using) {
        oc_kernel_join(&readers, reader);
    } else {
        use(reader);
    }
}

void oc_kernel_portal_read(struct object *object) {
    if (object->is_allowed)
        meet(object);
    else
        oc_kernel_complete(object, -EACCES);
}

static void moved(void) {
    struct object *reader = using;
    using = NULL;
    reader->is_allowed = false;
    oc_kernel_complete(reader, (int32_t)reader->bytes);
    struct object *next = readers.first;
    if (next) {
        oc_kernel_leave(&readers, next);
        use(next);
    }
}

/* ---- The writer's side ----------------------------------------------------------------------- */

static bool is_for(const struct allowance *allowance, const struct object *writer) {
    return allowance->reader == writer->remote && allowance->to == writer->port &&
           (allowance->by == KPORT_ANY || allowance->by == writer->id);
}

static void ready(struct object *writer) {
    oc_kernel_send_head(writer->remote, (struct oc_kernel_element){.kind = READY,
                                                                   .id = writer->id,
                                                                   .port = writer->port,
                                                                   .bytes = writer->bytes});
}

void oc_kernel_portal_write(struct object *object) {
    for (struct allowance **at = &allowances; *at; at = &(*at)->next) {
        struct allowance *allowance = *at;
        if (!is_for(allowance, object))
            continue;
        *at = allowance->next;
        if (!*at)
            allowances_end = at;
        free(allowance);
        ready(object);
        return;
    }
    oc_kernel_join(&writers, object);
}

static void allowed(const struct oc_kernel_element *element) {
    struct allowance allowance = {
        .reader = element->from, .to = element->port, .by = element->remote};
    for (struct object *writer = writers.first; writer; writer = writer->next) {
        if (is_for(&allowance, writer)) {
            oc_kernel_leave(&writers, writer);
            ready(writer);
            return;
        }
    }
    struct allowance *kept = oc_kernel_take(sizeof *kept);
    *kept = allowance;
    *allowances_end = kept;
    allowances_end = &kept->next;
}

/* Tells the process that owns the object that its write is granted. The process' record has room
 * for only one granted transfer. */
static void notify_owner(const struct object *writer) {
    hal_address record = hal_shared_of(writer->place) + KERNEL_OFFSET;
    uint64_t values[] = {writer->granted, writer->rest};
    for (size_t i = 0; i < 2; i++) {
        hal_address to = record + offsetof(struct oc_kernel_record, address) + i * sizeof(uint64_t);
        hal_store(to, (uint32_t)values[i]);
        hal_store(to + sizeof(uint32_t), (uint32_t)(values[i] >> 32));
    }
    hal_store_two(record + offsetof(struct oc_kernel_record, granted), (uint32_t)writer->id, 1);
}

static const struct object *first_of(int place) {
    const struct object *writer = granted.first;
    while (writer && writer->place != place)
        writer = writer->next;
    return writer;
}

void oc_kernel_portal_moved(struct object *object) {
    oc_kernel_leave(&granted, object);
    oc_kernel_send_head(object->remote, (struct oc_kernel_element){.kind = MOVED});
    oc_kernel_complete(object, (int32_t)object->bytes);
    const struct object *next = first_of(object->place);
    if (next)
        notify_owner(next);
}

/* ---- Both sides ------------------------------------------------------------------------------ */

void oc_kernel_portal_message(const struct oc_kernel_element *element) {
    struct object *object;
    switch (element->kind) {
    case ALLOWED:
        allowed(element);
        break;
    case READY:
        object = oc_kernel_with_port(PORTAL_IN, element->port);
        object->is_ready = true;
        object->writer = element->from;
        object->writer_id = element->id;
        object->writer_bytes = element->bytes;
        meet(object);
        break;
    case GRANTED:
        object = oc_kernel_object(element->id);
        object->granted = element->address;
        object->rest = element->rest;
        bool is_only = !first_of(object->place);
        oc_kernel_join(&granted, object);
        if (is_only)
            notify_owner(object);
        break;
    case REFUSED:
        oc_kernel_complete(oc_kernel_object(element->id), -EMSGSIZE);
        break;
    case MOVED:
        moved();
        break;
    }
}
