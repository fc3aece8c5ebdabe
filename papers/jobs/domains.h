/* What the programs of this folder share: words of the command line, times of submission, and
 * domains in a grid. */
#ifndef DOMAINS_H
#define DOMAINS_H

#include <onchip_jobs.h>
#include <stdio.h>
#include <string.h>

static const char *const policies[] = {"cancel", "sequencer", "auto", NULL};
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

#define BEGIN 1000 /* cycle of the first submission at the earliest */
#define APART 1000 /* cycles within which jobs are submitted "at once" */

/* When a job is submitted: another cycle in each repetition (a linear congruential generator). */
static uint64_t time_of(int job, int seed) {
    uint64_t state = (uint64_t)seed * 1000003 + (uint64_t)job;
    for (int i = 0; i < 3; i++)
        state = state * 6364136223846793005u + 1442695040888963407u;
    return BEGIN + (state >> 33) % APART;
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
