/* priority: if OMP_MAX_TASK_PRIORITY allows priorities, a ready task of the highest priority runs
 * first; otherwise all are equal (OpenMP 5.2, 12.4). */
#include <omp.h>

#include "check.h"

#define TASKS 40

/* `order` has the tasks in the order in which they began. `begun` is the number of tasks that
 * have begun, and `count` the number of tasks that have stored their number in `order`. */
static int order[TASKS], begun, count;

static void note(int task) {
    int at;
#pragma omp atomic capture
    at = begun++;
    order[at] = task;
#pragma omp atomic release
    count++;
}

static int is_set(int *flag) {
    int value;
#pragma omp atomic read
    value = *flag;
    return value;
}

static void set(int *flag) {
#pragma omp atomic write
    *flag = 1;
}

/* Checks that all tasks have run. The tasks from `from` on must have run in the order of their
 * priorities. */
static void look(int from) {
    int sum = 0, is_sorted = 1, most = omp_get_max_task_priority();
    for (int i = 0; i < TASKS; i++) {
        int before = i > from ? order[i - 1] * 7 % 5 : most, own = order[i] * 7 % 5;
        sum += order[i];
        is_sorted &= i < from || (own < most ? own : most) <= (before < most ? before : most);
    }
    CHECK(count == TASKS && sum == TASKS * (TASKS - 1) / 2);
    CHECK(is_sorted);
    begun = count = 0;
}

/* The creating thread runs the tasks while the other threads are busy. */
static void own(int is_dependent) {
    int is_over = 0, busy = 0, places[TASKS];
#pragma omp parallel
    if (omp_get_thread_num() == 0) {
        /* The other threads may still search for tasks of the previous region, and would find
         * these tasks. So this thread waits until they arrive here. */
        for (int others = 0; others < omp_get_num_threads() - 1;) {
#pragma omp atomic read
            others = busy;
        }
        for (int i = 0; i < TASKS; i++)
            if (is_dependent) {
#pragma omp task priority(i * 7 % 5) depend(out : places[i])
                note(i);
            } else {
#pragma omp task priority(i * 7 % 5)
                note(i);
            }
#pragma omp taskwait
        set(&is_over);
    } else {
#pragma omp atomic
        busy++;
        while (!is_set(&is_over))
            ;
    }
    (void)places;
    look(0);
}

/* A second thread takes all tasks: the first one before the others exist, and then the others by
 * priority. */
static void stolen(void) {
    int are_there = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
    if (omp_get_num_threads() == 2) {
        for (int i = 0; i < TASKS; i++)
#pragma omp task priority(i * 7 % 5) shared(are_there)
        {
            note(i);
            while (!is_set(&are_there))
                ;
        }
        set(&are_there);
        int now;
        do {
#pragma omp atomic read acquire
            now = count;
        } while (now < TASKS);
        look(1);
    }
}

/* With an argument, checks only the rules that hold for every task mechanism. */
int main(int argc, char **argv) {
    (void)argc, (void)argv;
    /* Without OpenMP, tasks run in the order in which they are created. */
#ifdef _OPENMP
    if (omp_get_max_threads() > 1) {
        own(0);
        own(1);
        if (argc == 1)
            stolen();
    }
#endif
    puts(wrong ? "wrong" : "done");
    return wrong;
}
