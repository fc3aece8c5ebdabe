/* Figure 4: bitonic sort of integers in the tile of core 0, by one, two and four cores. The program
 * does this in two ways. In one region with barriers, each core has its part in its own tile;
 * partners exchange parts by DMA, and each partner keeps the lower or the higher of every two
 * numbers. With tasks, thread 0 spawns each step of each part; a task copies the numbers that it
 * needs to the core that runs it, and back. */
#include <omp.h>
#include <onchip_copy.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../benchmarks/mpi/cycles.h"

#define MOST 4096
#define CORES 4

static int numbers[MOST];

/* The areas into which a core's partner puts its numbers. The two areas take turns, so one barrier
 * per step is enough. */
static int *taken[CORES][2];

/* Sorts a sequence that rises and then falls, or falls and then rises. */
static void merge(int *x, int count, bool up) {
    for (int half = count / 2; half; half /= 2)
        for (int *low = x; low < x + count; low += 2 * half)
            for (int i = 0; i < half; i++) {
                int a = low[i], b = low[i + half];
                bool is_right = up ? a <= b : a >= b;
                low[i] = is_right ? a : b;
                low[i + half] = is_right ? b : a;
            }
}

static void sort(int *x, int count, bool up) {
    for (int run = 2; run <= count; run *= 2)
        for (int at = 0; at < count; at += run)
            merge(x + at, run, run == count ? up : at / run % 2 == 0);
}

/* The work of one of `cores` cores. */
static void sort_part(int me, int cores, int count) {
    int own[MOST / 2], others[2][MOST / 2], part = count / cores, turn = 0;
    size_t bytes = (size_t)part * sizeof(int);
    for (int i = 0; i < 2; i++)
        taken[me][i] = others[i];
    onchip_copy_wait(onchip_copy_in(own, numbers + me * part, bytes));
    sort(own, part, me % 2 == 0);
    /* After the barrier each core knows the areas of its partners. */
#pragma omp barrier
    for (int run = 2; run <= cores; run *= 2) {
        bool up = (me & run) == 0 || run == cores;
        for (int apart = run / 2; apart; apart /= 2, turn = !turn) {
            onchip_copy_wait(onchip_copy_out(taken[me ^ apart][turn], own, bytes));
#pragma omp barrier
            bool keeps_low = ((me & apart) == 0) == up;
            const int *other = others[turn];
            for (int i = 0; i < part; i++)
                own[i] = (own[i] <= other[i]) == keeps_low ? own[i] : other[i];
        }
        merge(own, part, up);
    }
    onchip_copy_wait(onchip_copy_out(numbers + me * part, own, bytes));
}

static void sort_region(int cores, int count) {
#pragma omp parallel num_threads(cores)
    sort_part(omp_get_thread_num(), cores, count);
}

static void sort_alone(int cores, int count) {
    (void)cores;
    sort(numbers, count, true);
}

/* A task that sorts a part or, if the part rises and then falls, merges it. */
static void order(int *x, int part, bool up, bool rises_and_falls) {
    int own[MOST / 2];
    size_t bytes = (size_t)part * sizeof(int);
    onchip_copy_wait(onchip_copy_in(own, x, bytes));
    (rises_and_falls ? merge : sort)(own, part, up);
    onchip_copy_wait(onchip_copy_out(x, own, bytes));
}

/* A task that puts the lower of every two numbers into `low` and the higher one into `high`. */
static void exchange(int *low, int *high, int count) {
    int lows[MOST / 4], highs[MOST / 4];
    size_t bytes = (size_t)count * sizeof(int);
    int first = onchip_copy_in(lows, low, bytes);
    onchip_copy_wait(onchip_copy_in(highs, high, bytes));
    onchip_copy_wait(first);
    for (int i = 0; i < count; i++) {
        int a = lows[i], b = highs[i];
        lows[i] = a <= b ? a : b;
        highs[i] = a <= b ? b : a;
    }
    first = onchip_copy_out(low, lows, bytes);
    onchip_copy_wait(onchip_copy_out(high, highs, bytes));
    onchip_copy_wait(first);
}

/* Spawns the steps. Each pair of parts is exchanged by two tasks, so that no core is idle. */
static void spawn(int parts, int part) {
    for (int i = 0; i < parts; i++)
#pragma omp task
        order(numbers + i * part, part, i % 2 == 0, false);
#pragma omp taskwait
    for (int run = 2; run <= parts; run *= 2) {
        for (int apart = run / 2; apart; apart /= 2) {
            for (int i = 0; i < parts; i++) {
                int one = i & ~apart, half = i & apart ? part / 2 : 0;
                int *x = numbers + one * part + half, *y = x + apart * part;
                bool up = (one & run) == 0 || run == parts;
#pragma omp task
                exchange(up ? x : y, up ? y : x, part / 2);
            }
#pragma omp taskwait
        }
        for (int i = 0; i < parts; i++)
#pragma omp task
            order(numbers + i * part, part, (i & run) == 0 || run == parts, true);
#pragma omp taskwait
    }
}

static void sort_tasks(int cores, int count) {
#pragma omp parallel num_threads(cores)
#pragma omp master
    spawn(cores, count / cores);
}

/* Fills in the same numbers each time; their values do not affect the time that sorting takes. */
static void shuffle(int count) {
    unsigned random = 12345;
    for (int i = 0; i < count; i++) {
        random = random * 1664525u + 1013904223u;
        numbers[i] = (int)(random >> 16) % 1000;
    }
}

static long sum(int count) {
    long all = 0;
    for (int i = 0; i < count; i++)
        all += numbers[i] * numbers[i];
    return all;
}

static void measure(const char *name, void (*sort_by)(int, int), int cores) {
    for (int count = 128; count <= MOST; count *= 2) {
        shuffle(count);
        sort_by(cores, count); /* a first round, for set-up */
        shuffle(count);
        long before = sum(count);
        uint32_t start = cycles();
        sort_by(cores, count);
        printf("%s%d_%d %u\n", name, cores, count, (unsigned)(cycles() - start));
        for (int i = 1; i < count; i++)
            if (numbers[i - 1] > numbers[i])
                exit(1);
        if (sum(count) != before)
            exit(2);
    }
}

int main(void) {
    measure("cores", sort_alone, 1);
    for (int cores = 2; cores <= CORES; cores *= 2) {
        measure("cores", sort_region, cores);
        measure("tasks", sort_tasks, cores);
    }
}
