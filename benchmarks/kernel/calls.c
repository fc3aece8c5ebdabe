/* Calls of the kernel, in cycles, on a chip with three ranks in each of three clusters. Prints
 * "NAME CYCLES" lines. Round trips go from rank 0 to rank 1, in the same cluster, or to rank 3, in
 * the next cluster. Names are linked in cluster 1 and looked up in cluster 2; the name server is in
 * cluster 0. */
#include <mpi.h>
#include <onchip/kernel.h>
#include <stdio.h>

#include "../cycles.h"

enum { WARM_UP = 3, LONGEST = 65536 };
/* The time of a call depends on the kernel's position in its loop, so the result is the mean of
 * several calls that begin at different positions. */
enum { CALLS = 64 };
static char data[LONGEST];
static int rank, nodes_of[16];

static void print(const char *name, const char *where, uint32_t cycles_taken) {
    printf("%s%s %u\n", name, where, (unsigned)cycles_taken);
}

static void mailbox(int other, const char *where) {
    if (rank && rank != other)
        return;
    int peer = rank ? 0 : other, word = 0;
    int in = kmailbox_create(rank), out = kmailbox_open(nodes_of[peer], peer);
    uint32_t start = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        start = cycles();
        if (rank == 0)
            kmailbox_write(out, &word, sizeof word);
        kmailbox_read(in, &word, sizeof word);
        if (rank)
            kmailbox_write(out, &word, sizeof word);
    }
    if (rank == 0)
        print("mailbox_roundtrip_", where, cycles() - start);
    kmailbox_close(out);
    kmailbox_unlink(in);
}

/* Measures, at rank 0, from the call of write, which waits until the reader allows it, to the
 * return of the read of the answer. */
static void portal(int other, const char *name, size_t bytes) {
    if (rank && rank != other)
        return;
    int peer = rank ? 0 : other;
    int in = kportal_create(rank), out = kportal_open(nodes_of[peer], peer);
    uint32_t start = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        kportal_allow(in, nodes_of[peer], KPORT_ANY);
        start = cycles();
        if (rank == 0)
            kportal_write(out, data, bytes);
        kportal_read(in, data, bytes);
        if (rank)
            kportal_write(out, data, bytes);
    }
    if (rank == 0)
        print("portal_roundtrip_", name, cycles() - start);
    kportal_close(out);
    kportal_unlink(in);
}

static uint32_t look_up(const char *name) {
    struct kname found;
    uint32_t start = cycles();
    if (name_lookup(name, &found))
        printf("%s is not there\n", name);
    return cycles() - start;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int node = knode_get_num();
    MPI_Allgather(&node, 1, MPI_INT, nodes_of, 1, MPI_INT, MPI_COMM_WORLD);
    if (rank == 0) {
        uint32_t sum = 0;
        for (int i = -WARM_UP; i < CALLS; i++) {
            uint32_t start = cycles();
            kcall();
            if (i >= 0)
                sum += cycles() - start;
            for (uint32_t end = cycles() + (uint32_t)(7 * (i + WARM_UP)); cycles() < end;)
                ;
        }
        print("kernel_call", "", sum / CALLS);
    }
    mailbox(1, "inside");
    mailbox(3, "between");
    MPI_Barrier(MPI_COMM_WORLD);
    portal(1, "1word_inside", 4);
    portal(3, "1word_between", 4);
    portal(1, "4kB_inside", 4096);
    portal(3, "4kB_between", 4096);
    portal(1, "64kB_inside", LONGEST);
    portal(3, "64kB_between", LONGEST);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 3) {
        name_link("first", 1);
        name_link("second", 2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 6) {
        look_up("first"); /* after this call the kernels know where each other's memory is */
        uint32_t cold = look_up("second"), cached = look_up("second");
        print("name_lookup_", "cold", cold);
        print("name_lookup_", "cached", cached);
    }
    MPI_Finalize();
    return 0;
}
