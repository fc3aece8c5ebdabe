/* Functions that run before and after main, and their order. */
#include <stdio.h>
#include <stdlib.h>

static int steps;

__attribute__((constructor(201))) static void first(void) {
    printf("%d: constructor 201\n", ++steps);
}

__attribute__((constructor(202))) static void second(void) {
    printf("%d: constructor 202\n", ++steps);
}

__attribute__((destructor)) static void last(void) {
    printf("%d: destructor\n", ++steps);
}

static void registered_first(void) {
    printf("%d: registered first\n", ++steps);
}

static void registered_second(void) {
    printf("%d: registered second\n", ++steps);
    fputs("exit flushes this", stdout);
    fputc('\n', stdout);
}

int main(void) {
    printf("%d: main\n", ++steps);
    atexit(registered_first);
    atexit(registered_second);
    exit(0);
}
