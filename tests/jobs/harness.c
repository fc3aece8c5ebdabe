/* Many allocators in one process, with a network that delivers in any order but that between two:
 * random workloads, and after each step the rules that must hold.
 *
 * Arguments: policy propagation columns rows first-seed seeds. Prints, for all seeds together,
 * figures that the test compares; a broken rule is printed with its seed, and ends it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/allocator.h"

#define MOST_KERNELS 64
#define MOST_JOBS 64
#define MOST_STEPS 2000000

struct letter {
    struct letter *next;
    struct oc_job_header header;
    struct oc_job_share *shares;
};
struct channel {
    struct letter *first, **last;
};

struct submission {
    struct oc_job job;
    bool is_submitted;
    uint32_t running, started; /* cores */
    int starts;                /* shares that have started */
    uint32_t expected_shares;
};

static int kernels;
static uint32_t cores[MOST_KERNELS], busy[MOST_KERNELS];
static int neighbours[MOST_KERNELS][OC_JOB_NEIGHBOURS];
static struct oc_allocator *allocators[MOST_KERNELS];
static struct channel channels[MOST_KERNELS][MOST_KERNELS];
static struct submission jobs[MOST_JOBS];
static int job_count, in_flight;
static unsigned seed;
static uint64_t state;

/* Shares that run: a job's cores in a domain. */
static struct running {
    int job, kernel;
    uint32_t cores;
} running[MOST_JOBS * MOST_KERNELS];
static int running_count;

