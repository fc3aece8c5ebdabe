/* Prints the cycles of some calls of the kernel. The argument is their number, by default 10. */
#include <onchip/kernel.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int calls = argc > 1 ? atoi(argv[1]) : 10;
    kcall(); /* waits until the kernel has started */
    uint64_t begin = kclock();
    for (int i = 0; i < calls; i++)
        kcall();
    printf("%u\n", (unsigned)(kclock() - begin));
    return 0;
}
