/* A queue is a ring in the shared block of its place, with two lists of waiting seats: readers
 * that wait for an element, and producers that wait for room.
 *
 * A waiting process does not poll. If it finds the queue empty or full, it joins a list, and the
 * next process that brings or takes an element serves it. A waiting producer leaves its element in
 * its parcel; a waiting reader receives the element there.
 *
 * Memory order: a queue is changed only under its lock. A reader of an element therefore sees all
 * that its producer did before, through the lock or, if it had to wait, through `turn` in its
 * parcel. */
#include <string.h>
#include <unistd.h>

#include "hal/linux/far.h"
#include "hal/linux/lines.h"
#include "hal/linux/queue.h"
#include "hal/linux/shared.h"
#include "hal/linux/waiters.h"
#include "hal/store.h"

static char *slot(struct queue *queue, uint32_t index) {
    size_t offset = (size_t)(index % queue->elements) * queue->element_bytes;
    return hal_self.blocks + queue->ring + offset;
}

static void append(struct queue *queue, const void *element, size_t bytes) {
    uint32_t count = atomic_load(&queue->count);
    memcpy(slot(queue, queue->first + count), element, bytes);
    atomic_store(&queue->count, count + 1);
}

static void drop_first(struct queue *queue) {
    queue->first = (queue->first + 1) % queue->elements;
    atomic_store(&queue->count, atomic_load(&queue->count) - 1);
}

static char *parcel_of(int seat) {
    return hal_self.devices[seat].parcel.element;
}

static void note_taker(struct queue *queue, int seat, uint64_t taken_at) {
    queue->taker = (uint32_t)seat + 1;
    queue->taken_at = taken_at;
}

/* Drops the oldest element and puts the element of the producer that has waited longest into the
 * queue. The queue must hold an element. Returns the seat of that producer, or -1; the caller wakes
 * the producer after it has released the lock. */
static int make_room(struct queue *queue) {
    drop_first(queue);
    int writer = hal_waiters_leave(&queue->writers);
    if (writer >= 0)
        append(queue, parcel_of(writer), queue->element_bytes);
    return writer;
}

static bool far_enqueue(hal_address at, const void *element, size_t bytes, bool may_wait) {
    struct far_request request = {.operation = FAR_ENQUEUE, .at = at};
    struct iovec body = {(void *)(uintptr_t)element, bytes};
    while (!hal_far_call(request, &body, 1, NULL)) {
        if (!may_wait)
            return false;
        usleep(FAR_AGAIN_MICROSECONDS);
    }
    return true;
}

static bool far_dequeue(hal_address at, void *element, size_t bytes, bool may_wait) {
    struct far_request request = {.operation = FAR_DEQUEUE, .at = at, .bytes = bytes};
    while (!hal_far_call(request, NULL, 0, element)) {
        if (!may_wait)
            return false;
        usleep(FAR_AGAIN_MICROSECONDS);
    }
    return true;
}

/* Enqueues an element. Returns whether the queue has taken the element. If the queue is full and
 * `may_wait` is set, the caller waits until there is room. */
static bool enqueue(const char *call, hal_address at, const void *element, size_t bytes,
                    bool may_wait) {
    int place = place_of(at);
    if (is_far(at))
        return far_enqueue(at, element, bytes, may_wait);
    struct queue *queue = hal_queue_enter(call, at, bytes);
    int reader = hal_waiters_leave(&queue->readers);
    bool room = queue->count < queue->elements;
    if (reader >= 0) {
        memcpy(parcel_of(reader), element, bytes);
        note_taker(queue, reader, hal_self.devices[reader].parcel.taken_at);
    } else if (room) {
        append(queue, element, bytes);
    } else if (may_wait) {
        memcpy(parcel_of(own_seat()), element, bytes);
        hal_waiters_join(&queue->writers);
    }
    hal_queue_leave(queue);

    if (reader >= 0)
        hal_waiters_call(reader);
    else if (room)
        hal_notify(place);
    else if (may_wait)
        hal_waiters_wait();
    return room || may_wait;
}

/* If the element of a waiting producer has got into the queue, notifies the queue's process of the
 * element and wakes the producer. `writer` is the producer's seat, or −1 if there is none. */
static void notify_and_wake(int place, int writer) {
    if (writer < 0)
        return;
    hal_notify(place);
    hal_waiters_call(writer);
}

/* Dequeues an element. Returns whether there was one. If the queue is empty and `may_wait` is set,
 * the caller waits for an element. */
