/* An integer loop: xorshift and a little arithmetic, all in registers. */
#include "kernel.h"

unsigned kernel(unsigned repetitions) {
    unsigned x = 2463534242u, sum = 0;
    for (unsigned i = 0; i < repetitions; i++)
        for (unsigned k = 0; k < 10000; k++) {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            if (x & 4)
                sum += x + k;
            else
                sum ^= x;
        }
    return sum;
}
