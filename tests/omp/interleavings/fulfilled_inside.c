/* An event that is fulfilled in a nested region. Tasks of the outer region wait for the event, and
 * their own team runs them. */
#include <omp.h>
#include <stdio.h>

#define ROUNDS 4

static int order[2 * ROUNDS + 1], next, astray;

static void step(int which, int size) {
    astray += omp_get_num_threads() != size;
#pragma omp atomic capture
    order[which] = ++next;
}

/* A task is detached, and two tasks wait for its end. `threads` is the size of the region that
 * fulfils the event of the detached task. */
static void round_of(int number, int threads, int size) {
    int x;
    omp_event_handle_t event, *volatile where = &event;
#pragma omp task detach(event) depend(out : x)
    order[0]++;
    omp_event_handle_t own = *where;
#pragma omp task depend(inout : x)
    step(2 * number + 1, size);
#pragma omp task depend(inout : x)
    step(2 * number + 2, size);
#pragma omp parallel num_threads(threads)
    if (omp_get_thread_num() == omp_get_num_threads() - 1)
        omp_fulfill_event(own);
#pragma omp taskwait
}

int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < ROUNDS; i++)
        round_of(i, i % 2 + 1, omp_get_num_threads());
    int is_right = order[0] == ROUNDS && next == 2 * ROUNDS && !astray;
    for (int i = 1; i <= 2 * ROUNDS; i++)
        is_right &= order[i] == i;
    puts(is_right ? "done" : "wrong");
}
