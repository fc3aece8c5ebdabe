/* The main scheduling loop of a micro-kernel (Ramachandran 2.3.1), both for jobs that are programs
 * and for jobs that are timers (chapter 4). */
#include "onchip_jobs.h"

#include <stdlib.h>
#include <string.h>

#include "hal/hal.h"
#include "jobs/allocator.h"
#include "jobs/heartbeat.h"
#include "jobs/messages.h"
#include "jobs/tasks.h"

/* Number of cycles between two checks whether a running job has ended. */
#define LOOK 500

/* Kinds of messages that micro-kernels send in addition to those of the allocator. */
enum {
    ENDED = OC_JOB_MESSAGE_KINDS, /* to rank 0: `count` cores of a job have ended, at `time` */
    STOP,                         /* from rank 0: all jobs have ended */
    READY,                        /* to rank 0: the sender's tree is complete */
    BUILT,                        /* from rank 0: the trees of all micro-kernels are complete */
    BEAT,                         /* the sender is alive */
    /* If micro-kernels die, no process knows how many cores will report their end. To find out
     * whether all work is done, rank 0 asks all processes twice, also those whose micro-kernel is
     * dead. These messages belong to the measurement, not to the protocol. */
    POLL,  /* from rank 0: asks for STATE */
    STATE, /* answer to POLL: `count` messages received; `attempt`: 1 if there is work */
    /* From rank 0, to the home of a job that waits for the end of another job. The other job has
     * ended, and the waiting job may be submitted at `time`. */
    FOLLOW,
};

struct micro_kernel {
    int self, size;
    uint64_t begin; /* first cycle of the measurement */
    uint64_t due;   /* cycle in which the next job is to be submitted or to end */
    struct oc_job_messages messages;
    struct oc_allocator *allocator;
    const struct oc_job *jobs; /* jobs still to be submitted */
    int count;
    struct oc_job *waiting; /* copy of the jobs, if some wait for others; else null */
    struct oc_job_run *running;
    struct oc_tasks *tasks; /* null: jobs are timers */
    uint64_t left;          /* at rank 0: number of cores whose jobs have not ended */
    bool is_dead;
    struct oc_heartbeat heartbeat;
    const struct oc_domains *domains;
    int failure;          /* index of the next failure */
    uint32_t received;    /* number of the allocator's messages received */
    uint64_t poll;        /* at rank 0: cycle of the next POLL */
    uint64_t polled[2];   /* number of answers to the last POLL, and sum of their counts */
    uint64_t last_polled; /* sum of counts at the last POLL without work; -1: there was work */
    bool is_busy;         /* at rank 0: an answer to the last POLL has reported work */
    struct oc_job_journal *journal;
};

static uint64_t now(const struct micro_kernel *kernel) {
    return hal_cycles() - kernel->begin;
}

static void *allocate(struct micro_kernel *kernel, size_t bytes) {
    void *memory = malloc(bytes);
    if (!memory)
        MPI_Abort(kernel->messages.comm, 1); /* other processes wait for this one */
    return memory;
}

/* ---- The allocator's port ------------------------------------------------------------------- */

static void send(void *context, int to, const struct oc_job_message *message) {
    struct micro_kernel *kernel = context;
    oc_job_messages_send(&kernel->messages, to, message);
}

static void schedule(struct micro_kernel *kernel, uint64_t time) {
    if (kernel->due > kernel->begin + time)
        kernel->due = kernel->begin + time;
}

/* Schedules the next call of the allocator, if it has to act at a certain time. */
static void schedule_allocator(struct micro_kernel *kernel) {
    uint64_t time = kernel->domains->period ? oc_allocator_due(kernel->allocator) : UINT64_MAX;
    if (time != UINT64_MAX)
        schedule(kernel, time);
}

static void start(void *context, const struct oc_job *job, uint32_t cores,
                  const struct oc_job_share *shares, uint32_t share_count) {
    struct micro_kernel *kernel = context;
    struct oc_job_run *run = allocate(kernel, sizeof *run);
    uint64_t started = now(kernel);
    uint64_t end = kernel->tasks ? HAL_NEVER : started + job->duration;
    *run = (struct oc_job_run){.next = kernel->running,
                               .started = started,
                               .ended = end,
                               .number = job->number,
                               .cores = cores};
    kernel->running = run;
    schedule(kernel, kernel->tasks ? started + LOOK : end);
    if (kernel->tasks && !oc_tasks_start(kernel->tasks, job, cores, shares, share_count))
        MPI_Abort(kernel->messages.comm, 1);
}

