/* Job allocation on a many-core chip (S. Ramachandran, "Distributed Job Allocation for Large-Scale
 * Many-Cores", chapter 2; numbers of chapters and sections in these files are those of this work).
 * Micro-kernels find the cores for a job together, without a central manager. Each process of a
 * communicator runs a micro-kernel. Jobs are either programs that run on the cores they get
 * (real-task mode, chapter 4) or timers (partial-simulation mode).
 *
 * A *job* needs a number of cores, all at once, and keeps them until its tasks end. The *home* of a
 * job is the micro-kernel where it is submitted. The *coordinator* of a job requests its cores.
 * With the policy cancel, this is the home; with the policy sequencer, it is a micro-kernel that
 * coordinates all jobs, the sequencer; with the policy auto, it is one of the two. */
#ifndef ONCHIP_JOBS_H
#define ONCHIP_JOBS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum oc_job_policy {
    OC_JOBS_CANCEL,    /* active cancellation, 2.3.2 */
    OC_JOBS_SEQUENCER, /* sequencer-based atomic broadcast, 2.3.3 */
    /* The home requests cores only for small jobs that are seldom cancelled. It passes all other
     * jobs to the sequencer, which then coordinates them. */
    OC_JOBS_AUTO,
    /* Two policies against which Ramachandran argues in section 2.2. Neither allows backfilling.
     * - Random back-off: a home requests cores and keeps what it gets for a `period`; if that is
     *   not enough, it gives up the cores for a random time.
     * - Central manager: the micro-kernels report their idle cores to that of the sequencer, and
     *   only this one gives cores to jobs. This policy allows no heartbeat. */
    OC_JOBS_BACKOFF,
    OC_JOBS_CENTRAL,
};

/* How a request, and the messages that follow it, reach all micro-kernels (section 2.3.4 of
 * Ramachandran). */
enum oc_job_propagation {
    OC_JOBS_NAIVE, /* the source sends to each micro-kernel */
    OC_JOBS_FLOOD, /* a micro-kernel forwards a message to all its neighbours but the sender */
    /* Along rows and columns, in a pattern that depends on the source's position. */
    OC_JOBS_FIXED,
    OC_JOBS_ADAPTIVE, /* along a tree, which a first phase builds for each source */
};

/* A job, as messages contain it. `priority`, `time` and `home` define the global order of jobs.
 * Together with `number` they identify the job. */
struct oc_job {
    uint32_t priority; /* set by the user; a higher one comes first */
    /* The number of the micro-kernel where the job was submitted. Of jobs that were submitted in
     * one cycle, that with the lower home comes first. */
    uint32_t home;
    uint64_t time;   /* cycle of submission */
    uint32_t number; /* different for all jobs of a home */
    uint32_t cores;  /* cores that the job needs */
    /* In cycles, if jobs are simulated by timers (chapter 4); otherwise unused. */
    uint64_t duration;
    uint32_t program; /* index of the program in the workload, for hal_job_start() */
};

/* A description of the micro-kernels and their neighbours. All processes must pass equal ones. */
#define OC_JOB_NEIGHBOURS 4 /* to the east, west, south and north; -1 if there is none */
struct oc_domains {
    int count;
    int (*neighbours)[OC_JOB_NEIGHBOURS]; /* neighbours of each micro-kernel */
    const uint32_t *cores;                /* number of worker cores in each domain */
    /* For each domain, the numbers of its worker cores on the chip; null to use timers instead of
     * programs. */
    const uint32_t *const *workers;
    /* These functions are used to place tasks on the cores that a job has got, so that the sum of
     * links × bytes is small. traffic() returns an array that is valid until its next call: element
     * i × cores + j is the number of bytes that task i sends to task j, below 2^31. If traffic() is
     * null or returns null, tasks are placed in the order of rows. links() returns the number of
     * links between two cores. */
    const uint32_t *(*traffic)(const struct oc_job *job);
    uint32_t (*links)(uint32_t one, uint32_t other);
    enum oc_job_policy policy;
    enum oc_job_propagation propagation;
    int sequencer;
    /* The number of cycles between two messages by which a micro-kernel tells another one that it
     * is alive. If it is not 0, the micro-kernels detect and survive the death of one of them. If
     * it is 0, no micro-kernel may die. */
    uint64_t heartbeat;
    /* The longest time in cycles that a spawn takes to reach all micro-kernels, or 0 for no
     * backfilling. With backfilling, jobs may run on cores that a waiting job has already got, if
     * their `duration` ends before the waiting job can have the rest of its cores. Backfilling
     * needs the policy sequencer and no heartbeat. */
    uint64_t backfill;
    /* With back-off: the number of cycles for which a home keeps the cores of a request; a pause is
     * at most twice as long. With a central manager: the number of cycles between two periodic
     * reports of a micro-kernel, or 0 for no such reports; a micro-kernel also reports at the end
     * of each job. Other policies do not use `period`. */
    uint64_t period;
    const struct oc_job_failure *failures; /* failures to inject; deaths need a heartbeat */
    int failure_count;
    /* The jobs whose `time` is OC_JOB_LATER, sorted by `preceding`. Only rank 0 uses this array,
     * and decrements `cores` in it. With such jobs, there must be no heartbeat. */
    struct oc_job_feedback *feedback;
    int feedback_count;
};

/* A job that is submitted when another job has ended. It is submitted `think` cycles after all
 * `cores` cores of job `preceding` have ended, but not before `time`. Its struct oc_job has the
 * time OC_JOB_LATER, and comes last among the jobs of its home. */
