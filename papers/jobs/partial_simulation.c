/* Partial-simulation mode (chapter 4 of Ramachandran): each rank is a micro-kernel with one core
 * for jobs, and jobs end by timers. Jobs are submitted at once, each to a micro-kernel of its own,
 * its home, if there are enough.
 *
 * Arguments: cancel, sequencer, auto, backoff or central; naive, flood, fixed or adaptive; columns
 * of the ranks' grid; jobs; domains that each needs; cycles that each runs; a seed. Then any of
 *
 *     homes=corners (as in figure 5.1, the default), row, diagonal or random
 *     period=CYCLES of back-off, or between reports to a manager
 *     sequencer=RANK, also of the manager; by default the one in the middle
 *     gap=CYCLES between the submissions of two jobs
 *     large=JOB that needs all domains */
#include "domains.h"

#include <stdlib.h>

/* The rank where job `number` is submitted (its home): a corner for each of the first four jobs,
 * then every other rank, one after the other, then rank `number` modulo the number of ranks. */
static uint32_t from_corners(int number, const struct oc_domains *domains, int columns) {
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

/* drawn() gets numbers from this one on for random homes, and smaller ones for submission times. */
#define HOMES 1000000

static bool is_one_of(uint32_t home, const uint32_t *homes, int count) {
    while (count > 0 && homes[count - 1] != home)
        count--;
    return count > 0;
}

enum homes { CORNERS, ROW, DIAGONAL, RANDOM };
static const char *const all_homes[] = {"corners", "row", "diagonal", "random", NULL};

/* Chooses where each job is submitted: at different ranks if there are enough of them. */
static void choose_homes(uint32_t *homes, int count, enum homes rule,
                         const struct oc_domains *domains, int columns, int seed) {
    for (int i = 0; i < count; i++)
        switch (rule) {
        case CORNERS:
            homes[i] = from_corners(i, domains, columns);
            break;
        case ROW:
            homes[i] = (uint32_t)(i % domains->count);
            break;
        case DIAGONAL:
            homes[i] = (uint32_t)(i * (columns + 1) % domains->count);
            break;
        case RANDOM:
            do
                homes[i] = (uint32_t)(drawn(HOMES + i, seed++) % (uint64_t)domains->count);
            while (i < domains->count && is_one_of(homes[i], homes, i));
        }
}

/* The value of an option, or null. */
static const char *option(const char *name, char **argv) {
    while (*argv && strncmp(*argv, name, strlen(name)) != 0)
        argv++;
    return *argv ? *argv + strlen(name) : NULL;
}

static long long number_of(const char *name, long long otherwise, char **argv) {
    const char *value = option(name, argv);
    return value ? strtoll(value, NULL, 10) : otherwise;
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
        fprintf(stderr, "seven arguments or more, see the head of the file\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int columns = atoi(argv[3]), count = atoi(argv[4]), needed = atoi(argv[5]),
        seed = atoi(argv[7]);
    struct oc_domains domains = {
        .count = size,
        .policy = (enum oc_job_policy)word(argv[1], policies),
        .propagation = (enum oc_job_propagation)word(argv[2], propagations),
        .period = (uint64_t)number_of("period=", 0, argv),
        .sequencer = (int)number_of("sequencer=", size / 2, argv),
    };
    uint64_t gap = (uint64_t)number_of("gap=", 0, argv);
    int large = (int)number_of("large=", -1, argv);
    const char *homes_rule = option("homes=", argv);
    uint32_t *cores = malloc((size_t)size * sizeof *cores);
    domains.neighbours = malloc((size_t)size * sizeof *domains.neighbours);
    struct oc_job *jobs = calloc((size_t)count, sizeof *jobs);
    uint64_t *started = calloc(2 * (size_t)count, sizeof *started);
    uint32_t *homes = malloc((size_t)count * sizeof *homes);
    if (!cores || !domains.neighbours || !jobs || !started || !homes)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < size; i++)
        cores[i] = 1;
    domains.cores = cores;
    join_neighbours(&domains, columns);
    choose_homes(homes, count, homes_rule ? (enum homes)word(homes_rule, all_homes) : CORNERS,
                 &domains, columns, seed);
    int own = 0;
    for (int i = 0; i < count; i++)
        if (homes[i] == (uint32_t)rank)
            jobs[own++] = (struct oc_job){.home = (uint32_t)rank,
                                          .time = time_of(i, seed) + (uint64_t)i * gap,
                                          .number = (uint32_t)i,
                                          .cores = (uint32_t)(i == large ? size : needed),
                                          .duration = strtoull(argv[6], NULL, 10)};
    struct oc_job_journal journal;
    if (!oc_micro_kernels_run(MPI_COMM_WORLD, &domains, jobs, own, &journal)) {
        fprintf(stderr, "%d domains, jobs that need %d, a period of %llu\n", size, needed,
                (unsigned long long)domains.period);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (const struct oc_job_run *run = journal.runs; run; run = run->next)
        started[count + (int)run->number] = run->started;
    MPI_Reduce(started + count, started, count, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    uint64_t answered = 0, all_answered; /* most cycles from a submission until the job has cores */
    for (const struct oc_job_placement *one = journal.placements; one; one = one->next)
        if (one->cycle - one->submitted > answered)
            answered = one->cycle - one->submitted;
    MPI_Reduce(&answered, &all_answered, 1, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    struct oc_allocator_counts counts;
    MPI_Reduce(&journal.counts, &counts, sizeof counts / sizeof(uint32_t), MPI_UINT32_T, MPI_SUM, 0,
               MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < count; i++)
            started[i] -= time_of(i, seed) + (uint64_t)i * gap;
        if (large >= 0)
            printf("large %llu\n", (unsigned long long)started[large]);
        qsort(started, (size_t)count, sizeof *started, earlier);
        uint64_t sum = 0;
        for (int i = 0; i < count; i++)
            sum += started[i];
        for (int i = 0; i < count; i++)
            printf("job_%d %llu\n", i + 1, (unsigned long long)(started[i]));
        printf("first %llu\n", (unsigned long long)started[0]);
        printf("last %llu\n", (unsigned long long)started[count - 1]);
        printf("mean %llu\n", (unsigned long long)(sum / (uint64_t)count));
        printf("answered %llu\n", (unsigned long long)all_answered);
        printf("cancelled %u\nrequests %u\n", counts.cancelled, counts.sent[OC_JOB_REQUEST]);
    }
    oc_job_journal_free(&journal);
    free(cores);
    free(domains.neighbours);
    free(jobs);
    free(started);
    free(homes);
    MPI_Finalize();
    return 0;
}