static uint32_t any(uint32_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

static void broken(const char *format, ...) {
    va_list list;
    va_start(list, format);
    printf("broken, seed %u: ", seed);
    vprintf(format, list);
    printf("\n");
    exit(1);
}

static void send(void *context, int to, const struct oc_job_message *message) {
    int from = (int)(intptr_t)context;
    struct letter *letter = calloc(1, sizeof *letter);
    letter->header = message->header;
    size_t bytes = oc_job_shares(&message->header) * sizeof *letter->shares;
    letter->shares = malloc(bytes + 1);
    if (bytes)
        memcpy(letter->shares, message->shares, bytes);
    struct channel *channel = &channels[from][to];
    if (!channel->first)
        channel->last = &channel->first;
    *channel->last = letter;
    channel->last = &letter->next;
    in_flight++;
}

static void start(void *context, const struct oc_job *job, uint32_t given,
                  const struct oc_job_share *shares, uint32_t share_count) {
    int kernel = (int)(intptr_t)context, number = (int)job->program;
    struct submission *found = &jobs[number];
    uint32_t sum = 0;
    for (uint32_t i = 0; i < share_count; i++)
        sum += shares[i].cores;
    if (sum != job->cores)
        broken("job %d has %u cores and needs %u", number, sum, job->cores);
    if (!found->is_submitted)
        broken("job %d starts before it is submitted", number);
    found->started += given;
    found->running += given;
    if (found->started > job->cores)
        broken("job %d starts more than once", number);
    busy[kernel] += given;
    running[running_count++] = (struct running){number, kernel, given};
}

static const struct oc_job_port *port_of(int kernel) {
    static struct oc_job_port ports[MOST_KERNELS];
    ports[kernel] = (struct oc_job_port){(void *)(intptr_t)kernel, send, start};
    return &ports[kernel];
}

static void check(void) {
    for (int kernel = 0; kernel < kernels; kernel++) {
        uint32_t idle = oc_allocator_idle(allocators[kernel]);
        uint32_t reserved = oc_allocator_reserved(allocators[kernel]);
        if (idle > cores[kernel] || busy[kernel] > cores[kernel] ||
            idle + reserved + busy[kernel] != cores[kernel])
            broken("domain %d: %u idle, %u reserved, %u busy of %u", kernel, idle, reserved,
                   busy[kernel], cores[kernel]);
    }
}

/* Delivers the oldest message of a random pair. */
static bool deliver(void) {
    if (in_flight == 0)
        return false;
    uint32_t at = any((uint32_t)(kernels * kernels));
    while (!channels[at / (uint32_t)kernels][at % (uint32_t)kernels].first)
        at = (at + 1) % (uint32_t)(kernels * kernels);
    int from = (int)at / kernels, to = (int)at % kernels;
    struct letter *letter = channels[from][to].first;
    channels[from][to].first = letter->next;
    in_flight--;
    struct oc_job_message message = {letter->header, letter->shares};
    oc_allocator_receive(allocators[to], from, &message);
    free(letter->shares);
    free(letter);
    return true;
}

static bool end_one(void) {
    if (running_count == 0)
        return false;
    int which = (int)any((uint32_t)running_count);
    struct running ended = running[which];
    running[which] = running[--running_count];
    busy[ended.kernel] -= ended.cores;
    jobs[ended.job].running -= ended.cores;
    oc_allocator_ended(allocators[ended.kernel], ended.cores);
    return true;
}

static bool submit_next(uint64_t now, int *next) {
    if (*next == job_count)
        return false;
    struct submission *submission = &jobs[(*next)++];
    submission->job.time = now;
    submission->is_submitted = true;
    if (!oc_allocator_submit(allocators[submission->job.home], &submission->job))
        broken("job %d is refused", (int)submission->job.program);
    return true;
}

static void draw(bool all_at_once) {
    uint32_t total = 0;
    for (int kernel = 0; kernel < kernels; kernel++)
        total += cores[kernel] = 1 + any(4);
    job_count = 1 + (int)any(all_at_once ? (uint32_t)kernels : MOST_JOBS);
    memset(jobs, 0, sizeof jobs);
    bool has_priorities = any(4) == 0;
    for (int i = 0; i < job_count; i++) {
        struct oc_job *job = &jobs[i].job;
        job->program = (uint32_t)i;
        job->number = (uint32_t)i;
        job->home = all_at_once ? (uint32_t)i : any((uint32_t)kernels);
        job->priority = has_priorities ? any(3) : 0;
        job->cores = all_at_once || any(4) == 0 ? total : 1 + any(any(2) ? total : 4);
        if (job->cores > total)
            job->cores = total;
    }
}

static void run(const struct oc_domains *domains, uint64_t *messages, uint32_t *cancelled) {
    bool all_at_once = any(3) == 0;
    draw(all_at_once);
    for (int kernel = 0; kernel < kernels; kernel++)
        allocators[kernel] = oc_allocator_make(kernel, domains, port_of(kernel));
    if (domains->propagation == OC_JOBS_ADAPTIVE)
        for (int kernel = 0; kernel < kernels; kernel++)
            oc_allocator_explore(allocators[kernel]);
    int next = 0, step = 0;
    uint64_t now = 0;
    while (all_at_once && next < job_count)
        submit_next(0, &next);
    uint32_t hurry = 1 + any(20); /* how often something else than a delivery happens */
    for (; step < MOST_STEPS; step++) {
        uint32_t what = any(20);
        now += any(2);
        bool done = what < hurry ? (what % 2 ? end_one() : submit_next(now, &next)) : deliver();
        if (!done && !deliver() && !end_one() && !submit_next(now, &next))
            break;
        check();
    }
    if (step == MOST_STEPS)
        broken("no end after %d steps", step);
    for (int i = 0; i < job_count; i++)
        if (jobs[i].started != jobs[i].job.cores)
            broken("job %d of %u cores waits for ever", i, jobs[i].job.cores);
    for (int kernel = 0; kernel < kernels; kernel++) {
        const struct oc_allocator_counts *counts = oc_allocator_counts(allocators[kernel]);
        if (oc_allocator_waiting(allocators[kernel]) || !oc_allocator_ready(allocators[kernel]))
            broken("domain %d still has jobs in its queue, or no tree", kernel);
        for (int kind = 0; kind < OC_JOB_MESSAGE_KINDS; kind++)
            messages[kind] += counts->sent[kind];
        *cancelled += counts->cancelled;
        oc_allocator_free(allocators[kernel]);
    }
}

int main(int argc, char **argv) {
    if (argc != 7)
        return 2;
    int columns = atoi(argv[3]), rows = atoi(argv[4]);
    kernels = columns * rows;
    for (int i = 0; i < kernels; i++) {
        int x = i % columns, y = i / columns;
        neighbours[i][0] = x + 1 < columns ? i + 1 : -1;
        neighbours[i][1] = x > 0 ? i - 1 : -1;
        neighbours[i][2] = y + 1 < rows ? i + columns : -1;
        neighbours[i][3] = y > 0 ? i - columns : -1;
    }
    unsigned first = (unsigned)atoi(argv[5]), seeds = (unsigned)atoi(argv[6]);
    uint64_t messages[OC_JOB_MESSAGE_KINDS] = {0};
    uint32_t cancelled = 0;
    for (seed = first; seed < first + seeds; seed++) {
        state = seed * 2654435761u + 12345;
        struct oc_domains domains = {
            .count = kernels,
            .neighbours = neighbours,
            .cores = cores,
            .policy = (enum oc_job_policy)atoi(argv[1]),
            .propagation = (enum oc_job_propagation)atoi(argv[2]),
            .sequencer = (int)any((uint32_t)kernels),
        };
        run(&domains, messages, &cancelled);
    }
    printf("cancelled %u\n", cancelled);
    for (int kind = 0; kind < OC_JOB_MESSAGE_KINDS; kind++)
        printf("sent_%d %llu\n", kind, (unsigned long long)messages[kind]);
    return 0;
}
