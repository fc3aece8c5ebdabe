/* Random programs of sends, receives, probes and cancellations, checked against a model of the
 * matching rules (MPI 4.1, sections 3.5 and 3.8). The model has two lists in the order of time:
 * receives that wait for a message and messages that wait for a receive.
 *
 * Rank 0 chooses the messages that it and the other ranks send, one after the other. It therefore
 * knows the order in which they arrive, even from different senders, which the standard leaves
 * open. Arguments: steps of a round, a seed. */
#include "check.h"

#define ROUNDS 3
#define COMMS 3
#define TAGS 3
#define LONGEST 40   /* most words of a message; long ones are sent by rendezvous */
#define MESSAGES 100 /* the most in a round */
#define CONTROL 9    /* tag of orders and of their acknowledgement */
#define BUFFERED 20000

enum { SEND, SYNCHRONOUS, BUFFERED_SEND, PERSISTENT, MODES };

struct message {
    int comm, source, tag, words, mode;
};

static int steps = 120;
static uint32_t seed = 0xa54ff53a;
static uint32_t dice;
static MPI_Comm comms[COMMS], control; /* the last one of comms[] has the ranks in reverse order */

static int below(int n) {
    return (int)(random_next(&dice) % (uint32_t)n);
}

static int rank_in(int comm, int of) {
    return comm == COMMS - 1 ? size - 1 - of : of;
}

/* ---- All ranks: send a message that rank 0 has chosen ---- */

static int out[MESSAGES][LONGEST];
static MPI_Request sends[MESSAGES];
static int sent;

static void send_to_first(const struct message *m, int number) {
    int *data = out[sent], to = rank_in(m->comm, 0);
    MPI_Comm comm = comms[m->comm];
    MPI_Request *request = &sends[sent++];
    for (int i = 0; i < m->words; i++)
        data[i] = number * 1000 + i;
    switch (m->mode) {
    case SYNCHRONOUS:
        MPI_Issend(data, m->words, MPI_INT, to, m->tag, comm, request);
        break;
    case BUFFERED_SEND:
        MPI_Ibsend(data, m->words, MPI_INT, to, m->tag, comm, request);
        break;
    case PERSISTENT:
        MPI_Send_init(data, m->words, MPI_INT, to, m->tag, comm, request);
        MPI_Start(request);
        break;
    default:
        MPI_Isend(data, m->words, MPI_INT, to, m->tag, comm, request);
    }
}

