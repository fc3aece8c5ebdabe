/* Scans, lastprivate(conditional:) and task reductions: features for which the threads of a loop
 * share data. */
#include "feature.h"

/* The compiler warns that variables which it generates itself for lastprivate(conditional:) are
 * never set. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

enum { COUNT = 53 };

static long values[COUNT], sums[COUNT];

static unsigned digest(const long *numbers, int count) {
    unsigned sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * 31 + (unsigned)numbers[i];
    return sum;
}

struct range {
    long low, high;
};

static void widen(struct range *range, const struct range *other) {
    range->low = other->low < range->low ? other->low : range->low;
    range->high = other->high > range->high ? other->high : range->high;
}

#pragma omp declare reduction(widen                                                                \
                              : struct range                                                       \
                              : widen(&omp_out, &omp_in))                                          \
    initializer(omp_priv = {1000000, -1000000})

static void scans(void) {
    long sum = 5;
#pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < COUNT; i++) {
        sum += values[i];
#pragma omp scan inclusive(sum)
        sums[i] = sum;
    }
    SHOW("for reduction(inscan), inclusive", "%ld %u", sum, digest(sums, COUNT));

    long before = 7;
#pragma omp parallel for reduction(inscan, + : before)
    for (int i = 0; i < COUNT; i++) {
        sums[i] = before;
#pragma omp scan exclusive(before)
        before += values[i];
    }
    SHOW("for reduction(inscan), exclusive", "%ld %u", before, digest(sums, COUNT));

    double half = 0.5, quarter = 0.25;
#pragma omp parallel
#pragma omp for reduction(inscan, + : half, quarter)
    for (int i = 0; i < COUNT; i++) {
        half += (double)values[i] * 0.5;
        quarter += (double)values[i] * 0.25;
#pragma omp scan inclusive(half, quarter)
        sums[i] = (long)(half * 4 + quarter * 16);
    }
    SHOW("for reduction(inscan) of two", "%g %g %u", half, quarter, digest(sums, COUNT));

    struct range range = {1000, -1000};
    long widths[COUNT];
#pragma omp parallel for reduction(inscan, widen : range)
    for (int i = 0; i < COUNT; i++) {
        widen(&range, &(struct range){values[i], values[i] + i});
#pragma omp scan inclusive(range)
        widths[i] = range.high - range.low;
    }
    SHOW("for reduction(inscan), user-declared", "%ld %u", range.high, digest(widths, COUNT));

    unsigned product = 1;
#pragma omp parallel for simd reduction(inscan, * : product)
    for (int i = 0; i < COUNT; i++) {
        product *= (unsigned)values[i] | 1;
#pragma omp scan inclusive(product)
        sums[i] = (long)(product & 0xffff);
    }
    SHOW("for simd reduction(inscan)", "%u %u", product, digest(sums, COUNT));
}

#define CONDITIONAL(clause)                                                                        \
    do {                                                                                           \
        long last = -1, other = -2;                                                                \
        _Pragma(clause) for (int i = 0; i < COUNT; i++) {                                          \
            if (values[i] % 5 == 0)                                                                \
                last = values[i] + i;                                                              \
            if (values[i] % 7 == 1)                                                                \
                other = i;                                                                         \
        }                                                                                          \
        SHOW(&clause[13], "%ld %ld", last, other);                                                 \
    } while (0)

static void conditionals(void) {
    CONDITIONAL("omp parallel for lastprivate(conditional : last, other)");
    CONDITIONAL("omp parallel for lastprivate(conditional : last, other) schedule(static, 3)");
    CONDITIONAL("omp parallel for lastprivate(conditional : last, other) schedule(dynamic, 2)");
    CONDITIONAL("omp parallel for lastprivate(conditional : last, other) schedule(guided)");
    CONDITIONAL("omp parallel for lastprivate(conditional : last, other) schedule(runtime)");

    long last = -1;
#pragma omp parallel for lastprivate(conditional : last) ordered schedule(dynamic)
    for (int i = 0; i < COUNT; i++)
#pragma omp ordered
        if (values[i] % 3 == 0)
            last = i;
    SHOW("for ordered lastprivate(conditional)", "%ld", last);

#pragma omp parallel for lastprivate(conditional : last) ordered(1) schedule(static, 1)
    for (int i = 0; i < COUNT; i++) {
#pragma omp ordered depend(sink : i - 1)
        sums[i] = i ? sums[i - 1] + values[i] : 0;
        if (sums[i] % 4 == 1)
            last = i;
#pragma omp ordered depend(source)
    }
    SHOW("for ordered(1) lastprivate(conditional)", "%ld %ld", last, sums[COUNT - 1]);

    volatile long long hidden = 1ll << 40;
    long long start = hidden;
#pragma omp parallel for lastprivate(conditional : last) schedule(dynamic, 3)
    for (long long i = start; i < start + COUNT; i++)
        if (values[i - start] % 9 < 4)
            last = (long)(i - start);
    SHOW("for lastprivate(conditional), long long", "%ld", last);

#pragma omp parallel sections lastprivate(conditional : last)
    {
        if (values[0] >= 0)
            last = 10;
#pragma omp section
        if (values[0] >= 0)
            last = 20;
#pragma omp section
        if (values[0] < 0)
            last = 30;
    }
    SHOW("sections lastprivate(conditional)", "%ld", last);
}

/* Worksharing constructs whose tasks take part in a reduction. */
#define TASKS(clause)                                                                              \
    do {                                                                                           \
        long sum = 3;                                                                              \
        _Pragma("omp parallel") {                                                                  \
            _Pragma(clause) for (int i = 0; i < COUNT; i++) {                                      \
                _Pragma("omp task in_reduction(+ : sum)") sum += values[i];                        \
                sum++;                                                                             \
            }                                                                                      \
        }                                                                                          \
        SHOW(&clause[4], "%ld", sum);                                                              \
    } while (0)

static void tasks(void) {
    TASKS("omp for reduction(task, + : sum)");
    TASKS("omp for reduction(task, + : sum) schedule(dynamic, 3)");
    TASKS("omp for reduction(task, + : sum) schedule(guided) ordered");
    TASKS("omp for reduction(task, + : sum) schedule(runtime)");
    long sum = 1;
#pragma omp parallel
#pragma omp sections reduction(task, + : sum)
    {
#pragma omp task in_reduction(+ : sum)
        sum += 10;
#pragma omp section
        sum += 100;
    }
    SHOW("sections reduction(task)", "%ld", sum);
}

static void others(void) {
#pragma omp parallel for simd schedule(simd : static, 5)
    for (int i = 0; i < COUNT; i++)
        sums[i] = values[i] * 3;
    SHOW("for schedule(simd : static, 5)", "%u", digest(sums, COUNT));
#pragma omp parallel for order(concurrent)
    for (int i = 0; i < COUNT; i++)
        sums[i] = values[i] * 5;
    SHOW("for order(concurrent)", "%u", digest(sums, COUNT));
    long sum = 0;
#pragma omp parallel loop bind(parallel) reduction(+ : sum) collapse(2)
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < 3; k++)
            sum += values[i] * k % 11;
    SHOW("loop bind, reduction, collapse", "%ld", sum);
}

int main(void) {
    for (int i = 0; i < COUNT; i++)
        values[i] = i * 37 % 101;
    scans();
    conditionals();
    tasks();
    others();
}