static void placed(void *context, const struct oc_job *job, uint32_t requests, uint32_t responses) {
    struct micro_kernel *kernel = context;
    struct oc_job_placement *placement = allocate(kernel, sizeof *placement);
    *placement = (struct oc_job_placement){
        kernel->journal->placements, now(kernel), job->number, requests, responses, job->time};
    kernel->journal->placements = placement;
}

static uint64_t clock_of(void *context) {
    return now(context);
}

static void lose(void *context, const struct oc_job *job) {
    struct micro_kernel *kernel = context;
    if (kernel->tasks) {
        for (struct oc_job_run *run = kernel->running; run; run = run->next)
            run->is_lost |= run->number == job->number;
        if (!oc_tasks_lose(kernel->tasks, job, kernel->heartbeat.dead))
            MPI_Abort(kernel->messages.comm, 1);
        return;
    }
    for (struct oc_job_run *run = kernel->running; run; run = run->next)
        if (run->number == job->number) {
            run->ended = now(kernel);
            run->is_lost = true;
            schedule(kernel, 0);
        }
}

/* ---- The loop ------------------------------------------------------------------------------- */

static void send_kind(struct micro_kernel *kernel, int rank, uint16_t kind, uint32_t count) {
    struct oc_job_message message = {.header = {.kind = kind, .count = count}};
    oc_job_messages_send(&kernel->messages, rank, &message);
}

static void send_kind_to_all(struct micro_kernel *kernel, uint16_t kind) {
    for (int rank = 0; rank < kernel->size; rank++)
        send_kind(kernel, rank, kind, 0);
}

static void report_end(struct micro_kernel *kernel, const struct oc_job_run *run) {
    struct oc_job_message message = {
        .header = {.kind = ENDED,
                   .count = run->cores,
                   .job = {.number = run->number, .time = run->ended}}};
    oc_job_messages_send(&kernel->messages, 0, &message);
}

/* Ends the jobs whose time is over, and reports this to rank 0, which counts them. */
static void end_jobs(struct micro_kernel *kernel) {
    struct oc_job_run **at = &kernel->running;
    while (*at) {
        struct oc_job_run *run = *at;
        if (now(kernel) < run->ended) {
            at = &run->next;
            continue;
        }
        *at = run->next;
        run->ended = now(kernel);
        run->next = kernel->journal->runs;
        kernel->journal->runs = run;
        oc_allocator_ended(kernel->allocator, run->number, run->cores);
        if (!kernel->heartbeat.period)
            report_end(kernel, run);
        at = &kernel->running; /* the end of a job may have started others */
    }
}

/* Called when the time of a job is over and its cores in this domain are free. */
static void end_tasks(void *context, const struct oc_job *job, uint32_t cores) {
    struct micro_kernel *kernel = context;
    (void)cores;
    for (struct oc_job_run *run = kernel->running; run; run = run->next)
        if (run->number == job->number)
            run->ended = now(kernel);
    schedule(kernel, 0);
}

/* ---- Jobs that wait for others --------------------------------------------------------------- */

/* Counts the cores of a job that have ended. After the last one, rank 0 sends FOLLOW to the homes
 * of the jobs that wait for this job. */
static void note_end(struct micro_kernel *kernel, const struct oc_job_header *ended) {
    struct oc_job_feedback *feedback = kernel->domains->feedback;
    int first = 0, end = kernel->domains->feedback_count;
    for (int last = end; first < last;) {
        int middle = (first + last) / 2;
        if (feedback[middle].preceding < ended->job.number)
            first = middle + 1;
        else
            last = middle;
    }
    for (; first < end && feedback[first].preceding == ended->job.number; first++) {
        struct oc_job_feedback *one = &feedback[first];
        uint64_t time = ended->job.time + one->think;
        one->cores -= ended->count;
        if (one->time < time)
            one->time = time;
        if (one->cores > 0)
            continue;
        struct oc_job_message message = {
            .header = {.kind = FOLLOW, .job = {.number = one->number, .time = one->time}}};
        oc_job_messages_send(&kernel->messages, (int)one->home, &message);
    }
}

