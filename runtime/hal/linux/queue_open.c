/* Opens, closes and finds queues, and checks the arguments of all calls on queues. */
#include "hal/linux/far.h"
#include "hal/linux/lines.h"
#include "hal/linux/lock.h"
#include "hal/linux/queue.h"
#include "hal/linux/shared.h"

static struct queue *queue_at(const char *call, hal_address address) {
    uint32_t number = device_number(address);
    if (!is_device(address, IN_QUEUES) || place_of(address) >= hal_self.seats || number >= QUEUES)
        hal_misuse("%s: %#llx is not a queue; hal_queue_of() gives their addresses", call,
                   (unsigned long long)address);
    return &hal_self.devices[place_of(address)].queues[number];
}

uint32_t hal_element_bytes(void) {
    return HAL_ELEMENT_BYTES;
}

/* In programs with threads, hal_queues_left() (thread.c) replaces this function. */
int hal_queues_all(void) {
    return QUEUES;
}

hal_address hal_queue_of(int place, int queue) {
    if (place < 0 || place >= hal_self.places || queue < 0 || queue >= QUEUES)
        hal_misuse("hal_queue_of: there is no queue %d of process %d; there are 0 to %d of "
                   "processes 0 to %d",
                   queue, place, QUEUES - 1, hal_self.places - 1);
    return device_address(place, IN_QUEUES, (uint32_t)queue);
}

uint32_t hal_queue_count(hal_address queue) {
    const struct queue *at = queue_at("hal_queue_count", queue);
    if (is_far(queue))
        return (uint32_t)hal_far_word(FAR_QUEUE_COUNT, queue, 0, 0);
    return atomic_load(&at->count);
}

struct queue *hal_queue_enter(const char *call, hal_address at, size_t bytes) {
    struct queue *queue = queue_at(call, at);
    hal_lock_take(&queue->lock);
    if (!queue->kind)
        hal_misuse(
            "%s: queue %u of process %d is closed; its process opens it with hal_queue_open()",
            call, device_number(at), place_of(at));
    if (queue->kind == LINES)
        hal_misuse("%s: queue %u of process %d is an inbox of lines, for hal_inbox_put()", call,
                   device_number(at), place_of(at));
    if (bytes && queue->kind == HAL_INBOX && (bytes % 4 || bytes > queue->element_bytes))
        hal_misuse("%s: the elements of inbox %u of process %d have a multiple of 4 bytes, at most "
                   "%u, not %zu",
                   call, device_number(at), place_of(at), queue->element_bytes, bytes);
    if (bytes && queue->kind != HAL_INBOX && bytes != queue->element_bytes)
        hal_misuse("%s: the elements of queue %u of process %d have %u bytes, not %zu", call,
                   device_number(at), place_of(at), queue->element_bytes, bytes);
    return queue;
}

void hal_queue_leave(struct queue *queue) {
    hal_lock_release(&queue->lock);
}

void hal_queue_check_reader(const char *call, const struct queue *queue, hal_address at) {
    if (queue->kind == HAL_INBOX)
        hal_misuse(
            "%s: queue %u of process %d is an inbox; its process reads the elements in the ring",
            call, device_number(at), place_of(at));
    if (queue->kind == HAL_SINGLE_READER && place_of(at) != own_seat())
        hal_misuse("%s: queue %u of process %d is a single-reader queue, from which process %d may "
                   "not dequeue; HAL_MULTIPLE_READER lets every process dequeue",
                   call, device_number(at), place_of(at), own_seat());
}

void hal_queue_check_inbox(const char *call, const struct queue *queue, hal_address at) {
    if (queue->kind != HAL_INBOX || queue->count == 0)
        hal_misuse("%s: queue %u of process %d is no inbox, or is empty", call, device_number(at),
                   place_of(at));
}

/* The offset of a ring in the calling thread's blocks. These are the shared block of its seat and,
 * for thread 0, also its thread block. */
static uintptr_t offset_in_block(const void *ring) {
    uintptr_t offset = (uintptr_t)ring - (uintptr_t)shared_pointer(hal_shared_of(own_seat()));
    if (offset < HAL_SHARED_BYTES || own_seat() != hal_self.place || hal_self.threads == 1)
        return offset;
    return (uintptr_t)ring - (uintptr_t)shared_pointer(hal_shared_of(block_seat_of(0)));
}

/* A queue of the calling thread. */
static struct queue *own_queue(const char *call, int queue) {
    hal_queue_of(hal_self.place, queue);
    return queue_at(call, device_address(own_seat(), IN_QUEUES, (uint32_t)queue));
}

static bool is_lines(enum hal_queue_kind kind, size_t element_bytes) {
    return kind == HAL_INBOX && element_bytes == HAL_MESSAGE_BYTES;
}

static void check_shape(int queue, enum hal_queue_kind kind, const void *ring, uint32_t elements,
                        size_t element_bytes) {
    uintptr_t offset = offset_in_block(ring);
    if (kind != HAL_SINGLE_READER && kind != HAL_MULTIPLE_READER && kind != HAL_INBOX)
        hal_misuse("hal_queue_open: queue %d: a queue is HAL_SINGLE_READER, HAL_MULTIPLE_READER or "
                   "HAL_INBOX",
                   queue);
    if (!is_lines(kind, element_bytes) &&
        (element_bytes % 4 || element_bytes < 4 || element_bytes > HAL_ELEMENT_BYTES))
        hal_misuse(
            "hal_queue_open: queue %d: an element has 4 to %d bytes, a multiple of 4, not %zu",
            queue, HAL_ELEMENT_BYTES, element_bytes);
    if (elements < 1)
        hal_misuse("hal_queue_open: queue %d: a ring has at least one element", queue);
    if (offset % 4 || offset >= HAL_SHARED_BYTES ||
        (HAL_SHARED_BYTES - offset) / element_bytes < elements)
        hal_misuse("hal_queue_open: queue %d: the ring must lie in the shared block of its "
                   "process, of %d bytes, aligned to 4",
                   queue, HAL_SHARED_BYTES);
}

void hal_queue_open(int queue, enum hal_queue_kind kind, void *ring, uint32_t elements,
                    size_t element_bytes) {
    struct queue *own = own_queue("hal_queue_open", queue);
    check_shape(queue, kind, ring, elements, element_bytes);
    hal_lock_take(&own->lock);
    if (own->kind)
        hal_misuse("hal_queue_open: queue %d is open; hal_queue_close() closes it", queue);
    own->ring = (uint32_t)((uintptr_t)ring - (uintptr_t)hal_self.blocks);
    own->elements = elements;
    own->element_bytes = (uint32_t)element_bytes;
    own->first = 0;
    atomic_store(&own->count, 0);
    if (is_lines(kind, element_bytes))
        hal_lines_open(own);
    own->kind = is_lines(kind, element_bytes) ? LINES : kind;
    hal_lock_release(&own->lock);
}

void hal_queue_close(int queue) {
    struct queue *own = own_queue("hal_queue_close", queue);
    hal_lock_take(&own->lock);
    if (own->readers.first || own->writers.first)
        hal_misuse(
            "hal_queue_close: process %u waits on queue %d; a queue is closed when nobody does",
            (own->readers.first ? own->readers.first : own->writers.first) - 1, queue);
    own->kind = 0;
    atomic_store(&own->count, 0);
    hal_lock_release(&own->lock);
}
