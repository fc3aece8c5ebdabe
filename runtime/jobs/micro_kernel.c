/* The main scheduling loop of a micro-kernel (2.3.1), over MPI. */
#include "onchip_jobs.h"

#include <stdlib.h>
#include <string.h>

#include "hal/hal.h"
#include "jobs/allocator.h"

enum { TAG_HEADER = 1, TAG_SHARES, TAG_ENDED, TAG_STOP };

/* A message that is being sent. */
struct outgoing {
    struct outgoing *next;
    MPI_Request requests[2];
    struct oc_job_header header;
    struct oc_job_share shares[];
};

/* Cores of this domain that a job has. */
struct running {
    struct running *next;
    uint64_t end;
    uint32_t cores, number;
};

struct micro_kernel {
    MPI_Comm comm;
    int self, size;
    uint64_t begin;              /* cycle */
    struct oc_job_header header; /* of the next message; its receive: */
    MPI_Request request;
    uint32_t *sent, received; /* headers, sent to each */
    struct oc_allocator *allocator;
    struct outgoing *outgoing;
    struct running *running;
    struct oc_job_outcome *outcomes; /* of this domain's cores */
};

static uint64_t now(const struct micro_kernel *kernel) {
    return hal_cycles() - kernel->begin;
}

static void *allocate(struct micro_kernel *kernel, size_t bytes) {
    void *memory = malloc(bytes);
    if (!memory)
        MPI_Abort(kernel->comm, 1); /* the others would wait for what it had promised */
    return memory;
}

static void send(void *context, int to, const struct oc_job_message *message) {
    struct micro_kernel *kernel = context;
    size_t bytes = oc_job_shares(&message->header) * sizeof *message->shares;
    struct outgoing *out = allocate(kernel, sizeof *out + bytes);
    out->header = message->header;
    out->requests[1] = MPI_REQUEST_NULL;
    MPI_Isend(&out->header, sizeof out->header, MPI_BYTE, to, TAG_HEADER, kernel->comm,
              &out->requests[0]);
    if (bytes > 0) {
        memcpy(out->shares, message->shares, bytes);
        MPI_Isend(out->shares, (int)bytes, MPI_BYTE, to, TAG_SHARES, kernel->comm,
                  &out->requests[1]);
    }
    out->next = kernel->outgoing;
    kernel->outgoing = out;
    kernel->sent[to]++;
}

static void start(void *context, const struct oc_job *job, uint32_t cores,
                  const struct oc_job_share *shares, uint32_t share_count) {
    struct micro_kernel *kernel = context;
    struct running *running = allocate(kernel, sizeof *running);
    struct oc_job_outcome *outcome = &kernel->outcomes[job->number];
    (void)shares;
    (void)share_count;
    outcome->started = now(kernel);
    outcome->kernels = 1;
    *running =
        (struct running){kernel->running, outcome->started + job->duration, cores, job->number};
    kernel->running = running;
}

/* Frees what has been sent. */
static void reap(struct micro_kernel *kernel) {
    struct outgoing **at = &kernel->outgoing;
    while (*at) {
        struct outgoing *out = *at;
        int done;
        MPI_Testall(2, out->requests, &done, MPI_STATUSES_IGNORE);
        if (done) {
            *at = out->next;
            free(out);
        } else {
            at = &out->next;
        }
    }
}

/* Ends what has run for its time, and tells rank 0, which counts. */
static void end_jobs(struct micro_kernel *kernel) {
    struct running **at = &kernel->running;
    while (*at) {
        struct running *running = *at;
        if (now(kernel) < running->end) {
            at = &running->next;
            continue;
        }
        uint32_t cores = running->cores;
        kernel->outcomes[running->number].ended = now(kernel);
        *at = running->next;
        free(running);
        oc_allocator_ended(kernel->allocator, cores);
        MPI_Send(&cores, 1, MPI_UINT32_T, 0, TAG_ENDED, kernel->comm);
        at = &kernel->running; /* it may have started others */
    }
}

/* Posts the receive of the next header, from anybody. */
static void listen(struct micro_kernel *kernel) {
    MPI_Irecv(&kernel->header, sizeof kernel->header, MPI_BYTE, MPI_ANY_SOURCE, TAG_HEADER,
              kernel->comm, &kernel->request);
}

/* Takes a message, if one has come. */
static bool receive(struct micro_kernel *kernel) {
    int has_come;
    MPI_Status status;
    MPI_Test(&kernel->request, &has_come, &status);
    if (!has_come)
        return false;
    struct oc_job_message message = {kernel->header, NULL};
    struct oc_job_share *shares = NULL;
    size_t bytes = oc_job_shares(&message.header) * sizeof *shares;
    if (bytes) {
        shares = allocate(kernel, bytes);
        MPI_Recv(shares, (int)bytes, MPI_BYTE, status.MPI_SOURCE, TAG_SHARES, kernel->comm,
                 MPI_STATUS_IGNORE);
        message.shares = shares;
    }
    listen(kernel);
    kernel->received++;
    oc_allocator_receive(kernel->allocator, status.MPI_SOURCE, &message);
    free(shares);
    return true;
}

