/* When a task ends, two other tasks become ready. The thread that has run the first task runs one
 * of these, which waits until the other one begins. The thread that created the tasks must run the
 * other one, although it was notified of it before it began to search for tasks. */
#include <stdio.h>

static int ended, both[2];

static int read_atomically(const int *from) {
    int value;
#pragma omp atomic read
    value = *from;
    return value;
}

static void note(int *count) {
#pragma omp atomic
    ++*count;
}

int main(void) {
    int order = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
    {
#pragma omp task depend(out : order)
        note(&ended);
        for (int i = 0; i < 2; i++)
#pragma omp task depend(in : order)
        {
            note(&both[i]);
            while (!read_atomically(&both[1 - i]))
                ;
        }
        /* The other thread runs the first task. */
        while (!read_atomically(&ended))
            ;
    }
    puts(both[0] == 1 && both[1] == 1 ? "done" : "lost");
    return 0;
}
