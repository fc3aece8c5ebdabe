/* Queues, case by case: order, sizes, full and empty, both kinds, closing. */
#include <string.h>

#include "check.h"

enum { TABLE = 64, RING = 256 };

#define ELEMENTS 3

static void *ring(void) {
    return (char *)hal_shared() + RING;
}

static void fill(uint32_t *element, size_t words, uint32_t value) {
    for (size_t i = 0; i < words; i++)
        element[i] = value * 100 + (uint32_t)i;
}

/* A single process with its own queue: the ring wraps several times, for elements of every size. */
static void every_size(enum hal_queue_kind kind) {
    hal_address queue = hal_queue_of(hal_place(), 0);
    for (size_t words = 1; words <= HAL_ELEMENT_BYTES / 4; words++) {
        uint32_t element[HAL_ELEMENT_BYTES / 4], expected[HAL_ELEMENT_BYTES / 4], next = 0;
        size_t bytes = 4 * words;
        hal_queue_open(0, kind, ring(), ELEMENTS, bytes);
        check("nothing in it", !hal_try_dequeue(queue, element, bytes));
        for (uint32_t round = 0; round < 4; round++) {
            for (uint32_t i = 0; i < ELEMENTS; i++) {
                check("count", hal_queue_count(queue) == i);
                fill(element, words, next + i);
                check("room", hal_try_enqueue(queue, element, bytes));
            }
            check("full", !hal_try_enqueue(queue, element, bytes));
            for (uint32_t i = 0; i < ELEMENTS - round % 2; i++) {
                fill(expected, words, next + i);
                memset(element, 0, sizeof element);
                hal_dequeue(queue, element, bytes);
                check("the oldest", memcmp(element, expected, bytes) == 0);
            }
            if (round % 2) { /* pass one more element, so that the ring's start moves */
                fill(expected, words, next + ELEMENTS - 1);
                check("there", hal_try_dequeue(queue, element, bytes));
                check("the last", memcmp(element, expected, bytes) == 0);
                hal_enqueue(queue, element, bytes);
                hal_dequeue(queue, element, bytes);
            }
            check("empty", !hal_try_dequeue(queue, element, bytes));
            next += ELEMENTS;
        }
        hal_enqueue(queue, element, bytes); /* closing the queue drops this element */
        hal_queue_close(0);
    }
}

/* Sends messages of every length through this process's inbox, and reads them in the inbox. */
static void inbox(void) {
    hal_address queue = hal_queue_of(hal_place(), 2);
    uint32_t message[HAL_ELEMENT_BYTES / 4], place = 0, words = 0;
    uint32_t most = hal_element_bytes() / 4;
    hal_queue_open(2, HAL_INBOX, ring(), ELEMENTS, 4 * most);
    check("nothing in it", hal_inbox_count(2) == 0);
    for (uint32_t round = 0; round < 3 * most; round++) {
        for (uint32_t i = 0; i < ELEMENTS; i++) {
            uint32_t length = 1 + (words + i) % most;
            fill(message, length, round + i);
            check("room", hal_inbox_put(hal_place(), 2, message, 4 * length));
        }
        check("full", !hal_inbox_put(hal_place(), 2, message, 4));
        check("full for others", !hal_try_enqueue(queue, message, 8));
        for (uint32_t i = 0; i < ELEMENTS; i++) {
            uint32_t length = 1 + (words + i) % most;
            check("count", hal_inbox_count(2) == ELEMENTS - i);
            fill(message, length, round + i);
            check("where it lies",
                  memcmp((uint32_t *)ring() + most * place, message, 4 * length) == 0);
            hal_inbox_drop(2);
            place = (place + 1) % ELEMENTS;
        }
        words++;
    }
    hal_queue_close(2);
}

static void beside_the_ring(void) {
    uint32_t *before = (uint32_t *)((char *)ring() - 4), *after = (uint32_t *)ring() + ELEMENTS;
    hal_address queue = hal_queue_of(hal_place(), 0);
    *before = *after = 77;
    hal_queue_open(0, HAL_SINGLE_READER, ring(), ELEMENTS, 4);
    for (uint32_t i = 1; i <= 4 * ELEMENTS; i++) {
        hal_enqueue_word(queue, i);
        check("word", hal_dequeue_word(queue) == i);
    }
    check("nothing beside the ring", *before == 77 && *after == 77);
    hal_queue_close(0);
}

/* All other places wait at the empty queue of place 0. Then place 0 enqueues an element for
 * each. */
static void readers_wait(void) {
    hal_address queue = hal_queue_of(0, 1);
    int place = hal_place(), places = hal_places();
    if (place == 0)
        hal_queue_open(1, HAL_MULTIPLE_READER, ring(), (uint32_t)places, 4);
    meet();
    if (place == 0) {
        for (int i = 1; i < places; i++)
            hal_enqueue_word(queue, (uint32_t)i);
    } else {
        hal_fetch_or(hal_shared_of(0) + TABLE, 1u << hal_dequeue_word(queue));
    }
    meet();
    check("each one", hal_load(hal_shared_of(0) + TABLE) == (1u << places) - 2);
    check("none left", hal_queue_count(queue) == 0);
    meet();
    if (place == 0) {
        hal_queue_close(1);
        hal_store(hal_shared_of(0) + TABLE, 0);
    }
    meet();
}

/* All places wait for room in a queue of one element at place 0. Then place 0 dequeues all
 * elements. */
static void writers_wait(void) {
    hal_address queue = hal_queue_of(0, 1);
    int place = hal_place(), places = hal_places();
    if (place == 0)
        hal_queue_open(1, HAL_SINGLE_READER, ring(), 1, 8);
    meet();
    if (place == 0) {
        uint32_t seen = 0;
        for (int i = 1; i < 2 * places - 1; i++) {
            uint32_t element[2];
            hal_dequeue(queue, element, sizeof element);
            check("first, then second", (seen >> (2 * element[0]) & 3) == element[1]);
            seen += 1u << (2 * element[0]);
        }
        check("none left", hal_queue_count(queue) == 0);
        hal_queue_close(1);
    } else {
        for (uint32_t second = 0; second < 2; second++) {
            uint32_t element[2] = {(uint32_t)place, second};
            hal_enqueue(queue, element, sizeof element);
        }
    }
    meet();
}

/* A ring of queues: each place sends to the next one, and the element ends a wait. */
static void woken_by_elements(void) {
    int next = (hal_place() + 1) % hal_places();
    hal_address own = hal_queue_of(hal_place(), 0);
    hal_queue_open(0, HAL_SINGLE_READER, ring(), ELEMENTS, 4);
    meet();
    for (uint32_t i = 0; i < 50; i++) {
        uint32_t word;
        hal_enqueue_word(hal_queue_of(next, 0), i);
        for (;;) {
            hal_arm(ring(), (size_t)ELEMENTS * 4);
            if (hal_try_dequeue(own, &word, sizeof word))
                break;
            hal_wait(HAL_NEVER);
        }
        check("in order", word == i);
    }
    meet();
    hal_queue_close(0);
}

int main(void) {
    if (hal_queues() > 1) {
        every_size(HAL_SINGLE_READER);
        every_size(HAL_MULTIPLE_READER);
        beside_the_ring();
        if (hal_queues() > 2)
            inbox();
        meet();
        readers_wait();
        writers_wait();
        woken_by_elements();
    }
    printf("done\n");
    return 0;
}
