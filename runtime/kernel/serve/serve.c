/* The kernel's loop. It handles calls of the cluster's processes and messages of other kernels. */
#include "hal/store.h"
#include "kernel/serve/kernel.h"

#define RETRY 100 /* cycles before a full inbox is tried again */

int oc_kernel_self;
int oc_kernel_count;

static unsigned char *ring;
static uint32_t elements, next;

/* Messages that wait for room in the inbox of another kernel, or wait until this kernel handles
 * them. */
struct letter {
    struct letter *next;
    size_t bytes;
    struct oc_kernel_element element;
};
static struct post {
    struct letter *first, **end;
    struct oc_kernel_memory memory;
} * posts;
static struct letter *unused;
static int waiting; /* number of messages in the queues of `posts` */

void *oc_kernel_take(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory) {
        static const char text[] =
            "onchip: the kernel has no memory left; a larger tile.memory_kb helps\n";
        hal_write(2, text, sizeof text - 1);
        hal_abort(1);
    }
    return memory;
}

/* The number of bytes that calls leave free in the heap, for three purposes: messages to kernels
 * whose inbox is full, signals of syncs that have not been created, and allowances (portal.c). */
#define RESERVE 4096

bool oc_kernel_has_memory(void) {
    if (hal_heap_left() >= RESERVE)
        return true;
    void *reserve = malloc(RESERVE); /* succeeds if there is a freed block of this size */
    free(reserve);
    return reserve;
}

int oc_kernel_setting(const char *name, int otherwise) {
    const char *text = getenv(name);
    int value = text ? atoi(text) : otherwise;
    return value < 0 ? otherwise : value;
}

const struct oc_kernel_memory *oc_kernel_memory_of(int cluster) {
    struct oc_kernel_memory *memory = &posts[cluster].memory;
    if (!memory->serves) {
        hal_address there = hal_shared_of(hal_places() + cluster);
        while (!hal_load(there))
            hal_wait(hal_cycles() + RETRY);
        hal_finish(hal_get(memory, there, sizeof *memory));
    }
    return memory;
}

static void keep(struct post *post, const struct oc_kernel_element *element, size_t bytes) {
    struct letter *letter = unused ? unused : oc_kernel_take(sizeof *letter);
    unused = unused ? unused->next : NULL;
    letter->next = NULL;
    letter->bytes = bytes;
    memcpy(&letter->element, element, bytes);
    *post->end = letter;
    post->end = &letter->next;
    waiting++;
}

static void drop(struct post *post) {
    struct letter *letter = post->first;
    post->first = letter->next;
    if (!post->first)
        post->end = &post->first;
    letter->next = unused;
    unused = letter;
    waiting--;
}

static bool put(int cluster, const struct oc_kernel_element *element, size_t bytes) {
    return hal_inbox_put(hal_places() + cluster, KERNEL_QUEUE, element, bytes);
}

