/* The order in which threads pass barrier, single, copyprivate, master, sections and ordered. */
#include <omp.h>

#include "check.h"

#define MOST 64
#define ROUNDS 20

static int arrived[MOST], behind;

/* In each round, a different thread arrives last. No other thread passes the barrier before it has
 * arrived. */
static void barriers(void) {
#pragma omp parallel
    for (int round = 1; round <= ROUNDS; round++) {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        for (volatile int i = 0; i < (round + me) % all * 50; i++)
            ;
        arrived[me] = round;
#pragma omp barrier
        int late = 0;
        for (int i = 0; i < all; i++)
            late += arrived[i] != round;
        if (late)
#pragma omp atomic
            behind += late;
#pragma omp barrier
    }
    CHECK(behind == 0);
}

static void singles(void) {
    int times = 0, differ = 0, by_master = 0, value = 0;
#pragma omp parallel private(value) reduction(+ : differ)
    for (int round = 0; round < ROUNDS; round++) {
#pragma omp single copyprivate(value)
        {
            times++;
            value = 100 + round;
        }
        differ += value != 100 + round;
#pragma omp master
        by_master += omp_get_thread_num() + 1;
#pragma omp single
        times++;
    }
    CHECK(times == 2 * ROUNDS && differ == 0 && by_master == ROUNDS);
}

static void sections(void) {
    int ran[5] = {0}, total = 0;
#pragma omp parallel
    for (int round = 0; round < ROUNDS; round++) {
#pragma omp sections
        {
#pragma omp section
            ran[0]++;
#pragma omp section
            ran[1]++;
#pragma omp section
            ran[2]++;
        }
    }
#pragma omp parallel sections reduction(+ : total)
    {
#pragma omp section
        total += 1;
#pragma omp section
        total += 10;
    }
    CHECK(ran[0] == ROUNDS && ran[1] == ROUNDS && ran[2] == ROUNDS && total == 11);
}

static int next;

static void in_order(int i, int step) {
    CHECK(next == i);
    next = i + step;
}

static void ordered(void) {
#pragma omp parallel for ordered schedule(dynamic, 3)
    for (int i = 0; i < 50; i++)
#pragma omp ordered
        in_order(i, 1);
    next = 90;
#pragma omp parallel for ordered schedule(static, 4)
    for (int i = 90; i > 0; i -= 2) {
        if (i % 3 == 0)
            continue; /* some iterations skip the construct */
#pragma omp ordered
        {
            CHECK(next >= i);
            next = i;
        }
    }
    next = 0;
#pragma omp parallel for ordered schedule(guided)
    for (int i = 0; i < 30; i++)
#pragma omp ordered
        in_order(i, 1);
    next = 0;
#pragma omp parallel for ordered schedule(runtime)
    for (int i = 0; i < 30; i++)
#pragma omp ordered
        in_order(i, 1);
}

int main(void) {
    barriers();
    singles();
    sections();
    ordered();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
