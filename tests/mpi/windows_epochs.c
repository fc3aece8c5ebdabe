/* Halo exchange by post, start, complete, wait; lists in dynamic windows; data with gaps. */
#include "check.h"

static MPI_Win win;

/* A group of these ranks, one of which may be given twice. */
static MPI_Group group_of(int one, int other) {
    MPI_Group world, group;
    int ranks[] = {one, other};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, one == other ? 1 : 2, ranks, &group);
    MPI_Group_free(&world);
    return group;
}

#define SIDE 8
#define STEPS 6

/* The value of cell (y, x) after some steps. In each step, a cell moves a column to the right
 * and grows by y. x counts modulo the columns of all ranks. */
static int32_t cell(int y, int x, int step) {
    int columns = SIDE * size;
    return 100 * ((x - step % columns + columns) % columns) + y * (step + 1);
}

/* Columns, which have gaps at both ends, are exchanged with both neighbours. */
static void halo(void) {
    static int32_t field[SIDE][SIDE + 2];
    int left = (rank + size - 1) % size, right = (rank + 1) % size, flag;
    MPI_Datatype column;
    MPI_Group neighbours = group_of(left, right);
    MPI_Type_vector(SIDE, 1, SIDE + 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Win_create(field, sizeof field, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            field[y][x + 1] = cell(y, SIDE * rank + x, 0);
    for (int step = 0; step < STEPS; step++) {
        MPI_Win_post(neighbours, MPI_MODE_NOSTORE, win);
        MPI_Win_start(neighbours, 0, win);
        MPI_Put(&field[0][1], 1, column, left, SIDE + 1, 1, column, win);
        MPI_Put(&field[0][SIDE], 1, column, right, 0, 1, column, win);
        MPI_Win_complete(win);
        if (step % 2)
            MPI_Win_wait(win);
        else
            for (flag = 0; !flag;)
                MPI_Win_test(win, &flag);
        int columns = SIDE * size, first = SIDE * rank;
        for (int y = 0; y < SIDE; y++) {
            CHECK_EQUAL(field[y][0], cell(y, (first + columns - 1) % columns, step));
            CHECK_EQUAL(field[y][SIDE + 1], cell(y, (first + SIDE) % columns, step));
            for (int x = SIDE; x > 0; x--)
                field[y][x] = field[y][x - 1] + y;
        }
    }
    MPI_Win_free(&win);
    MPI_Type_free(&column);
    MPI_Group_free(&neighbours);
}

/* Epochs with different groups follow each other, some with MPI_MODE_NOCHECK, some without
 * operations. */
static void groups(void) {
    int32_t word[2] = {-1, -1};
    MPI_Group none = MPI_GROUP_EMPTY;
    MPI_Win_create(word, sizeof word, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    CHECK_CLASS(MPI_Win_start(none, 0, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_complete(win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_post(none, 0, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_wait(win), MPI_SUCCESS);
    for (int shift = 0; shift < size; shift++) {
        int to = (rank + shift) % size, from = (rank + size - shift) % size;
        MPI_Group targets = group_of(to, to), origins = group_of(from, from);
        int assertion = shift % 2 ? MPI_MODE_NOCHECK : 0;
        MPI_Win_post(origins, assertion, win);
        if (assertion)
            MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_start(targets, assertion, win);
        MPI_Put(&rank, 1, MPI_INT, to, 0, 1, MPI_INT, win);
        MPI_Put(&shift, 1, MPI_INT, to, 1, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        CHECK_EQUAL(word[0], from);
        CHECK_EQUAL(word[1], shift);
        MPI_Group_free(&targets);
        MPI_Group_free(&origins);
    }
    MPI_Win_free(&win);
}

/* An element of a list that is distributed over all ranks. */
struct link {
    MPI_Aint next; /* the address of the next link at that rank */
    int32_t rank;  /* -1: this is the last one */
    int32_t value;
};
#define LINKS 5

/* All ranks append to one list. A rank first swaps its element into the tail, and then makes the
 * previous element point to its own. */
static void list(void) {
    static struct link tail; /* at rank 0: the last link, also used as a lock */
    struct link *own[LINKS], link, none = {0, -1, 0};
    static struct link head;
    int32_t free_word = 0, taken = 1, before;
    MPI_Aint at[2], place;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    head = tail = none;
    MPI_Win_attach(win, &head, sizeof head);
    MPI_Win_attach(win, &tail, sizeof tail);
    MPI_Get_address(&head, &at[0]);
    MPI_Get_address(&tail, &at[1]);
    if (rank == 0) {
        tail.next = at[0];
        tail.rank = 0;
    }
    MPI_Bcast(at, (int)sizeof at, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < LINKS; i++) {
        own[i] = malloc(sizeof link);
        *own[i] = (struct link){0, -1, 10 * rank + i};
        MPI_Win_attach(win, own[i], sizeof link);
        MPI_Get_address(own[i], &place);
        do {
            MPI_Compare_and_swap(&taken, &free_word, &before, MPI_INT, 0,
                                 at[1] + (MPI_Aint)offsetof(struct link, value), win);
            MPI_Win_flush(0, win);
        } while (before);
        size_t bytes = offsetof(struct link, value); /* not `value`, which others read as a lock
                                                      * meanwhile */
        MPI_Get(&link, (int)bytes, MPI_BYTE, 0, at[1], (int)bytes, MPI_BYTE, win);
        MPI_Win_flush(0, win);
        struct link mine = {place, rank, 0};
        MPI_Put(&mine, (int)bytes, MPI_BYTE, link.rank, link.next, (int)bytes, MPI_BYTE, win);
        MPI_Put(&mine, (int)bytes, MPI_BYTE, 0, at[1], (int)bytes, MPI_BYTE, win);
        MPI_Win_flush_all(win);
        MPI_Accumulate(&free_word, 1, MPI_INT, 0, at[1] + (MPI_Aint)offsetof(struct link, value), 1,
                       MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    /* Every rank finds all entries, those of each rank in order. */
    int seen[16] = {0}, links = 0;
    MPI_Get(&link, sizeof link, MPI_BYTE, 0, at[0], sizeof link, MPI_BYTE, win);
    MPI_Win_flush(0, win);
    while (link.rank >= 0 && links++ < LINKS * size) {
        int owner = link.rank;
        MPI_Get(&link, sizeof link, MPI_BYTE, owner, link.next, sizeof link, MPI_BYTE, win);
        MPI_Win_flush(owner, win);
        CHECK_EQUAL(link.value, 10 * owner + seen[owner]);
        seen[owner]++;
    }
    CHECK_EQUAL(links, LINKS * size);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < LINKS; i++) {
        CHECK_CLASS(MPI_Win_detach(win, own[i]), MPI_SUCCESS);
        free(own[i]);
    }
    MPI_Win_free(&win);
}

struct pair {
    double value;
    int index;
};

/* Pairs with a gap, alone and in other datatypes, and other datatypes with several kinds of
 * layouts. */
static void layouts(void) {
    struct pair pairs[6], mine = {rank == size / 2 ? 50.0 : rank, rank}, two[2] = {mine, mine},
                          old[2];
    int32_t words[24], some[6];
    MPI_Datatype every, blocks, backwards, dup;
    MPI_Win_create(pairs, sizeof pairs, sizeof *pairs, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < 6; i++)
        pairs[i] = (struct pair){-1.0, -1};
    MPI_Type_vector(2, 1, 3, MPI_DOUBLE_INT, &every);
    MPI_Type_commit(&every);
    MPI_Type_dup(MPI_DOUBLE_INT, &dup);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, 2, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Accumulate(two, 2, MPI_DOUBLE_INT, 0, 1, 1, every, MPI_MAXLOC, win);
    MPI_Get_accumulate(two, 2, dup, old, 2, dup, rank, 0, 2, dup, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    CHECK(old[0].value == -1.0 && old[0].index == -1);
    CHECK(pairs[0].value == mine.value && pairs[0].index == rank);
    if (rank == 0) {
        CHECK(pairs[2].value == 50.0 && pairs[2].index == size / 2);
        CHECK(pairs[4].value == 50.0 && pairs[4].index == size / 2);
    }
    MPI_Win_free(&win);
    MPI_Type_free(&every);
    MPI_Type_free(&dup);

    int lengths[] = {2, 1}, places[] = {4, 0}, reverse[] = {3, 2, 1, 0};
    MPI_Type_indexed(2, lengths, places, MPI_INT, &blocks);
    MPI_Type_create_indexed_block(4, 1, reverse, MPI_INT, &backwards);
    MPI_Type_commit(&blocks);
    MPI_Type_commit(&backwards);
    for (int i = 0; i < 24; i++)
        words[i] = i;
    for (int i = 0; i < 6; i++)
        some[i] = 100 + i;
    MPI_Win_create(words, sizeof words, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    /* The first put writes 104, 105 and 100 to words 14, 15 and 10; the second one writes 103, 102,
     * 101 and 100 to words 20 to 23. */
    MPI_Put(some, 1, blocks, (rank + 1) % size, 10, 1, blocks, win);
    MPI_Put(some, 1, backwards, (rank + 1) % size, 20, 4, MPI_INT, win);
    MPI_Accumulate(some, 1, backwards, rank, 0, 1, backwards, MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 24; i++)
        CHECK_EQUAL(words[i], i == 14   ? 104
                              : i == 15 ? 105
                              : i == 10 ? 100
                              : i >= 20 ? 123 - i
                              : i < 4   ? 100 + 2 * i
                                        : i);
    memset(some, 0, sizeof some);
    MPI_Get(some, 1, backwards, (rank + 1) % size, 10, 1, blocks,
            win); /* the target has fewer elements than fit into `some` */
    MPI_Win_fence(0, win);
    CHECK_EQUAL(some[3], 104);
    CHECK_EQUAL(some[2], 105);
    CHECK_EQUAL(some[1], 100);
    CHECK_EQUAL(some[0], 0);
    MPI_Win_free(&win);
    MPI_Type_free(&blocks);
    MPI_Type_free(&backwards);
}

/* A transfer has a long row of words at the target, and every other word of a row at the origin.
 * The library transfers a packed copy, whose memory must not be reused before the transfer is
 * complete. */
static void gaps_at_the_origin(void) {
    enum { LENGTH = 600 };
    static int32_t row[LENGTH], words[2 * LENGTH];
    int right = (rank + 1) % size, left = (rank + size - 1) % size, wrong = 0;
    MPI_Datatype every_other;
    MPI_Type_vector(LENGTH, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Win_create(row, sizeof row, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < 2 * LENGTH; i++)
        words[i] = rank * 10000 + i;
    MPI_Win_fence(0, win);
    MPI_Put(words, 1, every_other, right, 0, LENGTH, MPI_INT, win);
    /* volatile, so that the compiler keeps the stores */
    volatile int32_t *taken = malloc(sizeof row);
    for (int i = LENGTH - 1; i >= 0; i--)
        taken[i] = -1;
    MPI_Win_fence(0, win);
    free((void *)taken);
    for (int i = 0; i < LENGTH; i++)
        wrong += row[i] != left * 10000 + 2 * i;
    CHECK_EQUAL(wrong, 0);
    MPI_Get(words, 1, every_other, left, 0, LENGTH, MPI_INT, win);
    MPI_Win_fence(0, win);
    int beyond = (left + size - 1) % size;
    for (int i = 0; i < 2 * LENGTH; i++)
        wrong += words[i] != (i % 2 ? rank : beyond) * 10000 + i;
    CHECK_EQUAL(wrong, 0);
    MPI_Win_free(&win);
    MPI_Type_free(&every_other);
}

static const struct test tests[] = {
    {"halo", halo},
    {"groups", groups},
    {"list", list},
    {"layouts", layouts},
    {"gaps at the origin", gaps_at_the_origin},
    {NULL, NULL},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
