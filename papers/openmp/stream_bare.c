/* STREAM without OpenMP: each core waits for a word in its own tile, carries out the order in this
 * word, and writes a word in core 0's tile. */
#include "stream.h"
#include <stdatomic.h>

/* Functions of the HAL: the number of this core in the process, and the function that all cores but
 * the first run. */
int hal_thread(void);
_Noreturn void hal_thread_run(void);

/* An order to a worker. `number` counts the orders so far. A worker that reads a new number sees
 * the kernel, the buffers and the data that core 0 stored before it. */
struct order {
    _Atomic int number;
    int kernel, buffers;
};

static struct order *_Atomic orders[WORKERS];
/* For each worker, the number of the last order that it has carried out. Core 0 sees what the
 * worker wrote before. */
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
