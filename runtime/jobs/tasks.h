/* Jobs that are programs (Ramachandran, chapter 4). These functions manage the numbered cores of a
 * domain, and start and end a job's program on cores of several domains.
 *
 * The first micro-kernel in a job's shares is its *leader*. The others send their cores' numbers to
 * it. The leader starts the job and learns of the job's end from the chip. It then tells each
 * micro-kernel that has sent it cores, once. If the leader dies, the others end the job. */
#ifndef JOBS_TASKS_H
#define JOBS_TASKS_H

#include "jobs/allocator.h"

struct oc_tasks;

/* The functions by which the code in tasks.c acts on the system around it. */
struct oc_task_port {
    void *context;
    void (*send)(void *context, int to, const struct oc_job_message *message);
    /* Called when cores of this domain are free again. */
    void (*ended)(void *context, const struct oc_job *job, uint32_t cores);
};

/* Makes the state of the tasks of micro-kernel `self`. Returns null if there is no memory.
 * `domains`, which must have workers, and `port` must stay valid as long as this state exists. */
struct oc_tasks *oc_tasks_make(int self, const struct oc_domains *domains,
                               const struct oc_task_port *port);
void oc_tasks_free(struct oc_tasks *tasks);

/* Starts the part of a job that runs in this domain, where the job has `cores` cores. `shares` are
 * all shares of the job. Returns false if there is no memory. */
bool oc_tasks_start(struct oc_tasks *tasks, const struct oc_job *job, uint32_t cores,
                    const struct oc_job_share *shares, uint32_t share_count);

/* Handles a message of kind OC_JOB_TASKS or OC_JOB_GONE from `from`. Returns false if there is no
 * memory. */
bool oc_tasks_receive(struct oc_tasks *tasks, int from, const struct oc_job_message *message);

/* Called when a job has lost cores, because the micro-kernel of these cores has died. Ends the
 * job's program or, if the program has not started, never starts it. May be called more than once
 * for a job. `dead` tells for each micro-kernel whether it is dead. Returns false if there is no
 * memory. */
bool oc_tasks_lose(struct oc_tasks *tasks, const struct oc_job *job, const bool *dead);

/* Called when this micro-kernel dies with its domain. Ends all programs that have cores in the
 * domain. */
void oc_tasks_die(const struct oc_tasks *tasks);

/* Looks for jobs that have ended. Returns whether this micro-kernel leads jobs that still run. */
bool oc_tasks_look(struct oc_tasks *tasks);

#endif
