/* A task holds a lock, fulfils an event and waits for its child. Other tasks, which wait for the
 * event, need the lock. They are not descendants of the task that holds the lock. So the thread of
 * this task must not run them while the task waits (OpenMP 5.2, 12.9). */
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int sum;

static void add(int amount) {
    omp_set_lock(&lock);
    sum += amount;
    omp_unset_lock(&lock);
}

static void holder(omp_event_handle_t event) {
    omp_set_lock(&lock);
#pragma omp task
    {
#pragma omp atomic
        sum += 2;
    }
    omp_fulfill_event(event);
#pragma omp taskwait
    omp_unset_lock(&lock);
}

static void round_of(void) {
    int x;
    omp_event_handle_t event, *volatile where = &event;
#pragma omp task detach(event) depend(out : x)
    add(1);
    omp_event_handle_t own = *where;
#pragma omp task depend(in : x)
    add(4);
#pragma omp task depend(in : x)
    add(8);
#pragma omp task firstprivate(own)
    holder(own);
#pragma omp taskwait
}

int main(void) {
    omp_init_lock(&lock);
    for (int threads = 2; threads <= 4; threads++)
#pragma omp parallel num_threads(threads)
#pragma omp single
        round_of();
    puts(sum == 3 * 15 ? "done" : "wrong");
}
