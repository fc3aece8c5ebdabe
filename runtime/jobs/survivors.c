#include "jobs/survivors.h"

#include <stdlib.h>
#include <string.h>

#include "jobs/coordinator.h"
#include "jobs/memory.h"
#include "jobs/sequencer.h"
#include "jobs/state.h"

/* A job that has got its cores. It is recorded here because this micro-kernel is its home or
 * coordinator, or has a share of it. */
struct record {
    struct record *next;
    struct oc_job job;
    int coordinator;
    uint32_t count;
    struct oc_job_share shares[];
};

/* A job that was submitted at this micro-kernel and that another micro-kernel coordinates. */
struct entrusted {
    struct entrusted *next;
    struct oc_job job;
    int coordinator;
};

struct oc_survivors {
    struct record *records; /* never removed: each death may need all of them */
    struct entrusted *entrusted;
    uint32_t announced[]; /* for each other micro-kernel, how many deaths it has announced */
};

struct oc_survivors *oc_survivors_make(const struct oc_domains *domains) {
    return calloc(1, sizeof(struct oc_survivors) + (size_t)domains->count * sizeof(uint32_t));
}

void oc_survivors_free(struct oc_survivors *survivors) {
    while (survivors->records) {
        struct record *record = survivors->records;
        survivors->records = record->next;
        free(record);
    }
    while (survivors->entrusted) {
        struct entrusted *entrusted = survivors->entrusted;
        survivors->entrusted = entrusted->next;
        free(entrusted);
    }
    free(survivors);
}

static bool is_dead(const struct oc_allocator *allocator, int kernel) {
    return allocator->propagation.dead[kernel];
}

static void report_lost(struct oc_allocator *allocator, const struct oc_job *job) {
    if (allocator->port->lost)
        allocator->port->lost(allocator->port->context, job);
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

void oc_survivors_entrust(struct oc_allocator *allocator, const struct oc_job *job,
                          int coordinator) {
    struct entrusted *entrusted = oc_needed(malloc(sizeof *entrusted));
    *entrusted = (struct entrusted){allocator->survivors->entrusted, *job, coordinator};
    allocator->survivors->entrusted = entrusted;
}

uint32_t oc_survivors_entrusted(const struct oc_survivors *survivors) {
    uint32_t count = 0;
    for (const struct entrusted *one = survivors->entrusted; one; one = one->next)
        count++;
    return count;
}

static void forget(struct oc_survivors *survivors, const struct oc_job *job) {
    struct entrusted **at = &survivors->entrusted;
    while (*at && oc_job_compare(&(*at)->job, job) != 0)
        at = &(*at)->next;
    struct entrusted *found = *at;
    if (found) {
        *at = found->next;
        free(found);
    }
}

static bool has_share(const struct record *record, int kernel) {
    for (uint32_t i = 0; i < record->count; i++)
        if (record->shares[i].kernel == (uint32_t)kernel)
            return true;
    return false;
}

static bool is_whole(const struct oc_allocator *allocator, const struct record *record) {
    for (uint32_t i = 0; i < record->count; i++)
        if (is_dead(allocator, record->shares[i].kernel))
            return false;
    return true;
}

static const struct record *find(const struct oc_survivors *survivors, const struct oc_job *job) {
    const struct record *record = survivors->records;
    while (record && oc_job_compare(&record->job, job) != 0)
        record = record->next;
    return record;
}

bool oc_survivors_note_spawn(struct oc_allocator *allocator, const struct oc_job *job,
                             int coordinator, const struct oc_job_share *shares, uint32_t count) {
    struct oc_survivors *survivors = allocator->survivors;
    struct record *record = oc_needed(malloc(sizeof *record + count * sizeof *shares));
    *record = (struct record){
        .next = survivors->records, .job = *job, .coordinator = coordinator, .count = count};
    memcpy(record->shares, shares, count * sizeof *shares);
    bool whole = is_whole(allocator, record);
    bool is_home = job->home == (uint32_t)allocator->self;
    if (!whole)
        report_lost(allocator, job);
    if (is_home)
        forget(survivors, job);
    if (is_home || coordinator == allocator->self || has_share(record, allocator->self))
        survivors->records = record;
    else
        free(record);
    return whole;
}

/* ---- What others may have missed ------------------------------------------------------------- */

static void relay(struct oc_allocator *allocator, const struct record *record) {
    struct oc_job_message message = {
        .header = {.kind = OC_JOB_RELAY,
                   .source = (uint16_t)record->coordinator,
                   .count = record->count,
                   .job = record->job},
        .shares = record->shares,
    };
    for (int to = 0; to < allocator->domains->count; to++)
        if (to != allocator->self && !is_dead(allocator, to) &&
            (has_share(record, to) || record->job.home == (uint32_t)to)) {
            allocator->counts.sent[OC_JOB_RELAY]++;
            allocator->port->send(allocator->port->context, to, &message);
        }
}

static void notify_others(struct oc_allocator *allocator, int dead) {
    const struct oc_waiting_job *out = allocator->outstanding;
    for (const struct record *record = allocator->survivors->records; record; record = record->next)
        if (record->coordinator == allocator->self || is_dead(allocator, record->coordinator))
            relay(allocator, record);
    struct oc_job_message message = {.header = {.kind = OC_JOB_DEAD,
                                                .count = (uint32_t)dead,
                                                .serial = allocator->propagation.serial}};
    if (out) {
        message.header.job = out->job;
        message.header.attempt = out->attempt;
    }
    for (int to = 0; to < allocator->domains->count; to++)
        if (to != allocator->self && !is_dead(allocator, to))
            oc_allocator_send(allocator, to, &message);
}

/* Makes the wait queue agree with that of `source`: it then contains the request that `source` was
 * making when it sent OC_JOB_DEAD, or none. */
static void synchronize(struct oc_allocator *allocator, const struct oc_job_header *header) {
    int source = header->source;
    if (!oc_propagation_skip(&allocator->propagation, source, header->serial))
        return;
    struct oc_waiting_job *entry = allocator->queue;
    while (entry && entry->coordinator != source)
        entry = entry->next;
    bool is_out = entry && header->attempt == entry->attempt &&
                  oc_job_compare(&entry->job, &header->job) == 0;
    if (entry && !is_out)
        oc_allocator_leave(allocator, entry, NULL);
    if (!is_out && header->attempt)
        oc_allocator_enter(allocator, header);
    oc_allocator_catch_up(allocator, source);
}

/* ---- Cleaning up after a death --------------------------------------------------------------- */

/* Whether all living micro-kernels have announced all deaths that this one knows of. */
static bool has_heard_all(const struct oc_allocator *allocator) {
    for (int kernel = 0; kernel < allocator->domains->count; kernel++)
        if (kernel != allocator->self && !is_dead(allocator, kernel) &&
            allocator->survivors->announced[kernel] < allocator->propagation.deaths)
            return false;
    return true;
}

static void settle(struct oc_allocator *allocator) {
    if (!has_heard_all(allocator))
        return;
    struct oc_waiting_job *next;
    for (struct oc_waiting_job *entry = allocator->queue; entry; entry = next) {
        next = entry->next;
        if (!entry->is_own && is_dead(allocator, entry->coordinator))
            oc_allocator_leave(allocator, entry, NULL);
    }
    struct entrusted **at = &allocator->survivors->entrusted;
    while (*at) {
        struct entrusted *entrusted = *at;
        if (!is_dead(allocator, entrusted->coordinator)) {
            at = &entrusted->next;
            continue;
        }
        *at = entrusted->next;
        oc_sequencer_entrust(allocator, &entrusted->job);
        free(entrusted);
        at = &allocator->survivors->entrusted;
    }
}

static void drop_shares(struct oc_allocator *allocator, int dead) {
    struct oc_waiting_job *entry = allocator->outstanding;
    struct oc_job_share *shares = allocator->shares;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < entry->share_count; i++)
        if (shares[i].kernel == (uint32_t)dead)
            entry->gathered -= shares[i].cores;
        else
            shares[kept++] = shares[i];
    entry->share_count = kept;
}

