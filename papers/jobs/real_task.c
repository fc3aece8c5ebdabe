/* Real-task mode (Ramachandran, chapter 4, figure 4.1): each rank is the micro-kernel at the centre
 * of a domain of 3×3 tiles. It gives the other eight cores of the domain to jobs, which are
 * programs. Jobs are submitted at once, each at a micro-kernel of its own.
 *
 * Arguments: cancel or sequencer; columns of domains; columns of the chip; jobs; cores that each
 * needs; repetition; cycles within which the jobs are submitted. For each job, in the order in
 * which jobs start, the program prints the wait for its cores, and this wait without the time for
 * which the jobs before it ran (5.2.2). */
#include "domains.h"

#include <stdlib.h>

#define SIDE 3 /* side of a domain, in tiles */
#define WORKERS (SIDE * SIDE - 1)

/* The cores of a domain except the one in its centre. */
static void number_workers(uint32_t *workers, int domain, int columns, int chip_columns) {
    int left = domain % columns * SIDE, top = domain / columns * SIDE, count = 0;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            if (row != SIDE / 2 || column != SIDE / 2)
                workers[count++] = (uint32_t)((top + row) * chip_columns + left + column);
}

struct times {
    uint64_t submitted, started, ended;
};

static int earlier(const void *one, const void *other) {
    const struct times *a = one, *b = other;
    return (a->started > b->started) - (a->started < b->started);
}

/* Collects two times of each job at rank 0: when the last domain gave the job its cores, and when
 * the last domain got them back. */
static void collect(const struct oc_job_journal *journal, struct times *jobs, int count, int seed) {
    struct times *own = calloc((size_t)count, sizeof *own);
    if (!own)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (const struct oc_job_run *run = journal->runs; run; run = run->next)
        own[run->number] =
            (struct times){time_of((int)run->number, seed), run->started, run->ended};
    MPI_Reduce(own, jobs, 3 * count, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    free(own);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 8) {
        fprintf(stderr, "seven arguments, see the head of the file\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int columns = atoi(argv[2]), chip_columns = atoi(argv[3]), count = atoi(argv[4]),
        needed = atoi(argv[5]), seed = atoi(argv[6]);
    apart = strtoull(argv[7], NULL, 10);
    struct oc_domains domains = {
        .count = size,
        .policy = (enum oc_job_policy)word(argv[1], policies),
        .propagation = OC_JOBS_FIXED,
        .sequencer = size / 2,
    };
    uint32_t *cores = malloc((size_t)size * sizeof *cores);
    uint32_t(*numbers)[WORKERS] = malloc((size_t)size * sizeof *numbers);
    const uint32_t **workers = malloc((size_t)size * sizeof *workers);
    struct oc_job *jobs = calloc((size_t)count, sizeof *jobs);
    struct times *times = calloc((size_t)count, sizeof *times);
    domains.neighbours = malloc((size_t)size * sizeof *domains.neighbours);
    if (!cores || !numbers || !workers || !jobs || !times || !domains.neighbours)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < size; i++) {
        cores[i] = WORKERS;
        workers[i] = numbers[i];
        number_workers(numbers[i], i, columns, chip_columns);
    }
    domains.cores = cores;
    domains.workers = workers;
    join_neighbours(&domains, columns);
    int own = 0;
    for (int i = 0; i < count; i++)
        if (i % size == rank)
            jobs[own++] = (struct oc_job){.home = (uint32_t)rank,
                                          .time = time_of(i, seed),
                                          .number = (uint32_t)i,
                                          .program = (uint32_t)i,
                                          .cores = (uint32_t)needed};
    struct oc_job_journal journal;
    if (!oc_micro_kernels_run(MPI_COMM_WORLD, &domains, jobs, own, &journal)) {
        fprintf(stderr, "%d domains, and jobs that need %d cores\n", size, needed);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    collect(&journal, times, count, seed);
    uint32_t cancelled;
    MPI_Reduce(&journal.counts.cancelled, &cancelled, 1, MPI_UINT32_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        uint64_t before = 0;
        qsort(times, (size_t)count, sizeof *times, earlier);
        for (int i = 0; i < count; i++) {
            uint64_t wait = times[i].started - times[i].submitted;
            printf("job_%d %llu\n", i + 1, (unsigned long long)wait);
            printf("exclusive_%d %llu\n", i + 1, (unsigned long long)(wait - before));
            before += times[i].ended - times[i].started;
        }
        printf("cancelled %u\n", cancelled);
    }
    oc_job_journal_free(&journal);
    free(cores);
    free(numbers);
    free(workers);
    free(jobs);
    free(times);
    free(domains.neighbours);
    MPI_Finalize();
    return 0;
}
