/* Job allocation on a chip of many cores (S. Ramachandran, "Distributed Job Allocation for
 * Large-Scale Many-Cores", chapter 2; numbers of chapters and sections in these files are that
 * paper's): micro-kernels find the cores of a job together, without a central manager. Each process
 * of a communicator runs a micro-kernel. Jobs are either programs that run on the cores they get
 * (real-task mode, chapter 4) or timers (partial-simulation mode).
 *
 * A *job* needs a number of cores, all at once, and keeps them until its tasks end. The *home* of a
 * job is the micro-kernel where it is submitted. Its *coordinator* requests the cores; this is the
 * home (policy cancel), the one sequencer (policy sequencer), or one of the two (policy auto). */
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
     * jobs to the sequencer, which then coordinates them as a home would. */
    OC_JOBS_AUTO,
    /* These are two policies against which Ramachandran argues in section 2.2. Random back-off: a
     * home requests cores and keeps what it gets for a `period`; if that is not enough, it gives
     * the cores up for a random time. Central manager: the other micro-kernels report to that of
     * the sequencer which cores are idle, and only this one gives cores to jobs. Neither policy
     * allows backfilling, and the central manager allows no heartbeat. */
    OC_JOBS_BACKOFF,
    OC_JOBS_CENTRAL,
};

/* The ways in which a request, and the messages that follow it, reach all micro-kernels (section
 * 2.3.4 of Ramachandran). */
enum oc_job_propagation {
    OC_JOBS_NAIVE,    /* the source sends to each micro-kernel */
    OC_JOBS_FLOOD,    /* a micro-kernel passes a message on to all its neighbours but the sender */
    OC_JOBS_FIXED,    /* along a pattern of rows and columns that depends on the source's place */
    OC_JOBS_ADAPTIVE, /* along a tree for each source, which a first phase builds */
};

/* A job, as messages carry it. `priority`, `time` and `home` define the global order of jobs.
 * Together with `number` they identify the job. */
struct oc_job {
    uint32_t priority; /* set by the user; a higher one comes first */
    /* Orders jobs that were submitted in one cycle: the lower home comes first. */
    uint32_t home;
    uint64_t time;     /* cycle of submission */
    uint32_t number;   /* no other job of its home has this number */
    uint32_t cores;    /* cores that the job needs */
    uint64_t duration; /* in cycles, if jobs are simulated by timers (chapter 4); else unused */
    uint32_t program;  /* index of the program in the workload, for hal_job_start() */
};

/* The micro-kernels and their neighbours. Every process passes the same description. */
#define OC_JOB_NEIGHBOURS 4 /* neighbours to the east, west, south and north; -1: none */
struct oc_domains {
    int count;
    int (*neighbours)[OC_JOB_NEIGHBOURS]; /* neighbours of each micro-kernel */
    const uint32_t *cores;                /* number of worker cores in each domain */
    /* Numbers of the worker cores on the chip; null to use timers instead of programs. */
    const uint32_t *const *workers;
    /* These functions serve to place tasks on the cores that a job has got, so that the sum of
     * links × bytes is small. traffic() returns an array that is valid until its next call: the
     * bytes that task i sends to task j, below 2^31, are at [i × cores + j]. If traffic() is null
     * or returns null, tasks are placed in row order. links() returns the number of links between
     * two cores. */
    const uint32_t *(*traffic)(const struct oc_job *job);
    uint32_t (*links)(uint32_t one, uint32_t other);
    enum oc_job_policy policy;
    enum oc_job_propagation propagation;
    int sequencer;
    /* A micro-kernel tells another one that it is alive by a message after each interval of this
     * many cycles. If the value is not 0, the micro-kernels detect and survive the death of one of
     * them. If it is 0, no micro-kernel may die. */
    uint64_t heartbeat;
    /* The longest time in cycles that a spawn takes to reach all micro-kernels. If it is not 0,
     * jobs may run on cores that a waiting job has already got, provided that their `duration` ends
     * before the waiting job can have the rest of its cores. Such backfilling needs the policy
     * sequencer and no heartbeat. 0 means no backfilling. */
    uint64_t backfill;
    /* With back-off: the number of cycles for which a request keeps its cores; a pause is at most
     * twice as long. With a central manager: the number of cycles between two periodic reports of a
     * micro-kernel, or 0 for no periodic reports; a micro-kernel also reports at the end of each
     * job. Other policies do not use `period`. */
    uint64_t period;
    const struct oc_job_failure *failures; /* failures to inject; deaths need a heartbeat */
    int failure_count;
    /* The jobs whose `time` is OC_JOB_LATER, sorted by `preceding`. Only rank 0 uses the array, and
     * it decrements `cores` there. Such jobs exclude a heartbeat. */
    struct oc_job_feedback *feedback;
    int feedback_count;
};

