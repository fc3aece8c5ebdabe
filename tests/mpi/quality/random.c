/* Random annotations (priorities and guarantees, onchip_mpi.h) on random traffic: messages of many
 * lengths, kinds and modes, and collectives on communicators whose annotation changes often. Every
 * byte is checked, so the results equal those of a program without annotations. Arguments: seed,
 * rounds, 0 for no annotations. */
#include <onchip_mpi.h>
#include <stdbool.h>

#include "../check.h"

#define MOST 100 /* messages of a round */
#define SLOTS 12 /* a rank's slots for messages that it sends, and for those that it receives */
#define COMMS 3  /* the world, and two communicators with the same ranks */
#define UNIT 60  /* typed messages have a multiple of this many bytes */
#define UNITS 20
#define WORDS 1500 /* the most words of a collective */

#define MOST_RANKS 16
#define PUT 100 /* words of a transfer to a window */
#define PUTS 8

enum mode { SEND, ISEND, SSEND, BSEND, RSEND, PERSISTENT, MODES };
enum type { BYTES, SMALL_BLOCKS, LARGE_BLOCKS, TYPES };

struct message {
    int from, to, comm, tag, annotation, bytes;
    int sent, received; /* slots of the message at both sides */
    enum mode mode;
    enum type type;
};

static uint32_t seed = 0x510e527f;
static bool annotated = true;
static int rounds = 40;
static MPI_Comm comms[COMMS];
static MPI_Datatype types[TYPES];
static struct message messages[MOST];
static char sent[SLOTS][UNITS * 100], received[SLOTS][UNITS * 100];
static MPI_Request requests[2 * SLOTS];
static int used[2][MOST]; /* slots in use, by rank */

static int below(uint32_t bound) {
    return (int)(random_next(&seed) % bound);
}

static char content(int number, int i) {
    return (char)(number * 37 + i * 11 + i / 256 + (int)(seed >> 24));
}

static int tag_of(const struct message *message) {
    if (!annotated || !message->annotation)
        return message->tag;
    return message->annotation > 8 ? ONCHIP_TAG_GUARANTEED(message->tag)
                                   : ONCHIP_TAG_PRIORITY(message->annotation - 1, message->tag);
}

static int random_length(void) {
    switch (below(4)) {
    case 0:
        return below(15) * 4;
    case 1:
        return 50 + below(16);
    case 2:
        return below(300);
    default:
        return below(UNIT * UNITS);
    }
}

static struct message any(void) {
    struct message message = {.from = below((uint32_t)size),
                              .to = below((uint32_t)size),
                              .comm = below(COMMS),
                              .tag = below(3),
                              .annotation = below(2) ? below(10) : 0,
                              .bytes = random_length(),
                              .mode = (enum mode)below(MODES),
                              .type = below(3) ? BYTES : (enum type)below(TYPES)};
    if (message.type != BYTES)
        message.bytes = UNIT * (1 + below(UNITS));
    return message;
}

/* Draws the messages of a round, equal on all ranks; returns their number. */
static int draw(void) {
    int wanted = 1 + below(6 * (uint32_t)size < MOST ? 6 * (uint32_t)size : MOST), number = 0;
    memset(used, 0, sizeof used);
    while (wanted-- > 0) {
        struct message message = any();
        if (used[0][message.from] == SLOTS || used[1][message.to] == SLOTS)
            continue;
        message.sent = used[0][message.from]++;
        message.received = used[1][message.to]++;
        messages[number++] = message;
    }
    return number;
}

/* The position of byte i of a message of this type. */
static int place(enum type type, int i) {
    return type == BYTES          ? i
           : type == SMALL_BLOCKS ? i / UNIT * 100 + i % UNIT / 3 * 5 + i % 3
                                  : i / UNIT * 64 + i % UNIT;
}

static int count_of(const struct message *message) {
    return message->type == BYTES ? message->bytes : message->bytes / UNIT;
}

