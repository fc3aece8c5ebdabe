/* Partial-simulation mode (chapter 4): each rank is a micro-kernel with a core of its own to give,
 * and jobs end by timers. Jobs are submitted at once, in the corners first (figure 5.1).
 *
 * Arguments: cancel or sequencer; naive, flood, fixed or adaptive; columns of the ranks' grid;
 * jobs; domains that each needs; cycles that each runs; repetitions. */
#include <onchip_jobs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHIFT 211 /* cycles, so that runs do not all begin alike */

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

/* Where job `number` is submitted: the corners, then the other ranks one after the other. */
static uint32_t home_of(int number, const struct oc_domains *domains, int columns) {
    int last = domains->count - 1;
    int corners[] = {0, columns - 1, last, last - columns + 1};
    if (number < 4 && domains->count >= 4)
        return (uint32_t)corners[number];
    int left = domains->count >= 4 ? number - 4 : number;
    for (int rank = 0; rank < domains->count; rank++) {
        bool is_corner = false;
        for (int i = 0; i < 4 && domains->count >= 4; i++)
            is_corner |= corners[i] == rank;
        if (!is_corner && left-- == 0)
            return (uint32_t)rank;
    }
    return (uint32_t)(number % domains->count);
}

static int earlier(const void *one, const void *other) {
    const struct oc_job_outcome *a = one, *b = other;
    return (a->started > b->started) - (a->started < b->started);
}

int main(int argc, char **argv) {
    static const char *const policies[] = {"cancel", "sequencer", NULL};
    static const char *const propagations[] = {"naive", "flood", "fixed", "adaptive", NULL};
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 8) {
        fprintf(stderr, "seven arguments, see the head of the file\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int columns = atoi(argv[3]), count = atoi(argv[4]), needed = atoi(argv[5]),
        seed = atoi(argv[7]);
    struct oc_domains domains = {
        .count = size,
        .policy = (enum oc_job_policy)word(argv[1], policies),
        .propagation = (enum oc_job_propagation)word(argv[2], propagations),
        .sequencer = size / 2,
    };
    uint32_t *cores = malloc((size_t)size * sizeof *cores);
    domains.neighbours = malloc((size_t)size * sizeof *domains.neighbours);
    struct oc_job *jobs = calloc((size_t)count, sizeof *jobs);
    struct oc_job_outcome *outcomes = calloc((size_t)count, sizeof *outcomes);
    if (!cores || !domains.neighbours || !jobs || !outcomes)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < size; i++)
        cores[i] = 1;
    domains.cores = cores;
    join_neighbours(&domains, columns);
    uint64_t start = 1000 + (uint64_t)seed * SHIFT;
    struct oc_allocator_counts counts;
    for (int i = 0; i < count; i++)
        jobs[i] = (struct oc_job){.home = home_of(i, &domains, columns),
                                  .time = start,
                                  .number = (uint32_t)i,
                                  .cores = (uint32_t)needed,
                                  .duration = strtoull(argv[6], NULL, 10)};
    if (!oc_micro_kernels_run(MPI_COMM_WORLD, &domains, jobs, count, outcomes, &counts)) {
        fprintf(stderr, "%d domains, and jobs that need %d\n", size, needed);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank == 0) {
        qsort(outcomes, (size_t)count, sizeof *outcomes, earlier);
        for (int i = 0; i < count; i++)
            printf("job_%d %llu\n", i + 1, (unsigned long long)(outcomes[i].started - start));
        printf("first %llu\n", (unsigned long long)(outcomes[0].started - start));
        printf("last %llu\n", (unsigned long long)(outcomes[count - 1].started - start));
        printf("cancelled %u\nrequests %u\n", counts.cancelled, counts.sent[OC_JOB_REQUEST]);
    }
    free(cores);
    free(domains.neighbours);
    free(jobs);
    free(outcomes);
    MPI_Finalize();
    return 0;
}
