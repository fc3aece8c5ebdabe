/* An interpreter for a stack machine, whose program counts the steps of Collatz sequences. */
#include "../kernel.h"

enum { PUSH, LOAD, STORE, ADD, MULTIPLY, HALVE, ODD, LESS, JUMP, UNLESS, HALT };
enum { START, N, STEPS, VARIABLES };
enum { NEXT = 4, LOOP = 15, EVEN = 37, COUNT = 42, DONE = 53, END = 62 };

/* clang-format off */
static const signed char program[] = {
    PUSH, 1, STORE, START,                                /* START = 1 */
    LOAD, START, PUSH, 100, LESS, UNLESS, END,            /* NEXT: START < 100? */
    LOAD, START, STORE, N,                                /* N = START */
    PUSH, 1, LOAD, N, LESS, UNLESS, DONE,                 /* LOOP: 1 < N? */
    LOAD, N, ODD, UNLESS, EVEN,
    LOAD, N, PUSH, 3, MULTIPLY, PUSH, 1, ADD,             /* 3 N + 1 */
    JUMP, COUNT,
    LOAD, N, HALVE, JUMP, COUNT,                          /* EVEN: N / 2 */
    STORE, N, LOAD, STEPS, PUSH, 1, ADD, STORE, STEPS,    /* COUNT: a step */
    JUMP, LOOP,
    LOAD, START, PUSH, 1, ADD, STORE, START, JUMP, NEXT,  /* DONE: the next START */
    HALT,                                                 /* END */
};
/* clang-format on */

static void run(int *variable) {
    const signed char *next = program;
    int stack[8], *top = stack;
    for (;;) {
        switch (*next++) {
        case PUSH:
            *top++ = *next++;
            break;
        case LOAD:
            *top++ = variable[*next++];
            break;
        case STORE:
            variable[*next++] = *--top;
            break;
        case ADD:
            top--;
            top[-1] += top[0];
            break;
        case MULTIPLY:
            top--;
            top[-1] *= top[0];
            break;
        case HALVE:
            top[-1] /= 2;
            break;
        case ODD:
            top[-1] &= 1;
            break;
        case LESS:
            top--;
            top[-1] = top[-1] < top[0];
            break;
        case JUMP:
            next = program + *next;
            break;
        case UNLESS:
            next = *--top ? next + 1 : program + *next;
            break;
        default:
            return;
        }
    }
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0;
    for (unsigned i = 0; i < repetitions; i++) {
        int variable[VARIABLES] = {0};
        run(variable);
        sum = sum * 31 + (unsigned)variable[STEPS];
    }
    return sum;
}
