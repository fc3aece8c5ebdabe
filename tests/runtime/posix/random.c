/* Random numbers: without a seed, by seeds, and with a seed of the program's own. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static const unsigned seeds[] = {0, 1, 2, 42, 127773, INT_MAX, INT_MAX + 1u, UINT_MAX};
    printf("%d\n", RAND_MAX == INT_MAX);
    for (int i = 0; i < 100; i++)
        printf("%ld\n", i % 3 ? rand() : (long)random());
    for (unsigned i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        unsigned seed = seeds[i];
        if (i % 2)
            srand(seed);
        else
            srandom(seed);
        for (int k = 0; k < 100; k++)
            printf("%ld\n", k % 3 == 2 ? rand_r(&seed) : k % 3 ? rand() : (long)random());
    }
    return 0;
}
