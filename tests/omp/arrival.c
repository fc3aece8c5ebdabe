/* Stores of other threads into a thread's memory have arrived when a barrier or a region is over.
 * Many stores go to one tile and are read at once, the last ones first. */
#include <omp.h>
#include <stdint.h>

#include "check.h"

#define MOST 64
#define WORDS 8
#define ROUNDS 4

static volatile int *room[MOST];

static void fill(int to, int me, int round) {
    volatile int *words = room[to] + me * WORDS;
    for (int i = 0; i < WORDS; i++)
        words[i] = round;
}

/* The number of words that contain the value of another round. */
static int missing(int me, int all, int round) {
    int count = 0;
    for (int i = all * WORDS; i-- > 0;)
        count += room[me][i] != round;
    return count;
}

static void at_barriers(void) {
    int behind = 0;
#pragma omp parallel reduction(+ : behind)
    {
        volatile int own[MOST * WORDS];
        int me = omp_get_thread_num(), all = omp_get_num_threads(), round = 0;
        room[me] = own;
#pragma omp barrier
        for (int i = 0; i < ROUNDS; i++)
            for (int to = 0; to < all; to++) {
                round++;
                fill(to, me, round);
#pragma omp barrier
                if (me == to)
                    behind += missing(me, all, round);
#pragma omp barrier
            }
    }
    CHECK(behind == 0);
}

/* The threads store into the memory of thread 0. */
static void at_ends(void) {
    volatile int own[MOST * WORDS];
    int threads = 1;
    room[0] = own;
    for (int round = 1; round <= ROUNDS; round++) {
#pragma omp parallel firstprivate(round)
        {
            if (omp_get_thread_num() == 0)
                threads = omp_get_num_threads();
            fill(0, omp_get_thread_num(), round);
        }
        CHECK(missing(0, threads, round) == 0);
    }
}

int main(void) {
    at_barriers();
    at_ends();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
