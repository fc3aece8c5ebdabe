/* Real tasks (chapter 4): the cores of a domain by number, and the start and the end of a job's
 * program on the cores that several domains give.
 *
 * The first micro-kernel of a job's shares is its *leader*. The others send it their cores; it
 * starts the job, is told of the end by the chip, and tells the others. */
#ifndef JOBS_TASKS_H
#define JOBS_TASKS_H

#include "jobs/allocator.h"

struct oc_tasks;

/* What tasks need of the world. */
struct oc_task_port {
    void *context;
    void (*send)(void *context, int to, const struct oc_job_message *message);
    /* These cores of this domain are free again. */
    void (*ended)(void *context, const struct oc_job *job, uint32_t cores);
};

/* For micro-kernel `self`; null: no memory. `domains`, which have workers, and `port` must outlive
 * it. */
struct oc_tasks *oc_tasks_make(int self, const struct oc_domains *domains,
                               const struct oc_task_port *port);
void oc_tasks_free(struct oc_tasks *tasks);

/* So many cores of this domain are the job's, with `shares` of all. False: no memory. */
bool oc_tasks_start(struct oc_tasks *tasks, const struct oc_job *job, uint32_t cores,
                    const struct oc_job_share *shares, uint32_t share_count);

/* A message of kind OC_JOB_TASKS or OC_JOB_GONE has come. False: no memory. */
bool oc_tasks_receive(struct oc_tasks *tasks, const struct oc_job_message *message);

/* Looks for jobs that have ended. Whether this micro-kernel leads others that run. */
bool oc_tasks_look(struct oc_tasks *tasks);

#endif
