#include "jobs/backfill.h"

#include <stdlib.h>
#include <string.h>

#include "jobs/memory.h"
#include "jobs/state.h"

/* A running job to which the sequencer has given cores. The record is dropped once the job must
 * have ended, judging by its duration. */
struct running_job {
    struct running_job *next;
    uint64_t end; /* the earliest cycle in which the job can end */
    uint32_t cores;
    uint32_t count; /* number of shares; 0 unless the job borrows its cores */
    struct oc_job_share shares[];
};

/* Running jobs, sorted by their ends. */
struct running_jobs {
    struct running_job *first;
    uint32_t cores; /* sum of the cores of all these jobs */
};

/* A job that runs on cores of this domain that are reserved for another job, the lender. */
struct loan {
    struct loan *next;
    struct oc_waiting_job *lender;
    uint32_t number, cores;
};

struct oc_backfill {
    /* Kept by the sequencer: the running jobs that own their cores, and the running jobs that
     * borrow cores from the job of the current request. */
    struct running_jobs owners, borrowers;
    struct loan *loans;
    /* The remaining fields are computed once for the job of the current request, and then used for
     * each response to this request. */
    const struct oc_waiting_job *lender;
    uint64_t until; /* the earliest cycle in which the lender can have all its cores */
    uint32_t least; /* fewest cores of a job that would end before `until`; 0: not known */
};

struct oc_backfill *oc_backfill_make(void) {
    return calloc(1, sizeof(struct oc_backfill));
}

/* Forgets jobs that have ended by `time`. */
static void forget(struct running_jobs *jobs, uint64_t time) {
    while (jobs->first && jobs->first->end <= time) {
        struct running_job *running = jobs->first;
        jobs->first = running->next;
        jobs->cores -= running->cores;
        free(running);
    }
}

void oc_backfill_free(struct oc_backfill *backfill) {
    forget(&backfill->owners, UINT64_MAX);
    forget(&backfill->borrowers, UINT64_MAX);
    while (backfill->loans) {
        struct loan *loan = backfill->loans;
        backfill->loans = loan->next;
        free(loan);
    }
    free(backfill);
}

static uint64_t now(const struct oc_allocator *allocator) {
    return allocator->port->now(allocator->port->context);
}

/* ---- The sequencer --------------------------------------------------------------------------- */

static struct running_job *note_running(const struct oc_allocator *allocator,
                                        struct running_jobs *jobs, const struct oc_job *job,
                                        uint32_t shares) {
    struct running_job *running =
        oc_needed(calloc(1, sizeof *running + shares * sizeof *running->shares));
    struct running_job **at = &jobs->first;
    running->end = now(allocator) + job->duration;
    running->cores = job->cores;
    running->count = shares;
    while (*at && (*at)->end < running->end)
        at = &(*at)->next;
    running->next = *at;
    *at = running;
    jobs->cores += running->cores;
    return running;
}

/* The earliest cycle in which the waiting job can have `cores` cores. Cores that it has lent to
 * other jobs count as free, because these jobs return them in time. */
static uint64_t earliest(const struct oc_allocator *allocator, uint32_t cores) {
    struct running_jobs *owners = &allocator->backfill->owners;
    uint64_t time = now(allocator);
    forget(owners, time);
    uint32_t busy = owners->cores;
    for (const struct running_job *running = owners->first; allocator->all - busy < cores;
         running = running->next) {
        time = running->end;
        busy -= running->cores;
    }
    return time;
}

/* The number of cores in a share of the waiting job that it has not lent to other jobs. */
static uint32_t unlent(const struct oc_allocator *allocator, uint32_t share) {
    /* The shares of the job of the current request, which is the lender. */
    const struct oc_job_share *shares = allocator->shares;
    int kernel = shares[share].kernel;
    uint32_t lent = 0, before = 0;
    for (const struct running_job *running = allocator->backfill->borrowers.first; running;
         running = running->next)
        lent += oc_job_share_of(kernel, running->shares, running->count);
    /* A domain that has responded more than once has several shares. */
    for (uint32_t i = 0; i < share; i++)
        if (shares[i].kernel == (uint32_t)kernel)
            before += shares[i].cores;
    uint32_t end = before + shares[share].cores;
    return end > lent ? end - (lent > before ? lent : before) : 0;
}

static void start_on_lent(struct oc_allocator *allocator, struct oc_waiting_job *entry) {
    const struct oc_waiting_job *lender = allocator->outstanding;
    struct oc_job job = entry->job;
    uint32_t left = job.cores, count = 0;
    struct oc_job_share *borrowed = oc_needed(calloc(1, job.cores * sizeof *borrowed));
    for (uint32_t i = 0; i < lender->share_count && left > 0; i++) {
        uint32_t cores = unlent(allocator, i);
        cores = cores < left ? cores : left;
        left -= cores;
        if (cores > 0)
            borrowed[count++] = (struct oc_job_share){allocator->shares[i].kernel, (uint16_t)cores};
    }
    struct running_job *running =
        note_running(allocator, &allocator->backfill->borrowers, &job, count);
    memcpy(running->shares, borrowed, count * sizeof *running->shares);
    free(borrowed);
    struct oc_job_message message = {.header = {.kind = OC_JOB_SPAWN, .count = count, .job = job},
                                     .shares = running->shares};
    allocator->counts.filled++;
    if (allocator->port->placed)
        allocator->port->placed(allocator->port->context, &job, 0, 0);
    oc_wait_queue_remove(&allocator->queue, entry);
    oc_allocator_send_to_all(allocator, &message);
    message.header.source = (uint16_t)allocator->self;
    oc_backfill_lend(allocator, &message);
}

