/* Backfilling with a sequencer. While the first job in the queue waits for cores, a later job may
 * run on cores that the first job has already got, provided that the later job ends before the
 * first job can have its remaining cores. The later job therefore delays no job.
 *
 * For each job to which it has given cores, the sequencer knows how long the job runs. It counts
 * all other cores as free. The first job cannot start before the cycle in which enough cores are
 * free. The spawn of the later job, which was never requested (attempt 0), says in which domains it
 * borrows cores. When the later job ends, its micro-kernels keep these cores for the first job
 * again. If durations are wrong, the first job waits longer. */
#ifndef JOBS_BACKFILL_H
#define JOBS_BACKFILL_H

#include "jobs/allocator.h"
#include "jobs/wait_queue.h"

struct oc_backfill;

struct oc_backfill *oc_backfill_make(void); /* null: no memory */
void oc_backfill_free(struct oc_backfill *backfill);

/* Starts a later job that fits, if there is one, and returns whether there was one. The sequencer
 * calls this function. */
bool oc_backfill_one(struct oc_allocator *allocator);

/* The sequencer calls this function when a job has been added to those that wait. */
void oc_backfill_note_waiting(struct oc_allocator *allocator);

/* The sequencer calls this function when the job of `entry` has got all its cores. Returns true if
 * the job must wait for cores of this domain that it has lent. */
bool oc_backfill_note_spawn(struct oc_allocator *allocator, struct oc_waiting_job *entry);

/* Handles the spawn of a job that borrows cores from another job. */
void oc_backfill_lend(struct oc_allocator *allocator, const struct oc_job_message *message);

/* Handles the spawn of a job. Returns true if the job must wait for cores of this domain that it
 * has lent. */
bool oc_backfill_defer(struct oc_waiting_job *entry, const struct oc_job_message *message);

/* Handles the end of a job. Returns false if the job has borrowed no cores of this domain. */
bool oc_backfill_return(struct oc_allocator *allocator, uint32_t number);

#endif
