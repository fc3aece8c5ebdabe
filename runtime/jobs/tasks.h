/* Real tasks (chapter 4): the cores of a domain by number, and the start and the end of a job's
 * program on the cores that several domains give.
 *
 * The first micro-kernel of a job's shares is its *leader*. The others send it their cores; it
 * starts the job, is told of the end by the chip, and tells the others, once each that has sent it
 * cores. If it dies, the others end the job. */
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

/* A message of kind OC_JOB_TASKS or OC_JOB_GONE has come from `from`. False: no memory. */
bool oc_tasks_receive(struct oc_tasks *tasks, int from, const struct oc_job_message *message);

/* The job has lost cores, as their micro-kernel has died: its program ends, or never starts. May
 * come more than once. `dead`: of all micro-kernels. False: no memory. */
bool oc_tasks_lose(struct oc_tasks *tasks, const struct oc_job *job, const bool *dead);

/* This micro-kernel dies with its domain: all programs end that have cores of it. */
void oc_tasks_die(const struct oc_tasks *tasks);

/* Looks for jobs that have ended. Whether this micro-kernel leads others that run. */
bool oc_tasks_look(struct oc_tasks *tasks);

#endif
