/* Three loops run in turn, each in a context of its own. Their function has ten arguments, so that
 * some are passed on the stack. */
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
static ucontext_t back, there[3];
static int made;
static void count(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
    double half = a / 2.0;
    for (int n = 0; n < 3; n++) {
        printf("%d: %d%d%d%d%d%d%d%d%d %g\n", a, b, c, d, e, f, g, h, i, j, half * n);
        swapcontext(&there[a], a < 2 ? &there[a + 1] : &back);
    }
    made++;
}
int main(void) {
    volatile int times = 0;
    ucontext_t here;
    getcontext(&here);
    if (++times < 3)
        setcontext(&here);
    for (int n = 0; n < 3; n++) {
        getcontext(&there[n]);
        there[n].uc_stack.ss_size = 32768;
        there[n].uc_stack.ss_sp = malloc(32768);
        there[n].uc_link = n < 2 ? &there[n + 1] : &back;
        makecontext(&there[n], (void (*)(void))count, 10, n, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
    double kept = times * 1.5;
    for (int n = 0; n < 4; n++)
        swapcontext(&back, &there[0]);
    printf("%d %g %d\n", times, kept, made);
    return 0;
}