static void receive(int i, bool now) {
    const struct message *message = &messages[i];
    char *buffer = received[message->received];
    /* A receive may name the plain tag or the annotated one, which match alike. */
    int tag = i % 2 ? message->tag : tag_of(message), count = count_of(message);
    MPI_Datatype type = types[message->type];
    MPI_Comm comm = comms[message->comm];
    MPI_Status status;
    memset(buffer, 0, sizeof received[0]);
    if (now) {
        MPI_Recv(buffer, count, type, message->from, tag, comm, &status);
        CHECK_EQUAL(status.MPI_TAG, message->tag);
    } else {
        MPI_Irecv(buffer, count, type, message->from, tag, comm, &requests[message->received]);
    }
}

static void verify(int i) {
    const struct message *message = &messages[i];
    int wrong = 0;
    for (int k = 0; k < message->bytes; k++)
        wrong += received[message->received][place(message->type, k)] != content(i, k);
    CHECK_EQUAL(wrong, 0);
}

/* Sends message `i` in its mode. If the receive of the message is not `posted`, the send must
 * not wait for the receive. */
static void send(int i, bool posted) {
    const struct message *message = &messages[i];
    enum type type = i % 3 ? BYTES : message->type; /* both types have one signature */
    int count = type == BYTES ? message->bytes : count_of(message), to = message->to;
    int tag = tag_of(message);
    char *buffer = sent[message->sent];
    MPI_Comm comm = comms[message->comm];
    MPI_Request *request = &requests[SLOTS + message->sent];
    for (int k = 0; k < message->bytes; k++)
        buffer[place(type, k)] = content(i, k);
    switch (posted ? message->mode : ISEND) {
    case SEND:
        MPI_Send(buffer, count, types[type], to, tag, comm);
        break;
    case SSEND:
        MPI_Ssend(buffer, count, types[type], to, tag, comm);
        break;
    case BSEND:
        MPI_Bsend(buffer, count, types[type], to, tag, comm);
        break;
    case RSEND:
        MPI_Irsend(buffer, count, types[type], to, tag, comm, request);
        break;
    case PERSISTENT:
        MPI_Send_init(buffer, count, types[type], to, tag, comm, request);
        MPI_Start(request);
        break;
    default:
        MPI_Isend(buffer, count, types[type], to, tag, comm, request);
    }
}

