/* Many allocators in one process, with a network that keeps the order of messages only between each
 * two allocators. The program runs random workloads, and checks after each step the rules that must
 * hold.
 *
 * Arguments: policy propagation columns rows first-seed seeds [lost [dead]]. In each run, at most
 * `lost` links are lost and at most `dead` micro-kernels die. The program prints counts for all
 * seeds together, which the test compares. If a rule is broken, the program prints this with the
 * seed, and ends.
 *
 * With 0 seeds, the program runs the worst case of section 5.1.2 of Ramachandran's paper: each
 * micro-kernel has a job that needs all cores, and all messages have equal speed. The run goes up
 * to the first start, or to the end of all jobs if the first seed is not 0. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/allocator.h"
#include "jobs/wait_queue.h"

#define MOST_KERNELS 64
#define MOST_JOBS 64
#define MOST_STEPS 2000000
#define PERIOD 2000 /* in steps */

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
    uint32_t running, started; /* number of cores */
    bool is_lost;              /* an allocator has reported the job lost */
    uint32_t responses;        /* responses delivered to the job's coordinator */
    uint64_t spawned;          /* set of micro-kernels with shares */
    uint32_t at[MOST_KERNELS]; /* cores that have started at each micro-kernel */
};

static int kernels;
static enum oc_job_policy policy;
static uint32_t cores[MOST_KERNELS], busy[MOST_KERNELS];
static int neighbours[MOST_KERNELS][OC_JOB_NEIGHBOURS];
static struct oc_allocator *allocators[MOST_KERNELS];
static struct channel channels[MOST_KERNELS][MOST_KERNELS];
static struct submission jobs[MOST_JOBS + 1];
static int job_count, in_flight, sequencer;
static uint32_t most_requests, lost_links, deaths, lost_jobs, runs_with_death;
static int most_lost, most_dead;
/* knows[i][j]: i knows that j is dead */
static bool is_dead[MOST_KERNELS], knows[MOST_KERNELS][MOST_KERNELS];
/* The micro-kernel that dies in this step, and how many messages and starts it still completes. */
static int dying = -1, last_words;
static unsigned seed;
static uint64_t clock_now; /* the number of steps: the clock of policies that wait for a time */
static uint64_t state;

/* Running shares: a job's cores in a domain. */
static struct running {
    int job, kernel;
    uint32_t cores;
    uint64_t others; /* set of micro-kernels with shares */
} running[(MOST_JOBS + 1) * MOST_KERNELS];
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

/* The lost links, and whether all micro-kernels know of all of them. */
static bool is_lost[MOST_KERNELS][OC_JOB_NEIGHBOURS], is_known;

static void check_detour(int from, int to, const struct oc_job_header *header) {
    bool to_all = header->kind == OC_JOB_REQUEST || header->kind == OC_JOB_SPAWN;
    for (int i = 0; is_known && to_all && i < OC_JOB_NEIGHBOURS; i++)
        if (neighbours[from][i] == to && is_lost[from][i])
            broken("a message takes the lost link from %d to %d", from, to);
}

/* Jobs go to the sequencer or, if the sender knows that it is dead, to the first micro-kernel after
 * it that the sender does not know to be dead. */
static void check_sequencer(int from, int to, const struct oc_job_header *header) {
    int right = sequencer;
    while (knows[from][right])
        right = (right + 1) % kernels;
    if (header->kind == OC_JOB_SUBMIT && to != right)
        broken("%d submits a job to %d, not to %d", from, to, right);
}

static void send(void *context, int to, const struct oc_job_message *message) {
    int from = (int)(intptr_t)context;
    check_detour(from, to, &message->header);
    check_sequencer(from, to, &message->header);
    if (from == dying && last_words-- <= 0)
        return;
    if (message->header.kind == OC_JOB_SPAWN)
        for (uint32_t i = 0; i < message->header.count; i++)
            jobs[message->header.job.program].spawned |= 1ull << message->shares[i].kernel;
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
    if (kernel == dying && last_words-- <= 0)
        return;
    if (found->at[kernel])
        broken("job %d starts twice at %d", number, kernel);
    found->at[kernel] = given;
    uint64_t others = 0;
    for (uint32_t i = 0; i < share_count; i++) {
        others |= 1ull << shares[i].kernel;
        if (knows[kernel][shares[i].kernel])
            broken("job %d starts at %d, with cores of the dead %u", number, kernel,
                   shares[i].kernel);
    }
    found->spawned |= others;
    found->started += given;
    found->running += given;
    if (found->started > job->cores)
        broken("job %d starts more than once", number);
    busy[kernel] += given;
    running[running_count++] = (struct running){number, kernel, given, others};
}