static void finish_sends(void) {
    for (int i = 0; i < sent; i++) {
        MPI_Wait(&sends[i], MPI_STATUS_IGNORE);
        if (sends[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&sends[i]);
    }
    sent = 0;
}

/* An order of rank 0 to send a message. The number -1 ends the round. */
struct order {
    int number;
    struct message message;
};
#define ORDER_WORDS ((int)(sizeof(struct order) / sizeof(int)))

static void obey(void) {
    struct order order;
    for (;;) {
        MPI_Recv(&order, ORDER_WORDS, MPI_INT, 0, CONTROL, control, MPI_STATUS_IGNORE);
        if (order.number < 0)
            break;
        send_to_first(&order.message, order.number);
        MPI_Send(NULL, 0, MPI_INT, 0, CONTROL, control);
    }
    finish_sends();
}

/* ---- Rank 0: the model ---- */

struct receive {
    int comm, source, tag, room; /* source: a rank of the world, or MPI_ANY_SOURCE */
    int meets;                   /* number of the matched message, or -1 */
    int is_persistent, is_active;
    MPI_Request request;
    int data[LONGEST + 1];
};

enum { WAITING, TAKEN };
#define RECEIVES 24

static struct message messages[MESSAGES];
static int state[MESSAGES], made;
static struct receive receives[RECEIVES];
static struct receive *posted[RECEIVES]; /* waiting ones, oldest first */
static int waiting;
static MPI_Message held[4]; /* messages of MPI_Improbe */
static int held_number[4];

static int fits(const struct receive *r, const struct message *m) {
    return r->comm == m->comm && (r->source == MPI_ANY_SOURCE || r->source == m->source) &&
           (r->tag == MPI_ANY_TAG || r->tag == m->tag);
}

/* The oldest waiting message that fits, or -1. */
static int oldest(const struct receive *r) {
    for (int i = 0; i < made; i++)
        if (state[i] == WAITING && fits(r, &messages[i]))
            return i;
    return -1;
}

static void model_send(int number) {
    for (int i = 0; i < waiting; i++)
        if (fits(posted[i], &messages[number])) {
            posted[i]->meets = number;
            state[number] = TAKEN;
            memmove(posted + i, posted + i + 1, (size_t)(--waiting - i) * sizeof *posted);
            return;
        }
    state[number] = WAITING;
}

static void model_receive(struct receive *r) {
    r->meets = oldest(r);
    if (r->meets >= 0)
        state[r->meets] = TAKEN;
    else
        posted[waiting++] = r;
}

static void model_cancel(struct receive *r) {
    int i = 0;
    while (posted[i] != r)
        i++;
    memmove(posted + i, posted + i + 1, (size_t)(--waiting - i) * sizeof *posted);
}

/* ---- Rank 0: its actions, and their expected results ---- */

static int asked_rank(const struct receive *r) {
    return r->source == MPI_ANY_SOURCE ? r->source : rank_in(r->comm, r->source);
}

static void check_status(const MPI_Status *status, int number) {
    const struct message *m = &messages[number];
    int count = -1;
    CHECK_EQUAL(status->MPI_SOURCE, rank_in(m->comm, m->source));
    CHECK_EQUAL(status->MPI_TAG, m->tag);
    MPI_Get_count(status, MPI_INT, &count);
    CHECK_EQUAL(count, m->words);
}

/* Checks a receive that has returned `error`. A message that was too long must not change the
 * memory after the buffer. */
static void check_received(const struct receive *r, int number, int error,
                           const MPI_Status *status) {
    int words = messages[number].words, wrong = 0;
    CHECK_CLASS(error, words > r->room ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    CHECK_EQUAL(r->data[r->room], -1);
    if (words > r->room)
        return;
    check_status(status, number);
    for (int i = 0; i < LONGEST; i++)
        wrong += r->data[i] != (i < words ? number * 1000 + i : -1);
    CHECK_EQUAL(wrong, 0);
}

static void draw_envelope(struct receive *r) {
    r->comm = below(COMMS);
    r->source = below(3) ? below(size) : MPI_ANY_SOURCE;
    r->tag = below(3) ? below(TAGS) : MPI_ANY_TAG;
    r->room = below(6) ? LONGEST : below(LONGEST);
    memset(r->data, -1, sizeof r->data);
}

static void send_one(void) {
    struct order order = {made, {below(COMMS), below(size), below(TAGS), 0, below(MODES)}};
    if (made == MESSAGES)
        return;
    order.message.words = below(3) ? below(12) : below(LONGEST + 1);
    messages[made] = order.message;
    if (order.message.source == 0) {
        send_to_first(&order.message, made);
    } else {
        MPI_Send(&order, ORDER_WORDS, MPI_INT, order.message.source, CONTROL, control);
        MPI_Recv(NULL, 0, MPI_INT, order.message.source, CONTROL, control, MPI_STATUS_IGNORE);
    }
    model_send(made++);
}

static void start_receive(struct receive *r) {
    MPI_Status status;
    int peer = asked_rank(r);
    MPI_Comm comm = comms[r->comm];
    model_receive(r);
    if (r->is_persistent) {
        MPI_Start(&r->request);
    } else if (r->meets >= 0 && below(3) == 0) {
        int error = MPI_Recv(r->data, r->room, MPI_INT, peer, r->tag, comm, &status);
        check_received(r, r->meets, error, &status);
        return;
    } else {
        MPI_Irecv(r->data, r->room, MPI_INT, peer, r->tag, comm, &r->request);
    }
    r->is_active = 1;
}

/* A completed persistent receive is started again, either the same request or a new one. */
static void receive_one(void) {
    struct receive *r = &receives[below(RECEIVES)];
    if (r->is_active)
        return;
    if (r->is_persistent && below(2)) {
        memset(r->data, -1, sizeof r->data);
    } else {
        if (r->is_persistent)
            MPI_Request_free(&r->request);
        draw_envelope(r);
        r->is_persistent = below(4) == 0;
        if (r->is_persistent)
            MPI_Recv_init(r->data, r->room, MPI_INT, asked_rank(r), r->tag, comms[r->comm],
                          &r->request);
    }
    start_receive(r);
}

static void probe_one(void) {
    struct receive r;
    MPI_Status status;
    int flag = -1;
    draw_envelope(&r);
    int number = oldest(&r);
    MPI_Iprobe(asked_rank(&r), r.tag, comms[r.comm], &flag, &status);
    CHECK_EQUAL(flag, number >= 0);
    if (number >= 0 && below(2))
        MPI_Probe(asked_rank(&r), r.tag, comms[r.comm], &status);
    if (number >= 0)
        check_status(&status, number);
}

static void receive_held(int slot, struct receive *r) {
    MPI_Status status;
    int error = MPI_SUCCESS;
    if (below(2)) {
        error = MPI_Mrecv(r->data, r->room, MPI_INT, &held[slot], &status);
    } else {
        MPI_Imrecv(r->data, r->room, MPI_INT, &held[slot], &r->request);
        error = MPI_Wait(&r->request, &status);
    }
    CHECK(error || held[slot] == MPI_MESSAGE_NULL);
    check_received(r, held_number[slot], error, &status);
    held_number[slot] = -1;
}

/* Takes a message by MPI_Improbe, or receives one taken earlier. */
static void take_one(void) {
    int slot = below(4), flag = -1;
    struct receive r;
    MPI_Status status;
    draw_envelope(&r);
    if (held_number[slot] >= 0) {
        receive_held(slot, &r);
        return;
    }
    int number = oldest(&r);
    if (number >= 0 && below(2)) {
        MPI_Mprobe(asked_rank(&r), r.tag, comms[r.comm], &held[slot], &status);
    } else {
        MPI_Improbe(asked_rank(&r), r.tag, comms[r.comm], &flag, &held[slot], &status);
        CHECK_EQUAL(flag, number >= 0);
    }
    held_number[slot] = number;
    if (number < 0)
        return;
    check_status(&status, number);
    state[number] = TAKEN;
}

/* If a receive has been matched, it completes; otherwise it can be cancelled. A sent message
 * matches its receive once the library has checked for messages, which it does for a probe. */
static void complete_one(struct receive *r, int cancel) {
    MPI_Status status;
    int flag = 0, error;
    if (!r->is_active)
        return;
    if (r->meets < 0 && !cancel) {
        MPI_Test(&r->request, &flag, &status);
        CHECK(!flag);
        return;
    }
    if (cancel) {
        MPI_Iprobe(MPI_ANY_SOURCE, CONTROL, control, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        MPI_Cancel(&r->request);
    } else
        while (below(2) && !flag)
            MPI_Request_get_status(r->request, &flag, MPI_STATUS_IGNORE);
    error = MPI_Wait(&r->request, &status);
    CHECK((r->request == MPI_REQUEST_NULL) == !r->is_persistent);
    MPI_Test_cancelled(&status, &flag);
    CHECK_EQUAL(flag, r->meets < 0);
    if (r->meets < 0)
        model_cancel(r);
    else
        check_received(r, r->meets, error, &status);
    r->is_active = 0;
}

static void clean_up(void) {
    struct order over = {.number = -1};
    for (int i = 0; i < RECEIVES; i++) {
        complete_one(&receives[i], 1);
        if (receives[i].is_persistent)
            MPI_Request_free(&receives[i].request);
        receives[i].is_persistent = 0;
    }
    for (int slot = 0; slot < 4; slot++)
        if (held_number[slot] >= 0) {
            struct receive r;
            draw_envelope(&r);
            receive_held(slot, &r);
        }
    for (int i = 0; i < made; i++)
        if (state[i] == WAITING) {
            struct receive r;
            draw_envelope(&r);
            r.comm = messages[i].comm;
            r.source = MPI_ANY_SOURCE;
            r.tag = MPI_ANY_TAG;
            r.is_persistent = r.is_active = 0;
            start_receive(&r);
            if (r.is_active)
                complete_one(&r, 0);
        }
    for (int to = 1; to < size; to++)
        MPI_Send(&over, ORDER_WORDS, MPI_INT, to, CONTROL, control);
    finish_sends();
}

static void draw_program(void) {
    made = waiting = 0;
    memset(held_number, -1, sizeof held_number);
    for (int i = 0; i < steps; i++)
        switch (below(10)) {
        case 0:
        case 1:
        case 2:
            send_one();
            break;
        case 3:
        case 4:
            receive_one();
            break;
        case 5:
            probe_one();
            break;
        case 6:
            take_one();
            break;
        default:
            complete_one(&receives[below(RECEIVES)], below(6) == 0);
        }
    clean_up();
}

static void random_programs(void) {
    static char buffer[BUFFERED];
    void *detached;
    int bytes;
    dice = seed | 1;
    MPI_Comm_dup(MPI_COMM_WORLD, &control);
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[2]);
    for (int i = 0; i < COMMS; i++)
        MPI_Comm_set_errhandler(comms[i], MPI_ERRORS_RETURN);
    MPI_Buffer_attach(buffer, BUFFERED);
    for (int round = 0; round < ROUNDS; round++)
        if (rank == 0)
            draw_program();
        else
            obey();
    MPI_Buffer_detach(&detached, &bytes);
    MPI_Comm_free(&comms[1]);
    MPI_Comm_free(&comms[2]);
    MPI_Comm_free(&control);
}

static const struct test tests[] = {
    {"random matching", random_programs},
    {0},
};

int main(int argc, char **argv) {
    return run_random(argc, argv, tests, &steps, &seed);
}
