/* The policy OC_JOBS_CENTRAL, a central manager. All jobs are submitted to the manager. All
 * micro-kernels report their idle cores to it, and it alone gives cores to jobs. The manager is the
 * micro-kernel that is the sequencer with the policy OC_JOBS_SEQUENCER. Section 2.2 of Ramachandran
 * gives the reasons against a central manager. */
#ifndef JOBS_MANAGER_H
#define JOBS_MANAGER_H

#include "jobs/state.h"

/* Prepares an allocator; false: no memory. */
bool oc_manager_make(struct oc_allocator *allocator);

/* Gives the first job in the queue its cores if enough are idle. Returns whether the job has got
 * them. */
bool oc_manager_give(struct oc_allocator *allocator);

/* Sends a job's spawn to the domains in which the job has cores. */
void oc_manager_spawn(struct oc_allocator *allocator, struct oc_job_message *message);

/* Starts a job's part in this domain. */
void oc_manager_start(struct oc_allocator *allocator, const struct oc_job_message *message);

/* oc_manager_report() reports to the manager that `cores` further cores are idle. oc_manager_hear()
 * handles the report at the manager. */
void oc_manager_report(struct oc_allocator *allocator, uint32_t cores);
void oc_manager_hear(struct oc_allocator *allocator, int from, uint32_t cores);

/* Sends the report that is due, if one is. */
void oc_manager_wake(struct oc_allocator *allocator);

#endif