/* The largest number of requests for a job before the job starts, if `before` jobs come before
 * it (section 2.2 of Ramachandran's paper asks for a bound). With a sequencer the number is 1.
 * With cancellation, each request for an earlier job cancels at most one request for this job,
 * so the number is 2^before. With auto, each such request cancels at most two, one at the job's
 * home and one at the sequencer, so the number is 3^before. */
static double bound(enum oc_job_policy policy, int before) {
    double most = policy == OC_JOBS_BACKOFF ? 1e9 : 1; /* random back-off has no bound */
    for (int i = 0; i < before && (policy == OC_JOBS_CANCEL || policy == OC_JOBS_AUTO); i++)
        most *= policy == OC_JOBS_AUTO ? 3 : 2;
    return most;
}

static void placed(void *context, const struct oc_job *job, uint32_t requests, uint32_t responses) {
    (void)context;
    uint32_t delivered = jobs[job->program].responses;
    if (responses > delivered ||
        (policy == OC_JOBS_SEQUENCER && !most_dead && responses != delivered))
        broken("job %u counts %u responses of %u", job->program, responses, delivered);
    int before = 0;
    for (int i = 0; i < job_count; i++)
        before += jobs[i].is_submitted && oc_job_compare(&jobs[i].job, job) < 0;
    if (requests > bound(policy, before))
        broken("job %u, with %d before it, was requested %u times", job->program, before, requests);
    if (requests > most_requests)
        most_requests = requests;
}

/* Ends the part of a job that runs at this micro-kernel. */
static void lose(void *context, const struct oc_job *job) {
    int kernel = (int)(intptr_t)context;
    jobs[job->program].is_lost = true;
    for (int i = 0; i < running_count; i++)
        if (running[i].job == (int)job->program && running[i].kernel == kernel) {
            struct running ended = running[i];
            running[i] = running[--running_count];
            busy[kernel] -= ended.cores;
            jobs[ended.job].running -= ended.cores;
            oc_allocator_ended(allocators[kernel], (uint32_t)ended.job, ended.cores);
            return;
        }
}

static uint64_t clock_of(void *context) {
    (void)context;
    return clock_now;
}

static const struct oc_job_port *port_of(int kernel) {
    static struct oc_job_port ports[MOST_KERNELS];
    ports[kernel] =
        (struct oc_job_port){(void *)(intptr_t)kernel, send, start, placed, lose, clock_of};
    return &ports[kernel];
}

static void check(void) {
    for (int i = 0; i < running_count; i++)
        for (int dead = 0; dead < kernels; dead++)
            if (knows[running[i].kernel][dead] && running[i].others >> dead & 1)
                broken("job %d runs at %d, without the cores of the dead %d", running[i].job,
                       running[i].kernel, dead);
    for (int kernel = 0; kernel < kernels; kernel++) {
        if (is_dead[kernel])
            continue;
        uint32_t idle = oc_allocator_idle(allocators[kernel]);
        uint32_t reserved = oc_allocator_reserved(allocators[kernel]);
        if (idle > cores[kernel] || busy[kernel] > cores[kernel] ||
            idle + reserved + busy[kernel] != cores[kernel])
            broken("domain %d: %u idle, %u reserved, %u busy of %u", kernel, idle, reserved,
                   busy[kernel], cores[kernel]);
    }
}

static void deliver_from(int from, int to) {
    struct letter *letter = channels[from][to].first;
    channels[from][to].first = letter->next;
    in_flight--;
    struct oc_job_message message = {letter->header, letter->shares};
    if (letter->header.kind == OC_JOB_DEAD && !knows[to][from])
        knows[to][letter->header.count] = true;
    if (letter->header.kind == OC_JOB_RESPONSE)
        jobs[letter->header.job.program].responses++;
    if (!is_dead[to])
        oc_allocator_receive(allocators[to], from, &message);
    free(letter->shares);
    free(letter);
}

