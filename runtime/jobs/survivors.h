/* The work of the other micro-kernels when one has died.
 *
 * Only what the dead micro-kernel alone knew is lost. The survivors exchange the messages that some
 * of them may have missed, because the dead micro-kernel did not pass them on or died before it had
 * sent them to all. A micro-kernel that learns of a death sends directly to each other
 * micro-kernel:
 *
 * 1. OC_JOB_RELAY for each spawn that it knows of and that was coordinated by itself or by a dead
 *    micro-kernel, to those who have a share and to the job's home;
 * 2. OC_JOB_DEAD, with the serial of its last message to all and the attempt of its current
 *    request.
 *
 * Messages between two micro-kernels arrive in order. A micro-kernel that has received OC_JOB_DEAD
 * from all others, for all deaths that it knows of, therefore knows each spawn on which any of them
 * has acted. It then drops the unfinished requests of the dead micro-kernel, and submits those of
 * its own jobs that were among them again. (This is virtual synchrony: Birman and Joseph 1987.)
 * After the first death, a message to all is sent to each micro-kernel directly, because trees and
 * rows would need the dead one. */
#ifndef JOBS_SURVIVORS_H
#define JOBS_SURVIVORS_H

#include "jobs/allocator.h"

struct oc_survivors;

/* Null: no memory. */
struct oc_survivors *oc_survivors_make(const struct oc_domains *domains);
void oc_survivors_free(struct oc_survivors *survivors);

/* Notes that a job submitted at this micro-kernel has another coordinator until it is spawned. */
void oc_survivors_entrust(struct oc_allocator *allocator, const struct oc_job *job,
                          int coordinator);

/* The number of jobs submitted at this micro-kernel that have another coordinator. */
uint32_t oc_survivors_entrusted(const struct oc_survivors *survivors);

/* Notes that a job has got its cores. Returns false if some of these cores are lost, so that the
 * job must not start. */
bool oc_survivors_note_spawn(struct oc_allocator *allocator, const struct oc_job *job,
                             int coordinator, const struct oc_job_share *shares, uint32_t count);

/* Whether the allocator must ignore a message, because a micro-kernel that is now dead sent it. */
bool oc_survivors_ignore(const struct oc_allocator *allocator, int from,
                         const struct oc_job_header *header);

/* Handles OC_JOB_DEAD or OC_JOB_RELAY. */
void oc_survivors_receive(struct oc_allocator *allocator, int from,
                          const struct oc_job_message *message);

#endif