/* A job that is submitted `think` cycles after all `cores` cores of job `preceding` have ended, but
 * not before `time`. Its struct oc_job has the time OC_JOB_LATER, and comes last among the jobs of
 * its home. */
#define OC_JOB_LATER (UINT64_MAX / 2)
struct oc_job_feedback {
    uint32_t preceding, cores;
    uint32_t number, home;
    uint64_t think, time;
};

/* Micro-kernel `kernel` dies `time` cycles after the call of oc_micro_kernels_run(). If `other` is
 * not -1 and is one of its neighbours, the micro-kernel stays alive and loses only its link to that
 * neighbour. */
struct oc_job_failure {
    uint64_t time;
    int kernel, other;
};

/* The kinds of messages between micro-kernels. The fields that the comments below mention are
 * fields of struct oc_job_header (runtime/jobs/allocator.h). */
enum oc_job_message_kind {
    OC_JOB_REQUEST,  /* core allocation request, to all */
    OC_JOB_RESPONSE, /* core allocation response, to the coordinator: `count` cores are reserved */
    OC_JOB_SPAWN,    /* job spawn, to all: `shares` say which domains the job's cores are in */
    OC_JOB_CANCEL,   /* job cancel, to all: the job will be requested again later */
    OC_JOB_SUBMIT,   /* to the sequencer: a job that it coordinates from now on */
    OC_JOB_EXPLORE,  /* builds a tree: do you have one for this source? */
    OC_JOB_PREFER,   /* answer: the tree below me is complete, and you are my parent in it */
    OC_JOB_DECLINE,  /* answer: I have another parent */
    OC_JOB_LOST,     /* a link is lost: `serial` and `count` are its ends */
    OC_JOB_TASKS,    /* sent to the leader of a job's tasks: the job's cores in this domain */
    OC_JOB_GONE,     /* sent by the leader: the job is over */
    /* Tells each micro-kernel that micro-kernel `count` is dead. `serial` is that of the sender's
     * last message to all, and `attempt` that of the sender's current request (0: none). */
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
    uint32_t local;     /* jobs that were placed without the protocol */
    uint32_t filled;    /* jobs that ran on cores of a waiting job */
};
/* One job's use of the cores of one domain. Cycles count from the call of
 * oc_micro_kernels_run(). */
struct oc_job_run {
    struct oc_job_run *next;
    uint64_t started, ended;
    uint32_t number, cores;
    bool is_lost; /* the share ended early, because the job had cores of a micro-kernel that died */
};
/* The coordinator's note that a job has got all its cores. */
struct oc_job_placement {
    struct oc_job_placement *next;
    uint64_t cycle;
    uint32_t number;
    uint32_t requests;  /* all but the last were cancelled; 0: the home alone placed the job */
    uint32_t responses; /* answers to all `requests` requests */
    uint64_t submitted;
};
/* The history of a micro-kernel, the latest event first. */
struct oc_job_journal {
    struct oc_job_run *runs;
    struct oc_job_placement *placements;
    struct oc_allocator_counts counts;
    uint64_t begin; /* the cycle from which the other times count */
};

/* Runs jobs: as programs if the domains have `workers`, otherwise as timers. The call is
 * collective. Each process passes the jobs that are submitted at its micro-kernel, in the order of
 * their `time`, which counts cycles from this call. No two jobs have the same `number`. Returns
 * when all jobs that are not lost have ended; a process whose micro-kernel has died also waits
 * until then. Returns false without running any job if memory is short, if a job needs more cores
 * than there are, or if the policy is back-off without a period. */
bool oc_micro_kernels_run(MPI_Comm comm, const struct oc_domains *domains,
                          const struct oc_job *jobs, int count, struct oc_job_journal *journal);
void oc_job_journal_free(struct oc_job_journal *journal);

/* The costs of a message to all (section 5.3 of Ramachandran). At the message's source: the cycles
 * until all have replied. At each process: the number of messages that it has sent, and of its
 * replies. */
struct oc_job_broadcast {
    uint64_t cycles;
    uint32_t messages, replies;
};

/* Propagates an empty message from the micro-kernel `source` to all micro-kernels, which reply on
 * the reverse path: a micro-kernel replies when all those to which it has passed the message on
 * have replied. The call is collective. Of `domains` it uses only the number, the neighbours and
 * the propagation. Returns false if there is not enough memory. */
bool oc_micro_kernels_broadcast(MPI_Comm comm, const struct oc_domains *domains, int source,
                                struct oc_job_broadcast *measured);

/* Sends an empty message from the micro-kernel `source` to all by packets that the network copies
 * (chapter 6 of Ramachandran), and waits until each has replied. The call is collective. Returns
 * false if the network cannot copy packets to the processes of the communicator: they must run one
 * program, and they must fill a rectangle of tiles of a chip with multicasts. */
bool oc_micro_kernels_multicast(MPI_Comm comm, int source, struct oc_job_broadcast *measured);

#ifdef __cplusplus
}
#endif

#endif