/* Delivers the oldest message of a random pair. */
static bool deliver(void) {
    if (in_flight == 0)
        return false;
    uint32_t at = any((uint32_t)(kernels * kernels));
    while (!channels[at / (uint32_t)kernels][at % (uint32_t)kernels].first)
        at = (at + 1) % (uint32_t)(kernels * kernels);
    deliver_from((int)at / kernels, (int)at % kernels);
    return true;
}

/* Delivers all messages in flight, but not the messages that they cause. */
static void deliver_round(void) {
    static int standing[MOST_KERNELS][MOST_KERNELS];
    for (int from = 0; from < kernels; from++)
        for (int to = 0; to < kernels; to++) {
            standing[from][to] = 0;
            for (struct letter *letter = channels[from][to].first; letter; letter = letter->next)
                standing[from][to]++;
        }
    for (int from = 0; from < kernels; from++)
        for (int to = 0; to < kernels; to++)
            while (standing[from][to]-- > 0)
                deliver_from(from, to);
}

/* Wakes all micro-kernels for which something is due. */
static void wake(void) {
    for (int kernel = 0; kernel < kernels; kernel++)
        if (!is_dead[kernel] && oc_allocator_due(allocators[kernel]) <= clock_now)
            oc_allocator_wake(allocators[kernel]);
}

/* When nothing else happens any more, jumps to the time at which something is due for a job that
 * waits. */
static bool wait_for_due(void) {
    uint64_t next = UINT64_MAX;
    for (int kernel = 0; kernel < kernels; kernel++)
        if (!is_dead[kernel] && oc_allocator_waiting(allocators[kernel]) &&
            oc_allocator_due(allocators[kernel]) < next)
            next = oc_allocator_due(allocators[kernel]);
    if (next == UINT64_MAX)
        return false;
    clock_now = next;
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
    oc_allocator_ended(allocators[ended.kernel], (uint32_t)ended.job, ended.cores);
    return true;
}

static bool is_excused(const struct submission *submission);

static bool submit_next(uint64_t now, int *next) {
    if (*next == job_count)
        return false;
    struct submission *submission = &jobs[(*next)++];
    submission->job.time = now;
    submission->is_submitted = true;
    if (!is_dead[submission->job.home] &&
        !oc_allocator_submit(allocators[submission->job.home], &submission->job) &&
        !is_excused(submission))
        broken("job %d is refused", (int)submission->job.program);
    return true;
}

/* ---- Deaths ---- */

/* Whether a job need not run, because its home or a micro-kernel with a share of it is dead, or too
 * few cores are left. */
static bool is_excused(const struct submission *submission) {
    uint32_t left = 0;
    for (int kernel = 0; kernel < kernels; kernel++) {
        if (!is_dead[kernel])
            left += cores[kernel];
        else if (submission->spawned >> kernel & 1 || submission->job.home == (uint32_t)kernel)
            return true;
    }
    return submission->job.cores > left;
}

/* A micro-kernel notices a death that it does not know of. */
static bool notice(int by, int dead) {
    if (is_dead[by] || !is_dead[dead] || knows[by][dead])
        return false;
    knows[by][dead] = true;
    oc_allocator_lose_kernel(allocators[by], dead);
    return true;
}

/* Called when nothing else happens any more: lets one micro-kernel notice one death. */
static bool notice_any(void) {
    for (int dead = 0; dead < kernels; dead++)
        for (int by = 0; by < kernels; by++)
            if (notice(by, dead))
                return true;
    return false;
}

/* Chooses a random micro-kernel and lets it die in the middle of its next action. */
static bool kill_one(int *left, int *next, uint64_t now) {
    int which = (int)any((uint32_t)kernels), alive = 0;
    for (int kernel = 0; kernel < kernels; kernel++)
        alive += !is_dead[kernel];
    if (*left == 0 || is_dead[which] || alive == 1)
        return false;
    --*left;
    deaths++;
    dying = which;
    last_words = (int)any(any(2) ? 3 : 40);
    int from = (int)any((uint32_t)kernels);
    for (int i = 0; i < kernels; i++)
        if (channels[(from + i) % kernels][which].first) {
            deliver_from((from + i) % kernels, which);
            break;
        }
    if (*next < job_count && jobs[*next].job.home == (uint32_t)which)
        submit_next(now, next);
    dying = -1;
    is_dead[which] = true;
    for (int i = 0; i < job_count; i++) { /* The starts at the dead micro-kernel are lost. */
        jobs[i].started -= jobs[i].at[which];
        jobs[i].at[which] = 0;
    }
    for (int i = running_count - 1; i >= 0; i--)
        if (running[i].kernel == which) {
            busy[which] -= running[i].cores;
            jobs[running[i].job].running -= running[i].cores;
            running[i] = running[--running_count];
        }
    return true;
}

