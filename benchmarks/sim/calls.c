/* Function calls: the naive recursion for Fibonacci numbers. */
#include "kernel.h"

static unsigned __attribute__((noinline)) fibonacci(unsigned n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0;
    for (unsigned i = 0; i < repetitions; i++)
        sum += fibonacci(22 + (i & 1));
    return sum;
}