/* Sets the time at which a job of this home may be submitted: the time in `update`, or the current
 * time if that is later. */
static void follow(struct micro_kernel *kernel, const struct oc_job *update) {
    struct oc_job *jobs = kernel->waiting + (kernel->jobs - kernel->waiting);
    uint64_t time = update->time > now(kernel) ? update->time : now(kernel);
    int at = 0;
    while (jobs[at].number != update->number)
        at++;
    struct oc_job job = jobs[at];
    job.time = time;
    for (; at > 0 && jobs[at - 1].time > time; at--)
        jobs[at] = jobs[at - 1];
    jobs[at] = job;
    schedule(kernel, time);
}

/* Copies the array of jobs if some of them wait for others. The copy can be sorted again when the
 * time of such a job becomes known. */
static void copy_jobs(struct micro_kernel *kernel) {
    size_t bytes = (size_t)kernel->count * sizeof *kernel->jobs;
    if (kernel->count == 0 || kernel->jobs[kernel->count - 1].time != OC_JOB_LATER)
        return;
    kernel->waiting = allocate(kernel, bytes);
    memcpy(kernel->waiting, kernel->jobs, bytes);
    kernel->jobs = kernel->waiting;
}

/* ---- Deaths --------------------------------------------------------------------------------- */

/* Makes this micro-kernel do nothing from now on. Its process stays, and discards all messages that
 * it receives. */
static void die(struct micro_kernel *kernel) {
    kernel->is_dead = true;
    kernel->count = 0;
    if (kernel->tasks)
        oc_tasks_die(kernel->tasks);
    while (kernel->running) {
        struct oc_job_run *run = kernel->running;
        kernel->running = run->next;
        run->ended = now(kernel);
        run->is_lost = true;
        run->next = kernel->journal->runs;
        kernel->journal->runs = run;
    }
}

static void fail(struct micro_kernel *kernel) {
    const struct oc_domains *domains = kernel->domains;
    while (kernel->failure < domains->failure_count &&
           domains->failures[kernel->failure].time <= now(kernel)) {
        const struct oc_job_failure *failure = &domains->failures[kernel->failure++];
        bool is_first = failure->kernel == kernel->self, is_other = failure->other == kernel->self;
        if (failure->other < 0 && is_first)
            die(kernel);
        else if (failure->other >= 0 && (is_first || is_other) && !kernel->is_dead)
            oc_allocator_lose_link(kernel->allocator, is_first ? failure->other : failure->kernel);
    }
    if (kernel->failure < domains->failure_count)
        schedule(kernel, domains->failures[kernel->failure].time);
}

static void beat(struct micro_kernel *kernel) {
    int to = oc_heartbeat_due(&kernel->heartbeat, hal_cycles());
    if (to >= 0)
        send_kind(kernel, to, BEAT, 0);
    uint64_t next = oc_heartbeat_next(&kernel->heartbeat);
    if (kernel->due > next)
        kernel->due = next;
}

static void watch(struct micro_kernel *kernel) {
    int missing = kernel->is_dead ? -1 : oc_heartbeat_missing(&kernel->heartbeat, hal_cycles());
    if (missing < 0)
        return;
    oc_heartbeat_lose(&kernel->heartbeat, missing, hal_cycles());
    oc_allocator_lose_kernel(kernel->allocator, missing);
    schedule(kernel, 0);
}

static void poll_all(struct micro_kernel *kernel) {
    if (kernel->self != 0 || !kernel->heartbeat.period)
        return;
    if (hal_cycles() >= kernel->poll) {
        kernel->polled[0] = kernel->polled[1] = kernel->is_busy = 0;
        kernel->poll = HAL_NEVER; /* no further POLL until all processes have answered */
        send_kind_to_all(kernel, POLL);
    }
    if (kernel->due > kernel->poll)
        kernel->due = kernel->poll;
}

static void answer_poll(struct micro_kernel *kernel) {
    bool is_busy = !kernel->is_dead && (kernel->count > 0 || kernel->running ||
                                        oc_allocator_waiting(kernel->allocator) > 0);
    struct oc_job_message message = {
        .header = {.kind = STATE, .attempt = is_busy, .count = kernel->received}};
    oc_job_messages_send(&kernel->messages, 0, &message);
}

