/* Messages of each length, read into the process' shared block as MPI over mailboxes does. Lengths
 * that are not whole words, and unaligned beginnings, must work, too. */
#include "check.h"

#include "kernel/record.h"

enum { ROOM = 64 }; /* offset in the shared block, after the kernel's record */

int main(void) {
    begin();
    int in = kmailbox_create(rank), to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks;
    unsigned char *block = (unsigned char *)hal_shared() + STREAM_OFFSET;
    MPI_Barrier(MPI_COMM_WORLD);
    int out = kmailbox_open(nodes_of[to], to);
    for (size_t bytes = 0; bytes <= 40; bytes++) {
        unsigned char message[40], *got = block + 4 + (bytes + rank) % 3;
        for (size_t i = 0; i < bytes; i++)
            message[i] = (unsigned char)(rank + 7 * bytes + i);
        memset(block, 0xee, ROOM);
        EQUAL(kmailbox_write(out, message, bytes), bytes);
        EQUAL(kmailbox_read(in, got, bytes), bytes);
        bool right = got[-1] == 0xee && got[bytes] == 0xee;
        for (size_t i = 0; i < bytes; i++)
            right &= got[i] == (unsigned char)(from + 7 * bytes + i);
        CHECK(right);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return end();
}
