#include "jobs/tasks.h"

#include <stdlib.h>
#include <string.h>

#include "hal/hal.h"
#include "jobs/task_mapping.h"

#define SLICE 2000 /* cycles spent on a mapping between two checks for messages */

/* A job that has cores of this domain, or of which this micro-kernel is the leader (tasks.h). */
struct entry {
    struct entry *next;
    struct oc_job job;
    int leader;                      /* valid only if there are shares */
    uint32_t own;                    /* number of the job's cores in this domain */
    uint32_t gathered;               /* at the leader: number of cores that it has learnt so far */
    struct oc_task_mapping *mapping; /* at the leader: the search for the order of the cores */
    bool *senders;                   /* at the leader: which micro-kernels have sent their cores */
    bool is_lost;                    /* the job must not start */
    bool runs;                       /* at the leader: it has started the job */
    uint32_t ended;                  /* at the leader: set by the chip when the job has ended */
    struct oc_job_share *shares;
    uint32_t share_count;
    uint32_t *all;
    uint32_t cores[]; /* numbers of the job's cores in this domain */
};

struct oc_tasks {
    int self;
    const struct oc_domains *domains;
    const struct oc_task_port *port;
    struct entry *entries;
    bool taken[]; /* whether each worker of the domain is taken */
};

struct oc_tasks *oc_tasks_make(int self, const struct oc_domains *domains,
                               const struct oc_task_port *port) {
    struct oc_tasks *tasks = calloc(1, sizeof *tasks + domains->cores[self] * sizeof(bool));
    if (tasks) {
        tasks->self = self;
        tasks->domains = domains;
        tasks->port = port;
    }
    return tasks;
}

static void drop(struct oc_tasks *tasks, struct entry *entry) {
    struct entry **at = &tasks->entries;
    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
    oc_task_mapping_end(entry->mapping);
    free(entry->shares);
    free(entry->senders);
    free(entry->all);
    free(entry);
}

void oc_tasks_free(struct oc_tasks *tasks) {
    while (tasks->entries)
        drop(tasks, tasks->entries);
    free(tasks);
}

/* Finds the entry of a job, or makes one if there is none. Returns null if there is no memory. */
static struct entry *enter(struct oc_tasks *tasks, const struct oc_job *job) {
    struct entry *entry = tasks->entries;
    while (entry && (entry->job.home != job->home || entry->job.number != job->number))
        entry = entry->next;
    if (entry)
        return entry;
    entry = calloc(1, sizeof *entry + tasks->domains->cores[tasks->self] * sizeof *entry->cores);
    if (entry) {
        entry->next = tasks->entries;
        entry->job = *job;
        tasks->entries = entry;
    }
    return entry;
}

static void send(struct oc_tasks *tasks, int to, enum oc_job_message_kind kind,
                 const struct oc_job *job, const struct oc_job_share *shares, uint32_t count) {
    struct oc_job_message message = {
        .header = {.kind = (uint16_t)kind, .count = count, .job = *job}, .shares = shares};
    tasks->port->send(tasks->port->context, to, &message);
}

/* Frees the job's cores of this domain. */
static void release(struct oc_tasks *tasks, struct entry *entry) {
    const uint32_t *workers = tasks->domains->workers[tasks->self];
    uint32_t own = entry->own;
    for (uint32_t i = 0; i < tasks->domains->cores[tasks->self]; i++)
        for (uint32_t k = 0; k < own; k++)
            if (workers[i] == entry->cores[k])
                tasks->taken[i] = false;
    entry->own = 0;
    tasks->port->ended(tasks->port->context, &entry->job, own);
}

static void give_back(struct oc_tasks *tasks, struct entry *entry) {
    release(tasks, entry);
    drop(tasks, entry);
}

/* At the leader of a job, tells the other micro-kernels that the job is over. */
static void end(struct oc_tasks *tasks, struct entry *entry) {
    for (uint32_t i = 0; i < entry->share_count; i++) {
        int to = (int)entry->shares[i].kernel;
        bool is_told = to == tasks->self;
        for (uint32_t k = 0; k < i; k++)
            is_told |= (int)entry->shares[k].kernel == to;
        if (!is_told)
            send(tasks, to, OC_JOB_GONE, &entry->job, NULL, 0);
    }
    give_back(tasks, entry);
}

static void start_program(struct entry *entry) {
    oc_task_mapping_end(entry->mapping);
    entry->mapping = NULL;
    entry->runs = true;
    if (hal_job_start(entry->job.program, entry->all, entry->gathered, &entry->ended) < 0)
        entry->ended = 2; /* the host reports the reason */
}

/* Starts to map tasks to cores, once all cores of the job are known. If there is no memory for the
 * mapping, tasks are placed in row order. */
static void map(const struct oc_tasks *tasks, struct entry *entry) {
    const struct oc_domains *domains = tasks->domains;
    const uint32_t *traffic = domains->traffic ? domains->traffic(&entry->job) : NULL;
    oc_map_in_rows(entry->all, entry->gathered);
    if (traffic)
        entry->mapping =
            oc_task_mapping_begin(entry->all, entry->gathered, traffic, domains->links);
    if (!entry->mapping)
        start_program(entry);
}

