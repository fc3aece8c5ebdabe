/* Allocators in a network where each message takes the same time, and jobs end by their durations:
 * when each job starts.
 *
 * Arguments: backfill (0 or 1), columns, rows, seed, jobs, cores of a domain, least cores of a job.
 * Prints a line for each job: its start, its duration, its cores. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/allocator.h"

#define MOST_KERNELS 64
#define MOST_JOBS 256
#define LATENCY 1

struct event {
    struct event *next;
    uint64_t time;
    int from, to; /* from -1: submission of `job`; -2: end of `cores` of it */
    int job;
    uint32_t cores;
    struct oc_job_header header;
    struct oc_job_share *shares;
};

static struct event *events;
static uint64_t time_now;
static struct oc_allocator *allocators[MOST_KERNELS];
static struct oc_job jobs[MOST_JOBS];
static uint64_t started[MOST_JOBS];
static uint32_t cores[MOST_KERNELS], busy[MOST_KERNELS];
static uint64_t state;

static uint32_t any(uint32_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

/* Those of the same time happen in the order in which they were added. */
static void add(struct event event) {
    struct event **at = &events, *copy = malloc(sizeof *copy);
    while (*at && (*at)->time <= event.time)
        at = &(*at)->next;
    *copy = event;
    copy->next = *at;
    *at = copy;
}

static void send(void *context, int to, const struct oc_job_message *message) {
    size_t bytes = oc_job_shares(&message->header) * sizeof *message->shares;
    struct oc_job_share *shares = malloc(bytes + 1);
    if (bytes)
        memcpy(shares, message->shares, bytes);
    add((struct event){.time = time_now + LATENCY,
                       .from = (int)(intptr_t)context,
                       .to = to,
                       .header = message->header,
                       .shares = shares});
}

static void start(void *context, const struct oc_job *job, uint32_t given,
                  const struct oc_job_share *shares, uint32_t share_count) {
    (void)shares;
    (void)share_count;
    int kernel = (int)(intptr_t)context;
    started[job->number] = time_now;
    busy[kernel] += given;
    if (busy[kernel] > cores[kernel])
        printf("domain %d gives cores that it has not\n", kernel);
    add((struct event){.time = time_now + job->duration,
                       .from = -2,
                       .to = kernel,
                       .job = (int)job->number,
                       .cores = given});
}

static uint64_t now(void *context) {
    (void)context;
    return time_now;
}

int main(int argc, char **argv) {
    static int neighbours[MOST_KERNELS][OC_JOB_NEIGHBOURS];
    static struct oc_job_port ports[MOST_KERNELS];
    if (argc != 8)
        return 2;
    int columns = atoi(argv[2]), rows = atoi(argv[3]), count = atoi(argv[5]);
    uint32_t each = (uint32_t)atoi(argv[6]), least = (uint32_t)atoi(argv[7]);
    state = (uint64_t)atoi(argv[4]) * 2654435761u + 12345;
    struct oc_domains domains = {.count = columns * rows,
                                 .neighbours = neighbours,
                                 .cores = cores,
                                 .policy = OC_JOBS_SEQUENCER,
                                 .propagation = OC_JOBS_NAIVE,
                                 .backfill = atoi(argv[1]) ? 3 * LATENCY : 0};
    for (int i = 0; i < domains.count; i++) {
        cores[i] = each;
        ports[i] = (struct oc_job_port){
            .context = (void *)(intptr_t)i, .send = send, .start = start, .now = now};
    }
    for (int i = 0; i < domains.count; i++)
        allocators[i] = oc_allocator_make(i, &domains, &ports[i]);
    uint64_t time = 0;
    for (int i = 0; i < count; i++) {
        uint32_t most = (uint32_t)domains.count * each, range = any(2) ? most : most / 4;
        jobs[i] = (struct oc_job){.home = any((uint32_t)domains.count),
                                  .time = time += any(400),
                                  .number = (uint32_t)i,
                                  .cores = least + any(range - least + 1),
                                  .duration = 1 + any(any(2) ? 3000 : 300)};
        add((struct event){.time = time, .from = -1, .to = (int)jobs[i].home, .job = i});
    }
    uint32_t filled = 0;
    while (events) {
        struct event *event = events;
        events = event->next;
        time_now = event->time;
        struct oc_allocator *at = allocators[event->to];
        struct oc_job_message message = {event->header, event->shares};
        if (event->from == -1)
            oc_allocator_submit(at, &jobs[event->job]);
        else if (event->from == -2) {
            busy[event->to] -= event->cores;
            oc_allocator_ended(at, (uint32_t)event->job, event->cores);
        } else
            oc_allocator_receive(at, event->from, &message);
        free(event->shares);
        free(event);
    }
    for (int i = 0; i < domains.count; i++) {
        if (oc_allocator_waiting(allocators[i]) || oc_allocator_idle(allocators[i]) != cores[i])
            printf("domain %d is not idle\n", i);
        filled += oc_allocator_counts(allocators[i])->filled;
        oc_allocator_free(allocators[i]);
    }
    for (int i = 0; i < count; i++)
        printf("%llu %llu %u\n", (unsigned long long)(started[i] - jobs[i].time),
               (unsigned long long)jobs[i].duration, jobs[i].cores);
    printf("filled %u\n", filled);
    return 0;
}