static void count_answer(struct micro_kernel *kernel, const struct oc_job_header *header) {
    kernel->is_busy |= header->attempt;
    kernel->polled[1] += header->count;
    if (++kernel->polled[0] < (uint64_t)kernel->size)
        return;
    if (!kernel->is_busy && kernel->polled[1] == kernel->last_polled)
        send_kind_to_all(kernel, STOP);
    kernel->last_polled = kernel->is_busy ? UINT64_MAX : kernel->polled[1];
    kernel->poll = hal_cycles() + kernel->heartbeat.period;
    schedule(kernel, 0);
}

/* ---- The main loop -------------------------------------------------------------------------- */

static void submit(struct micro_kernel *kernel, const struct oc_job *job) {
    if (!oc_allocator_submit(kernel->allocator, job) && !kernel->heartbeat.period)
        MPI_Abort(kernel->messages.comm, 1); /* out of memory; others would wait for the job */
}

/* Carries out the actions that are due, and computes the next cycle in which an action is due. */
static void run_due(struct micro_kernel *kernel) {
    kernel->due = HAL_NEVER;
    for (; kernel->count > 0 && kernel->jobs->time <= now(kernel); kernel->jobs++, kernel->count--)
        submit(kernel, kernel->jobs);
    if (kernel->tasks && !kernel->is_dead && oc_tasks_look(kernel->tasks))
        schedule(kernel, now(kernel) + LOOK);
    end_jobs(kernel);
    if (kernel->domains->period)
        oc_allocator_wake(kernel->allocator);
    if (kernel->domains->failure_count)
        fail(kernel);
    if (kernel->heartbeat.period && !kernel->is_dead)
        beat(kernel);
    poll_all(kernel);
    if (kernel->count > 0)
        schedule(kernel, kernel->jobs->time);
    schedule_allocator(kernel);
    for (const struct oc_job_run *run = kernel->running; run; run = run->next)
        if (run->ended != HAL_NEVER)
            schedule(kernel, run->ended);
}

/* Handles a message for the allocator. */
static void take_allocation(struct micro_kernel *kernel, int from,
                            const struct oc_job_message *message) {
    if (kernel->is_dead)
        return;
    kernel->received++;
    if (message->header.kind == OC_JOB_DEAD && !kernel->heartbeat.dead[from])
        oc_heartbeat_lose(&kernel->heartbeat, (int)message->header.count, hal_cycles());
    oc_allocator_receive(kernel->allocator, from, message);
    schedule_allocator(kernel);
}

/* Handles a message. Returns false if this was the last message. */
static bool take(struct micro_kernel *kernel, int from, const struct oc_job_message *message) {
    switch (message->header.kind) {
    case ENDED:
        kernel->left -= message->header.count;
        note_end(kernel, &message->header);
        if (kernel->left == 0)
            send_kind_to_all(kernel, STOP);
        return true;
    case STOP:
        return false;
    case FOLLOW:
        follow(kernel, &message->header.job);
        return true;
    case BEAT:
        oc_heartbeat_hear(&kernel->heartbeat, from, hal_cycles());
        return true;
    case POLL:
        answer_poll(kernel);
        return true;
    case STATE:
        count_answer(kernel, &message->header);
        return true;
    case OC_JOB_TASKS:
    case OC_JOB_GONE:
        if (!kernel->is_dead && !oc_tasks_receive(kernel->tasks, from, message))
            MPI_Abort(kernel->messages.comm, 1);
        schedule(kernel, 0);
        return true;
    default:
        take_allocation(kernel, from, message);
        return true;
    }
}

/* Algorithm 1 of Ramachandran: handles messages as they come, and between them does the
 * micro-kernel's own work. */
static void run_loop(struct micro_kernel *kernel) {
    struct oc_job_message message;
    int from;
    kernel->due = 0;
    do {
        if (hal_cycles() >= kernel->due)
            run_due(kernel);
        from = oc_job_messages_receive(&kernel->messages, kernel->due, &message);
        if (from < 0)
            watch(kernel);
    } while (from < 0 || take(kernel, from, &message));
}

