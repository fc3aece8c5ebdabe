/* The C library from several threads: memory, output, files, errno, thread-local variables. */
#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define ROUNDS 10
#define BYTES 200

static void memory(void) {
    int spoiled = 0;
#pragma omp parallel reduction(+ : spoiled)
    for (int round = 0; round < ROUNDS; round++) {
        int me = omp_get_thread_num();
        unsigned char *own[4];
        for (int i = 0; i < 4; i++) {
            own[i] = malloc(BYTES + (size_t)i);
            memset(own[i], me * 4 + i, BYTES);
        }
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < BYTES; j++)
                spoiled += own[i][j] != (unsigned char)(me * 4 + i);
            free(own[i]);
        }
    }
    CHECK(spoiled == 0);
}

/* Each line arrives whole, and the lines of one thread arrive in order. */
static void files(void) {
    FILE *file = fopen("library.txt", "w");
    CHECK(file != NULL);
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    {
        threads++;
        for (int i = 0; i < ROUNDS; i++)
            fprintf(file, "thread %d line %d\n", omp_get_thread_num(), i);
    }
    CHECK(fclose(file) == 0);
    int next[64] = {0}, thread, line, lines = 0;
    file = fopen("library.txt", "r");
    while (fscanf(file, "thread %d line %d\n", &thread, &line) == 2) {
        CHECK(thread >= 0 && thread < threads && line == next[thread]);
        next[thread]++;
        lines++;
    }
    fclose(file);
    CHECK(lines == threads * ROUNDS && remove("library.txt") == 0);
}

static void errors(void) {
    int differ = 0;
    errno = 5;
#pragma omp parallel reduction(+ : differ)
    {
        errno = 100 + omp_get_thread_num();
#pragma omp barrier
        differ += errno != 100 + omp_get_thread_num();
        /* The path is on the thread's stack. */
        char path[] = "no such file";
        differ += fopen(path, "r") != NULL || errno != ENOENT;
    }
    CHECK(differ == 0);
}

int main(void) {
    memory();
    files();
    errors();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