static void exchange(void) {
    int number = draw();
    bool posted = below(2);
    for (int i = 0; i < 2 * SLOTS; i++)
        requests[i] = MPI_REQUEST_NULL;
    for (int i = 0; posted && i < number; i++)
        if (messages[i].to == rank)
            receive(i, false);
    if (posted)
        MPI_Barrier(comms[1]);
    for (int i = 0; i < number; i++)
        if (messages[i].from == rank)
            send(i, posted);
    for (int i = 0; !posted && i < number; i++)
        if (messages[i].to == rank)
            receive(i, true);
    MPI_Waitall(2 * SLOTS, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < number; i++)
        if (messages[i].to == rank)
            verify(i);
    for (int i = 0; i < 2 * SLOTS; i++)
        if (requests[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&requests[i]);
}

static void collective(void) {
    static int mine[WORDS], all[WORDS];
    static const int lengths[] = {1, 7, 20, 100, WORDS};
    MPI_Comm comm = comms[below(COMMS)];
    int count = lengths[below(5)], root = below((uint32_t)size), kind = below(6), wrong = 0;
    int sum = size * (size - 1) / 2;
    MPI_Request request;
    for (int i = 0; i < count; i++)
        mine[i] = rank + i;
    switch (kind) {
    case 0:
        MPI_Barrier(comm);
        return;
    case 1:
        MPI_Bcast(mine, count, MPI_INT, root, comm);
        for (int i = 0; i < count; i++)
            wrong += mine[i] != root + i;
        break;
    case 2:
        MPI_Allreduce(mine, all, count, MPI_INT, MPI_SUM, comm);
        for (int i = 0; i < count; i++)
            wrong += all[i] != sum + size * i;
        break;
    case 3:
        MPI_Iallreduce(mine, all, count, MPI_INT, MPI_SUM, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < count; i++)
            wrong += all[i] != sum + size * i;
        break;
    case 4:
        count = count / size ? count / size : 1;
        MPI_Gather(mine, count, MPI_INT, all, count, MPI_INT, root, comm);
        for (int i = 0; rank == root && i < count * size; i++)
            wrong += all[i] != i / count + i % count;
        break;
    default:
        count = count / size ? count / size : 1;
        for (int i = 0; i < count * size; i++)
            mine[i] = rank * 1000 + i / count;
        MPI_Alltoall(mine, count, MPI_INT, all, count, MPI_INT, comm);
        for (int i = 0; i < count * size; i++)
            wrong += all[i] != i / count * 1000 + rank;
    }
    CHECK_EQUAL(wrong, 0);
}

static void annotate(void) {
    static const char levels[][5] = {"none", "0", "1", "2", "3", "4", "5", "6", "7"};
    int comm = below(COMMS), level = below(9), guaranteed = below(3);
    MPI_Info info;
    if (!annotated)
        return;
    MPI_Info_create(&info);
    MPI_Info_set(info, "onchip_priority", levels[level]);
    MPI_Info_set(info, "onchip_guaranteed", guaranteed ? "false" : "true");
    MPI_Comm_set_info(comms[comm], info);
    MPI_Info_free(&info);
}

/* ---- Transfers of windows, which use command buffers at the same time ---- */

static int window[PUT * MOST_RANKS], put[PUTS][PUT];
static MPI_Win win;

static int value(int from, int i) {
    return from * 1000 + i + (int)(seed >> 16);
}

static void exchange_beside_transfers(void) {
    int to = below((uint32_t)size), number = below(PUTS + 1);
    for (int k = 0; k < number; k++) {
        for (int i = 0; i < PUT; i++)
            put[k][i] = value(rank, i);
        MPI_Put(put[k], PUT, MPI_INT, (to + rank) % size, PUT * rank, PUT, MPI_INT, win);
    }
    int first = value(0, 0);
    exchange();
    MPI_Win_flush_all(win);
    MPI_Barrier(comms[2]);
    int from = (rank + size - to) % size, wrong = 0;
    for (int i = 0; number && i < PUT; i++)
        wrong += window[PUT * from + i] != first + from * 1000 + i;
    CHECK_EQUAL(wrong, 0);
    MPI_Barrier(comms[2]);
}

static void traffic(void) {
    MPI_Win_create(window, sizeof window, sizeof *window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    for (int round = 0; round < rounds; round++) {
        if (below(2))
            exchange();
        else
            exchange_beside_transfers();
        if (!below(2))
            collective();
        if (!below(3))
            annotate();
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static const struct test tests[] = {{"traffic", traffic}, {NULL, NULL}};

static void begin(void) {
    MPI_Datatype blocks;
    comms[0] = MPI_COMM_WORLD;
    for (int i = 1; i < COMMS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    types[BYTES] = MPI_BYTE;
    MPI_Type_vector(UNIT / 3, 3, 5, MPI_BYTE, &blocks);
    MPI_Type_create_resized(blocks, 0, 100, &types[SMALL_BLOCKS]);
    MPI_Type_contiguous(UNIT, MPI_BYTE, &blocks);
    MPI_Type_create_resized(blocks, 0, 64, &types[LARGE_BLOCKS]);
    MPI_Type_commit(&types[SMALL_BLOCKS]);
    MPI_Type_commit(&types[LARGE_BLOCKS]);
    MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    if (argc > 1)
        seed = (uint32_t)strtoul(argv[1], NULL, 0);
    if (argc > 2)
        rounds = atoi(argv[2]);
    annotated = argc <= 3 || atoi(argv[3]);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("seed 0x%08lx\n", (unsigned long)seed);
    begin();
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}