static bool dequeue(const char *call, hal_address at, void *element, size_t bytes, bool may_wait,
                    const void *taken_at) {
    int place = place_of(at), writer = -1;
    if (is_far(at))
        return far_dequeue(at, element, bytes, may_wait);
    struct queue *queue = hal_queue_enter(call, at, bytes);
    hal_queue_check_reader(call, queue, at);
    bool there = queue->count > 0;
    if (there) {
        memcpy(element, slot(queue, queue->first), bytes);
        writer = make_room(queue);
        note_taker(queue, own_seat(), (uintptr_t)taken_at);
    } else if (may_wait) {
        hal_self.devices[own_seat()].parcel.taken_at = (uintptr_t)taken_at;
        hal_waiters_join(&queue->readers);
    }
    hal_queue_leave(queue);

    notify_and_wake(place, writer);
    if (!there && may_wait) {
        _Atomic uint64_t *waits = &hal_self.shared->seats[own_seat()].awaits;
        atomic_store_explicit(waits, at, memory_order_relaxed);
        hal_waiters_wait();
        atomic_store_explicit(waits, 0, memory_order_relaxed);
        memcpy(element, parcel_of(own_seat()), bytes);
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
    dequeue("hal_dequeue", queue, element, bytes, true, NULL);
}

bool hal_try_dequeue_at(hal_address queue, void *element, size_t bytes, const void *taken_at) {
    return dequeue("hal_try_dequeue", queue, element, bytes, false, taken_at);
}

hal_transfer hal_enqueue_start(hal_address queue, const void *element, size_t bytes) {
    enqueue("hal_enqueue_start", queue, element, bytes, true);
    return 0; /* a transfer that is complete */
}

void hal_enqueue_word(hal_address queue, uint32_t word) {
    enqueue("hal_enqueue_word", queue, &word, sizeof word, true);
}

void hal_enqueue_two(hal_address queue, uint32_t first, uint32_t second) {
    uint32_t two[2] = {first, second};
    enqueue("hal_enqueue_two", queue, two, sizeof two, true);
}

void hal_dequeue_two(uint32_t two[2], hal_address queue) {
    dequeue("hal_dequeue_two", queue, two, 2 * sizeof *two, true, NULL);
}

uint32_t hal_dequeue_word_at(hal_address queue, const void *taken_at) {
    uint32_t word;
    dequeue("hal_dequeue_word", queue, &word, sizeof word, true, taken_at);
    return word;
}

bool hal_try_enqueue_pointer(hal_address queue, const void *pointer) {
    return enqueue("hal_try_enqueue_pointer", queue, &pointer, sizeof pointer, false);
}

/* Puts a message of one or two parts into an inbox of a process on another machine. */
static bool far_inbox_put(int place, int queue, const void *head, size_t head_bytes,
                          const void *body, size_t body_bytes) {
    struct far_request request = {
        .operation = FAR_INBOX_PUT, .at = hal_shared_of(place), .operand = {(uint32_t)queue}};
    struct iovec parts[2] = {{(void *)(uintptr_t)head, head_bytes},
                             {(void *)(uintptr_t)body, body_bytes}};
    return hal_far_call(request, parts, body_bytes ? 2 : 1, NULL);
}

static struct queue *queue_of(int place, int queue) {
    return &hal_self.devices[place].queues[queue];
}

bool hal_inbox_put_two(int place, int queue, const void *head, size_t head_bytes, const void *body,
                       size_t body_bytes) {
    if (is_far_place(place))
        return far_inbox_put(place, queue, head, head_bytes, body, body_bytes);
    const struct queue *lines = queue_of(place, queue);
    if (lines->kind != LINES)
        hal_misuse("hal_inbox_put_two: queue %d of process %d is no inbox of lines", queue, place);
    return hal_lines_put(place, lines, head, head_bytes, body, body_bytes);
}

bool hal_inbox_put_at(int priority, int place, int queue, const void *message, size_t bytes) {
    (void)priority;
    return hal_inbox_put(place, queue, message, bytes);
}

bool hal_inbox_put(int place, int queue, const void *message, size_t bytes) {
    if (is_far_place(place))
        return far_inbox_put(place, queue, message, bytes, NULL, 0);
    const struct queue *lines = queue_of(place, queue);
    if (__builtin_expect(lines->kind == LINES, true))
        return hal_lines_put(place, lines, message, bytes, NULL, 0);
    return enqueue("hal_inbox_put", hal_queue_of(place, queue), message, bytes, false);
}

uint32_t hal_inbox_count(int queue) {
    if (__builtin_expect(queue_of(own_seat(), queue)->kind == LINES, true))
        return hal_lines_count();
    return hal_queue_count(hal_queue_of(hal_self.place, queue));
}

static void inbox_drop(const char *call, hal_address at) {
    struct queue *own = hal_queue_enter(call, at, 0);
    hal_queue_check_inbox(call, own, at);
    int writer = make_room(own);
    hal_queue_leave(own);
    notify_and_wake(place_of(at), writer);
}

void hal_inbox_drop(int queue) {
    if (__builtin_expect(queue_of(own_seat(), queue)->kind == LINES, true)) {
        hal_lines_drop();
        return;
    }
    inbox_drop("hal_inbox_drop", hal_queue_of(hal_self.place, queue));
}

uint32_t hal_thread_inbox_count(hal_address queue) {
    return hal_queue_count(queue);
}

void hal_thread_inbox_drop(hal_address queue, uint32_t elements) {
    while (elements--)
        inbox_drop("hal_thread_inbox_drop", queue);
}