/* Builds the propagation trees of all micro-kernels. A tree is complete when all other
 * micro-kernels have answered its source. */
static void build_trees(struct micro_kernel *kernel) {
    struct oc_job_message message;
    int ready = 0;
    bool has_reported = false, is_built = false;
    oc_allocator_explore(kernel->allocator);
    while (!is_built) {
        if (!has_reported && oc_allocator_ready(kernel->allocator)) {
            has_reported = true;
            send_kind(kernel, 0, READY, 0);
        }
        int from = oc_job_messages_receive(&kernel->messages, HAL_NEVER, &message);
        if (message.header.kind == BUILT)
            is_built = true;
        else if (message.header.kind != READY)
            oc_allocator_receive(kernel->allocator, from, &message);
        else if (++ready == kernel->size)
            send_kind_to_all(kernel, BUILT);
    }
}

/* Whether each job of all processes needs at least one core and no more than all domains have. Also
 * computes the sum of the cores of all jobs. */
static bool have_room(const struct oc_domains *domains, MPI_Comm comm, const struct oc_job *jobs,
                      int count, uint64_t *sum) {
    uint64_t there = 0, own[2] = {0}, all[2];
    for (int i = 0; i < domains->count; i++)
        there += domains->cores[i];
    for (int i = 0; i < count; i++) {
        own[0] += jobs[i].cores;
        own[1] += jobs[i].cores == 0 || jobs[i].cores > there;
    }
    MPI_Allreduce(own, all, 2, MPI_UINT64_T, MPI_SUM, comm);
    *sum = all[0];
    return all[1] == 0;
}

bool oc_micro_kernels_run(MPI_Comm comm, const struct oc_domains *domains,
                          const struct oc_job *jobs, int count, struct oc_job_journal *journal) {
    struct micro_kernel kernel = {.jobs = jobs,
                                  .count = count,
                                  .journal = journal,
                                  .domains = domains,
                                  .last_polled = UINT64_MAX};
    struct oc_job_port port = {&kernel, send, start, placed, lose, clock_of};
    struct oc_task_port task_port = {&kernel, send, end_tasks};
    *journal = (struct oc_job_journal){0};
    bool has_period = domains->policy != OC_JOBS_BACKOFF || domains->period;
    if (!have_room(domains, comm, jobs, count, &kernel.left) || !has_period)
        return false;
    if (kernel.left == 0)
        return true;
    MPI_Comm_rank(comm, &kernel.self);
    MPI_Comm_size(comm, &kernel.size);
    kernel.allocator = oc_allocator_make(kernel.self, domains, &port);
    if (domains->workers)
        kernel.tasks = oc_tasks_make(kernel.self, domains, &task_port);
    int has_memory = kernel.allocator && (kernel.tasks || !domains->workers), have_all;
    MPI_Allreduce(&has_memory, &have_all, 1, MPI_INT, MPI_LAND, comm);
    if (have_all) {
        oc_job_messages_begin(&kernel.messages, comm);
        copy_jobs(&kernel);
        if (domains->propagation == OC_JOBS_ADAPTIVE)
            build_trees(&kernel);
        MPI_Barrier(comm);
        kernel.begin = hal_cycles();
        kernel.poll = kernel.begin + domains->heartbeat;
        if (!oc_heartbeat_begin(&kernel.heartbeat, kernel.self, kernel.size, domains->heartbeat,
                                kernel.begin))
            MPI_Abort(comm, 1);
        run_loop(&kernel);
        oc_heartbeat_end(&kernel.heartbeat);
        journal->counts = *oc_allocator_counts(kernel.allocator);
        journal->begin = kernel.begin;
        oc_job_messages_end(&kernel.messages);
    }
    if (kernel.allocator)
        oc_allocator_free(kernel.allocator);
    if (kernel.tasks)
        oc_tasks_free(kernel.tasks);
    free(kernel.waiting);
    return have_all;
}

void oc_job_journal_free(struct oc_job_journal *journal) {
    while (journal->runs) {
        struct oc_job_run *run = journal->runs;
        journal->runs = run->next;
        free(run);
    }
    while (journal->placements) {
        struct oc_job_placement *placement = journal->placements;
        journal->placements = placement->next;
        free(placement);
    }
}