/* Builds the trees of all sources: a tree is complete when all have answered its source. */
static void build_trees(struct micro_kernel *kernel) {
    MPI_Request all;
    int done = 0;
    oc_allocator_explore(kernel->allocator);
    while (!oc_allocator_ready(kernel->allocator))
        receive(kernel);
    MPI_Ibarrier(kernel->comm, &all);
    while (!done) {
        receive(kernel);
        MPI_Test(&all, &done, MPI_STATUS_IGNORE);
    }
    reap(kernel);
}

/* Of rank 0: takes what has been told of ends; false when all cores of all jobs have ended. */
static bool are_left(struct micro_kernel *kernel, uint64_t *left) {
    int found = 1;
    while (found) {
        uint32_t cores;
        MPI_Iprobe(MPI_ANY_SOURCE, TAG_ENDED, kernel->comm, &found, MPI_STATUS_IGNORE);
        if (found) {
            MPI_Recv(&cores, 1, MPI_UINT32_T, MPI_ANY_SOURCE, TAG_ENDED, kernel->comm,
                     MPI_STATUS_IGNORE);
            *left -= cores;
        }
    }
    return *left > 0;
}

static void stop_all(struct micro_kernel *kernel) {
    for (int rank = 0; rank < kernel->size; rank++)
        MPI_Send(NULL, 0, MPI_BYTE, rank, TAG_STOP, kernel->comm);
}

/* Algorithm 1: messages as they come, and between them what this micro-kernel has to do. */
static void run_loop(struct micro_kernel *kernel, const struct oc_job *jobs, int count) {
    uint64_t left = 0;
    int next = 0, stopped = 0;
    MPI_Request stop;
    MPI_Irecv(NULL, 0, MPI_BYTE, 0, TAG_STOP, kernel->comm, &stop);
    for (int i = 0; i < count; i++)
        left += jobs[i].cores;
    while (!stopped) {
        if (receive(kernel))
            continue;
        for (; next < count && jobs[next].time <= now(kernel); next++)
            if (jobs[next].home == (uint32_t)kernel->self)
                oc_allocator_submit(kernel->allocator, &jobs[next]);
        end_jobs(kernel);
        reap(kernel);
        if (kernel->self == 0 && left > 0 && !are_left(kernel, &left))
            stop_all(kernel);
        MPI_Test(&stop, &stopped, MPI_STATUS_IGNORE);
    }
}

/* Takes what is still on its way: with flooding, messages that have come before. */
static void drain(struct micro_kernel *kernel) {
    uint32_t expected;
    MPI_Reduce_scatter_block(kernel->sent, &expected, 1, MPI_UINT32_T, MPI_SUM, kernel->comm);
    while (kernel->received < expected || kernel->outgoing) {
        receive(kernel);
        reap(kernel);
    }
    MPI_Cancel(&kernel->request);
    MPI_Wait(&kernel->request, MPI_STATUS_IGNORE);
}

/* Puts what each domain knows together at rank 0. */
static void report(struct micro_kernel *kernel, int count, struct oc_job_outcome *outcomes,
                   struct oc_allocator_counts *counts) {
    for (int i = 0; i < count; i++) {
        struct oc_job_outcome *own = &kernel->outcomes[i], *all = &outcomes[i];
        bool is_root = kernel->self == 0;
        MPI_Reduce(&own->started, is_root ? &all->started : NULL, 2, MPI_UINT64_T, MPI_MAX, 0,
                   kernel->comm);
        MPI_Reduce(&own->kernels, is_root ? &all->kernels : NULL, 1, MPI_UINT32_T, MPI_SUM, 0,
                   kernel->comm);
    }
    MPI_Reduce(oc_allocator_counts(kernel->allocator), counts, sizeof *counts / sizeof(uint32_t),
               MPI_UINT32_T, MPI_SUM, 0, kernel->comm);
}

bool oc_micro_kernels_run(MPI_Comm comm, const struct oc_domains *domains,
                          const struct oc_job *jobs, int count, struct oc_job_outcome *outcomes,
                          struct oc_allocator_counts *counts) {
    struct micro_kernel kernel = {.comm = comm};
    struct oc_job_port port = {&kernel, send, start};
    uint64_t all = 0;
    for (int i = 0; i < domains->count; i++)
        all += domains->cores[i];
    for (int i = 0; i < count; i++)
        if (jobs[i].cores == 0 || jobs[i].cores > all)
            return false;
    MPI_Comm_rank(comm, &kernel.self);
    MPI_Comm_size(comm, &kernel.size);
    kernel.sent = calloc((size_t)kernel.size, sizeof *kernel.sent);
    kernel.outcomes = calloc((size_t)count, sizeof *kernel.outcomes);
    kernel.allocator = oc_allocator_make(kernel.self, domains, &port);
    int has_memory = kernel.sent && kernel.outcomes && kernel.allocator, have_all;
    MPI_Allreduce(&has_memory, &have_all, 1, MPI_INT, MPI_LAND, comm);
    if (have_all) {
        listen(&kernel);
        if (domains->propagation == OC_JOBS_ADAPTIVE)
            build_trees(&kernel);
        MPI_Barrier(comm);
        kernel.begin = hal_cycles();
        run_loop(&kernel, jobs, count);
        drain(&kernel);
        report(&kernel, count, outcomes, counts);
    }
    if (kernel.allocator)
        oc_allocator_free(kernel.allocator);
    free(kernel.outcomes);
    free(kernel.sent);
    return have_all;
}
