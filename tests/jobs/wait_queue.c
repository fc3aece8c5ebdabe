/* The wait queue and its order; and a sequencer's allocator when one job's request follows
 * another's. The allocator is driven by hand: it has two domains, and this program acts as the
 * other one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/state.h"

static int failures;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: %s\n", __LINE__, #condition);                                         \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

/* Each job precedes all later ones because of one field, whatever the following fields contain. */
static const struct oc_job in_order[] = {
    {.priority = 2, .time = 9, .home = 9, .number = 9},
    {.priority = 1, .time = 3, .home = 9, .number = 9},
    {.priority = 1, .time = 5, .home = 2, .number = 9},
    {.priority = 1, .time = 5, .home = 4, .number = 1},
    {.priority = 1, .time = 5, .home = 4, .number = 2},
    {.priority = 0, .time = 0, .home = 0, .number = 0},
};
enum { JOBS = sizeof in_order / sizeof *in_order };

static void check_order(void) {
    for (int i = 0; i < JOBS; i++)
        for (int k = 0; k < JOBS; k++) {
            int order = oc_job_compare(&in_order[i], &in_order[k]);
            CHECK(i == k ? order == 0 : i < k ? order < 0 : order > 0);
        }
}

static void check_queue(void) {
    struct oc_waiting_job *queue = NULL;
    static const int inserted[JOBS] = {3, 0, 5, 2, 4, 1};
    for (int i = 0; i < JOBS; i++) {
        const struct oc_waiting_job *entry =
            oc_wait_queue_insert(&queue, &in_order[inserted[i]], 10 + inserted[i], i == 0);
        CHECK(entry->is_own == (i == 0) && entry->coordinator == 10 + inserted[i]);
    }
    int place = 0;
    for (const struct oc_waiting_job *entry = queue; entry; entry = entry->next, place++)
        CHECK(oc_job_compare(&entry->job, &in_order[place]) == 0);
    CHECK(place == JOBS);
    CHECK(oc_wait_queue_find(queue, &in_order[2], 12)->coordinator == 12);
    CHECK(!oc_wait_queue_find(queue, &in_order[2], 13));
    oc_wait_queue_remove(&queue, oc_wait_queue_find(queue, &in_order[2], 12));
    CHECK(!oc_wait_queue_find(queue, &in_order[2], 12));
    CHECK(oc_wait_queue_find(queue, &in_order[3], 13));
    while (queue)
        oc_wait_queue_remove(&queue, queue);
}

/* ---- An allocator driven by hand ---- */

enum { CORES = 4, SPAWN = 10 };

static uint64_t cycle;
static int started[16];

static uint32_t responded; /* cores in all responses of the allocator */

static void send(void *context, int to, const struct oc_job_message *message) {
    (void)context;
    (void)to;
    if (message->header.kind == OC_JOB_RESPONSE)
        responded += message->header.count;
}

static void start(void *context, const struct oc_job *job, uint32_t cores,
                  const struct oc_job_share *shares, uint32_t count) {
    (void)context;
    (void)shares;
    (void)count;
    started[job->number] += (int)cores;
}

static uint64_t now(void *context) {
    (void)context;
    return cycle;
}

static void submit(struct oc_allocator *allocator, uint32_t number, uint32_t cores,
                   uint64_t duration) {
    struct oc_job job = {.time = cycle, .number = number, .cores = cores, .duration = duration};
    CHECK(oc_allocator_submit(allocator, &job));
}

static void respond(struct oc_allocator *allocator, uint32_t cores) {
    const struct oc_waiting_job *out = allocator->outstanding;
    struct oc_job_message response = {.header = {.kind = OC_JOB_RESPONSE,
                                                 .source = 1,
                                                 .attempt = out->attempt,
                                                 .count = cores,
                                                 .job = out->job}};
    oc_allocator_receive(allocator, 1, &response);
}

