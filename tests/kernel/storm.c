/* Random use of mailboxes and portals by all ranks at once. Arguments: a seed, the number of
 * messages, "block" or "poll", and the number of following ranks to which each rank may send (20).
 *
 * The seed gives a list of messages. Each message goes by mailbox or portal, and has a sender, a
 * receiver and a length. All ranks know the list, and so know which messages each rank must get:
 * for each pair, the messages of the list in order, each once and with the right bytes.
 *
 * "block": each rank goes through the list and writes or reads its own messages, with a mailbox for
 * each pair. The first message of the list that has not arrived can always arrive, because its
 * reader waits for it, and the tables have entries for the others.
 *
 * "poll": each rank has one mailbox, in which a read is always posted, and never waits in a write.
 * So a table of any length works, even an empty one. */
#include "check.h"

enum { MOST_RANKS = 256, MOST_BYTES = 9000 };

struct message {
    unsigned char is_portal;
    unsigned char from, to;
    short bytes;
};
struct head {
    int from, number;
};

static struct message *list;
static int count;
/* The number of messages by mailbox to and from each rank. */
static int sent[MOST_RANKS], received[MOST_RANKS];
static int in[MOST_RANKS], out[MOST_RANKS], portal_in, portal_out[MOST_RANKS];
static int port_of[MOST_RANKS]; /* port of each rank's portal to this one */
static int partners;            /* how many following ranks a rank sends to; limited by KOBJECTS */
static unsigned char data[MOST_BYTES], got[MOST_BYTES];

static void make_list(unsigned seed) {
    unsigned state = seed * 2654435761u + 1;
    list = calloc((size_t)count, sizeof *list);
    for (int i = 0; i < count; i++) {
        list[i].is_portal = draw(&state, 3) == 0;
        list[i].from = (unsigned char)draw(&state, (unsigned)ranks);
        /* No rank sends to itself, because both sides of a portal cannot wait in one process. */
        list[i].to = (unsigned char)((list[i].from + 1 + draw(&state, (unsigned)partners)) %
                                     (unsigned)ranks);
        unsigned most = list[i].is_portal ? (draw(&state, 2) ? MOST_BYTES : 64)
                                          : KMAILBOX_MESSAGE_SIZE - sizeof(struct head);
        list[i].bytes = (short)draw(&state, most + 1);
    }
}

static unsigned char byte_of(int from, int number, int index) {
    return (unsigned char)(from * 31 + number * 7 + index);
}

static size_t make_mail(unsigned char *mail, int to, int bytes) {
    struct head head = {rank, sent[to]++};
    memcpy(mail, &head, sizeof head);
    for (int i = 0; i < bytes; i++)
        mail[sizeof head + (size_t)i] = byte_of(rank, head.number, i);
    return sizeof head + (size_t)bytes;
}

/* Checks that this message is the sender's next one for this rank in the list. */
static void check_mail(const unsigned char *mail, long bytes) {
    static int next[MOST_RANKS];
    struct head head;
    memcpy(&head, mail, sizeof head);
    CHECK(head.from >= 0 && head.from < ranks);
    EQUAL(head.number, received[head.from]++);
    int *at = &next[head.from];
    while (*at < count &&
           (list[*at].is_portal || list[*at].from != head.from || list[*at].to != rank))
        (*at)++;
    CHECK(*at < count);
    EQUAL(bytes, (int)sizeof head + list[*at].bytes);
    (*at)++;
    bool right = true;
    for (int i = 0; i < bytes - (long)sizeof head; i++)
        right &= mail[sizeof head + (size_t)i] == byte_of(head.from, head.number, i);
    CHECK(right);
}

static void fill(int number, int bytes) {
    for (int i = 0; i < bytes; i++)
        data[i] = byte_of(rank, number, i);
}

static void check_data(int number, int bytes) {
    bool right = true;
    for (int i = 0; i < bytes; i++)
        right &= got[i] == byte_of(list[number].from, number, i);
    CHECK(right);
}

static void block(void) {
    unsigned char mail[KMAILBOX_MESSAGE_SIZE];
    for (int i = 0; i < count; i++) {
        const struct message *m = &list[i];
        if (m->from == rank && m->is_portal) {
            fill(i, m->bytes);
            EQUAL(kportal_write(portal_out[m->to], data, (size_t)m->bytes), m->bytes);
        } else if (m->from == rank) {
            size_t bytes = make_mail(mail, m->to, m->bytes);
            EQUAL(kmailbox_write(out[m->to], mail, bytes), bytes);
        } else if (m->to == rank && m->is_portal) {
            EQUAL(kportal_allow(portal_in, nodes_of[m->from], port_of[m->from]), 0);
            EQUAL(kportal_read(portal_in, got, (size_t)m->bytes), m->bytes);
            check_data(i, m->bytes);
        } else if (m->to == rank) {
            long bytes = kmailbox_read(in[m->from], mail, sizeof mail);
            check_mail(mail, bytes);
        }
    }
}

