/* Run: ARGUMENT BYTES [RANK]: fills the heap except for this many bytes, on all ranks or on one,
 * and then calls one function of MPI twice. Checks its result; an error for lack of memory is
 * printed on stderr. */
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
enum { WORDS = 40, MOST = 16, MANY = 40 };

static int rank, size, wrong;
static int in[MOST * WORDS], out[MOST * WORDS];

/* Allocates large blocks first and small blocks last, so that no larger block is left. The free
 * block of `left` bytes is in the middle of the allocated ones. */
static void fill(size_t left) {
    void *kept = left ? malloc(left) : NULL;
    for (size_t bytes = 1 << 24; bytes; bytes /= 2)
        while (malloc(bytes))
            ;
    free(kept);
}

static void check(int is, int expected) {
    wrong += is != expected;
}

static void ends(int error) {
    if (error) {
        char text[MPI_MAX_ERROR_STRING];
        int length, class;
        MPI_Error_class(error, &class);
        MPI_Error_string(error, text, &length);
        fprintf(stderr, "rank %d: %s\n", rank, text);
        if (class != MPI_ERR_NO_MEM)
            wrong++;
        MPI_Abort(WORLD, 3);
    }
}

static int sum_of_ranks(void) {
    return size * (size - 1) / 2;
}

static void barrier(int words) {
    (void)words;
    ends(MPI_Barrier(WORLD));
}

static void bcast(int words) {
    for (int i = 0; i < words; i++)
        out[i] = rank ? -1 : i;
    ends(MPI_Bcast(out, words, MPI_INT, 0, WORLD));
    check(out[words - 1], words - 1);
}

static void reduce(int words) {
    ends(MPI_Reduce(in, out, words, MPI_INT, MPI_SUM, 0, WORLD));
    if (!rank)
        check(out[words - 1], sum_of_ranks());
}

static void allreduce(int words) {
    ends(MPI_Allreduce(in, out, words, MPI_INT, MPI_SUM, WORLD));
    check(out[words - 1], sum_of_ranks());
}

static void gather(int words) {
    ends(MPI_Gather(in, words, MPI_INT, out, words, MPI_INT, 0, WORLD));
    if (!rank)
        check(out[size * words - 1], size - 1);
}

static void scatter(int words) {
    for (int i = 0; i < size * words; i++)
        out[i] = i / words;
    ends(MPI_Scatter(out, words, MPI_INT, in, words, MPI_INT, 0, WORLD));
    check(in[words - 1], rank);
}

static void allgather(int words) {
    ends(MPI_Allgather(in, words, MPI_INT, out, words, MPI_INT, WORLD));
    check(out[size * words - 1], size - 1);
}

static void alltoall(int words) {
    static int each[MOST * WORDS];
    for (int i = 0; i < size * words; i++)
        each[i] = rank * MOST + i / words;
    ends(MPI_Alltoall(each, words, MPI_INT, out, words, MPI_INT, WORLD));
    check(out[size * words - 1], (size - 1) * MOST + rank);
}

static void reduce_scatter(int words) {
    static int each[MOST * WORDS];
    for (int i = 0; i < size * words; i++)
        each[i] = i / words;
    ends(MPI_Reduce_scatter_block(each, out, words, MPI_INT, MPI_SUM, WORLD));
    check(out[words - 1], size * rank);
}

static void scan(int words) {
    ends(MPI_Scan(in, out, words, MPI_INT, MPI_SUM, WORLD));
    check(out[words - 1], rank * (rank + 1) / 2);
}

static void exscan(int words) {
    ends(MPI_Exscan(in, out, words, MPI_INT, MPI_SUM, WORLD));
    if (rank)
        check(out[words - 1], rank * (rank - 1) / 2);
}

static void iallreduce(int words) {
    MPI_Request request;
    ends(MPI_Iallreduce(in, out, words, MPI_INT, MPI_SUM, WORLD, &request));
    ends(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check(out[words - 1], sum_of_ranks());
}

/* Each rank sends messages to the next rank, and receives those of the previous one in reverse
 * order. */
static void messages(int words) {
    MPI_Request request[3];
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int tag = 0; tag < 3; tag++)
        ends(MPI_Isend(in, words, MPI_INT, next, tag, WORLD, &request[tag]));
    for (int tag = 2; tag >= 0; tag--) {
        ends(MPI_Recv(out, words, MPI_INT, before, tag, WORLD, MPI_STATUS_IGNORE));
        check(out[words - 1], before);
    }
    ends(MPI_Waitall(3, request, MPI_STATUSES_IGNORE));
}

