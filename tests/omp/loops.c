/* The `for` construct with every schedule: each iteration runs once, whatever the bounds are. Also
 * tests lastprivate, collapse and nowait. */
#include <limits.h>
#include <omp.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"

#define COUNT 103

static int times[COUNT];

static void each_once(void) {
    for (int i = 0; i < COUNT; i++)
        CHECK(times[i] == 1);
    memset(times, 0, sizeof times);
}

/* The loop's variable counts up by 3, and down by 7. */
#define UP for (long i = -5; i < -5 + 3L * COUNT; i += 3)
#define DOWN for (int i = 7 * COUNT; i > 0; i -= 7)
#define LOOP(clause)                                                                               \
    _Pragma("omp parallel") {                                                                      \
        _Pragma(clause) UP times[(i + 5) / 3]++;                                                   \
    }                                                                                              \
    each_once();                                                                                   \
    _Pragma("omp parallel") {                                                                      \
        _Pragma(clause) DOWN times[i / 7 - 1]++;                                                   \
    }                                                                                              \
    each_once();

/* A loop may have no iterations; `none` is 0, which the compiler does not know. */
static void without_iterations(int none) {
    int ran = 0;
#pragma omp parallel reduction(+ : ran)
    {
#pragma omp for schedule(runtime)
        for (int i = none; i > 0; i -= 7)
            ran++;
#pragma omp for schedule(runtime)
        for (unsigned long long i = 5; i <= 4ull + (unsigned)none; i += 7)
            ran++;
#pragma omp for ordered schedule(runtime)
        for (long i = 5; i < 5 + none; i++)
            ran++;
    }
    CHECK(ran == 0);
}

static void schedules(void) {
    LOOP("omp for")
    LOOP("omp for schedule(static, 1)")
    LOOP("omp for schedule(static, 10)")
    LOOP("omp for schedule(dynamic)")
    LOOP("omp for schedule(dynamic, 7)")
    LOOP("omp for schedule(monotonic : dynamic, 2)")
    LOOP("omp for schedule(guided)")
    LOOP("omp for schedule(guided, 5)")
    LOOP("omp for schedule(auto)")
    LOOP("omp for schedule(runtime)")
    static const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided,
                                        omp_sched_auto};
    for (int kind = 0; kind < 4; kind++)
        for (int chunk = 0; chunk < 5; chunk += 2) {
            omp_set_schedule(kinds[kind], chunk);
            without_iterations(times[0]);
            LOOP("omp for schedule(runtime)")
            LOOP("omp for schedule(monotonic : runtime)")
        }
}

static void combined(void) {
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    each_once();
#pragma omp parallel for schedule(guided)
    for (int i = COUNT - 1; i >= 0; i--)
        times[i]++;
    each_once();
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    each_once();
#pragma omp parallel for schedule(monotonic : dynamic)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    each_once();
}

static void ends_of_the_range(void) {
    int count = 0, low = 0;
#pragma omp parallel for schedule(dynamic, 3) reduction(+ : count)
    for (int i = INT_MAX - 10; i < INT_MAX; i++)
        count++;
#pragma omp parallel for schedule(guided) reduction(+ : low)
    for (int i = INT_MIN + 10; i > INT_MIN; i -= 2)
        low++;
    CHECK(count == 10 && low == 5);
    count = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : count)
    for (int i = 5; i < 5; i++)
        count++;
#pragma omp parallel for schedule(dynamic, INT_MAX) reduction(+ : count)
    for (int i = 0; i < 3; i++)
        count++;
    CHECK(count == 3);
}

/* The loop variables exceed a long. */
#define WIDE (1ull << 40)
#define WIDE_LOOPS(clause)                                                                         \
    _Pragma("omp parallel") {                                                                      \
        _Pragma(clause) for (unsigned long long i = WIDE; i < wide_end; i += wide_step)            \
            times[(i - WIDE) / wide_step]++;                                                       \
    }                                                                                              \
    each_once();                                                                                   \
    _Pragma("omp parallel") {                                                                      \
        _Pragma(clause) for (long long i = -wide_step; i >= -(long long)COUNT * wide_step;         \
                             i -= wide_step) times[-i / wide_step - 1]++;                          \
    }                                                                                              \
    each_once();

