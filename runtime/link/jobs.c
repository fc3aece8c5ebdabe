/* The micro-kernels' program, which `onchip jobs run` compiles. Its argument names a file that
 * python/onchip/jobs/allocation.py writes; that module also reads what the program prints. Numbers
 * in the file are little-endian, as on this machine. */
#include <onchip_jobs.h>
#include <stdio.h>
#include <stdlib.h>

/* The head of the file. It is followed by: the failures, in the order of their times; the jobs that
 * wait for others; for each micro-kernel, the index of its first job, and then the total number of
 * jobs; for each micro-kernel its neighbours, its number of cores for jobs and, if jobs are
 * programs, the numbers of these cores; the jobs, by home. */
struct head {
    int32_t kernels, policy, propagation, sequencer, has_programs, failures;
    uint64_t heartbeat, backfill;
    uint64_t traffic; /* offset of the traffic tables in the file; 0: there are none */
    uint64_t feedback;
};

/* The traffic tables consist of: columns and rows of the chip if it is a torus, otherwise 0; the
 * number of its cores; the column and row of each core; for each job the offset of its table, or 0;
 * the tables. */
static struct {
    FILE *file;
    uint32_t columns, rows, *tables, *bytes;
    uint16_t (*at)[2];
} traffic;

static void read_all(void *to, size_t size, size_t count, FILE *file) {
    if (fread(to, size, count, file) != count)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void *allocate(size_t bytes) {
    void *memory = malloc(bytes + 1);
    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

/* The cores of each domain, by their numbers on the chip. */
static const uint32_t **read_workers(const uint32_t *cores, size_t kernels, FILE *file) {
    const uint32_t **workers = allocate(kernels * sizeof *workers);
    for (size_t i = 0; i < kernels; i++) {
        uint32_t *numbers = allocate(cores[i] * sizeof *numbers);
        read_all(numbers, sizeof *numbers, cores[i], file);
        workers[i] = numbers;
    }
    return workers;
}

static uint32_t distance(uint32_t one, uint32_t other, uint32_t around) {
    uint32_t straight = one < other ? other - one : one - other;
    return around && around - straight < straight ? around - straight : straight;
}

static uint32_t links(uint32_t one, uint32_t other) {
    const uint16_t *a = traffic.at[one], *b = traffic.at[other];
    return distance(a[0], b[0], traffic.columns) + distance(a[1], b[1], traffic.rows);
}

static const uint32_t *traffic_of(const struct oc_job *job) {
    size_t words = (size_t)job->cores * job->cores;
    free(traffic.bytes);
    traffic.bytes = NULL;
    if (traffic.tables[job->program]) {
        traffic.bytes = allocate(words * sizeof *traffic.bytes);
        fseek(traffic.file, (long)traffic.tables[job->program], SEEK_SET);
        read_all(traffic.bytes, sizeof *traffic.bytes, words, traffic.file);
    }
    return traffic.bytes;
}

static void read_traffic(uint64_t begin, FILE *file) {
    uint32_t words[3], jobs;
    traffic.file = file;
    fseek(file, (long)begin, SEEK_SET);
    read_all(words, sizeof *words, 3, file);
    traffic.columns = words[0];
    traffic.rows = words[1];
    traffic.at = allocate(words[2] * sizeof *traffic.at);
    read_all(traffic.at, sizeof *traffic.at, words[2], file);
    read_all(&jobs, sizeof jobs, 1, file);
    traffic.tables = allocate(jobs * sizeof *traffic.tables);
    read_all(traffic.tables, sizeof *traffic.tables, jobs, file);
}

int main(int argc, char **argv) {
    int rank;
    struct head head;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    FILE *file = fopen(argv[1], "rb");
    if (!file)
        MPI_Abort(MPI_COMM_WORLD, 1);
    read_all(&head, sizeof head, 1, file);
    size_t kernels = (size_t)head.kernels;
    uint32_t *cores = allocate(kernels * sizeof *cores), first[2];
    int(*neighbours)[OC_JOB_NEIGHBOURS] = allocate(kernels * sizeof *neighbours);
    struct oc_job_failure *failures = allocate((size_t)head.failures * sizeof *failures);
    read_all(failures, sizeof *failures, (size_t)head.failures, file);
    struct oc_job_feedback *feedback = NULL;
    size_t feedback_bytes = head.feedback * sizeof *feedback;
    if (rank == 0) {
        feedback = allocate(feedback_bytes);
        read_all(feedback, sizeof *feedback, head.feedback, file);
    } else {
        fseek(file, (long)feedback_bytes, SEEK_CUR);
    }
    long begin = ftell(file);
    fseek(file, begin + (long)((size_t)rank * sizeof *first), SEEK_SET);
    read_all(first, sizeof *first, 2, file);
    fseek(file, begin + (long)((kernels + 1) * sizeof *first), SEEK_SET);
    read_all(neighbours, sizeof *neighbours, kernels, file);
    read_all(cores, sizeof *cores, kernels, file);
    const uint32_t **workers = head.has_programs ? read_workers(cores, kernels, file) : NULL;
    uint32_t count = first[1] - first[0];
    struct oc_job *jobs = allocate(count * sizeof *jobs);
    fseek(file, (long)(first[0] * sizeof *jobs), SEEK_CUR);
    read_all(jobs, sizeof *jobs, count, file);
    if (head.traffic)
        read_traffic(head.traffic, file);
    struct oc_domains domains = {.count = head.kernels,
                                 .neighbours = neighbours,
                                 .cores = cores,
                                 .workers = workers,
                                 .traffic = head.traffic ? traffic_of : NULL,
                                 .links = links,
                                 .policy = (enum oc_job_policy)head.policy,
                                 .propagation = (enum oc_job_propagation)head.propagation,
                                 .sequencer = head.sequencer,
                                 .heartbeat = head.heartbeat,
                                 .backfill = head.backfill,
                                 .failures = failures,
                                 .failure_count = head.failures,
                                 .feedback = feedback,
                                 .feedback_count = rank == 0 ? (int)head.feedback : 0};
    struct oc_job_journal journal;
    if (!oc_micro_kernels_run(MPI_COMM_WORLD, &domains, jobs, (int)count, &journal))
        MPI_Abort(MPI_COMM_WORLD, 1);
    printf("began %llu\n", (unsigned long long)journal.begin);
    for (const struct oc_job_run *run = journal.runs; run; run = run->next)
        printf("run %u %u %llu %llu %d\n", run->number, run->cores,
               (unsigned long long)run->started, (unsigned long long)run->ended, run->is_lost);
    for (const struct oc_job_placement *one = journal.placements; one; one = one->next)
        printf("placed %u %llu %u %u\n", one->number, (unsigned long long)one->submitted,
               one->requests, one->responses);
    struct oc_allocator_counts counts;
    MPI_Reduce(&journal.counts, &counts, sizeof counts / sizeof(uint32_t), MPI_UINT32_T, MPI_SUM, 0,
               MPI_COMM_WORLD);
    if (rank == 0)
        printf("filled %u\n", counts.filled);
    if (rank == 0)
        for (int kind = 0; kind < OC_JOB_MESSAGE_KINDS; kind++)
            printf("sent %d %u\n", kind, counts.sent[kind]);
    oc_job_journal_free(&journal);
    fclose(file);
    free(traffic.at);
    free(traffic.tables);
    free(traffic.bytes);
    free(jobs);
    free(failures);
    free(feedback);
    for (size_t i = 0; workers && i < kernels; i++)
        free((void *)workers[i]);
    free(workers);
    free(neighbours);
    free(cores);
    MPI_Finalize();
    return 0;
}
