/* Queues: a ring in the shared block of their place, and two lines of places, those that wait for
 * an element and those that wait for room.
 *
 * Nobody asks twice: who finds the queue empty or full joins a line, and is served by the next
 * process that brings or takes an element. A producer in line has its element in its parcel, a
 * reader in line gets it there.
 *
 * Memory order: a queue is changed under its lock only, so who dequeues an element sees all that
 * its producer did before: through the lock, or (in line) through the parcel's `turn`. */
#include <string.h>

#include "hal/linux/line.h"
#include "hal/linux/queue.h"
#include "hal/linux/shared.h"

static char *slot(struct queue *queue, int place, uint32_t index) {
    size_t offset = (size_t)(index % queue->elements) * queue->element_bytes;
    return (char *)shared_pointer(hal_shared_of(place)) + queue->ring + offset;
}

static void append(struct queue *queue, int place, const void *element) {
    uint32_t count = atomic_load(&queue->count);
    memcpy(slot(queue, place, queue->first + count), element, queue->element_bytes);
    atomic_store(&queue->count, count + 1);
}

static void take_first(struct queue *queue, int place, void *element) {
    memcpy(element, slot(queue, place, queue->first), queue->element_bytes);
    queue->first = (queue->first + 1) % queue->elements;
    atomic_store(&queue->count, atomic_load(&queue->count) - 1);
}

static char *parcel_of(int place) {
    return self.devices[place].parcel.element;
}

/* Gives whether the element was taken; a queue that is full takes it if the caller may wait. */
static bool enqueue(const char *call, hal_address at, const void *element, size_t bytes,
                    bool may_wait) {
    int place = place_of(at);
    struct queue *queue = queue_enter(call, at, bytes);
    int reader = line_leave(&queue->readers);
    bool room = queue->count < queue->elements;
    if (reader >= 0) {
        memcpy(parcel_of(reader), element, bytes);
    } else if (room) {
        append(queue, place, element);
    } else if (may_wait) {
        memcpy(parcel_of(self.place), element, bytes);
        line_join(&queue->writers);
    }
    queue_leave(queue);

    if (reader >= 0)
        line_call(reader);
    else if (room)
        notify(place);
    else if (may_wait)
        line_wait();
    return room || may_wait;
}

/* Gives whether there was an element; an empty queue has one later, if the caller may wait. */
static bool dequeue(const char *call, hal_address at, void *element, size_t bytes, bool may_wait) {
    int place = place_of(at), writer = -1;
    struct queue *queue = queue_enter(call, at, bytes);
    queue_check_reader(call, queue, at);
    bool there = queue->count > 0;
    if (there) {
        take_first(queue, place, element);
        writer = line_leave(&queue->writers);
        if (writer >= 0)
            append(queue, place, parcel_of(writer));
    } else if (may_wait) {
        line_join(&queue->readers);
    }
    queue_leave(queue);

    if (writer >= 0) {
        notify(place);
        line_call(writer);
    }
    if (!there && may_wait) {
        line_wait();
        memcpy(element, parcel_of(self.place), bytes);
    }
    return there || may_wait;
}

void hal_enqueue(hal_address queue, const void *element, size_t bytes) {
    enqueue("hal_enqueue", queue, element, bytes, true);
}

bool hal_try_enqueue(hal_address queue, const void *element, size_t bytes) {
    return enqueue("hal_try_enqueue", queue, element, bytes, false);
}

void hal_dequeue(hal_address queue, void *element, size_t bytes) {
    dequeue("hal_dequeue", queue, element, bytes, true);
}

bool hal_try_dequeue(hal_address queue, void *element, size_t bytes) {
    return dequeue("hal_try_dequeue", queue, element, bytes, false);
}

void hal_enqueue_word(hal_address queue, uint32_t word) {
    enqueue("hal_enqueue_word", queue, &word, sizeof word, true);
}

uint32_t hal_dequeue_word(hal_address queue) {
    uint32_t word;
    dequeue("hal_dequeue_word", queue, &word, sizeof word, true);
    return word;
}
