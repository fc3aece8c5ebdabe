#include "jobs/wait_queue.h"

#include <stdlib.h>

int oc_job_compare(const struct oc_job *one, const struct oc_job *other) {
    if (one->priority != other->priority)
        return one->priority > other->priority ? -1 : 1;
    if (one->time != other->time)
        return one->time < other->time ? -1 : 1;
    if (one->home != other->home)
        return one->home < other->home ? -1 : 1;
    return (one->number > other->number) - (one->number < other->number);
}

static struct oc_waiting_job *add(struct oc_waiting_job **at, const struct oc_job *job,
                                  int coordinator, bool is_own) {
    struct oc_waiting_job *entry = calloc(1, sizeof *entry);
    if (!entry)
        return NULL;
    entry->job = *job;
    entry->coordinator = coordinator;
    entry->is_own = is_own;
    entry->next = *at;
    *at = entry;
    return entry;
}

struct oc_waiting_job *oc_wait_queue_insert(struct oc_waiting_job **queue, const struct oc_job *job,
                                            int coordinator, bool is_own) {
    while (*queue && oc_job_compare(&(*queue)->job, job) < 0)
        queue = &(*queue)->next;
    return add(queue, job, coordinator, is_own);
}

struct oc_waiting_job *oc_wait_queue_append(struct oc_waiting_job **queue, const struct oc_job *job,
                                            int coordinator, bool is_own) {
    while (*queue)
        queue = &(*queue)->next;
    return add(queue, job, coordinator, is_own);
}

struct oc_waiting_job *oc_wait_queue_find(struct oc_waiting_job *queue, const struct oc_job *job,
                                          int coordinator) {
    while (queue && (oc_job_compare(&queue->job, job) != 0 || queue->coordinator != coordinator))
        queue = queue->next;
    return queue;
}

void oc_wait_queue_remove(struct oc_waiting_job **queue, struct oc_waiting_job *entry) {
    while (*queue != entry)
        queue = &(*queue)->next;
    *queue = entry->next;
    free(entry->shares);
    free(entry);
}
