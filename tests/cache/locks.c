/* Locks that the program builds from atomics. Each lock is in the same cache line as the data that
 * it protects, and the owner has this line in its data cache when it releases the lock. Prints the
 * count of each lock. */
#include <stdatomic.h>
#include <stdio.h>

enum { ROUNDS = 100 };

static struct {
    atomic_int is_taken;
    int count;
} swapped;

static struct {
    atomic_uint next, served;
    int count;
} ticket;

static struct {
    atomic_flag is_taken;
    int count;
} flagged, fenced;

static void with_swap(void) {
    for (int none = 0; !atomic_compare_exchange_weak_explicit(
             &swapped.is_taken, &none, 1, memory_order_acquire, memory_order_relaxed);)
        none = 0;
    swapped.count++;
    atomic_store_explicit(&swapped.is_taken, 0, memory_order_release);
}

static void with_ticket(void) {
    unsigned mine = atomic_fetch_add_explicit(&ticket.next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&ticket.served, memory_order_acquire) != mine)
        ;
    ticket.count++;
    atomic_store_explicit(&ticket.served, mine + 1, memory_order_release);
}

static void with_flag(void) {
    while (atomic_flag_test_and_set_explicit(&flagged.is_taken, memory_order_acquire))
        ;
    flagged.count++;
    atomic_flag_clear_explicit(&flagged.is_taken, memory_order_release);
}

static void with_fences(void) {
    while (atomic_flag_test_and_set_explicit(&fenced.is_taken, memory_order_relaxed))
        ;
    atomic_thread_fence(memory_order_acquire);
    fenced.count++;
    atomic_thread_fence(memory_order_release);
    atomic_flag_clear_explicit(&fenced.is_taken, memory_order_relaxed);
}

int main(void) {
#pragma omp parallel
    for (int i = 0; i < ROUNDS; i++) {
        with_swap();
        with_ticket();
        with_flag();
        with_fences();
    }
    printf("%d %d %d %d\n", swapped.count, ticket.count, flagged.count, fenced.count);
    return 0;
}
