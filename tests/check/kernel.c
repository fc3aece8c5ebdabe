/* Two ranks in two clusters use mailboxes, portals and syncs that they have closed. Each function
 * makes one such mistake. The test reads the comments: "NAME: access" is the line of the wrong
 * call, and "NAME: closed" that of the call that has closed the object. */
#include <mpi.h>
#include <onchip/kernel.h>
#include <stdio.h>
#include <string.h>

#define PLANTED __attribute__((noinline)) static void

static int rank;
static char text[8];

PLANTED write_after_close(void) {
    int out = kmailbox_open(1, 10);
    kmailbox_close(out);            /* write_after_close: closed */
    kmailbox_write(out, "lost", 4); /* write_after_close: access */
}

PLANTED read_after_unlink(void) {
    int in = kmailbox_create(11);
    kmailbox_unlink(in);                  /* read_after_unlink: closed */
    kmailbox_read(in, text, sizeof text); /* read_after_unlink: access */
}

PLANTED wait_after_unlink(void) {
    int in = kmailbox_create(12);
    kmailbox_set_remote(in, 0);
    kmailbox_unlink(in); /* wait_after_unlink: closed */
    kmailbox_wait(in);   /* wait_after_unlink: access */
}

PLANTED closed_twice(void) {
    int out = kmailbox_open(1, 13);
    kmailbox_close(out); /* closed_twice: closed */
    kmailbox_close(out); /* closed_twice: access */
}

PLANTED portal_written_after_close(void) {
    int out = kportal_open(1, 14);
    kportal_close(out);             /* portal_written_after_close: closed */
    kportal_awrite(out, "lost", 4); /* portal_written_after_close: access */
}

PLANTED allow_after_unlink(void) {
    int in = kportal_create(15);
    kportal_unlink(in);              /* allow_after_unlink: closed */
    kportal_allow(in, 1, KPORT_ANY); /* allow_after_unlink: access */
}

PLANTED port_of_a_closed_portal(void) {
    int out = kportal_open(1, 16);
    kportal_close(out);    /* port_of_a_closed_portal: closed */
    kportal_get_port(out); /* port_of_a_closed_portal: access */
}

PLANTED signal_after_close(void) {
    int out = ksync_open((int[]){0, 1}, 2, SYNC_ONE_TO_ALL);
    ksync_close(out);  /* signal_after_close: closed */
    ksync_signal(out); /* signal_after_close: access */
}

/* The functions below need both ranks. The reader is rank 1. */

PLANTED reader_has_unlinked(void) {
    int in = rank == 1 ? kmailbox_create(20) : 0, out = rank == 0 ? kmailbox_open(1, 20) : 0;
    if (rank == 0)
        kmailbox_write(out, "first", 5);
    if (rank == 1) {
        kmailbox_read(in, text, sizeof text);
        kmailbox_unlink(in); /* reader_has_unlinked: closed */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        kmailbox_write(out, "second", 6); /* reader_has_unlinked: access */
        kmailbox_close(out);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

PLANTED portal_has_no_reader(void) {
    int in = rank == 1 ? kportal_create(21) : 0, out = rank == 0 ? kportal_open(1, 21) : 0;
    if (rank == 1)
        kportal_unlink(in); /* portal_has_no_reader: closed */
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        kportal_awrite(out, "lost", 4); /* portal_has_no_reader: access */
    MPI_Barrier(MPI_COMM_WORLD);
}

/* These functions make no mistake. */

PLANTED right_number_again(void) {
    int first = kmailbox_open(1, 30);
    kmailbox_close(first);
    int second = kportal_open(1, 31);
    if (first != second || kportal_get_port(second) < 0)
        printf("FAILED\n");
    kportal_close(second);
}

PLANTED right_closed_once_each(void) {
    int in = kmailbox_create(32), out = kmailbox_open(0, 32);
    kmailbox_write(out, "text", 4);
    kmailbox_close(out); /* correct: the message is in its slot */
    kmailbox_read(in, text, sizeof text);
    kmailbox_unlink(in);
    in = kmailbox_create(32);
    kmailbox_unlink(in);
}

PLANTED right_failed_close(void) {
    int in = kmailbox_create(33), out = kmailbox_open(0, 33);
    kmailbox_aread(in, text, sizeof text);
    if (kmailbox_unlink(in) == 0) /* must fail: a read is pending */
        printf("FAILED\n");
    kmailbox_write(out, "text", 4);
    kmailbox_wait(in);
    kmailbox_close(out);
    kmailbox_unlink(in);
}

/* The reader opens a second mailbox for the port, and takes the message with that. */
PLANTED right_reader_again(void) {
    int in = rank == 1 ? kmailbox_create(34) : 0, out = rank == 0 ? kmailbox_open(1, 34) : 0;
    if (rank == 1)
        kmailbox_unlink(in);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        kmailbox_write(out, "text", 4);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        in = kmailbox_create(34);
        kmailbox_read(in, text, sizeof text);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        kmailbox_close(out);
    else
        kmailbox_unlink(in);
}

/* Each process numbers its own objects, and each cluster has its own ports. So equal numbers
 * elsewhere name different objects. */
PLANTED right_same_number_elsewhere(void) {
    int in = kmailbox_create(35);
    if (rank == 1)
        kmailbox_unlink(in);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        int out = kmailbox_open(0, 35);
        kmailbox_write(out, "text", 4);
        kmailbox_read(in, text, sizeof text);
        kmailbox_close(out);
        kmailbox_unlink(in);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

#define RUN(name)                                                                                  \
    if (!wanted || strcmp(wanted, #name) == 0)                                                     \
        name();
#define RUN_ALONE(name)                                                                            \
    if (rank == 0)                                                                                 \
    RUN(name)

int main(int count, char **arguments) {
    const char *wanted = count > 1 ? arguments[1] : NULL;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    RUN_ALONE(write_after_close)
    RUN_ALONE(read_after_unlink)
    RUN_ALONE(wait_after_unlink)
    RUN_ALONE(closed_twice)
    RUN_ALONE(portal_written_after_close)
    RUN_ALONE(allow_after_unlink)
    RUN_ALONE(port_of_a_closed_portal)
    RUN_ALONE(signal_after_close)
    RUN_ALONE(right_number_again)
    RUN_ALONE(right_closed_once_each)
    RUN_ALONE(right_failed_close)
    MPI_Barrier(MPI_COMM_WORLD);
    RUN(right_reader_again)
    RUN(right_same_number_elsewhere)
    RUN(portal_has_no_reader)
    RUN(reader_has_unlinked)
    MPI_Finalize();
    return 0;
}