/* The next message from `at` on that this rank sends or receives, by mailbox or portal. */
static int next(int at, bool sends, bool portal) {
    while (at < count &&
           (list[at].is_portal != portal || (sends ? list[at].from != rank : list[at].to != rank)))
        at++;
    return at;
}

static void poll(void) {
    unsigned char mail[KMAILBOX_MESSAGE_SIZE], writing[KMAILBOX_MESSAGE_SIZE];
    int to_come = 0, writes = next(0, true, false);
    int sends = next(0, true, true), receives = next(0, false, true);
    bool is_writing = false, is_sending = false, is_receiving = false;
    for (int i = 0; i < count; i++)
        to_come += !list[i].is_portal && list[i].to == rank;
    if (to_come)
        EQUAL(kmailbox_aread(in[0], mail, sizeof mail), 0);
    while (to_come || writes < count || sends < count || receives < count) {
        if (to_come && kmailbox_test(in[0])) {
            long bytes = kmailbox_wait(in[0]);
            check_mail(mail, bytes);
            if (--to_come)
                EQUAL(kmailbox_aread(in[0], mail, sizeof mail), 0);
        }
        if (is_writing && kmailbox_test(out[list[writes].to])) {
            EQUAL(kmailbox_wait(out[list[writes].to]),
                  (int)sizeof(struct head) + list[writes].bytes);
            writes = next(writes + 1, true, false);
            is_writing = false;
        }
        if (!is_writing && writes < count) {
            size_t bytes = make_mail(writing, list[writes].to, list[writes].bytes);
            EQUAL(kmailbox_awrite(out[list[writes].to], writing, bytes), 0);
            is_writing = true;
        }
        if (is_sending && kportal_test(portal_out[list[sends].to])) {
            EQUAL(kportal_wait(portal_out[list[sends].to]), list[sends].bytes);
            sends = next(sends + 1, true, true);
            is_sending = false;
        }
        if (!is_sending && sends < count) {
            fill(sends, list[sends].bytes);
            EQUAL(kportal_awrite(portal_out[list[sends].to], data, (size_t)list[sends].bytes), 0);
            is_sending = true;
        }
        if (is_receiving && kportal_test(portal_in)) {
            EQUAL(kportal_wait(portal_in), list[receives].bytes);
            check_data(receives, list[receives].bytes);
            receives = next(receives + 1, false, true);
            is_receiving = false;
        }
        if (!is_receiving && receives < count) {
            int from = list[receives].from;
            EQUAL(kportal_allow(portal_in, nodes_of[from], port_of[from]), 0);
            EQUAL(kportal_aread(portal_in, got, (size_t)list[receives].bytes), 0);
            is_receiving = true;
        }
    }
}

int main(int words, char **word) {
    unsigned seed = words > 1 ? (unsigned)atoi(word[1]) : 1;
    count = words > 2 ? atoi(word[2]) : 100;
    begin();
    partners = words > 4 ? atoi(word[4]) : 20;
    if (partners > ranks - 1)
        partners = ranks - 1;
    make_list(seed);
    bool polls = words > 3 && strcmp(word[3], "poll") == 0;
    if (polls)
        in[0] = kmailbox_create(rank);
    for (int i = 1; i <= partners && !polls; i++) {
        int from = (rank + ranks - i) % ranks;
        in[from] = kmailbox_create(from * MOST_RANKS + rank);
    }
    portal_in = kportal_create(rank);
    int ports[MOST_RANKS] = {0};
    for (int i = 1; i <= partners; i++) {
        int to = (rank + i) % ranks;
        out[to] = kmailbox_open(nodes_of[to], (polls ? 0 : rank) * MOST_RANKS + to);
        portal_out[to] = kportal_open(nodes_of[to], to);
        ports[to] = kportal_get_port(portal_out[to]);
    }
    MPI_Alltoall(ports, 1, MPI_INT, port_of, 1, MPI_INT, MPI_COMM_WORLD);
    if (polls)
        poll();
    else
        block();
    /* Checks that no more messages come than the list has. */
    MPI_Barrier(MPI_COMM_WORLD);
    int expected[MOST_RANKS] = {0};
    for (int i = 0; i < count; i++)
        expected[list[i].from] += !list[i].is_portal && list[i].to == rank;
    for (int i = 0; i < ranks; i++)
        EQUAL(received[i], expected[i]);
    char more;
    for (int i = 0; i < (polls ? 1 : partners); i++) {
        int mailbox = in[polls ? 0 : (rank + ranks - 1 - i) % ranks];
        EQUAL(kmailbox_aread(mailbox, &more, 1), 0);
        EQUAL(kmailbox_test(mailbox), 0);
    }
    return end();
}