/* Checks what must hold when nothing happens any more. */
static void check_survivors(void) {
    for (int i = 0; i < job_count; i++) {
        bool has_run = jobs[i].started == jobs[i].job.cores && !jobs[i].is_lost;
        if (!has_run && !is_excused(&jobs[i]))
            broken("job %d of %u cores waits for ever", i, jobs[i].job.cores);
        lost_jobs += !has_run;
    }
}

/* ---- Lost links ---- */

static int reach(int from, bool *seen) {
    seen[from] = true;
    int count = 1;
    for (int i = 0; i < OC_JOB_NEIGHBOURS; i++)
        if (neighbours[from][i] >= 0 && !is_lost[from][i] && !seen[neighbours[from][i]])
            count += reach(neighbours[from][i], seen);
    return count;
}

/* Loses a random link if the other links still connect all micro-kernels. The two ends of the
 * link learn of it one after the other. */
static bool lose_one(int *left) {
    int from = (int)any((uint32_t)kernels), direction = (int)any(OC_JOB_NEIGHBOURS);
    int to = neighbours[from][direction], back = direction ^ 1;
    bool seen[MOST_KERNELS] = {0};
    if (*left == 0 || to < 0 || is_lost[from][direction] || is_dead[from] || is_dead[to])
        return false;
    is_lost[from][direction] = is_lost[to][back] = true;
    if (reach(0, seen) < kernels) {
        is_lost[from][direction] = is_lost[to][back] = false;
        return false;
    }
    --*left;
    lost_links++;
    oc_allocator_lose_link(allocators[from], to);
    for (uint32_t between = any(10); between > 0; between--)
        deliver();
    if (!is_dead[to])
        oc_allocator_lose_link(allocators[to], from);
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

/* When nothing else happens any more, submits a job that needs all cores. The job's messages
 * must use only the links that are left. */
static void run_one_more(const struct oc_domains *domains, uint64_t now) {
    struct oc_job *job = &jobs[job_count].job;
    int next = job_count++;
    *job = (struct oc_job){
        .home = any((uint32_t)kernels), .program = (uint32_t)next, .number = (uint32_t)next};
    for (int kernel = 0; kernel < domains->count; kernel++)
        job->cores += cores[kernel];
    is_known = true;
    submit_next(now + 1, &next);
    while (deliver() || end_one())
        check();
    is_known = false;
}

static void run(const struct oc_domains *domains, uint64_t *messages, uint32_t *cancelled) {
    bool all_at_once = any(3) == 0;
    draw(all_at_once);
    for (int kernel = 0; kernel < kernels; kernel++)
        allocators[kernel] = oc_allocator_make(kernel, domains, port_of(kernel));
    if (domains->propagation == OC_JOBS_ADAPTIVE)
        for (int kernel = 0; kernel < kernels; kernel++)
            oc_allocator_explore(allocators[kernel]);
    int next = 0, step = 0, lost = most_lost,
        dead = most_dead ? 1 + (int)any((uint32_t)most_dead) : 0;
    memset(is_lost, 0, sizeof is_lost);
    memset(is_dead, 0, sizeof is_dead);
    memset(knows, 0, sizeof knows);
    memset(busy, 0, sizeof busy);
    uint64_t now = 0;
    while (all_at_once && next < job_count)
        submit_next(0, &next);
    uint32_t hurry = 1 + any(20); /* in how many of 20 steps no message is delivered */
    for (; step < MOST_STEPS; step++) {
        uint32_t what = any(20);
        now += any(2);
        clock_now++;
        wake();
        if (lost > 0 && any(30) == 0)
            lose_one(&lost);
        if (dead > 0 && any(40) == 0)
            kill_one(&dead, &next, now);
        if (most_dead && any(20) == 0)
            notice((int)any((uint32_t)kernels), (int)any((uint32_t)kernels));
        bool done = what < hurry ? (what % 2 ? end_one() : submit_next(now, &next)) : deliver();
        if (!done && !deliver() && !end_one() && !submit_next(now, &next) && !notice_any() &&
            !wait_for_due())
            break;
        check();
    }
    if (step == MOST_STEPS)
        broken("no end after %d steps", step);
    bool has_dead = false;
    for (int kernel = 0; kernel < kernels; kernel++)
        has_dead |= is_dead[kernel];
    runs_with_death += has_dead;
    if (!has_dead &&
        (domains->propagation == OC_JOBS_FLOOD || domains->propagation == OC_JOBS_ADAPTIVE))
        run_one_more(domains, now);
    check_survivors();
    for (int kernel = 0; kernel < kernels; kernel++) {
        const struct oc_allocator_counts *counts = oc_allocator_counts(allocators[kernel]);
        if (is_dead[kernel])
            ;
        else if (oc_allocator_waiting(allocators[kernel]) ||
                 !oc_allocator_ready(allocators[kernel]))
            broken("domain %d still has jobs in its queue, or no tree", kernel);
        if (!is_dead[kernel] && !oc_allocator_current(allocators[kernel]))
            broken("domain %d still has a tree with lost links", kernel);
        for (int kind = 0; kind < OC_JOB_MESSAGE_KINDS; kind++)
            messages[kind] += counts->sent[kind];
        *cancelled += counts->cancelled;
        oc_allocator_free(allocators[kernel]);
    }
}

static void run_worst_case(const struct oc_domains *domains, uint64_t *messages,
                           uint32_t *cancelled) {
    int next = 0;
    job_count = kernels;
    for (int i = 0; i < kernels; i++)
        cores[i] = 1;
    for (int i = 0; i < kernels; i++) {
        allocators[i] = oc_allocator_make(i, domains, port_of(i));
        jobs[i].job = (struct oc_job){.home = (uint32_t)i,
                                      .number = (uint32_t)i,
                                      .cores = (uint32_t)kernels,
                                      .program = (uint32_t)i};
    }
    while (next < job_count)
        submit_next(0, &next);
    while (running_count < kernels)
        deliver_round();
    /* If the first seed is not 0, runs all jobs to their ends. Each job frees all its cores at
     * once. */
    while (seed && (in_flight || running_count)) {
        while (in_flight)
            deliver_round();
        while (end_one())
            ;
    }
    for (int i = 0; i < kernels; i++) {
        const struct oc_allocator_counts *counts = oc_allocator_counts(allocators[i]);
        for (int kind = 0; kind < OC_JOB_MESSAGE_KINDS; kind++)
            messages[kind] += counts->sent[kind];
        *cancelled += counts->cancelled;
    }
}

int main(int argc, char **argv) {
    if (argc < 7)
        return 2;
    most_lost = argc > 7 ? atoi(argv[7]) : 0;
    most_dead = argc > 8 ? atoi(argv[8]) : 0;
    policy = (enum oc_job_policy)atoi(argv[1]);
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
        sequencer = (int)any((uint32_t)kernels);
        struct oc_domains domains = {
            .count = kernels,
            .neighbours = neighbours,
            .cores = cores,
            .policy = policy,
            .propagation = (enum oc_job_propagation)atoi(argv[2]),
            .sequencer = sequencer,
            .period = PERIOD,
            .heartbeat = most_dead > 0,
        };
        run(&domains, messages, &cancelled);
    }
    if (seeds == 0) {
        seed = first;
        struct oc_domains domains = {.count = kernels,
                                     .neighbours = neighbours,
                                     .cores = cores,
                                     .policy = policy,
                                     .propagation = (enum oc_job_propagation)atoi(argv[2])};
        run_worst_case(&domains, messages, &cancelled);
    }
    printf("lost_links %u\n", lost_links);
    printf("deaths %u\nruns_with_death %u\nlost_jobs %u\n", deaths, runs_with_death, lost_jobs);
    printf("most_requests %u\n", most_requests);
    printf("cancelled %u\n", cancelled);
    for (int kind = 0; kind < OC_JOB_MESSAGE_KINDS; kind++)
        printf("sent_%d %llu\n", kind, (unsigned long long)messages[kind]);
    return 0;
}
