/* Backfilling with a sequencer: a job that comes later runs on cores that the first one has got and
 * cannot use yet, if it ends before the first one can have the rest. So no job waits for it.
 *
 * The sequencer knows how long the jobs run to which it has given cores, and takes all other cores
 * for free: the first job cannot start earlier than when these would be enough. Its spawn of the
 * other job, which has never been requested (attempt 0), says whose cores that has. When it ends, a
 * micro-kernel keeps them for the first one again. Should durations be wrong, the first one waits.
 */
#ifndef JOBS_BACKFILL_H
#define JOBS_BACKFILL_H

#include "jobs/allocator.h"
#include "jobs/wait_queue.h"

struct oc_backfill;

struct oc_backfill *oc_backfill_make(void); /* null: no memory */
void oc_backfill_free(struct oc_backfill *backfill);

/* The sequencer: starts a job that fits; whether there was one. */
bool oc_backfill_one(struct oc_allocator *allocator);

/* The sequencer: another job waits. */
void oc_backfill_note_waiting(struct oc_allocator *allocator);

/* The sequencer: a job has got its cores. True: it waits for some that it has lent here. */
bool oc_backfill_note_spawn(struct oc_allocator *allocator, struct oc_waiting_job *entry);

/* A spawn of a job that runs on lent cores. */
void oc_backfill_lend(struct oc_allocator *allocator, const struct oc_job_message *message);

/* The spawn of a job has come. True: it waits for cores that it has lent here. */
bool oc_backfill_defer(struct oc_waiting_job *entry, const struct oc_job_message *message);

/* A job has ended. False: its cores were not lent. */
bool oc_backfill_return(struct oc_allocator *allocator, uint32_t number);

#endif
