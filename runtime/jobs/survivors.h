/* What the micro-kernels that are left do when one has died.
 *
 * Nobody but the dead one has lost anything that it knew, so they only exchange what each may have
 * missed because the dead one did not pass it on, or died before it had sent it to all. A
 * micro-kernel that learns of a death sends to each other one, directly:
 *
 * 1. OC_JOB_RELAY for each spawn that it knows of and that itself or a dead one has coordinated,
 *    to those who have a share, and to the job's home;
 * 2. OC_JOB_DEAD, with the number of its last message to all and with its request that is out.
 *
 * Messages between two arrive in order. So a micro-kernel that has got OC_JOB_DEAD from all others,
 * for all deaths that it knows of, knows of each spawn that any has followed. It drops what is left
 * of the dead one's requests, and submits those jobs anew whose home it is. (Virtual synchrony does
 * the same: Birman and Joseph 1987.) From the first death on, messages to all go to each directly:
 * trees and rows would need the dead one. */
#ifndef JOBS_SURVIVORS_H
#define JOBS_SURVIVORS_H

#include "jobs/allocator.h"

struct oc_survivors;

/* Null: no memory. */
struct oc_survivors *oc_survivors_make(const struct oc_domains *domains);
void oc_survivors_free(struct oc_survivors *survivors);

/* This micro-kernel leaves a job of its own to another coordinator, until its spawn comes. */
void oc_survivors_entrust(struct oc_allocator *allocator, const struct oc_job *job,
                          int coordinator);

/* How many of them there are. */
uint32_t oc_survivors_entrusted(const struct oc_survivors *survivors);

/* A job has got its cores. False: some of them are lost, and it must not start. */
bool oc_survivors_note_spawn(struct oc_allocator *allocator, const struct oc_job *job,
                             int coordinator, const struct oc_job_share *shares, uint32_t count);

/* Whether a message is to be ignored, as a dead one has sent it. */
bool oc_survivors_ignore(const struct oc_allocator *allocator, int from,
                         const struct oc_job_header *header);

/* OC_JOB_DEAD or OC_JOB_RELAY has come. */
void oc_survivors_receive(struct oc_allocator *allocator, int from,
                          const struct oc_job_message *message);

#endif
