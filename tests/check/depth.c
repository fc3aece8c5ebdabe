/* Prints the stack pointer in the deepest call of a recursion. The argument sets the depth. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long lowest;

static __attribute__((noinline)) int deep(int calls) {
    volatile char room[64] = {0};
    if (calls)
        return deep(calls - 1) + room[calls % 64];
    __asm__ volatile("mv %0, sp" : "=r"(lowest));
    return 0;
}

int main(int count, char **arguments) {
    deep(count > 1 ? atoi(arguments[1]) : 0);
    printf("%lu\n", lowest);
    return 0;
}
