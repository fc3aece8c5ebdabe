/* Messages over mailboxes and portals, without MPI, as the published programs send them
 * (github.com/nanvix/benchmarks, src/capbench/common/ipc.c). Even for a single word, the sender
 * announces its portal in a mailbox message, and the receiver allows the write. For each message
 * the sender opens the receiver's mailbox and portal, and closes them afterwards. Their names
 * contain ranks. Each rank has a mailbox, and a portal from which it reads. */
#include <errno.h>
#include <onchip/kernel.h>
#include <string.h>

#include "masters.h"

#ifndef KEEPS_OPEN
#define KEEPS_OPEN 0 /* 1: opened mailboxes and portals stay open */
#endif

struct message {
    int source;
    int portal; /* portal of the data that follow, if there are any */
};

/* A mailbox message that arrived before its receive. */
struct early {
    struct early *next;
    struct message message;
};

/* Another rank, as far as this rank knows it: its address, and its mailbox and portal once they are
 * used. */
struct peer {
    struct kname address;
    int mailbox, portal;
};

static int own, count, mailbox, portal;
static struct peer *peers;
static struct early *early;

/* Returns the result of a call of the kernel, which must not be an error. */
static int checked(long result, const char *call) {
    if (result < 0) {
        fprintf(stderr, "rank %d: %s: error %ld\n", own, call, -result);
        give_up();
    }
    return (int)result;
}

static void name_of(char *name, int rank) {
    snprintf(name, KNAME_SIZE, "rank-%d", rank);
}

/* Returns the cluster of a rank. Looks the rank's name up until the rank has linked it. */
static int node_of(int rank) {
    struct kname *address = &peers[rank].address;
    if (address->node >= 0)
        return address->node;
    char name[KNAME_SIZE];
    name_of(name, rank);
    int error;
    while ((error = name_lookup(name, address)) == -ENOENT)
        ;
    checked(error, "name_lookup");
    return address->node;
}

static struct peer *peer_of(int rank) {
    struct peer *peer = &peers[rank];
    int node = node_of(rank);
    if (peer->mailbox < 0)
        peer->mailbox = checked(kmailbox_open(node, peer->address.port), "kmailbox_open");
    return peer;
}

static int portal_to(struct peer *peer) {
    if (peer->portal < 0)
        peer->portal =
            checked(kportal_open(peer->address.node, peer->address.port), "kportal_open");
    return peer->portal;
}

static void close_channels(struct peer *peer) {
    checked(kmailbox_close(peer->mailbox), "kmailbox_close");
    if (peer->portal >= 0)
        checked(kportal_close(peer->portal), "kportal_close");
    peer->mailbox = peer->portal = -1;
}

void join(int *rank, int *ranks) {
    own = *rank = kprocess_get_num();
    count = *ranks = kprocess_count();
    peers = memory((size_t)count * sizeof *peers);
    for (int i = 0; i < count; i++)
        peers[i] = (struct peer){.address.node = -1, .mailbox = -1, .portal = -1};
    mailbox = checked(kmailbox_create(own), "kmailbox_create");
    portal = checked(kportal_create(own), "kportal_create");
    char name[KNAME_SIZE];
    name_of(name, own);
    checked(name_link(name, own), "name_link");
    meet();
}

void leave(void) {
    meet();
    free(peers);
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* Returns the next mailbox message of a rank. Messages of other ranks are kept. */
static void read_message(struct message *message, int from) {
    for (struct early **at = &early; *at; at = &(*at)->next) {
        struct early *found = *at;
        if (found->message.source != from)
            continue;
        *message = found->message;
        *at = found->next;
        free(found);
        return;
    }
    while (checked(kmailbox_read(mailbox, message, sizeof *message), "kmailbox_read"),
           message->source != from) {
        struct early *kept = memory(sizeof *kept), **end = &early;
        *kept = (struct early){NULL, *message};
        while (*end)
            end = &(*end)->next;
        *end = kept;
    }
}

static void start(const void *data, size_t bytes, struct peer *peer) {
    struct message message = {.source = own};
    if (bytes > 0)
        message.portal = kportal_get_port(portal_to(peer));
    checked(kmailbox_write(peer->mailbox, &message, sizeof message), "kmailbox_write");
    if (bytes > 0)
        checked(kportal_awrite(peer->portal, data, bytes), "kportal_awrite");
}

static void finish(size_t bytes, struct peer *peer) {
    if (bytes > 0)
        checked(kportal_wait(peer->portal), "kportal_wait");
    if (!KEEPS_OPEN)
        close_channels(peer);
}

void send_to(const void *data, size_t bytes, int to) {
    struct peer *peer = peer_of(to);
    start(data, bytes, peer);
    finish(bytes, peer);
}

void receive_from(void *data, size_t bytes, int from) {
    struct message message;
    read_message(&message, from);
    if (bytes == 0)
        return;
    checked(kportal_allow(portal, node_of(from), message.portal), "kportal_allow");
    checked(kportal_read(portal, data, bytes), "kportal_read");
}

void exchange(const void *out, int to, void *in, int from, size_t bytes) {
    struct peer *peer = peer_of(to);
    start(out, bytes, peer);
    receive_from(in, bytes, from);
    finish(bytes, peer);
}

/* Rank i waits for ranks 2 i + 1 and 2 i + 2, and then notifies its parent. The release takes the
 * opposite way. */
void meet(void) {
    for (int child = 2 * own + 1; child <= 2 * own + 2 && child < count; child++)
        receive_from(NULL, 0, child);
    if (own > 0) {
        send_to(NULL, 0, (own - 1) / 2);
        receive_from(NULL, 0, (own - 1) / 2);
    }
    for (int child = 2 * own + 1; child <= 2 * own + 2 && child < count; child++)
        send_to(NULL, 0, child);
}

double ticks(void) {
    return (double)kclock();
}

void give_up(void) {
    abort();
}
