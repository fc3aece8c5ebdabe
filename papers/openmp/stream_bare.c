/* STREAM without OpenMP. Each worker waits for a word in its own tile to change, carries out the
 * order that the word announces, and writes a word in core 0's tile. */
#include "stream.h"
#include <stdatomic.h>

/* Functions of the HAL: the number of this core in the process, and the function that all cores but
 * the first run. */
int hal_thread(void);
_Noreturn void hal_thread_run(void);

/* An order to a worker. `number` counts the orders so far. A worker that reads a new number also
 * sees the kernel, the buffers and the data that core 0 has stored before it. */
struct order {
    _Atomic int number;
    int kernel, buffers;
};

static struct order *_Atomic orders[WORKERS];
/* For each worker, the number of the last order that the worker has carried out. When core 0 reads
 * this number, it also sees what the worker has written before. */
static _Atomic int done[WORKERS];

_Noreturn void hal_thread_run(void) {
    struct order order = {0, 0, 0};
    int worker = hal_thread() - 1;
    atomic_store_explicit(&orders[worker], &order, memory_order_release);
    for (int number = 1;; number++) {
        while (atomic_load_explicit(&order.number, memory_order_acquire) != number)
            ;
        stream_part((enum kernel)order.kernel, order.buffers, worker);
        atomic_store_explicit(&done[worker], number, memory_order_release);
    }
}

static void run(enum kernel kernel, int buffers, int workers) {
    static int numbers[WORKERS];
    for (int i = 0; i < workers; i++) {
        struct order *order = atomic_load_explicit(&orders[i], memory_order_relaxed);
        order->kernel = (int)kernel;
        order->buffers = buffers;
        atomic_store_explicit(&order->number, ++numbers[i], memory_order_release);
    }
    for (int i = 0; i < workers; i++)
        while (atomic_load_explicit(&done[i], memory_order_acquire) != numbers[i])
            ;
}

int main(void) {
    for (int i = 0; i < WORKERS; i++)
        while (!atomic_load_explicit(&orders[i], memory_order_acquire))
            ;
    measure_streams(run);
}