/* At the leader, receives the numbers of cores. Once all of them are known, starts to map tasks to
 * them. */
static bool gather(const struct oc_tasks *tasks, struct entry *entry, int from,
                   const uint32_t *cores, uint32_t count) {
    if (!entry->all) {
        entry->all = malloc(entry->job.cores * sizeof *entry->all);
        entry->senders = calloc((size_t)tasks->domains->count, sizeof *entry->senders);
    }
    if (!entry->all || !entry->senders)
        return false;
    entry->senders[from] = true;
    memcpy(entry->all + entry->gathered, cores, count * sizeof *cores);
    entry->gathered += count;
    if (entry->gathered == entry->job.cores)
        map(tasks, entry);
    return true;
}

/* Gives free cores of this domain to a job, in row order. */
static void take(struct oc_tasks *tasks, struct entry *entry, uint32_t cores) {
    for (uint32_t i = 0; entry->own < cores; i++)
        if (!tasks->taken[i]) {
            tasks->taken[i] = true;
            entry->cores[entry->own++] = tasks->domains->workers[tasks->self][i];
        }
}

bool oc_tasks_start(struct oc_tasks *tasks, const struct oc_job *job, uint32_t cores,
                    const struct oc_job_share *shares, uint32_t share_count) {
    struct entry *entry = enter(tasks, job);
    int leader = (int)shares[0].kernel;
    size_t bytes = (leader == tasks->self ? share_count : cores) * sizeof *shares;
    struct oc_job_share *copy = malloc(bytes);
    if (!entry || !copy)
        return false;
    take(tasks, entry, cores);
    entry->leader = leader;
    if (leader == tasks->self) {
        memcpy(copy, shares, bytes);
        entry->shares = copy;
        entry->share_count = share_count;
        return gather(tasks, entry, tasks->self, entry->cores, cores);
    }
    for (uint32_t i = 0; i < cores; i++)
        copy[i] = (struct oc_job_share){.kernel = (uint16_t)entry->cores[i], .cores = 1};
    send(tasks, leader, OC_JOB_TASKS, job, copy, cores);
    free(copy);
    return true;
}

bool oc_tasks_receive(struct oc_tasks *tasks, int from, const struct oc_job_message *message) {
    struct entry *entry = enter(tasks, &message->header.job);
    uint32_t count = message->header.count;
    if (!entry)
        return false;
    if (message->header.kind == OC_JOB_GONE) {
        give_back(tasks, entry);
        return true;
    }
    if (entry->is_lost) {
        send(tasks, from, OC_JOB_GONE, &entry->job, NULL, 0);
        return true;
    }
    uint32_t *cores = malloc(count * sizeof *cores);
    if (!cores)
        return false;
    for (uint32_t i = 0; i < count; i++)
        cores[i] = message->shares[i].kernel;
    bool done = gather(tasks, entry, from, cores, count);
    free(cores);
    return done;
}

/* Marks a job that has not started as lost. The entry stays if this is the leader, or if the leader
 * is not known here, because some micro-kernels have not sent their cores yet. */
static void mark_lost(struct oc_tasks *tasks, struct entry *entry) {
    entry->is_lost = true;
    oc_task_mapping_end(entry->mapping);
    entry->mapping = NULL;
    for (int other = 0; entry->senders && other < tasks->domains->count; other++)
        if (entry->senders[other] && other != tasks->self)
            send(tasks, other, OC_JOB_GONE, &entry->job, NULL, 0);
    release(tasks, entry);
}

bool oc_tasks_lose(struct oc_tasks *tasks, const struct oc_job *job, const bool *dead) {
    struct entry *entry = enter(tasks, job);
    if (!entry)
        return false;
    if (entry->own > 0 && entry->leader != tasks->self) {
        if (!dead[entry->leader])
            return true; /* the leader will announce the end */
        hal_job_stop(entry->cores[0]);
        give_back(tasks, entry);
    } else if (entry->runs) {
        hal_job_stop(entry->cores[0]); /* sets `ended`, which oc_tasks_look() sees */
    } else if (!entry->is_lost) {
        mark_lost(tasks, entry);
    }
    return true;
}

void oc_tasks_die(const struct oc_tasks *tasks) {
    for (const struct entry *entry = tasks->entries; entry; entry = entry->next)
        if (entry->own > 0)
            hal_job_stop(entry->cores[0]);
}

/* Continues the mapping for SLICE cycles only, as messages must not wait long. */
static void go_on(struct entry *entry) {
    uint64_t end = hal_cycles() + SLICE;
    while (hal_cycles() < end)
        if (!oc_task_mapping_step(entry->mapping)) {
            start_program(entry);
            return;
        }
}

bool oc_tasks_look(struct oc_tasks *tasks) {
    bool leads = false;
    struct entry *entry = tasks->entries;
    while (entry) {
        if (entry->mapping)
            go_on(entry);
        if (entry->runs && hal_observe(&entry->ended)) {
            end(tasks, entry);
            entry = tasks->entries; /* the callback may have started other jobs */
        } else {
            leads |= entry->runs || entry->mapping;
            entry = entry->next;
        }
    }
    return leads;
}
