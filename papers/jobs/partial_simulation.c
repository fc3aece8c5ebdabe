/* Partial-simulation mode (chapter 4): each rank is a micro-kernel with one core for jobs, and jobs
 * end by timers. Jobs are submitted at once, first in the corners (figure 5.1).
 *
 * Arguments: cancel, sequencer or auto; naive, flood, fixed or adaptive; columns of the ranks'
 * grid; jobs; domains that each needs; cycles that each runs; a seed; the sequencer's rank, by
 * default the one in the middle. */
#include "domains.h"

#include <stdlib.h>

/* Where job `number` is submitted: first in the corners, then at the other ranks one after the
 * other. */
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
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 8) {
        fprintf(stderr, "seven arguments or eight, see the head of the file\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int columns = atoi(argv[3]), count = atoi(argv[4]), needed = atoi(argv[5]),
        seed = atoi(argv[7]);
    struct oc_domains domains = {
        .count = size,
        .policy = (enum oc_job_policy)word(argv[1], policies),
        .propagation = (enum oc_job_propagation)word(argv[2], propagations),
        .sequencer = argc > 8 ? atoi(argv[8]) : size / 2,
    };
    uint32_t *cores = malloc((size_t)size * sizeof *cores);
    domains.neighbours = malloc((size_t)size * sizeof *domains.neighbours);
    struct oc_job *jobs = calloc((size_t)count, sizeof *jobs);
    uint64_t *started = calloc(2 * (size_t)count, sizeof *started);
    if (!cores || !domains.neighbours || !jobs || !started)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < size; i++)
        cores[i] = 1;
    domains.cores = cores;
    join_neighbours(&domains, columns);
    int own = 0;
    for (int i = 0; i < count; i++)
        if (home_of(i, &domains, columns) == (uint32_t)rank)
            jobs[own++] = (struct oc_job){.home = (uint32_t)rank,
                                          .time = time_of(i, seed),
                                          .number = (uint32_t)i,
                                          .cores = (uint32_t)needed,
                                          .duration = strtoull(argv[6], NULL, 10)};
    struct oc_job_journal journal;
    if (!oc_micro_kernels_run(MPI_COMM_WORLD, &domains, jobs, own, &journal)) {
        fprintf(stderr, "%d domains, and jobs that need %d\n", size, needed);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (const struct oc_job_run *run = journal.runs; run; run = run->next)
        started[count + (int)run->number] = run->started;
    MPI_Reduce(started + count, started, count, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    struct oc_allocator_counts counts;
    MPI_Reduce(&journal.counts, &counts, sizeof counts / sizeof(uint32_t), MPI_UINT32_T, MPI_SUM, 0,
               MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < count; i++)
            started[i] -= time_of(i, seed);
        qsort(started, (size_t)count, sizeof *started, earlier);
        uint64_t sum = 0;
        for (int i = 0; i < count; i++)
            sum += started[i];
        for (int i = 0; i < count; i++)
            printf("job_%d %llu\n", i + 1, (unsigned long long)(started[i]));
        printf("first %llu\n", (unsigned long long)started[0]);
        printf("last %llu\n", (unsigned long long)started[count - 1]);
        printf("mean %llu\n", (unsigned long long)(sum / (uint64_t)count));
        printf("cancelled %u\nrequests %u\n", counts.cancelled, counts.sent[OC_JOB_REQUEST]);
    }
    oc_job_journal_free(&journal);
    free(cores);
    free(domains.neighbours);
    free(jobs);
    free(started);
    MPI_Finalize();
    return 0;
}
