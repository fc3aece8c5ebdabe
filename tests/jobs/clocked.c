/* Simulates allocators in a network in which messages take known times and jobs end after their
 * durations. Shows when each job starts.
 *
 * Arguments: backfill (0 or 1), columns, rows, seed, number of jobs, cores of a domain, least cores
 * of a job, cores of the sequencer's domain, longest time of a message. For each pair of
 * micro-kernels, the time that all its messages take is drawn once, from 1 to the longest one.
 * Prints a line for each job: its wait, its duration and its cores. Also reports errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/allocator.h"
#include "jobs/state.h"

#define MOST_KERNELS 64
#define MOST_JOBS 256

struct event {
    struct event *next;
    uint64_t time;
    int from, to; /* `from` is -1 if `job` is submitted, -2 if `cores` cores of the job end */
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
static uint32_t latency[MOST_KERNELS][MOST_KERNELS];

static uint32_t any(uint32_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

/* Adds an event. Events at one time happen in the order in which they were added. */
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
    int from = (int)(intptr_t)context;
    add((struct event){.time = time_now + latency[from][to],
                       .from = from,
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

/* Reports an error for each job that has got all its cores, but cannot start because it still waits
 * for cores that it has lent to another job (backfilling). */
static void check(int kernel) {
    for (const struct oc_waiting_job *entry = allocators[kernel]->queue; entry; entry = entry->next)
        if (entry->state == OC_JOB_SPAWNED)
            printf("job %u waits for cores that it has lent\n", entry->job.number);
}

int main(int argc, char **argv) {
    static int neighbours[MOST_KERNELS][OC_JOB_NEIGHBOURS];
    static struct oc_job_port ports[MOST_KERNELS];
    if (argc != 10)
        return 2;
    int columns = atoi(argv[2]), rows = atoi(argv[3]), count = atoi(argv[5]);
    uint32_t each = (uint32_t)atoi(argv[6]), least = (uint32_t)atoi(argv[7]);
    uint32_t longest = (uint32_t)atoi(argv[9]), all = 0;
    state = (uint64_t)atoi(argv[4]) * 2654435761u + 12345;
    struct oc_domains domains = {.count = columns * rows,
                                 .neighbours = neighbours,
                                 .cores = cores,
                                 .policy = OC_JOBS_SEQUENCER,
                                 .propagation = OC_JOBS_NAIVE,
                                 .backfill = atoi(argv[1]) ? 3 * longest : 0};
    for (int i = 0; i < domains.count; i++) {
        all += cores[i] = i == domains.sequencer ? (uint32_t)atoi(argv[8]) : each;
        for (int other = 0; other < domains.count; other++)
            latency[i][other] = 1 + any(longest);
        ports[i] = (struct oc_job_port){
            .context = (void *)(intptr_t)i, .send = send, .start = start, .now = now};
    }
    for (int i = 0; i < domains.count; i++)
        allocators[i] = oc_allocator_make(i, &domains, &ports[i]);
    uint64_t time = 0;
    for (int i = 0; i < count; i++) {
        uint32_t range = any(2) ? all : all / 4;
        jobs[i] = (struct oc_job){.home = any((uint32_t)domains.count),
                                  .time = time +=
                                  2 + any(400), /* Jobs come to their homes in order of time. */
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
        check(event->to);
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