static void wide(void) {
    volatile long long hidden = 1ll << 33;
    long long wide_step = hidden;
    unsigned long long wide_end = WIDE + COUNT * wide_step;
    WIDE_LOOPS("omp for schedule(dynamic, 3)")
    WIDE_LOOPS("omp for schedule(guided)")
    WIDE_LOOPS("omp for schedule(runtime)")
    WIDE_LOOPS("omp for schedule(monotonic : dynamic)")
    long long next = -1, wrong_order = 0;
#pragma omp parallel for ordered schedule(dynamic, 2) reduction(+ : wrong_order)
    for (unsigned long long i = WIDE; i < wide_end; i += wide_step)
#pragma omp ordered
    {
        long long number = (long long)((i - WIDE) / wide_step);
        wrong_order += number != next + 1;
        next = number;
    }
    CHECK(wrong_order == 0 && next == COUNT - 1);
}

static void last_and_both(void) {
    int last = 0, sum = 0;
#pragma omp parallel for schedule(dynamic, 3) lastprivate(last)
    for (int i = 0; i < COUNT; i++)
        last = i;
    CHECK(last == COUNT - 1);
#pragma omp parallel for collapse(2) schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 5; j++)
            sum += i * 10 + j;
    CHECK(sum == 5 * 210 + 7 * 10);
}

/* A team can keep only some constructs that not all its threads have left. This loop runs more of
 * them, without a barrier. */
static void without_barriers(void) {
    static int many[40];
#pragma omp parallel
    for (int round = 0; round < 40; round++) {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 10; i++)
#pragma omp atomic
            many[round]++;
#pragma omp single nowait
        {
#pragma omp atomic
            many[round] += 100;
        }
    }
    for (int round = 0; round < 40; round++)
        CHECK(many[round] == 110);
}

/* The loop counts down over an unsigned type, for which the compiler converts the negative step. */
static void down(void) {
    volatile unsigned long hundred = 100;
    int dynamic = 0, ordered = 0, tasks = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : dynamic)
    for (unsigned long i = hundred; i > 40; i -= 2)
        dynamic += i % 2 == 0;
#pragma omp parallel for ordered schedule(runtime)
    for (unsigned long i = hundred; i >= 41; i--)
#pragma omp ordered
        ordered = ordered * 3 % 1009 + (int)i;
    for (unsigned long i = 100; i >= 41; i--)
        tasks = tasks * 3 % 1009 + (int)i;
    CHECK(dynamic == 30 && ordered == tasks);
    tasks = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop shared(tasks)
    for (unsigned long i = hundred; i > 40; i -= 3)
#pragma omp atomic
        tasks += (int)i;
    CHECK(tasks == 20 * (100 + 43) / 2);
}

bool GOMP_loop_dynamic_start(long, long, long, long, long *, long *);
bool GOMP_loop_dynamic_next(long *, long *);
void GOMP_loop_end_nowait(void);

/* The words from which threads get chunks must not overflow. The first loop has a single chunk, a
 * quarter of all numbers long, which all threads request. The second loop has thousands of shorter
 * chunks, up to the last number. */
static void ends_of_the_word(void) {
    int few = 0;
    unsigned long many = 0;
#pragma omp parallel for schedule(dynamic, LONG_MAX / 2 + 1) reduction(+ : few)
    for (int i = 0; i < 10; i++)
        few++;
    CHECK(few == 10);
#pragma omp parallel reduction(+ : many)
    {
        long first, last, chunk = LONG_MAX / (1 << 13) + 1;
        unsigned long most = 0;
        for (bool more = GOMP_loop_dynamic_start(LONG_MIN, LONG_MAX, 1, chunk, &first, &last); more;
             more = GOMP_loop_dynamic_next(&first, &last)) {
            many += (unsigned long)last - (unsigned long)first;
            if (++most > 1 << 14)
                break;
        }
        GOMP_loop_end_nowait();
        many += most > 1 << 14;
    }
    CHECK(many == ULONG_MAX);
}

int main(void) {
    schedules();
    combined();
    ends_of_the_range();
    ends_of_the_word();
    wide();
    last_and_both();
    without_barriers();
    down();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
