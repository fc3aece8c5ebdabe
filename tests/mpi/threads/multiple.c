/* Calls of several threads of each rank at the same time (MPI_THREAD_MULTIPLE): multiple SEED
 * ROUNDS [ACTIONS]. In each round, each thread performs a random action with random pauses; it
 * computes the expected data anew and compares them with the received data. Rank 0 prints the
 * number of errors. */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, MOST = 50000 };

static int rank, size, rounds, wrong;
static const char *actions = "012345678"; /* indices into ACTIONS */
static MPI_Comm comms[THREADS], pairs;

struct thread {
    int number;
    int round;
    unsigned own;  /* random numbers of this thread */
    unsigned same; /* random numbers that are equal at all ranks, for threads with this number */
    MPI_Comm comm;
    int *out, *in;
};

static void check(bool is_right, const char *what, const struct thread *t) {
    if (is_right)
        return;
    if (!__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED))
        fprintf(stderr, "%s, rank %d, thread %d, round %d\n", what, rank, t->number, t->round);
}

static void dawdle(struct thread *t) {
    int what = rand_r(&t->own) % 8;
    if (what == 0)
        usleep((unsigned)rand_r(&t->own) % 200);
    else if (what < 4)
        for (volatile int i = rand_r(&t->own) % 2000; i > 0; i--)
            ;
}

static int value(int from, const struct thread *t, int i) {
    return from * 1000003 + t->number * 10007 + t->round * 101 + i;
}

static void fill(const struct thread *t, int count) {
    for (int i = 0; i < count; i++)
        t->out[i] = value(rank, t, i);
    memset(t->in, 0, (size_t)count * sizeof *t->in);
}

static void check_from(const struct thread *t, int from, int count, const char *what) {
    for (int i = 0; i < count; i++)
        if (t->in[i] != value(from, t, i)) {
            check(false, what, t);
            return;
        }
}

static int some_count(struct thread *t) {
    static const int COUNTS[] = {0, 1, 5, 13, 300, 4000, 4200, MOST};
    return COUNTS[rand_r(&t->same) % 8];
}

