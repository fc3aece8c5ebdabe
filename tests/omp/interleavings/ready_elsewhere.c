/* A thread of a nested team keeps a task that becomes ready when the thread has nothing left to
 * wait for. The thread must run the task before it leaves the team, because no other thread could
 * find the task afterwards. */
#include <omp.h>
#include <stdio.h>

static int x;
static volatile int is_taken, is_known, has_moved;
static volatile omp_event_handle_t event;

static void work(int rounds) {
    for (volatile int i = 0; i < rounds; i++)
        ;
}

/* Creates a task that thread 1 runs, and a task that depends on it. */
static void maker(void) {
    while (!is_taken)
        ;
#pragma omp task depend(out : x)
    {
        has_moved = 1;
        work(3000);
        x = 1;
    }
    /* New tasks are announced to the other threads in turn. The next one is announced to thread
     * 2. */
#pragma omp task
    work(1);
#pragma omp task depend(in : x)
    x *= 7;
    work(20000);
}

/* Thread 1 waits for its second task, which ends when thread 1 runs the first task of maker(). */
static void helper(void) {
    while (!is_known)
        ;
#pragma omp task
    work(1);
#pragma omp task
    {
        is_taken = 1;
        while (!has_moved)
            ;
        omp_fulfill_event(event);
    }
    while (!is_taken)
        ;
}

/* Stays at the end of the region until the helper's task is over. */
static void other(void) {
    /* GCC 12 does not notice that the construct stores into the variable. */
    omp_event_handle_t own, *volatile where = &own;
#pragma omp task detach(own)
    work(1);
    event = *where;
    is_known = 1;
}

int main(void) {
#pragma omp parallel num_threads(1)
#pragma omp parallel num_threads(3)
    switch (omp_get_thread_num()) {
    case 0:
        maker();
        break;
    case 1:
        helper();
        break;
    default:
        other();
    }
    puts(x == 7 ? "done" : "wrong");
}