/* Starts a later job on the cores of the waiting job, if one fits. If none does, notes how many
 * cores would be enough for one. */
__attribute__((noinline)) static bool fill(struct oc_allocator *allocator) {
    struct oc_backfill *backfill = allocator->backfill;
    const struct oc_waiting_job *lender = allocator->outstanding;
    if (backfill->lender != lender) {
        backfill->lender = lender;
        backfill->until = earliest(allocator, lender->job.cores);
    }
    uint64_t time = now(allocator), spawn = allocator->domains->backfill;
    backfill->least = UINT32_MAX;
    if (time + spawn >= backfill->until)
        return false;
    if (time > spawn) /* these borrowers have ended and returned their cores */
        forget(&backfill->borrowers, time - spawn);
    uint32_t cores = lender->gathered - backfill->borrowers.cores;
    for (struct oc_waiting_job *entry = allocator->queue; entry; entry = entry->next) {
        if (!entry->is_own || entry->state != OC_JOB_BLOCKED ||
            time + entry->job.duration + spawn > backfill->until)
            continue;
        if (entry->job.cores <= cores) {
            start_on_lent(allocator, entry);
            backfill->least = 0;
            return true;
        }
        if (entry->job.cores < backfill->least)
            backfill->least = entry->job.cores;
    }
    return false;
}

/* Most responses change nothing. For these, the sequencer only makes the quick tests below. */
bool oc_backfill_one(struct oc_allocator *allocator) {
    const struct oc_backfill *backfill = allocator->backfill;
    const struct oc_waiting_job *lender = allocator->outstanding;
    if (!lender || !lender->next ||
        (backfill->lender == lender && lender->gathered < backfill->least))
        return false;
    return fill(allocator);
}

void oc_backfill_note_waiting(struct oc_allocator *allocator) {
    allocator->backfill->least = 0;
}

/* ---- Every micro-kernel ---------------------------------------------------------------------- */

/* Called if a job has all its cores but has lent some of them. Keeps the job's shares until these
 * cores are back. */
static void keep_shares(struct oc_waiting_job *entry, const struct oc_job_share *shares,
                        uint32_t count) {
    entry->state = OC_JOB_SPAWNED;
    entry->shares = oc_needed(calloc(1, count * sizeof *entry->shares));
    memcpy(entry->shares, shares, count * sizeof *entry->shares);
    entry->share_count = count;
}

bool oc_backfill_note_spawn(struct oc_allocator *allocator, struct oc_waiting_job *entry) {
    struct oc_backfill *backfill = allocator->backfill;
    /* The job has all its cores now, and counts as one running job with all of them. The borrowers
     * of its cores no longer count separately. */
    forget(&backfill->borrowers, UINT64_MAX);
    note_running(allocator, &backfill->owners, &entry->job, 0);
    backfill->lender = NULL;
    if (entry->lent == 0)
        return false;
    keep_shares(entry, allocator->shares, entry->share_count);
    return true;
}

void oc_backfill_lend(struct oc_allocator *allocator, const struct oc_job_message *message) {
    const struct oc_job_header *header = &message->header;
    uint32_t cores = oc_job_share_of(allocator->self, message->shares, header->count);
    struct oc_waiting_job *lender = allocator->queue;
    while (lender && (lender->coordinator != header->source || lender->state != OC_JOB_REQUESTED))
        lender = lender->next;
    if (cores == 0 || !lender)
        return;
    struct loan *loan = oc_needed(calloc(1, sizeof *loan));
    *loan = (struct loan){allocator->backfill->loans, lender, header->job.number, cores};
    allocator->backfill->loans = loan;
    lender->reserved -= cores;
    lender->lent += cores;
    allocator->port->start(allocator->port->context, &header->job, cores, message->shares,
                           header->count);
}

bool oc_backfill_defer(struct oc_waiting_job *entry, const struct oc_job_message *message) {
    if (entry->lent == 0)
        return false;
    keep_shares(entry, message->shares, message->header.count);
    return true;
}

bool oc_backfill_return(struct oc_allocator *allocator, uint32_t number) {
    struct loan **at = &allocator->backfill->loans;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    struct loan *loan = *at;
    if (!loan)
        return false;
    *at = loan->next;
    struct oc_waiting_job *lender = loan->lender;
    lender->lent -= loan->cores;
    lender->reserved += loan->cores;
    free(loan);
    if (lender->state == OC_JOB_SPAWNED && lender->lent == 0) {
        oc_allocator_spawn(allocator, lender, lender->shares, lender->share_count);
        if (!lender->is_own)
            allocator->foreign--;
        oc_wait_queue_remove(&allocator->queue, lender);
    }
    return true;
}
