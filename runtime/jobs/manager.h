/* A central manager (2.2), against which the paper argues: all jobs are submitted to it, all
 * micro-kernels report to it which cores are idle, and it alone gives them to jobs. It is where the
 * sequencer would be. */
#ifndef JOBS_MANAGER_H
#define JOBS_MANAGER_H

#include "jobs/state.h"

/* Prepares an allocator; false: no memory. */
bool oc_manager_make(struct oc_allocator *allocator);

/* Gives the first job its cores, if there are enough; returns whether it has. */
bool oc_manager_give(struct oc_allocator *allocator);

/* Tells the domains in which a job has cores. */
void oc_manager_spawn(struct oc_allocator *allocator, struct oc_job_message *message);

/* Starts a job's part in this domain. */
void oc_manager_start(struct oc_allocator *allocator, const struct oc_job_message *message);

/* Reports to the manager that so many further cores are idle; the manager receives it. */
void oc_manager_report(struct oc_allocator *allocator, uint32_t cores);
void oc_manager_hear(struct oc_allocator *allocator, int from, uint32_t cores);

/* Sends the report that is due, if one is. */
void oc_manager_wake(struct oc_allocator *allocator);

#endif
