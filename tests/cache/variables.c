/* Variables in DRAM (--data dram): initial values, a copy for each rank, and variables as buffers
 * of messages, windows and files. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 300 };

static int filled[WORDS] = {7, 8, 9}, cleared[WORDS], *pointer = &filled[2];
static char text[] = "text";
double common;
static int in[WORDS], window[WORDS], got[WORDS];

static int wrong;
#define CHECK(CONDITION)                                                                           \
    do {                                                                                           \
        if (!(CONDITION))                                                                          \
            printf("line %d: %s\n", __LINE__, #CONDITION), wrong++;                                \
    } while (0)

int main(void) {
    static int calls;
    int rank, size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    CHECK(filled[0] == 7 && filled[1] == 8 && *pointer == 9 && filled[WORDS - 1] == 0);
    CHECK(cleared[0] == 0 && cleared[WORDS - 1] == 0 && common == 0 && calls++ == 0);
    CHECK(strcmp(text, "text") == 0);
    *pointer = rank;
    common = rank;
    for (int i = 0; i < WORDS; i++)
        cleared[i] = rank * 1000 + i;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(filled[2] == rank && common == rank);

    for (int count = 1; count <= WORDS; count += 13) {
        memset(in, -1, sizeof in);
        MPI_Sendrecv(cleared, count, MPI_INT, right, 0, in, count, MPI_INT, left, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        int same = count == WORDS || in[count] == -1;
        for (int i = 0; i < count; i++)
            same &= in[i] == left * 1000 + i;
        CHECK(same);
    }
    MPI_Allreduce(cleared, in, WORDS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(in[5] == 1000 * size * (size - 1) / 2 + 5 * size);

    MPI_Win win;
    MPI_Win_create(window, sizeof window, sizeof *window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(cleared, WORDS - 1, MPI_INT, right, 0, WORDS - 1, MPI_INT, win);
    MPI_Accumulate(&filled[0], 1, MPI_INT, right, WORDS - 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    CHECK(window[3] == left * 1000 + 3 && window[WORDS - 1] == 7);
    window[3] = rank;
    MPI_Win_fence(0, win);
    MPI_Get(got, WORDS, MPI_INT, right, 0, WORDS, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(got[3] == right && got[4] == rank * 1000 + 4);
    MPI_Win_free(&win);

    char name[] = "file0";
    name[4] += (char)rank;
    FILE *file = fopen(name, "w+");
    CHECK(file && fwrite(cleared, sizeof *cleared, WORDS, file) == WORDS);
    rewind(file);
    memset(in, 0, sizeof in);
    CHECK(fread(in, sizeof *in, WORDS, file) == WORDS && memcmp(in, cleared, sizeof in) == 0);
    fclose(file);
    remove(name);
#ifdef __riscv
    CHECK((uintptr_t)cleared >= 0xf0000000u && (uintptr_t)text >= 0xf0000000u);
#endif
    MPI_Reduce(rank ? &wrong : MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d wrong\n", wrong);
    MPI_Finalize();
    return 0;
}
