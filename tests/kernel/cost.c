/* The cycles of a number of calls of the kernel. The argument is the number, by default 10. */
#include <onchip/kernel.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int calls = argc > 1 ? atoi(argv[1]) : 10;
    kcall(); /* the kernel has started */
    uint64_t begin = kclock();
    for (int i = 0; i < calls; i++)
        kcall();
    printf("%u\n", (unsigned)(kclock() - begin));
    return 0;
}