static struct oc_allocator *make(enum oc_job_policy policy, int sequencer, uint32_t own,
                                 uint32_t other) {
    static int neighbours[2][OC_JOB_NEIGHBOURS] = {{1, -1, -1, -1}, {-1, 0, -1, -1}};
    static uint32_t cores[2];
    static struct oc_domains domains;
    static const struct oc_job_port port = {.send = send, .start = start, .now = now};
    cores[0] = own;
    cores[1] = other;
    domains = (struct oc_domains){.count = 2,
                                  .neighbours = neighbours,
                                  .cores = cores,
                                  .policy = policy,
                                  .propagation = OC_JOBS_FIXED,
                                  .sequencer = sequencer,
                                  .backfill = policy == OC_JOBS_SEQUENCER ? SPAWN : 0};
    memset(started, 0, sizeof started);
    responded = 0;
    cycle = 0;
    return oc_allocator_make(0, &domains, &port);
}

/* A job that fits into its home's domain sends no request to another domain. A job that fits no
 * chip is refused. */
static void check_home(void) {
    struct oc_allocator *allocator = make(OC_JOBS_CANCEL, 1, CORES, CORES);
    const struct oc_allocator_counts *counts = oc_allocator_counts(allocator);
    struct oc_job none = {.number = 8}, all = {.number = 9, .cores = 2 * CORES + 1};
    CHECK(!oc_allocator_submit(allocator, &none));
    CHECK(!oc_allocator_submit(allocator, &all));
    submit(allocator, 1, CORES, 1000);
    CHECK(started[1] == CORES && counts->local == 1 && counts->sent[OC_JOB_REQUEST] == 0);
    submit(allocator, 2, 2 * CORES, 1000);
    CHECK(counts->local == 1 && counts->sent[OC_JOB_REQUEST] == 1);
    oc_allocator_free(allocator);
}

/* Another home requests cores for a job that comes before all others, and withdraws the request. */
static void disturb(struct oc_allocator *allocator, uint32_t serial) {
    struct oc_job_message message = {
        .header = {.kind = OC_JOB_REQUEST,
                   .source = 1,
                   .serial = serial,
                   .attempt = 1,
                   .job = {.priority = 9, .home = 1, .number = 90, .cores = 1}}};
    oc_allocator_receive(allocator, 1, &message);
    message.header.kind = OC_JOB_CANCEL;
    message.header.serial++;
    oc_allocator_receive(allocator, 1, &message);
}

/* Checks, with policy auto and 24 cores, which jobs go to the sequencer at once, and which after
 * three cancellations. */
static void check_auto(void) {
    for (uint32_t cores = 4; cores <= 13; cores++) {
        struct oc_allocator *allocator = make(OC_JOBS_AUTO, 1, 3, 21);
        const struct oc_allocator_counts *counts = oc_allocator_counts(allocator);
        submit(allocator, 1, cores, 1000);
        CHECK(counts->sent[OC_JOB_SUBMIT] == (cores > 24 / 2));
        CHECK(counts->sent[OC_JOB_REQUEST] == (cores <= 24 / 2));
        for (uint32_t times = 1; times <= 4 && cores <= 24 / 2; times++) {
            disturb(allocator, 2 * times);
            bool is_left = times >= 3 && cores > 24 / 6;
            CHECK(counts->sent[OC_JOB_SUBMIT] == is_left);
            CHECK(oc_allocator_waiting(allocator) == !is_left);
        }
        oc_allocator_free(allocator);
    }
}

/* Backfilling: a job starts at once if it fits when it comes, or later when enough cores for it
 * have arrived. */
static void check_filling(void) {
    struct oc_allocator *allocator = make(OC_JOBS_SEQUENCER, 0, CORES, 2 * CORES);
    const struct oc_allocator_counts *counts = oc_allocator_counts(allocator);
    submit(allocator, 1, CORES + 1, 1000);
    respond(allocator, 1);
    submit(allocator, 2, 3 * CORES, 1000);
    respond(allocator, 2);
    submit(allocator, 3, 3, 300); /* two cores are left */
    CHECK(counts->filled == 0);
    submit(allocator, 4, 1, 300);
    CHECK(counts->filled == 1);
    respond(allocator, 1);
    CHECK(counts->filled == 1); /* two cores are left again */
    respond(allocator, 1);
    CHECK(counts->filled == 2);
    oc_allocator_free(allocator);
}

/* A sequencer with policy auto keeps its request even if a job that it coordinates comes first in
 * the order of jobs. It gives the request up if a job of another home comes first. */
