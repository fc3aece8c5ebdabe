/* Messages between machines, by libfabric. This code is in a shared library of its own. Only jobs
 * on several machines load it, so that no other program needs libfabric. */
#ifndef HAL_LINUX_FABRIC_FABRIC_H
#define HAL_LINUX_FABRIC_FABRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#define FABRIC_NAME_BYTES 64 /* largest size of an endpoint's address */

/* A message that is being sent or received. It must not move until it is done. */
struct fabric_event {
    void *library[8]; /* belongs to libfabric */
    bool done;
    int error;     /* an errno, or 0 */
    size_t bytes;  /* length of a received message */
    uint64_t word; /* word that came with the message */
};

/* Functions of the library. They return null or 0 on success, otherwise the failure as text or as
 * an errno. Only one thread may call them at a time. */
struct fabric {
    /* Opens the endpoint of this process at an address of this machine; null stands for any
     * address. */
    const char *(*open)(const char *address);
    size_t (*name)(void *name); /* stores the endpoint's address in `name`; returns its length */
    uint64_t (*peer)(const void *name, size_t bytes);
    /* Sends a message and a word. If `event` is null, the message has at most FABRIC_SHORT_BYTES
     * bytes, and its memory may be used again at once. Messages to one peer arrive in order. */
    int (*send)(uint64_t peer, uint64_t tag, const struct iovec *parts, size_t count, uint64_t word,
                struct fabric_event *event);
    int (*receive)(void *buffer, size_t bytes, uint64_t tag, struct fabric_event *event);
    /* Makes progress: waits at most `milliseconds` for an event, and marks an event that has come
     * as done. */
    void (*progress)(int milliseconds);
};

#define FABRIC_SHORT_BYTES 48

extern const struct fabric onchip_fabric;

#endif
