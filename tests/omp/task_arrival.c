/* A task must read the values that its creator has stored into a distant tile's memory, and a
 * thread that waits for a task must read the values that the task has stored. The stores take long,
 * on links that all other threads keep busy, while the notification takes other links and is
 * fast. */
#include <omp.h>

#include "check.h"

#define MOST 64
#define WORDS 4   /* fewer than the stores that a core may have in flight */
#define ROUNDS 16 /* more than a thread's neighbours, which are notified of tasks in turn */

static volatile int *room; /* in the memory of the last thread */
static int is_over;

static void fill(int slot, int value) {
    volatile int *words = room + slot * WORDS;
    for (int i = 0; i < WORDS; i++)
        words[i] = value;
}

/* The number of words with a different value. */
static int missing(int value) {
    int count = 0;
    for (int i = WORDS; i-- > 0;)
        count += room[i] != value;
    return count;
}

/* Spends so much time that another thread takes the task. */
static void linger(void) {
    for (volatile int i = 0; i < 100; i++)
        ;
}

/* The task reads words that were stored before it was made. */
static int stored_before(void) {
    int behind = 0;
    for (int round = 1; round <= ROUNDS; round++) {
        fill(0, round);
#pragma omp task shared(behind)
        behind += missing(round);
        linger();
#pragma omp taskwait
    }
    return behind;
}

/* The task stores words that are read after it. */
static int stored_inside(void) {
    int behind = 0;
    for (int round = 1; round <= ROUNDS; round++) {
#pragma omp task
        {
            linger();
            fill(0, -round);
        }
        linger();
#pragma omp taskwait
        behind += missing(-round);
    }
    /* A task whose data are too long for its record. */
    for (int round = 1; round <= ROUNDS; round++) {
        struct {
            int words[20];
        } data = {{0}};
        data.words[19] = 2 * round;
#pragma omp task firstprivate(data)
        {
            linger();
            fill(0, data.words[19]);
        }
        linger();
#pragma omp taskwait
        behind += missing(2 * round);
    }
    return behind;
}

/* Whether the work is over. Until a thread sees this, it keeps links busy. */
static int sees_end(void) {
    int now;
#pragma omp atomic read acquire
    now = is_over;
    return now;
}

/* Threads before `other` share links on their routes to the words; `other` has a separate route. */
static int run(int maker, int (*work)(void)) {
    int behind = 0;
    is_over = 0;
#pragma omp parallel reduction(+ : behind)
    {
        volatile int own[MOST * WORDS];
        int me = omp_get_thread_num(), all = omp_get_num_threads(), other = all * 3 / 4;
        if (me == all - 1)
            room = own;
#pragma omp barrier
        if (me == (maker ? other : 0)) {
            behind = work();
#pragma omp atomic write release
            is_over = 1;
        } else if (me != 0 && me != other) {
            while (!sees_end())
                if (me < other)
                    for (int i = 0; i < 16; i++)
                        fill(me, i);
        }
#pragma omp barrier
    }
    return behind;
}

int main(void) {
    CHECK(run(0, stored_before) == 0);
    CHECK(run(1, stored_inside) == 0);
    puts(wrong ? "wrong" : "done");
    return wrong;
}