static void probe(int words) {
    MPI_Request request;
    MPI_Status status;
    int next = (rank + 1) % size, before = (rank + size - 1) % size, count;
    ends(MPI_Isend(in, words, MPI_INT, next, 7, WORLD, &request));
    ends(MPI_Probe(before, 7, WORLD, &status));
    ends(MPI_Get_count(&status, MPI_INT, &count));
    check(count, words);
    ends(MPI_Recv(out, words, MPI_INT, before, 7, WORLD, MPI_STATUS_IGNORE));
    check(out[words - 1], before);
    ends(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* The first of three ranks first receives the message of the third rank and then that of the second
 * rank, which arrives first. All calls are blocking, so no request takes memory. */
static void three(int words, void (*ask)(int words, int source)) {
    int first = rank / 3 * 3;
    if (first + 2 >= size)
        return;
    if (rank == first) {
        ask(words, rank + 2);
        ends(MPI_Recv(out, words, MPI_INT, rank + 1, 1, WORLD, MPI_STATUS_IGNORE));
        check(out[words - 1], rank + 1);
    } else if (rank == first + 1) {
        ends(MPI_Send(in, 1, MPI_INT, rank + 1, 2, WORLD));
        ends(MPI_Send(in, words, MPI_INT, first, 1, WORLD));
    } else {
        ends(MPI_Recv(out, 1, MPI_INT, rank - 1, 2, WORLD, MPI_STATUS_IGNORE));
        for (double end = MPI_Wtime() + 5e-6; MPI_Wtime() < end;)
            ;
        ends(MPI_Send(in, words, MPI_INT, first, 1, WORLD));
    }
}

static void receive_it(int words, int source) {
    ends(MPI_Recv(out, words, MPI_INT, source, 1, WORLD, MPI_STATUS_IGNORE));
    check(out[words - 1], source);
}

static void probe_it(int words, int source) {
    MPI_Status status;
    int count;
    ends(MPI_Probe(source, 1, WORLD, &status));
    ends(MPI_Get_count(&status, MPI_INT, &count));
    check(count, words);
    check(status.MPI_SOURCE, source);
    receive_it(words, source);
}

static void look_for_it(int words, int source) {
    int flag = 0;
    while (!flag)
        ends(MPI_Iprobe(source, MPI_ANY_TAG, WORLD, &flag, MPI_STATUS_IGNORE));
    receive_it(words, source);
}

static void take_it(int words, int source) {
    MPI_Message message;
    ends(MPI_Mprobe(source, 1, WORLD, &message, MPI_STATUS_IGNORE));
    ends(MPI_Mrecv(out, words, MPI_INT, &message, MPI_STATUS_IGNORE));
    check(out[words - 1], source);
}

static void send(int words) {
    three(words, receive_it);
}

static void send_probed(int words) {
    three(words, probe_it);
}

static void send_looked_for(int words) {
    three(words, look_for_it);
}

static void send_taken(int words) {
    three(words, take_it);
}

/* Before the expected message, more messages arrive than a transport has spare memory for. */
static MPI_Request many[2][MANY];

static void prepare_many(void) {
    for (int i = 0; i < MANY; i++) {
        MPI_Send_init(in, 1, MPI_INT, rank / 3 * 3, 100 + i, WORLD, &many[0][i]);
        MPI_Send_init(in, WORDS, MPI_INT, rank / 3 * 3, 100 + i, WORLD, &many[1][i]);
    }
}

static void receive_last(int words, int source) {
    receive_it(words, source);
    for (int i = MANY - 1; i >= 0; i--) {
        out[words - 1] = -1;
        ends(MPI_Recv(out, words, MPI_INT, rank + 1, 100 + i, WORLD, MPI_STATUS_IGNORE));
        check(out[words - 1], rank + 1);
    }
}

static void send_many(int words) {
    MPI_Request *requests = many[words == WORDS];
    bool sends = rank % 3 == 1 && rank + 1 < size;
    if (sends)
        ends(MPI_Startall(MANY, requests));
    three(words, receive_last);
    if (sends)
        ends(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
}

static void dup(int words) {
    MPI_Comm twin;
    (void)words;
    ends(MPI_Comm_dup(WORLD, &twin));
    ends(MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, twin));
    check(out[0], sum_of_ranks());
    ends(MPI_Comm_free(&twin));
}

static void infos(int words) {
    MPI_Info info, copy;
    char value[8] = "";
    int flag = 0, room = sizeof value;
    (void)words;
    ends(MPI_Info_create(&info));
    ends(MPI_Info_set(info, "key", "value"));
    ends(MPI_Info_dup(info, &copy));
    MPI_Info_get_string(copy, "key", &room, value, &flag);
    check(flag && value[4] == 'e', 1);
    MPI_Info_free(&copy);
    MPI_Info_free(&info);
}

static void split(int words) {
    MPI_Comm half;
    int sum;
    ends(MPI_Comm_split(WORLD, rank % 2, -rank, &half));
    ends(MPI_Allreduce(&words, &sum, 1, MPI_INT, MPI_SUM, half));
    check(sum, (size + !(rank % 2)) / 2 * words);
    ends(MPI_Comm_free(&half));
}

static void finalize(int words) {
    (void)words;
}

static const struct {
    const char *name;
    void (*call)(int words);
} calls[] = {
    {"barrier", barrier},
    {"bcast", bcast},
    {"reduce", reduce},
    {"allreduce", allreduce},
    {"gather", gather},
    {"scatter", scatter},
    {"allgather", allgather},
    {"alltoall", alltoall},
    {"scan", scan},
    {"reduce_scatter", reduce_scatter},
    {"exscan", exscan},
    {"iallreduce", iallreduce},
    {"messages", messages},
    {"probe", probe},
    {"send", send},
    {"send_probed", send_probed},
    {"send_looked_for", send_looked_for},
    {"send_taken", send_taken},
    {"send_many", send_many},
    {"dup", dup},
    {"split", split},
    {"infos", infos},
    {"finalize", finalize},
};

int main(int argc, char **argv) {
    size_t left = argc > 2 ? (size_t)atol(argv[2]) : 0;
    int who = argc > 3 ? atoi(argv[3]) : -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    if (argc > 4)
        MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < MOST * WORDS; i++)
        in[i] = rank;
    send(1); /* a first message, so that the transport sets up what it keeps for each peer */
    prepare_many();
    if (who < 0 || who == rank)
        fill(left);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(argv[1], calls[i].name)) {
            calls[i].call(1);
            calls[i].call(WORDS);
        }
    for (int i = 0; i < 2 * MANY; i++)
        MPI_Request_free(&many[i / MANY][i % MANY]);
    MPI_Finalize();
    return wrong ? 9 : 0;
}
