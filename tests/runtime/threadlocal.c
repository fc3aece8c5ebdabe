/* Thread-local storage: initial values, zeros, alignment. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static _Thread_local int initialized = 5;
static _Thread_local int zero;
static _Thread_local char text[16] = "local";
static _Thread_local _Alignas(64) char aligned[64];
static _Thread_local double real = 1.5;
_Thread_local int *pointer;

int main(void) {
    printf("%d %d %s %g %s\n", initialized, zero, text, real, pointer ? "FAILED" : "null");
    for (size_t i = 0; i < sizeof aligned; i++) {
        if (aligned[i])
            printf("FAILED: byte %zu\n", i);
    }
    printf("%s\n", (uintptr_t)aligned % 64 ? "FAILED" : "aligned");
    initialized = 6;
    pointer = &zero;
    *pointer = 8;
    strcpy(text, "changed");
    memset(aligned, 1, sizeof aligned);
    printf("%d %d %s %g\n", initialized, zero, text, real);
    return 0;
}