void oc_kernel_send(int cluster, const struct oc_kernel_element *element, size_t bytes) {
    struct oc_kernel_element own;
    for (size_t word = 0; word < bytes / 4; word++)
        ((uint32_t *)&own)[word] = ((const uint32_t *)element)[word];
    own.from = (uint16_t)oc_kernel_self;
    struct post *post = &posts[cluster];
    if (cluster != oc_kernel_self) {
        oc_kernel_memory_of(cluster); /* returns when that kernel has opened its inbox */
        if (!post->first && put(cluster, &own, bytes))
            return;
    }
    keep(post, &own, bytes);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Starts an operation. The most frequent kinds come first. */
static inline void start(struct object *object, const struct oc_kernel_element *call) {
    object->operation = STARTED;
    object->address = (hal_address)call->address;
    object->bytes = call->bytes;
    if (object->kind == MAILBOX_IN) {
        oc_kernel_mailbox_read(object);
        return;
    }
    if (object->kind == MAILBOX_OUT) {
        oc_kernel_mailbox_write(object, call);
        return;
    }
    switch (object->kind) {
    case PORTAL_IN:
        oc_kernel_portal_read(object);
        break;
    case PORTAL_OUT:
        oc_kernel_portal_write(object);
        break;
    case SYNC_IN:
        oc_kernel_sync_wait(object);
        break;
    default:
        oc_kernel_complete(object, -EBADF);
    }
}

/* The caller's object that a call is about. If the caller has no such object, the function answers
 * the call with an error and returns null. */
static struct object *object_of(const struct oc_kernel_element *call) {
    struct object *object = oc_kernel_object(call->id);
    if (object && object->place == call->from)
        return object;
    oc_kernel_answer(call->from, -EBADF);
    return NULL;
}

/* Begins an operation that ends with a notice. For a write, the call names the target. */
static void begin_noted(const struct oc_kernel_element *call) {
    struct object *object = object_of(call);
    if (!object)
        return;
    if (object->operation != NONE) {
        oc_kernel_answer(call->from, -EBUSY);
        return;
    }
    object->notice = call->object;
    if (object->kind == MAILBOX_OUT || object->kind == PORTAL_OUT) {
        object->remote = call->remote;
        object->port = call->port;
    }
    start(object, call);
}

static void await(struct object *object) {
    if (object->operation == COMPLETE) {
        object->operation = NONE;
        oc_kernel_answer(object->place, object->result);
    } else {
        object->is_awaited = true;
    }
}

static int32_t open_object(const struct oc_kernel_element *call);
static int32_t close_object(struct object *object);

static void serve_object(const struct oc_kernel_element *call) {
    int32_t error;
    struct object *object = object_of(call);
    if (!object)
        return;
    switch (call->kind) {
    case CALL_CLOSE:
        oc_kernel_answer(call->from, close_object(object));
        break;
    case CALL_SET_REMOTE:
        if (object->operation == NONE)
            object->remote = call->remote;
        oc_kernel_answer(call->from, object->operation == NONE ? 0 : -EBUSY);
        break;
    case CALL_ALLOW:
        error = oc_kernel_portal_allow(object, call->remote, call->port);
        if (!call->object)
            oc_kernel_answer(call->from, error);
        break;
    case CALL_SIGNAL:
        oc_kernel_answer(call->from, oc_kernel_sync_signal(object));
        break;
    case CALL_START:
    case CALL_RUN:
        if (object->operation != NONE) {
            oc_kernel_answer(call->from, -EBUSY);
            break;
        }
        object->is_awaited = call->kind == CALL_RUN;
        start(object, call);
        if (call->kind == CALL_START)
            oc_kernel_answer(call->from, 0);
        break;
    case CALL_WAIT:
        if (object->operation == NONE)
            oc_kernel_answer(call->from, -EINVAL);
        else
            await(object);
        break;
    case CALL_TEST:
        oc_kernel_answer(call->from,
                         object->operation == NONE ? -EINVAL : object->operation == COMPLETE);
        break;
    case CALL_MOVED:
        oc_kernel_portal_moved(object);
        break;
    }
}

static void handle(const struct oc_kernel_element *element) {
    if (element->kind == CALL_START && element->object) {
        begin_noted(element);
        return;
    }
    switch (element->kind) {
    case CALL_NOTHING:
        oc_kernel_answer(element->from, 0);
        break;
    case CALL_OPEN:
        oc_kernel_answer(element->from, open_object(element));
        break;
    case CALL_LINK:
    case CALL_LOOKUP:
    case CALL_UNLINK:
        oc_kernel_name_call(element);
        break;
    case MAIL:
        oc_kernel_mailbox_arrived(element);
        break;
    case MAIL_TAKEN:
        oc_kernel_mailbox_taken(element->from);
        break;
    case ALLOWED:
    case READY:
    case GRANTED:
    case REFUSED:
    case MOVED:
        oc_kernel_portal_message(element);
        break;
    case SIGNALLED:
        oc_kernel_sync_signalled(element);
        break;
    default:
        if (element->kind >= NAME_LINK)
            oc_kernel_name_message(element);
        else
            serve_object(element);
    }
}

/* ---- Objects --------------------------------------------------------------------------------- */

static struct object **objects;
static int32_t objects_made;
struct object *oc_kernel_inputs[KERNEL_PORT_PLACES];

struct object *oc_kernel_object(int32_t id) {
    return id >= 0 && id < objects_made && objects[id]->kind ? objects[id] : NULL;
}

static bool is_input(const struct object *object) {
    return object->kind == MAILBOX_IN || object->kind == PORTAL_IN;
}

static void enter_port(struct object *object) {
    struct object **place = &oc_kernel_inputs[(uint32_t)object->port % KERNEL_PORT_PLACES];
    object->next_port = *place;
    *place = object;
}

static void release(struct object *object) {
    if (is_input(object)) {
        struct object **at = &oc_kernel_inputs[(uint32_t)object->port % KERNEL_PORT_PLACES];
        while (*at != object)
            at = &(*at)->next_port;
        *at = object->next_port;
    }
    object->kind = FREE;
}

static struct object *free_object(void) {
    for (int32_t id = 0; id < objects_made; id++) {
        if (!objects[id]->kind)
            return objects[id];
    }
    if (!oc_kernel_has_memory())
        return NULL;
    struct object **more = realloc(objects, (size_t)(objects_made + 1) * sizeof *objects);
    struct object *made = more ? calloc(1, sizeof *made) : NULL;
    if (more)
        objects = more;
    if (made) {
        made->id = objects_made;
        objects[objects_made++] = made;
    }
    return made;
}

/* Frees the port of `holder` if its process has ended. Returns false if the process still runs, or
 * if it has allowed a write that may still come. */
static bool abandon(struct object *holder) {
    if (!hal_has_ended(holder->place) || (holder->kind == PORTAL_IN && holder->is_allowed))
        return false;
    if (holder->kind == MAILBOX_IN)
        oc_kernel_mailbox_abandon(holder);
    release(holder);
    return true;
}

static int32_t open_object(const struct oc_kernel_element *call) {
    uint32_t kind = call->object;
    bool has_port = kind == MAILBOX_IN || kind == PORTAL_IN;
    struct object *holder = has_port ? oc_kernel_with_port(kind, call->port) : NULL;
    if (holder && !abandon(holder))
        return -EADDRINUSE;
    struct object *object = free_object();
    if (!object)
        return -ENOMEM;
    *object = (struct object){
        .id = object->id,
        .place = call->from,
        .port = call->port,
        .remote = has_port ? KNODE_ANY : call->remote,
    };
    if (kind == SYNC_IN || kind == SYNC_OUT) {
        object->kind = kind;
        int32_t error = oc_kernel_sync_open(object, call);
        if (error) {
            object->kind = FREE;
            return error;
        }
    }
    object->kind = kind;
    if (has_port)
        enter_port(object);
    return object->id;
}

static int32_t close_object(struct object *object) {
    if (object->operation == STARTED || (object->kind == PORTAL_IN && object->is_allowed))
        return -EBUSY;
    if (object->kind == MAILBOX_OUT)
        free(object->message);
    if (object->kind == SYNC_IN)
        oc_kernel_sync_close(object);
    release(object);
    return 0;
}

void oc_kernel_join(struct waiters *waiters, struct object *object) {
    object->next = NULL;
    if (!waiters->first)
        waiters->end = &waiters->first;
    *waiters->end = object;
    waiters->end = &object->next;
}

void oc_kernel_leave(struct waiters *waiters, struct object *object) {
    struct object **at = &waiters->first;
    while (*at && *at != object)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = object->next;
    if (!*at)
        waiters->end = at;
}

/* ---- The loop -------------------------------------------------------------------------------- */

static bool receive(void) {
    uint32_t count = hal_inbox_count(KERNEL_QUEUE);
    for (uint32_t i = 0; i < count; i++) {
        handle((const struct oc_kernel_element *)ring + next);
        next = next + 1 == elements ? 0 : next + 1;
        hal_inbox_drop(KERNEL_QUEUE);
    }
    return count;
}

/* Handles messages to this kernel itself and retries messages that found an inbox full. */
static bool deliver(void) {
    bool any = false;
    for (int cluster = 0; waiting && cluster < oc_kernel_count; cluster++) {
        struct post *post = &posts[cluster];
        while (post->first) {
            struct oc_kernel_element element = post->first->element;
            if (cluster != oc_kernel_self && !put(cluster, &element, post->first->bytes))
                break;
            drop(post);
            if (cluster == oc_kernel_self)
                handle(&element);
            any = true;
        }
    }
    return any;
}

_Noreturn void oc_kernel_serve(void) {
    oc_kernel_self = hal_place() - hal_places();
    oc_kernel_count = hal_kernels();
    if (!hal_queues() || hal_element_bytes() < sizeof(struct oc_kernel_element)) {
        static const char text[] = "onchip: the kernel needs queues and packets of 64 bytes; "
                                   "right: ni.queues above 0, network.payload_flits = 16\n";
        hal_write(2, text, sizeof text - 1);
        hal_abort(1);
    }
    posts = oc_kernel_take((size_t)oc_kernel_count * sizeof *posts);
    for (int cluster = 0; cluster < oc_kernel_count; cluster++)
        posts[cluster].end = &posts[cluster].first;
    oc_kernel_name_start();
    struct oc_kernel_memory *memory = hal_shared();
    memory->slots = hal_global(oc_kernel_mailbox_start());
    memory->rest = hal_global(oc_kernel_take(KPORTAL_PIECE_SIZE));
    ring = (unsigned char *)hal_shared() + HAL_LINE_BYTES;
    elements = (HAL_SHARED_BYTES - HAL_LINE_BYTES) / sizeof(struct oc_kernel_element);
    hal_queue_open(KERNEL_QUEUE, HAL_INBOX, ring, elements, sizeof(struct oc_kernel_element));
    hal_fence();
    hal_store(hal_shared_of(hal_place()), 1);

    for (;;) {
        hal_arm(ring, (size_t)elements * sizeof(struct oc_kernel_element));
        bool busy = receive();
        busy |= deliver();
        busy |= oc_kernel_mailbox_pump();
        if (!busy)
            hal_wait(waiting ? hal_cycles() + RETRY : HAL_NEVER);
    }
}