static int next(int by) {
    return (rank + by + size) % size;
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void exchange(struct thread *t) {
    int count = some_count(t), tag = t->number, way = rand_r(&t->own) % 3;
    MPI_Request request[2];
    fill(t, count);
    if (way == 0) {
        MPI_Sendrecv(t->out, count, MPI_INT, next(1), tag, t->in, count, MPI_INT, next(-1), tag,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (way == 1) {
        MPI_Irecv(t->in, count, MPI_INT, next(-1), tag, MPI_COMM_WORLD, &request[0]);
        dawdle(t);
        MPI_Send(t->out, count, MPI_INT, next(1), tag, MPI_COMM_WORLD);
        for (int done = 0; !done;)
            MPI_Test(&request[0], &done, MPI_STATUS_IGNORE);
    } else {
        MPI_Isend(t->out, count, MPI_INT, next(1), tag, MPI_COMM_WORLD, &request[0]);
        dawdle(t);
        MPI_Recv(t->in, count, MPI_INT, next(-1), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    }
    check_from(t, next(-1), count, "an exchange");
}

static void probe(struct thread *t) {
    int count = some_count(t), there, tag = 100 + t->number;
    MPI_Request request;
    MPI_Message message;
    MPI_Status status;
    fill(t, count);
    MPI_Isend(t->out, count, MPI_INT, next(1), tag, MPI_COMM_WORLD, &request);
    dawdle(t);
    if (rand_r(&t->own) % 2) {
        MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &there);
        MPI_Recv(t->in, there, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, &status);
    } else {
        MPI_Mprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &there);
        dawdle(t);
        MPI_Mrecv(t->in, there, MPI_INT, &message, &status);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(there == count && status.MPI_SOURCE == next(-1), "a probe", t);
    check_from(t, next(-1), count, "a probed message");
}

/* All threads take messages of any thread of the previous rank, each by its own matched probe. */
static void take_any(struct thread *t) {
    int mine[2] = {rank, t->number}, got[2], there;
    MPI_Request request;
    MPI_Message message;
    MPI_Status status;
    MPI_Issend(mine, 2, MPI_INT, next(1), 200, pairs, &request);
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, pairs, &message, &status);
    MPI_Get_count(&status, MPI_INT, &there);
    dawdle(t);
    MPI_Mrecv(got, 2, MPI_INT, &message, MPI_STATUS_IGNORE);
    check(there == 2 && got[0] == next(-1), "a message for any thread", t);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void *wait_for(void *request) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
    return NULL;
}

/* Another thread completes the request that this one has made. */
static void hand_over(struct thread *t) {
    int count = some_count(t), tag = 300 + t->number;
    MPI_Request request;
    pthread_t other;
    fill(t, count);
    MPI_Irecv(t->in, count, MPI_INT, next(-1), tag, MPI_COMM_WORLD, &request);
    pthread_create(&other, NULL, wait_for, &request);
    dawdle(t);
    MPI_Ssend(t->out, count, MPI_INT, next(1), tag, MPI_COMM_WORLD);
    pthread_join(other, NULL);
    check_from(t, next(-1), count, "a request of another thread");
}

static void *receive_own(void *context) {
    struct thread *t = context;
    MPI_Recv(t->in, MOST, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    return NULL;
}

/* Two threads of a rank send and receive among themselves. */
static void talk_to_self(struct thread *t) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    int count = some_count(t);
    pthread_t other;
    fill(t, count);
    pthread_mutex_lock(&mutex);
    pthread_create(&other, NULL, receive_own, t);
    dawdle(t);
    if (rand_r(&t->own) % 2)
        MPI_Ssend(t->out, count, MPI_INT, 0, 1, MPI_COMM_SELF);
    else
        MPI_Send(t->out, count, MPI_INT, 0, 1, MPI_COMM_SELF);
    pthread_join(other, NULL);
    pthread_mutex_unlock(&mutex);
    check_from(t, rank, count, "a message to oneself");
}

static int query(void *state, MPI_Status *status) {
    (void)state;
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

static int nothing(void *state) {
    (void)state;
    return MPI_SUCCESS;
}

static int cancelled(void *state, int complete) {
    (void)state, (void)complete;
    return MPI_SUCCESS;
}

/* Another thread of this rank completes each request here. */
static void complete_locally(struct thread *t) {
    MPI_Request request, copy;
    MPI_Status status;
    pthread_t other;
    int flag;
    if (rand_r(&t->own) % 2) {
        MPI_Grequest_start(query, nothing, cancelled, NULL, &request);
        copy = request;
        pthread_create(&other, NULL, wait_for, &request);
        dawdle(t);
        MPI_Grequest_complete(copy);
        pthread_join(other, NULL);
    } else {
        MPI_Irecv(t->in, 1, MPI_INT, 0, 99 + t->number, MPI_COMM_SELF, &request);
        dawdle(t);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        check(flag, "a cancelled receive", t);
    }
}

/* ---- Collectives ----------------------------------------------------------------------------- */

static void collect(struct thread *t) {
    int count = some_count(t) / size, what = rand_r(&t->same) % 6, root = t->round % size;
    MPI_Request request = MPI_REQUEST_NULL;
    dawdle(t);
    fill(t, count * size);
    if (what == 0) {
        MPI_Allreduce(t->out, t->in, count, MPI_INT, MPI_SUM, t->comm);
    } else if (what == 1) {
        MPI_Iallreduce(t->out, t->in, count, MPI_INT, MPI_SUM, t->comm, &request);
        dawdle(t);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (what < 2) {
        int ranks = size * (size - 1) / 2;
        for (int i = 0; i < count; i++)
            check(t->in[i] == ranks * 1000003 + size * (value(0, t, i)), "a sum", t);
    } else if (what == 2) {
        memcpy(t->in, t->out, (size_t)count * sizeof *t->in);
        MPI_Bcast(t->in, count, MPI_INT, root, t->comm);
        check_from(t, root, count, "a broadcast");
    } else if (what == 3) {
        MPI_Allgather(t->out, count, MPI_INT, t->in, count, MPI_INT, t->comm);
        for (int i = 0; i < count * size; i++)
            check(t->in[i] == value(i / count, t, i % count), "a gathered number", t);
    } else if (what == 4) {
        MPI_Alltoall(t->out, count, MPI_INT, t->in, count, MPI_INT, t->comm);
        for (int i = 0; i < count * size; i++)
            check(t->in[i] == value(i / count, t, rank * count + i % count), "an exchange of all",
                  t);
    } else {
        MPI_Barrier(t->comm);
    }
}

static void make_communicators(struct thread *t) {
    MPI_Comm made;
    MPI_Request request;
    int what = rand_r(&t->same) % 4, sum = -1, one = 1, members = size, color = rank % 2;
    dawdle(t);
    if (what == 0) {
        MPI_Comm_dup(t->comm, &made);
    } else if (what == 1) {
        MPI_Comm_split(t->comm, color ? 1 : MPI_UNDEFINED, 0, &made);
        members = size / 2;
    } else if (what == 2) {
        MPI_Comm_idup(t->comm, &made, &request);
        dawdle(t);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Group group;
        MPI_Comm_group(t->comm, &group);
        MPI_Comm_create_group(t->comm, group, t->number, &made);
        MPI_Group_free(&group);
    }
    if (made == MPI_COMM_NULL)
        return;
    for (int i = 0; i < 3; i++) {
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, made);
        check(sum == members, "a new communicator's sum", t);
    }
    MPI_Comm_free(&made);
}

static void use_window(struct thread *t) {
    MPI_Win window;
    int *base, mine = value(rank, t, 0), one = 1;
    dawdle(t);
    MPI_Win_allocate(2 * sizeof *base, sizeof *base, MPI_INFO_NULL, t->comm, &base, &window);
    base[0] = base[1] = 0;
    MPI_Win_fence(0, window);
    MPI_Put(&mine, 1, MPI_INT, next(1), 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    check(base[0] == value(next(-1), t, 0), "a put", t);
    for (int to = 0; to < size; to++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, window);
        MPI_Accumulate(&one, 1, MPI_INT, to, 1, 1, MPI_INT, MPI_SUM, window);
        dawdle(t);
        MPI_Win_unlock(to, window);
    }
    MPI_Barrier(t->comm);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    check(base[1] == size, "a counter of a window", t);
    MPI_Win_unlock(rank, window);
    MPI_Win_free(&window);
}

/* ---------------------------------------------------------------------------------------------- */

typedef void action(struct thread *t);
static action *const ACTIONS[] = {
    exchange,         probe,   take_any,           hand_over, talk_to_self,
    complete_locally, collect, make_communicators, use_window};

static void *work(void *context) {
    struct thread *t = context;
    for (t->round = 0; t->round < rounds; t->round++)
        ACTIONS[actions[(unsigned)rand_r(&t->same) % strlen(actions)] - '0'](t);
    return NULL;
}

/* A session that asks for no level has that of the process. */
static bool session_has_level_of_process(void) {
    MPI_Session session;
    MPI_Info info;
    char level[MPI_MAX_INFO_VAL];
    int found;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ABORT, &session);
    MPI_Session_get_info(session, &info);
    MPI_Info_get(info, "thread_level", MPI_MAX_INFO_VAL - 1, level, &found);
    MPI_Info_free(&info);
    MPI_Session_finalize(&session);
    return found && !strcmp(level, "MPI_THREAD_MULTIPLE");
}

int main(int argc, char **argv) {
    int level, sum;
    struct thread threads[THREADS];
    pthread_t started[THREADS];
    int seed = atoi(argv[1]);
    rounds = atoi(argv[2]);
    if (argc > 3)
        actions = argv[3];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level != MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 2);
    wrong += !session_has_level_of_process();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &pairs);
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        threads[i] = (struct thread){.number = i,
                                     .own = (unsigned)(seed * 1000 + rank * THREADS + i),
                                     .same = (unsigned)(seed * 77 + i),
                                     .comm = comms[i],
                                     .out = malloc(MOST * sizeof(int)),
                                     .in = malloc(MOST * sizeof(int))};
    }
    for (int i = 1; i < THREADS; i++)
        pthread_create(&started[i], NULL, work, &threads[i]);
    work(&threads[0]);
    for (int i = 1; i < THREADS; i++)
        pthread_join(started[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_free(&comms[i]);
        free(threads[i].out);
        free(threads[i].in);
    }
    MPI_Comm_free(&pairs);
    MPI_Allreduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!rank)
        printf("%d wrong\n", sum);
    MPI_Finalize();
    return 0;
}
