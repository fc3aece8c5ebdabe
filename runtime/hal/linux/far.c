#include "hal/linux/far.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal/linux/patience.h"

/* The number of parts of a long transfer that are on their way at once. */
#define IN_FLIGHT 8

/* The time that a process waits after a failure. The launcher, which knows the reason, should end
 * the process meanwhile. */
#define LAST_SECONDS 15

struct call {
    struct fabric_event sent, answered;
    struct far_request request;
};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static const struct fabric *fabric;
static bool is_bridge;
static uint64_t key, last_tag;

/* The bridge of each machine: its address, and the number that it has given this process. */
static struct bridge {
    bool known;
    uint64_t peer;
    uint32_t sender;
} * bridges;

static _Noreturn void fail(const char *why) {
    fprintf(stderr, "onchip: process %d: cannot reach processes on other machines: %s\n",
            hal_self.place, why);
    hal_abort(1);
}

/* Ends the process if another machine cannot be reached, most likely because the job has ended
 * there. */
static void check(int error) {
    if (!error)
        return;
    if (is_bridge)
        return; /* the launcher notices that the other machine has gone, and ends this process */
    sleep(LAST_SECONDS);
    fail(strerror(error));
}

uint64_t hal_far_key(void) {
    const char *digits = getenv("ONCHIP_KEY");
    return digits ? strtoull(digits, NULL, 16) : 0;
}

void hal_far_use(const struct fabric *opened) {
    fabric = opened;
    key = hal_far_key();
    is_bridge = true;
}

static void open_fabric(void) {
    const char *path = getenv("ONCHIP_FABRIC");
    void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library)
        fail(path ? dlerror() : "ONCHIP_FABRIC is not set");
    const struct fabric *found = dlsym(library, "onchip_fabric");
    const char *wrong = found ? found->open(getenv("ONCHIP_ADDRESS")) : dlerror();
    if (wrong)
        fail(wrong);
    fabric = found;
    key = last_tag = hal_far_key();
}

/* Reads the address of the bridge of machine `host` from ONCHIP_BRIDGES, and converts its digits to
 * bytes. Returns their number. */
static size_t address_of(int host, unsigned char *name) {
    const char *at = getenv("ONCHIP_BRIDGES");
    for (int i = 0; at && i < host; i++) {
        at = strchr(at, ',');
        if (at)
            at++;
    }
    size_t bytes = 0;
    unsigned byte;
    while (at && bytes < FABRIC_NAME_BYTES && sscanf(at, "%2x", &byte) == 1) {
        name[bytes++] = (unsigned char)byte;
        at += 2;
    }
    return bytes;
}

static void wait_for(const struct fabric_event *event) {
    struct hal_polls polls = {0};
    bool polls_on = true;
    while (!event->done) {
        polls_on = polls_on && hal_poll_again(&polls);
        fabric->progress(polls_on ? 0 : 1000);
    }
    check(event->error);
}

static void start(struct call *call, const struct bridge *bridge, const struct iovec *parts,
                  int count, void *result) {
    struct iovec all[4] = {{&call->request, sizeof call->request}};
    call->sent = call->answered = (struct fabric_event){0};
    call->request.sender = bridge->sender;
    call->request.tag = is_bridge ? 0 : ++last_tag;
    for (int i = 0; i < count; i++)
        all[1 + i] = parts[i];
    if (is_bridge) {
        check(fabric->send(bridge->peer, key, all, 1, 0, NULL));
        return;
    }
    check(fabric->receive(result, call->request.bytes, call->request.tag, &call->answered));
    call->sent.done = !count;
    check(fabric->send(bridge->peer, key, all, 1 + (size_t)count, 0, count ? &call->sent : NULL));
}

static uint64_t finish(const struct call *call) {
    if (is_bridge)
        return 0;
    wait_for(&call->answered);
    wait_for(&call->sent);
    return call->answered.word;
}

/* Locks the mutex `turn`, and finds the bridge of the machine on which a place runs. */
static const struct bridge *begin(hal_address at) {
    pthread_mutex_lock(&turn);
    if (!fabric)
        open_fabric();
    int host = hal_self.host_of[place_of(at)];
    if (!bridges)
        bridges = calloc((size_t)hal_self.places, sizeof *bridges);
    if (!bridges)
        fail("there is no memory");
    struct bridge *bridge = &bridges[host];
    if (!bridge->known) {
        unsigned char name[FABRIC_NAME_BYTES];
        bridge->peer = fabric->peer(name, address_of(host, name));
        bridge->known = true;
        if (!is_bridge) {
            struct iovec own = {name, fabric->name(name)};
            struct call hello = {.request = {.operation = FAR_HELLO}};
            start(&hello, bridge, &own, 1, NULL);
            bridge->sender = (uint32_t)finish(&hello);
        }
    }
    return bridge;
}

static void end(void) {
    pthread_mutex_unlock(&turn);
}

uint64_t hal_far_call(struct far_request request, const struct iovec *parts, int count,
                      void *result) {
    struct call call = {.request = request};
    start(&call, begin(request.at), parts, count, result);
    uint64_t word = finish(&call);
    end();
    return word;
}

uint64_t hal_far_word(enum far_operation operation, hal_address at, uint32_t first,
                      uint32_t second) {
    struct far_request request = {.operation = operation, .at = at, .operand = {first, second}};
    return hal_far_call(request, NULL, 0, NULL);
}

/* Moves bytes in parts. Up to IN_FLIGHT parts are on their way at the same time. */
static void transfer(hal_address there, char *here, size_t bytes, bool put) {
    struct call calls[IN_FLIGHT];
    size_t parts = (bytes + FAR_BYTES - 1) / FAR_BYTES;
    const struct bridge *bridge = begin(there);
    for (size_t part = 0; part < parts + IN_FLIGHT; part++) {
        struct call *call = &calls[part % IN_FLIGHT];
        if (part >= IN_FLIGHT && part - IN_FLIGHT < parts)
            finish(call);
        if (part >= parts)
            continue;
        size_t offset = part * FAR_BYTES;
        size_t length = bytes - offset < FAR_BYTES ? bytes - offset : FAR_BYTES;
        struct iovec body = {here + offset, length};
        call->request = (struct far_request){
            .operation = put ? FAR_PUT : FAR_GET, .at = there + offset, .bytes = put ? 0 : length};
        start(call, bridge, &body, put, here + offset);
    }
    end();
}

void hal_far_put(hal_address to, const void *from, size_t bytes) {
    transfer(to, (char *)(uintptr_t)from, bytes, true);
}

void hal_far_get(void *to, hal_address from, size_t bytes) {
    transfer(from, to, bytes, false);
}
