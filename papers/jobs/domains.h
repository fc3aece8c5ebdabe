/* What the programs in this folder have in common: their arguments, the submission times, and
 * domains in a grid. */
#ifndef DOMAINS_H
#define DOMAINS_H

#include <onchip_jobs.h>
#include <stdio.h>
#include <string.h>

static const char *const policies[] = {"cancel", "sequencer", "auto", "backoff", "central", NULL};
static const char *const propagations[] = {"naive", "flood", "fixed", "adaptive", NULL};

static int word(const char *given, const char *const *known) {
    int which = 0;
    while (known[which] && strcmp(known[which], given) != 0)
        which++;
    if (!known[which]) {
        fprintf(stderr, "there is no %s\n", given);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return which;
}

#define BEGIN 1000            /* earliest cycle of the first submission */
static uint64_t apart = 1000; /* cycles within which jobs are submitted "at once" */

/* A random number: SplitMix64's output for a pair of numbers (Steele, Lea and Flood, 2014). */
static uint64_t drawn(int number, int seed) {
    uint64_t mixed = ((uint64_t)seed << 32 | (uint64_t)number) + 1;
    mixed *= 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return (mixed ^ mixed >> 31) >> 33;
}

/* The time at which a job is submitted. The time differs between repetitions, and so does the order
 * of jobs. */
static uint64_t time_of(int job, int seed) {
    return BEGIN + drawn(job, seed) % apart;
}

static void join_neighbours(struct oc_domains *domains, int columns) {
    int count = domains->count;
    for (int i = 0; i < count; i++) {
        int *of = domains->neighbours[i], column = i % columns;
        of[0] = column + 1 < columns && i + 1 < count ? i + 1 : -1;
        of[1] = column > 0 ? i - 1 : -1;
        of[2] = i + columns < count ? i + columns : -1;
        of[3] = i - columns;
        if (of[3] < 0)
            of[3] = -1;
    }
}

#endif