#define OC_JOB_LATER (UINT64_MAX / 2)
struct oc_job_feedback {
    uint32_t preceding, cores;
    uint32_t number, home;
    uint64_t think, time;
};

/* A failure to inject. Micro-kernel `kernel` dies `time` cycles after the call of
 * oc_micro_kernels_run(). If `other` is one of its neighbours, it stays alive and loses only its
 * link to that neighbour; otherwise `other` is -1. */
struct oc_job_failure {
    uint64_t time;
    int kernel, other;
};

/* The kinds of messages between micro-kernels. The members in the comments below are those of
 * struct oc_job_header (runtime/jobs/allocator.h). */
enum oc_job_message_kind {
    OC_JOB_REQUEST,  /* core allocation request, to all */
    OC_JOB_RESPONSE, /* core allocation response, to the coordinator: `count` cores are reserved */
    OC_JOB_SPAWN,    /* job spawn, to all: `shares` say which domains the job's cores are in */
    OC_JOB_CANCEL,   /* job cancel, to all: the job will be requested again later */
    OC_JOB_SUBMIT,   /* to the sequencer: a job that it coordinates from now on */
    OC_JOB_EXPLORE,  /* builds a tree: do you have one for this source? */
    OC_JOB_PREFER,   /* answer: the tree below me is complete, and you are my parent in it */
    OC_JOB_DECLINE,  /* answer: I have another parent */
    OC_JOB_LOST,     /* a link has failed: `serial` and `count` are its ends */
    OC_JOB_TASKS,    /* to the leader of a job's tasks: the job's cores in this domain */
    OC_JOB_GONE,     /* from the leader: the job is over */
    /* Tells each micro-kernel that micro-kernel `count` is dead. `serial` is the number of the
     * sender's last message to all, and `attempt` that of the sender's current request (0 if it has
     * none). */
    OC_JOB_DEAD,
    /* Repeats a spawn for micro-kernels that may have missed it. `source` is the micro-kernel that
     * sent the spawn first. */
    OC_JOB_RELAY,
    OC_JOB_MESSAGE_KINDS
};

/* Sums over all micro-kernels. */
struct oc_allocator_counts {
    uint32_t sent[OC_JOB_MESSAGE_KINDS];
    uint32_t cancelled; /* requests that coordinators withdrew */
    uint32_t local;     /* number of jobs that were placed without messages */
    uint32_t filled;    /* number of jobs that ran on cores of a waiting job */
};
/* A job's use of cores of one domain. Times are in cycles after the call of
 * oc_micro_kernels_run(). */
struct oc_job_run {
    struct oc_job_run *next;
    uint64_t started, ended;
    uint32_t number, cores;
    bool is_lost; /* ended early, because the job also had cores of a micro-kernel that died */
};
/* Written by the coordinator when a job has got all its cores. */
struct oc_job_placement {
    struct oc_job_placement *next;
    uint64_t cycle;
    uint32_t number;
    uint32_t requests;  /* all but the last were cancelled; 0 if the home placed the job alone */
    uint32_t responses; /* answers to all `requests` requests */
    uint64_t submitted;
};
/* The events at a micro-kernel, the latest first. */
struct oc_job_journal {
    struct oc_job_run *runs;
    struct oc_job_placement *placements;
    struct oc_allocator_counts counts;
    uint64_t begin; /* the cycle from which the other times count */
};

/* Runs jobs: as programs if the domains have `workers`, otherwise as timers. All processes of
 * `comm` must call this function. Each process passes the jobs that are submitted at its
 * micro-kernel, sorted by their `time`, in cycles after this call. The `number` of each job must be
 * unique. Returns when all jobs that are not lost have ended; a process whose micro-kernel has died
 * also waits until then. Returns false without running any job if memory is short, if a job needs
 * more cores than there are, or if the policy is back-off without a period. */
bool oc_micro_kernels_run(MPI_Comm comm, const struct oc_domains *domains,
                          const struct oc_job *jobs, int count, struct oc_job_journal *journal);
void oc_job_journal_free(struct oc_job_journal *journal);

/* The costs of a message to all micro-kernels (section 5.3 of Ramachandran). `cycles` is set at the
 * source of the message: the time until all have replied. `messages` and `replies` are the numbers
 * that each process has sent. */
struct oc_job_broadcast {
    uint64_t cycles;
    uint32_t messages, replies;
};

/* Sends an empty message from the micro-kernel `source` to all micro-kernels, which reply on the
 * reverse path: a micro-kernel replies when all those to which it has forwarded the message have
 * replied. All processes of `comm` must call this function. Of `domains` it uses only the number,
 * the neighbours and the propagation. Returns false if there is not enough memory. */
bool oc_micro_kernels_broadcast(MPI_Comm comm, const struct oc_domains *domains, int source,
                                struct oc_job_broadcast *measured);

/* Sends an empty message from the micro-kernel `source` to all micro-kernels by packets that the
 * network copies (chapter 6 of Ramachandran), and waits until each has replied. All processes of
 * `comm` must call this function. Returns false if the network cannot copy packets to these
 * processes: they must run one program, and they must fill a rectangle of tiles on a chip with
 * multicasts. */
bool oc_micro_kernels_multicast(MPI_Comm comm, int source, struct oc_job_broadcast *measured);

#ifdef __cplusplus
}
#endif

#endif
