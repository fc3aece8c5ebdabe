/* Messages of random size between random pairs of ranks, in every mode and by every way of
 * receiving. Each message must arrive once, complete and in order.
 *
 * The length, tag and data of a message follow from its pair of ranks and its number in that
 * pair, so a receiver knows which message must arrive next. A waiting rank has posted a receive
 * of any message, or receives for all messages that are still to come, and blocking sends go
 * only to higher ranks. So the program ends without any buffering. Arguments: number of messages
 * of all ranks together, the longest length in bytes, a seed. */
#include "check.h"

#define TAGS 3
#define SENDS 4
#define RECEIVES 6
#define DEFINITE (RECEIVES / 2) /* the most posted receives that name a sender or a tag */
#define BUFFERED 2048           /* bytes for buffered sends */

static int total = 500, longest = 3000;
static uint32_t seed = 0x9d2c5680;
static uint32_t dice, aim; /* random numbers that differ between ranks; `aim` is only for targets */

static int below(int n) {
    return (int)(random_next(&dice) % (uint32_t)n);
}

/* ---- The contents of a message ---- */

struct message {
    int tag, bytes;
    uint32_t data; /* the message's words are computed from this number */
};

static uint32_t mixed(uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static struct message message_of(int from, int to, int number) {
    /* 0 stands for the longest length */
    static const int bounds[] = {1, 5, 17, 57, 57, 300, 300, 0};
    uint32_t hash = mixed(seed + mixed((uint32_t)(from << 16 | to)) + (uint32_t)number);
    uint32_t kind = hash % 8, rest = hash / 8;
    int bound = bounds[kind] ? bounds[kind] : rest % 4 ? longest / 4 + 1 : longest + 1;
    if (bound > longest + 1)
        bound = longest + 1;
    return (struct message){(int)(rest % TAGS), (int)(rest / 8 % (uint32_t)bound), mixed(hash)};
}

static void fill(uint32_t *words, const struct message *m) {
    for (int i = 0; i <= m->bytes / 4; i++)
        words[i] = m->data + (uint32_t)i * 0x9e3779b9u;
}

static int is_right(const uint32_t *words, const struct message *m) {
    uint32_t last = m->data + (uint32_t)(m->bytes / 4) * 0x9e3779b9u;
    for (int i = 0; i < m->bytes / 4; i++)
        if (words[i] != m->data + (uint32_t)i * 0x9e3779b9u)
            return 0;
    return memcmp(words + m->bytes / 4, &last, (size_t)m->bytes % 4) == 0;
}

/* ---- What is in progress ---- */

struct receive {
    int source, tag, count; /* as requested; once complete, those of the message */
    int is_complete;
    uint32_t *data;
};

static MPI_Request requests[SENDS + RECEIVES]; /* first the sends, then the receives */
static uint32_t *send_data[SENDS];
static struct receive receives[RECEIVES];
static int order[RECEIVES], posted; /* receives in use, in the order in which they were posted */
/* The number of messages sent to each rank, and the number that comes from each rank. */
static int *sent, *to_come;
/* For each sender and tag, the number of its next message, and how many are still to come. */
static int *next, *left;
static int to_send, to_receive, to_post;
static int hot; /* whether this rank gets every fourth message */

static int find_next(int from, int tag, int number) {
    while (number < to_come[from] && message_of(from, rank, number).tag != tag)
        number++;
    return number;
}

static void learn_what_comes(void) {
    next = calloc((size_t)size * TAGS, sizeof *next);
    left = calloc((size_t)size * TAGS, sizeof *left);
    to_receive = 0;
    for (int from = 0; from < size; from++) {
        to_receive += to_come[from];
        for (int i = 0; i < to_come[from]; i++)
            left[from * TAGS + message_of(from, rank, i).tag]++;
        for (int tag = 0; tag < TAGS; tag++)
            next[from * TAGS + tag] = find_next(from, tag, 0);
    }
    to_post = to_receive;
}

static int may_be(int asked, int got) {
    return asked == got || asked < 0;
}

/* ---- Sending ---- */

static int draw_target(void) {
    int to = (int)(random_next(&aim) % (uint32_t)size);
    return hot >= 0 && random_next(&aim) % 4 == 0 ? hot : to;
}

/* Sends the next message to a rank, in a random mode. If the buffer is too full for a buffered
 * send, sends the message with a nonblocking send. */
static void send_message(int slot, int to) {
    struct message m = message_of(rank, to, sent[to]++);
    uint32_t *data = send_data[slot];
    MPI_Request *request = &requests[slot];
    int mode = below(9), upwards = to > rank;
    fill(data, &m);
    to_send--;
    if (mode == 0 && upwards) {
        MPI_Send(data, m.bytes, MPI_BYTE, to, m.tag, MPI_COMM_WORLD);
    } else if (mode == 1 && upwards) {
        MPI_Ssend(data, m.bytes, MPI_BYTE, to, m.tag, MPI_COMM_WORLD);
    } else if (mode == 2) {
        MPI_Issend(data, m.bytes, MPI_BYTE, to, m.tag, MPI_COMM_WORLD, request);
    } else if (mode == 3) {
        MPI_Send_init(data, m.bytes, MPI_BYTE, to, m.tag, MPI_COMM_WORLD, request);
        MPI_Start(request);
    } else if (mode != 4 || MPI_Bsend(data, m.bytes, MPI_BYTE, to, m.tag, MPI_COMM_WORLD)) {
        MPI_Isend(data, m.bytes, MPI_BYTE, to, m.tag, MPI_COMM_WORLD, request);
    }
}

/* ---- Receiving ---- */

static int is_definite(const struct receive *r) {
    return r->source >= 0 || r->tag >= 0;
}

/* Whether the number of messages from `source` with `tag` that are still to come is larger than
 * the number that the posted receives may take. */
static int is_certain(int source, int tag) {
    int takers = 0, coming = 0;
    for (int i = 0; i < posted; i++) {
        struct receive *r = &receives[order[i]];
        takers += (may_be(r->source, source) || source < 0) && (may_be(r->tag, tag) || tag < 0);
    }
    for (int from = source < 0 ? 0 : source; from < (source < 0 ? size : source + 1); from++)
        for (int t = 0; t < TAGS; t++)
            coming += may_be(tag, t) ? left[from * TAGS + t] : 0;
    return coming > takers;
}

static void post_receive(int slot) {
    struct receive *r = &receives[slot];
    int definite = 0, found, kind = below(6);
    MPI_Request *request = &requests[SENDS + slot];
    for (int i = 0; i < posted; i++)
        definite += is_definite(&receives[order[i]]);
    *r = (struct receive){MPI_ANY_SOURCE, MPI_ANY_TAG, 0, 0, r->data};
    if (definite < DEFINITE) {
        int source = kind % 2 ? below(size) : MPI_ANY_SOURCE;
        int tag = kind < 4 ? below(TAGS) : MPI_ANY_TAG;
        if (is_certain(source, tag)) {
            r->source = source;
            r->tag = tag;
        }
    }
    order[posted++] = slot;
    to_post--;
    kind = below(6);
    if (kind == 0) {
        MPI_Message message;
        MPI_Improbe(r->source, r->tag, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
        if (found) {
            MPI_Imrecv(r->data, longest, MPI_BYTE, &message, request);
            return;
        }
    }
    if (kind == 1) {
        MPI_Recv_init(r->data, longest, MPI_BYTE, r->source, r->tag, MPI_COMM_WORLD, request);
        MPI_Start(request);
    } else {
        MPI_Irecv(r->data, longest, MPI_BYTE, r->source, r->tag, MPI_COMM_WORLD, request);
    }
}

/* Whether an earlier posted receive, which is still in use, may have matched an earlier message of
 * this kind. */
static int is_early(int at) {
    const struct receive *own = &receives[order[at]];
    for (int i = 0; i < at; i++) {
        const struct receive *r = &receives[order[i]];
        if (may_be(r->source, own->source) && may_be(r->tag, own->tag))
            return 1;
    }
    return 0;
}

static void check_message(const struct receive *r) {
    int *number = &next[r->source * TAGS + r->tag];
    CHECK(*number < to_come[r->source]);
    struct message m = message_of(r->source, rank, *number);
    CHECK_EQUAL(r->count, m.bytes);
    CHECK(r->count != m.bytes || is_right(r->data, &m));
    *number = find_next(r->source, r->tag, *number + 1);
    left[r->source * TAGS + r->tag]--;
    to_receive--;
}

/* Checks completed requests, in the order of their start. */
static void check_complete(void) {
    for (int i = 0; i < posted; i++)
        if (receives[order[i]].is_complete && !is_early(i)) {
            check_message(&receives[order[i]]);
            memmove(order + i, order + i + 1, (size_t)(--posted - i) * sizeof *order);
            i = -1;
        }
}

static void note(int at, const MPI_Status *status) {
    if (requests[at] != MPI_REQUEST_NULL) /* persistent */
        MPI_Request_free(&requests[at]);
    if (at < SENDS)
        return;
    struct receive *r = &receives[at - SENDS];
    CHECK(may_be(r->source, status->MPI_SOURCE) && may_be(r->tag, status->MPI_TAG));
    r->source = status->MPI_SOURCE;
    r->tag = status->MPI_TAG;
    MPI_Get_count(status, MPI_BYTE, &r->count);
    r->is_complete = 1;
}

static void complete(int wait) {
    int done, at[SENDS + RECEIVES];
    MPI_Status status[SENDS + RECEIVES];
    if (!wait)
        MPI_Testsome(SENDS + RECEIVES, requests, &done, at, status);
    else if (below(2))
        MPI_Waitsome(SENDS + RECEIVES, requests, &done, at, status);
    else
        done = MPI_Waitany(SENDS + RECEIVES, requests, at, status) == MPI_SUCCESS;
    if (done == MPI_UNDEFINED || (done > 0 && at[0] == MPI_UNDEFINED))
        return;
    for (int i = 0; i < done; i++)
        note(at[i], &status[i]);
    check_complete();
}

static int free_receive(void) {
    for (int slot = 0; slot < RECEIVES; slot++) {
        int used = 0;
        for (int i = 0; i < posted; i++)
            used |= order[i] == slot;
        if (!used)
            return slot;
    }
    return -1;
}

/* ---- The tests ---- */

static void be_late(double seconds) {
    double start = MPI_Wtime();
    while (MPI_Wtime() - start < seconds)
        ;
}

static void exchange(void) {
    int most = to_send / 8 + 1;
    while (to_send || to_receive) {
        int slot = free_receive();
        if (to_post && slot >= 0)
            post_receive(slot);
        for (slot = 0; slot < SENDS && requests[slot] != MPI_REQUEST_NULL; slot++)
            ;
        if (to_send && slot < SENDS)
            send_message(slot, draw_target());
        if (rank % 5 == 3 && below(most) == 0)
            be_late(2e-5);
        complete(!to_post || free_receive() < 0 ? !to_send || slot >= SENDS : 0);
    }
    MPI_Waitall(SENDS, requests, MPI_STATUSES_IGNORE);
}

/* Targets are drawn twice: once to count messages, once to send them. */
static void count_messages(void) {
    uint32_t start = aim;
    int *to = calloc((size_t)size, sizeof *to);
    to_send = total / size + (rank < total % size);
    for (int i = 0; i < to_send; i++)
        to[draw_target()]++;
    aim = start;
    MPI_Alltoall(to, 1, MPI_INT, to_come, 1, MPI_INT, MPI_COMM_WORLD);
    free(to);
}

static void storm(void) {
    static char buffer[BUFFERED];
    void *detached;
    int bytes, found;
    sent = calloc((size_t)size, sizeof *sent);
    to_come = calloc((size_t)size, sizeof *to_come);
    for (int i = 0; i < SENDS + RECEIVES; i++) {
        uint32_t *data = malloc((size_t)longest + 4);
        *(i < SENDS ? &send_data[i] : &receives[i - SENDS].data) = data;
        requests[i] = MPI_REQUEST_NULL;
    }
    dice = mixed(seed ^ (uint32_t)rank) | 1;
    aim = mixed(dice) | 1;
    count_messages();
    learn_what_comes();
    MPI_Buffer_attach(buffer, BUFFERED);
    if (rank == hot)
        be_late(1e-7 * total);
    exchange();
    MPI_Buffer_detach(&detached, &bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    CHECK(!found);
    for (int i = 0; i < size * TAGS; i++)
        CHECK_EQUAL(left[i], 0);
    for (int i = 0; i < SENDS + RECEIVES; i++)
        free(i < SENDS ? send_data[i] : receives[i - SENDS].data);
    free(sent);
    free(to_come);
    free(next);
    free(left);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void between_all(void) {
    hot = -1;
    storm();
}

/* A quarter of all messages go to one rank, which begins late. */
static void to_one(void) {
    hot = size / 2;
    storm();
}

static const struct test tests[] = {
    {"storm: between all", between_all},
    {"storm: a quarter to one", to_one},
    {0},
};

int main(int argc, char **argv) {
    int failed;
    total = argc > 1 ? atoi(argv[1]) : total;
    longest = argc > 2 ? atoi(argv[2]) : longest;
    seed = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 0) : seed;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("seed %u\n", (unsigned)seed);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}
