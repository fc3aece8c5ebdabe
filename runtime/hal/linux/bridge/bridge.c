/* The bridge of a machine (hal/linux/far.h). The launcher starts it as the last place of the job on
 * its machine. It prints the address of its endpoint and serves requests until it is killed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal/linux/far.h"
#include "hal/linux/lock.h"
#include "hal/store.h"

/* Each bridge sends a heartbeat to every other bridge after each BEAT_NANOSECONDS. A bridge that
 * gets no heartbeat from one of them for SILENCE_NANOSECONDS gives up, because two machines may
 * lose each other although the launcher still reaches both. */
#define BEAT_NANOSECONDS 500000000
#define SILENCE_NANOSECONDS 5000000000
#define GRACE_NANOSECONDS 5000000000 /* extra time at first, for connections */

/* The number of requests that may be waiting for a bridge or being answered. */
#define SLOTS 32

struct slot {
    struct fabric_event received, sent;
    bool answers; /* the answer is being sent */
    struct far_request request;
    char body[FAR_BYTES];
};
_Static_assert(offsetof(struct slot, body) ==
                   offsetof(struct slot, request) + sizeof(struct far_request),
               "a body follows its request without a gap");

static struct slot slots[SLOTS];
static const struct fabric *const fabric = &onchip_fabric;

static _Noreturn void fail(const char *why) {
    fprintf(stderr, "onchip: the bridge to other machines: %s\n", why);
    exit(1);
}

static void check(int error) {
    if (error)
        fail(strerror(error));
}

static void receive(struct slot *slot) {
    slot->answers = false;
    slot->received = slot->sent = (struct fabric_event){0};
    check(fabric->receive(&slot->request, sizeof slot->request + FAR_BYTES, hal_far_key(),
                          &slot->received));
}

static _Atomic uint32_t *lock_of(hal_address mutex) {
    return &hal_self.devices[place_of(mutex)].mutexes[device_number(mutex) % MUTEXES].lock;
}

/* Carries out a compare-and-swap. If the word is a mutex, its new value is 1 + the number of the
 * seat of the thread that tries to take the mutex. */
static uint64_t compare_swap(const struct far_request *request) {
    uint32_t expected = request->operand[0];
    if (is_device(request->at, IN_MUTEXES))
        return atomic_compare_exchange_strong(lock_of(request->at), &expected, request->operand[1]);
    return hal_compare_swap(request->at, expected, request->operand[1]);
}

static uint64_t *heard; /* time of the last heartbeat of each machine, in nanoseconds */

/* Sends a heartbeat to the bridges of the other machines, and checks that each of them has sent one
 * recently. */
static void beat(void) {
    uint64_t now = hal_cycles();
    for (int place = 0; place < hal_places(); place++) {
        int host = hal_self.host_of[place];
        if (host == hal_self.host || (place && host == hal_self.host_of[place - 1]))
            continue;
        if (now - heard[host] > SILENCE_NANOSECONDS && heard[host] < now)
            fail("another machine does not answer");
        hal_far_word(FAR_BEAT, hal_shared_of(place), (uint32_t)hal_self.host, 0);
    }
}

/* Carries out the request in a slot. Returns the word of the answer. If the answer also has an
 * element or data, puts them into the slot's body. */
