/* The `for` construct with its schedules and clauses, and with all kinds of loops. */
#include "feature.h"

enum { COUNT = 97 };

static int times[COUNT];

/* Counts the iterations that were done once and resets the counts. */
static int each_once(void) {
    return ones(times, COUNT);
}

#define LOOP(clause)                                                                               \
    do {                                                                                           \
        _Pragma("omp parallel") {                                                                  \
            _Pragma(clause) for (int i = 0; i < COUNT; i++) times[i]++;                            \
        }                                                                                          \
        SHOW(&clause[4], "%d", each_once());                                                       \
    } while (0)

static void schedules(void) {
    LOOP("omp for schedule(static)");
    LOOP("omp for schedule(static, 3)");
    LOOP("omp for schedule(dynamic)");
    LOOP("omp for schedule(dynamic, 4)");
    LOOP("omp for schedule(guided)");
    LOOP("omp for schedule(guided, 5)");
    LOOP("omp for schedule(auto)");
    LOOP("omp for schedule(runtime)");
    LOOP("omp for schedule(monotonic : dynamic)");
    LOOP("omp for schedule(nonmonotonic : guided)");
}

static void clauses(void) {
    int last = -1, first = 10, sum = 0, wide = 0;
#pragma omp parallel for firstprivate(first) lastprivate(last) reduction(+ : sum)
    for (int i = 0; i < COUNT; i++) {
        last = i + first;
        sum += i;
    }
    SHOW("for firstprivate, lastprivate, reduction", "%d %d", last, sum);

    int step = 0;
#pragma omp parallel for linear(step : 2)
    for (int i = 0; i < COUNT; i++) {
        times[step / 2]++;
        step += 2;
    }
    SHOW("for linear", "%d %d", step, each_once());

#pragma omp parallel for collapse(3) schedule(dynamic, 2) reduction(+ : wide)
    for (int i = 0; i < 3; i++)
        for (int j = 4; j > 0; j--)
            for (int k = 5; k < 15; k += 3)
                wide += i * 100 + j * 10 + k;
    SHOW("for collapse", "%d", wide);

    int triangle = 0;
#pragma omp parallel for collapse(2) reduction(+ : triangle)
    for (int i = 0; i < 9; i++)
        for (int j = 0; j <= i; j++)
            triangle += i * j;
    SHOW("for collapse, not rectangular", "%d", triangle);

    int order = 0, wrong = 0;
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < COUNT; i++)
#pragma omp ordered
        wrong += order++ != i;
    SHOW("for ordered", "%d %d", order, wrong);

    int later[COUNT];
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < COUNT; i++)
            times[i] = 1;
#pragma omp for schedule(static)
        for (int i = 0; i < COUNT; i++)
            later[i] = times[i];
    }
    SHOW("for nowait", "%d %d", each_once(), later[COUNT - 1]);

#pragma omp parallel for simd
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    SHOW("for simd", "%d", each_once());

#pragma omp parallel
#pragma omp loop
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    SHOW("loop", "%d", each_once());
}

static void variables(void) {
    static char text[COUNT + 1];
    long long sum = 0;
    unsigned count = 0;
#pragma omp parallel for schedule(dynamic, 3)
    for (char *at = text; at < text + COUNT; at++)
        times[at - text]++;
    SHOW("for, a pointer", "%d", each_once());
#pragma omp parallel for schedule(guided) reduction(+ : sum)
    for (long long i = 1ll << 40; i > (1ll << 40) - 50 * (1ll << 33); i -= 1ll << 33)
        sum += i;
    SHOW("for, long long", "%lld", sum);
#pragma omp parallel for schedule(dynamic) reduction(+ : count)
    for (unsigned i = 2147483600u; i < 2147483700u; i += 9)
        count += i & 15;
    SHOW("for, unsigned", "%u", count);
#pragma omp parallel for schedule(dynamic) reduction(+ : count)
    for (int i = 3; i < 3; i++)
        count++;
    SHOW("for, no iterations", "%u", count);
    int i;
#pragma omp parallel for lastprivate(i)
    for (i = 0; i < COUNT; i += 5)
        times[i]++;
    SHOW("for, its variable lastprivate", "%d %d", i, each_once());
}

int main(void) {
    schedules();
    clauses();
    variables();
}