/* At the coordinator: drops jobs whose home is dead, or for which too few cores are left. */
static void drop_jobs(struct oc_allocator *allocator, int dead) {
    struct oc_waiting_job *next;
    for (struct oc_waiting_job *entry = allocator->queue; entry; entry = next) {
        next = entry->next;
        struct oc_job job = entry->job;
        if (!entry->is_own || (job.cores <= allocator->all && job.home != (uint32_t)dead))
            continue;
        oc_coordinator_withdraw(allocator, entry);
        oc_wait_queue_remove(&allocator->queue, entry);
        report_lost(allocator, &job);
    }
    struct entrusted **at = &allocator->survivors->entrusted;
    while (*at) {
        struct entrusted *entrusted = *at;
        if (entrusted->job.cores <= allocator->all) {
            at = &entrusted->next;
            continue;
        }
        *at = entrusted->next;
        report_lost(allocator, &entrusted->job);
        free(entrusted);
    }
}

static void lose_kernel(struct oc_allocator *allocator, int dead) {
    if (is_dead(allocator, dead))
        return;
    if (dead == allocator->self)
        abort(); /* the others believe that this one is dead, and go on without it */
    allocator->propagation.dead[dead] = true;
    allocator->propagation.deaths++;
    allocator->all -= allocator->domains->cores[dead];
    notify_others(allocator, dead);
    if (allocator->outstanding)
        drop_shares(allocator, dead);
    drop_jobs(allocator, dead);
    for (const struct record *record = allocator->survivors->records; record; record = record->next)
        if (has_share(record, dead))
            report_lost(allocator, &record->job);
    settle(allocator);
}

void oc_allocator_lose_kernel(struct oc_allocator *allocator, int dead) {
    lose_kernel(allocator, dead);
    oc_allocator_proceed(allocator);
}

/* ---- Messages -------------------------------------------------------------------------------- */

bool oc_survivors_ignore(const struct oc_allocator *allocator, int from,
                         const struct oc_job_header *header) {
    bool to_all = header->kind == OC_JOB_REQUEST || header->kind == OC_JOB_CANCEL ||
                  header->kind == OC_JOB_SPAWN;
    return is_dead(allocator, from) || (to_all && is_dead(allocator, header->source));
}

void oc_survivors_receive(struct oc_allocator *allocator, int from,
                          const struct oc_job_message *message) {
    const struct oc_job_header *header = &message->header;
    if (header->kind == OC_JOB_DEAD) {
        lose_kernel(allocator, (int)header->count);
        allocator->survivors->announced[from]++;
        synchronize(allocator, header);
        settle(allocator);
        return;
    }
    if (find(allocator->survivors, &header->job))
        return;
    struct oc_waiting_job *entry =
        oc_wait_queue_find(allocator->queue, &header->job, (int)header->source);
    if (entry)
        oc_allocator_leave(allocator, entry, message);
    else if (header->job.home == (uint32_t)allocator->self)
        oc_survivors_note_spawn(allocator, &header->job, (int)header->source, message->shares,
                                header->count);
}