static void check_own_jobs(void) {
    struct oc_allocator *allocator = make(OC_JOBS_AUTO, 0, 3, 21);
    const struct oc_allocator_counts *counts = oc_allocator_counts(allocator);
    struct oc_job_message message = {
        .header = {.kind = OC_JOB_REQUEST,
                   .source = 1,
                   .serial = 1,
                   .attempt = 1,
                   .job = {.time = 500, .home = 1, .number = 90, .cores = 1}}};
    submit(allocator, 1, 20, 1000);
    oc_allocator_receive(allocator, 1, &message);
    struct oc_job before = {.priority = 5, .number = 2, .cores = 20};
    CHECK(oc_allocator_submit(allocator, &before));
    CHECK(counts->cancelled == 0 && allocator->outstanding->job.number == 1);
    message.header.serial = 2;
    message.header.job = (struct oc_job){.priority = 9, .home = 1, .number = 91, .cores = 1};
    oc_allocator_receive(allocator, 1, &message);
    CHECK(counts->cancelled == 1 && !allocator->outstanding);
    oc_allocator_free(allocator);
}

/* Values that the sequencer has computed for one job must not be used for the next job. The next
 * job's entry may be at the same address. */
static void check_next_lender(void) {
    struct oc_allocator *allocator = make(OC_JOBS_SEQUENCER, 0, CORES, CORES);
    const struct oc_allocator_counts *counts = oc_allocator_counts(allocator);
    submit(allocator, 1, CORES + 2, 1000);
    respond(allocator, 2);
    CHECK(started[1] == CORES);
    /* Job 2 may start at cycle 1000. Two of the cores for it are free until then. */
    submit(allocator, 2, 2 * CORES - 1, 1000);
    respond(allocator, 2);
    const struct oc_waiting_job *first = allocator->outstanding;
    submit(allocator, 3, 1, 1000 - SPAWN); /* starts before job 2 and ends just in time */
    CHECK(counts->filled == 1);
    cycle = 1000;
    oc_allocator_ended(allocator, 1, CORES);
    respond(allocator, 1);
    CHECK(started[2] == CORES && !allocator->outstanding); /* job 2 runs until cycle 2000 */
    submit(allocator, 4, 2 * CORES, 1000);                 /* job 4 may start at cycle 2000 */
    if (allocator->outstanding == first)
        printf("again\n");
    respond(allocator, 1);
    submit(allocator, 5, 1, 300);
    CHECK(counts->filled == 2);
    oc_allocator_free(allocator);
}

/* The other micro-kernel, which is the sequencer, sends a message about a job. */
static void hear(struct oc_allocator *allocator, enum oc_job_message_kind kind, uint16_t attempt,
                 uint32_t number, uint32_t cores) {
    struct oc_job_share all_here = {0, (uint16_t)cores};
    struct oc_job_message message = {
        .header = {.kind = (uint16_t)kind,
                   .source = 1,
                   .attempt = attempt,
                   .count = kind == OC_JOB_SPAWN,
                   .job = {.time = number, .home = 1, .number = number, .cores = cores}},
        .shares = &all_here};
    oc_allocator_receive(allocator, 1, &message);
}

/* A job gets no more cores of a domain than it needs. The cores that it has lent there count,
 * too. */
static void check_lender(void) {
    struct oc_allocator *allocator = make(OC_JOBS_SEQUENCER, 1, 10, CORES);
    hear(allocator, OC_JOB_REQUEST, 1, 1, 6);
    hear(allocator, OC_JOB_SPAWN, 1, 1, 6);
    CHECK(started[1] == 6 && responded == 6);
    hear(allocator, OC_JOB_REQUEST, 1, 2, 8);
    CHECK(responded == 6 + 4);              /* four cores are left */
    hear(allocator, OC_JOB_SPAWN, 0, 3, 3); /* job 3 borrows three of the cores */
    oc_allocator_ended(allocator, 1, 6);
    CHECK(started[3] == 3 && responded == 6 + 8 && oc_allocator_idle(allocator) == 2);
    oc_allocator_free(allocator);
}

int main(void) {
    check_order();
    check_queue();
    check_home();
    check_auto();
    check_own_jobs();
    check_filling();
    check_next_lender();
    check_lender();
    printf("%s\n", failures ? "FAILED" : "ok");
    return failures > 0;
}
