/* Syncs. A sync is identified by its set of clusters, the first of these clusters, and its type.
 * Signals count even if they arrive before the sync is created. */
#include "kernel/serve/kernel.h"

struct signals {
    struct signals *next;
    uint32_t nodes[NODE_WORDS];
    int first;
    int type;
    struct object *waiter;
    uint32_t count[]; /* for each cluster, the signals that nobody has waited for yet */
};

static struct signals *all;

static struct signals *find(const struct oc_kernel_element *element) {
    struct signals *at = all;
    while (at && (at->first != element->remote || at->type != element->port ||
                  memcmp(at->nodes, element->nodes, sizeof at->nodes) != 0))
        at = at->next;
    return at;
}

/* Makes the record of a sync's signals; ends the job if there is no memory. */
static struct signals *make(const struct oc_kernel_element *element) {
    struct signals *at = oc_kernel_take(sizeof *at + (size_t)oc_kernel_count * sizeof at->count[0]);
    memcpy(at->nodes, element->nodes, sizeof at->nodes);
    at->first = element->remote;
    at->type = element->port;
    at->next = all;
    return all = at;
}

static bool is_in(const uint32_t *nodes, int cluster) {
    return nodes[cluster / 32] >> cluster % 32 & 1;
}

int32_t oc_kernel_sync_open(struct object *object, const struct oc_kernel_element *element) {
    if (object->kind == SYNC_OUT) {
        memcpy(object->nodes, element->nodes, sizeof object->nodes);
        return 0;
    }
    struct signals *signals = find(element);
    if (!signals && !oc_kernel_has_memory())
        return -ENOMEM;
    if (!signals)
        signals = make(element);
    struct object *waiter = signals->waiter;
    if (waiter && waiter->kind == SYNC_IN && waiter->signals == signals)
        return -EADDRINUSE;
    signals->waiter = object;
    object->signals = signals;
    return 0;
}

/* Closes a sync. If some of its signals have not been waited for, they are kept. */
void oc_kernel_sync_close(struct object *object) {
    struct signals *signals = object->signals, **at = &all;
    for (int cluster = 0; cluster < oc_kernel_count; cluster++)
        if (signals->count[cluster])
            return;
    while (*at != signals)
        at = &(*at)->next;
    *at = signals->next;
    free(signals);
}

int32_t oc_kernel_sync_signal(const struct object *object) {
    if (object->kind != SYNC_OUT)
        return -EBADF;
    struct oc_kernel_element element = {
        .kind = SIGNALLED, .remote = object->remote, .port = object->port};
    memcpy(element.nodes, object->nodes, sizeof element.nodes);
    if (object->port == SYNC_ALL_TO_ONE) {
        oc_kernel_send(object->remote, &element, sizeof element);
        return 0;
    }
    for (int cluster = 0; cluster < oc_kernel_count; cluster++) {
        if (cluster != object->remote && is_in(object->nodes, cluster))
            oc_kernel_send(cluster, &element, sizeof element);
    }
    return 0;
}

/* Whether the sync waits for signals of a cluster. */
static bool is_awaited(const struct signals *signals, int cluster) {
    if (signals->type == SYNC_ONE_TO_ALL)
        return cluster == signals->first;
    return cluster != signals->first && is_in(signals->nodes, cluster);
}

void oc_kernel_sync_wait(struct object *object) {
    struct signals *signals = object->signals;
    for (int cluster = 0; cluster < oc_kernel_count; cluster++) {
        if (is_awaited(signals, cluster) && !signals->count[cluster])
            return;
    }
    for (int cluster = 0; cluster < oc_kernel_count; cluster++)
        signals->count[cluster] -= is_awaited(signals, cluster);
    oc_kernel_complete(object, 0);
}

void oc_kernel_sync_signalled(const struct oc_kernel_element *element) {
    struct signals *signals = find(element);
    if (!signals)
        signals = make(element);
    signals->count[element->from]++;
    struct object *waiter = signals->waiter;
    bool is_there = waiter && waiter->kind == SYNC_IN && waiter->signals == signals;
    if (is_there && waiter->operation == STARTED)
        oc_kernel_sync_wait(waiter);
}