static uint64_t carry_out(struct slot *slot, size_t bytes) {
    const struct far_request *request = &slot->request;
    hal_address at = request->at;
    uint32_t first = request->operand[0], second = request->operand[1];
    char *body = slot->body;
    switch (request->operation) {
    case FAR_HELLO:
        return fabric->peer(body, bytes);
    case FAR_LOAD:
        return is_device(at, IN_MUTEXES) ? atomic_load(lock_of(at)) : hal_load(at);
    case FAR_STORE:
        hal_store(at, first);
        return 0;
    case FAR_STORE_TWO:
        hal_store_two(at, first, second);
        return 0;
    case FAR_FETCH_ADD:
        return hal_fetch_add(at, first);
    case FAR_FETCH_OR:
        return hal_fetch_or(at, first);
    case FAR_SWAP:
        return hal_swap(at, first);
    case FAR_COMPARE_SWAP:
        return compare_swap(request);
    case FAR_PUT:
        hal_finish(hal_put(at, body, bytes));
        return 0;
    case FAR_GET:
        hal_finish(hal_get(body, at, request->bytes));
        return 0;
    case FAR_COUNTER_ADD:
        hal_counter_add(at, (int32_t)first);
        return 0;
    case FAR_COUNTER_VALUE:
        return (uint32_t)hal_counter_value(at);
    case FAR_SYNC_SET:
        hal_sync_set(place_of(at), first);
        return 0;
    case FAR_SYNC_CLEAR:
        hal_sync_clear(place_of(at), first);
        return 0;
    case FAR_INBOX_PUT:
        return hal_inbox_put(place_of(at), (int)first, body, bytes);
    case FAR_ENQUEUE:
        return hal_try_enqueue(at, body, bytes);
    case FAR_DEQUEUE:
        return hal_try_dequeue(at, body, request->bytes);
    case FAR_QUEUE_COUNT:
        return hal_queue_count(at);
    case FAR_UNLOCK:
        hal_lock_release(lock_of(at));
        return 0;
    case FAR_BEAT:
        if (first < (uint32_t)hal_self.places)
            heard[first] = hal_cycles();
        return 0;
    }
    fail("it has got a request that it does not know; right: the same onchip on all machines");
}

/* Carries out the request that a slot has received. If the answer cannot be sent, the requesting
 * process has ended or its machine has gone; the launcher notices both. */
static void serve(struct slot *slot) {
    const struct far_request *request = &slot->request;
    uint64_t tag = request->tag, peer = request->sender;
    if (slot->received.error || slot->received.bytes < sizeof *request) {
        receive(slot);
        return;
    }
    uint64_t word = carry_out(slot, slot->received.bytes - sizeof *request);
    if (request->operation == FAR_HELLO)
        peer = word;
    struct iovec answer = {slot->body, request->bytes};
    slot->answers = tag && request->bytes;
    if (tag)
        fabric->send(peer, tag, &answer, 1, word, slot->answers ? &slot->sent : NULL);
    if (!slot->answers)
        receive(slot);
}

/* Serves each slot that is ready, once. Returns whether any slot was ready. */
static bool serve_all(void) {
    bool served = false;
    for (struct slot *slot = slots; slot < slots + SLOTS; slot++) {
        if (slot->answers && slot->sent.done)
            receive(slot);
        else if (!slot->answers && slot->received.done)
            serve(slot);
        else
            continue;
        served = true;
    }
    return served;
}

/* Passes the address of this bridge to the launcher, and gets the addresses of all bridges. */
static void meet(void) {
    static char addresses[1 << 20];
    unsigned char name[FABRIC_NAME_BYTES];
    size_t bytes = fabric->name(name);
    for (size_t i = 0; i < bytes; i++)
        printf("%02x", name[i]);
    puts("");
    if (!fgets(addresses, sizeof addresses, stdin))
        fail("the launcher has ended");
    addresses[strcspn(addresses, "\n")] = 0;
    setenv("ONCHIP_BRIDGES", addresses, 1);
}

int main(void) {
    const char *wrong = fabric->open(getenv("ONCHIP_ADDRESS"));
    if (wrong)
        fail(wrong);
    hal_far_use(fabric);
    for (struct slot *slot = slots; slot < slots + SLOTS; slot++)
        receive(slot);
    meet();
    heard = calloc((size_t)hal_self.places, sizeof *heard);
    if (!heard)
        fail("there is no memory");
    for (int host = 0; host < hal_self.places; host++)
        heard[host] = hal_cycles() + GRACE_NANOSECONDS;
    for (uint64_t next = 0;;) {
        fabric->progress(BEAT_NANOSECONDS / 1000000);
        while (serve_all())
            ;
        if (hal_cycles() >= next) {
            beat();
            next = hal_cycles() + BEAT_NANOSECONDS;
        }
    }
}
