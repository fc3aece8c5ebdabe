/* Tests kernels with little memory. Calls of a kernel that has no memory left return -ENOMEM, and
 * the job continues. When names have been unlinked, the calls work again.
 *
 * Rank 0 fills its kernel with names. In its cluster, server and daemon are the same kernel. Then
 * each call that needs memory fails: calls of this cluster's ranks in their own kernel, and calls
 * of other ranks in the server. */
#include "check.h"

enum { MOST = 4000, FREED = 80 };

static char name[KNAME_SIZE];

static const char *named(int number) {
    sprintf(name, "name %d", number);
    return name;
}

static int link_all(void) {
    int linked = 0, error = 0;
    while (linked < MOST && !(error = name_link(named(linked), linked)))
        linked++;
    EQUAL(error, -ENOMEM);
    return linked;
}

/* Each call that may need memory, and the call that undoes it. `number` makes the calls of one
 * function different. */
static int others[2];
static int create_mailbox(int number) {
    return kmailbox_create(10 + number);
}
static int open_mailbox(int number) {
    return kmailbox_open(0, number);
}
static int create_portal(int number) {
    return kportal_create(number);
}
static int open_portal(int number) {
    return kportal_open(0, number);
}
static int create_sync(int number) {
    (void)number;
    return ksync_create(others, 2, SYNC_ALL_TO_ONE);
}
static int open_sync(int number) {
    (void)number;
    return ksync_open(others, 2, SYNC_ONE_TO_ALL);
}
static int link_name(int number) {
    return name_link(named(MOST + number), number);
}
static const struct {
    const char *what;
    int (*make)(int number);
    int (*undo)(int id); /* null if unlinking the name undoes the call */
} calls[] = {
    {"kmailbox_create", create_mailbox, kmailbox_unlink},
    {"kmailbox_open", open_mailbox, kmailbox_close},
    {"kportal_create", create_portal, kportal_unlink},
    {"kportal_open", open_portal, kportal_close},
    {"ksync_create", create_sync, ksync_unlink},
    {"ksync_open", open_sync, ksync_close},
    {"name_link", link_name, NULL},
};
enum { CALLS = sizeof calls / sizeof *calls, EACH = 4 };

static void check_calls(bool is_full) {
    int ids[CALLS][EACH], made[CALLS];
    for (int i = 0; i < CALLS; i++) {
        int id = 0;
        for (made[i] = 0; made[i] < (is_full ? EACH : 1); made[i]++)
            if ((id = ids[i][made[i]] = calls[i].make(made[i])) < 0)
                break;
        /* The memory of a refused link may be enough for one more object. */
        if (is_full ? id != -ENOMEM : id < 0) {
            printf("FAILED: %s gives %d\n", calls[i].what, id);
            failures++;
        }
    }
    for (int i = 0; i < CALLS; i++)
        for (int k = 0; k < made[i]; k++)
            EQUAL(calls[i].undo ? calls[i].undo(ids[i][k]) : name_unlink(named(MOST + k)), 0);
}

/* Writes two messages without a reader: the second one waits for the slot, in memory of the
 * writer's kernel. */
static void check_writes(int in, int out, int second, bool is_full) {
    char message[KMAILBOX_MESSAGE_SIZE];
    memset(message, 'm', sizeof message);
    EQUAL(kmailbox_awrite(out, message, 4), 0);
    EQUAL(kmailbox_wait(out), 4);
    EQUAL(kmailbox_awrite(second, message, sizeof message), 0);
    if (is_full) {
        EQUAL(kmailbox_wait(second), -ENOMEM);
        EQUAL(kmailbox_read(in, message, sizeof message), 4);
        return;
    }
    EQUAL(kmailbox_read(in, message, sizeof message), 4);
    EQUAL(kmailbox_read(in, message, sizeof message), sizeof message);
    EQUAL(kmailbox_wait(second), sizeof message);
}

int main(void) {
    begin();
    struct kname found;
    others[0] = nodes_of[0];
    others[1] = (nodes_of[0] + 1) % knode_count();
    if (rank == 0) {
        int in = kmailbox_create(1), out = kmailbox_open(nodes_of[0], 1),
            second = kmailbox_open(nodes_of[0], 1);
        CHECK(in >= 0 && out >= 0 && second >= 0);
        int linked = link_all();
        CHECK(linked > 2 * FREED);
        check_calls(true);
        check_writes(in, out, second, true);
        EQUAL(kcall(), 0);
        EQUAL(name_lookup(named(linked - 1), &found), 0);
        EQUAL(found.port, linked - 1);
        EQUAL(name_lookup(named(linked), &found), -ENOENT);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < linked; i++)
            EQUAL(name_unlink(named(i)), 0);
        check_calls(false);
        check_writes(in, out, second, false);
        int again = link_all();
        /* Fewer names may fit, because the kernel's reserve must be a single block. */
        CHECK(again > linked - FREED);
        for (int i = 0; i < again; i++)
            EQUAL(name_unlink(named(i)), 0);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        /* The server has no memory left for names, but it still finds the names that it has. */
        sprintf(name, "of rank %d", rank);
        EQUAL(name_link(name, rank), -ENOMEM);
        EQUAL(name_lookup("name 0", &found), 0);
        EQUAL(found.node, nodes_of[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        sprintf(name, "of rank %d", rank);
        EQUAL(name_link(name, rank), 0);
    }
    return end();
}
