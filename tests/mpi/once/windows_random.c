/* Random puts, fetches and accumulates, checked against a model, with each way of synchronising.
 * Every rank draws the same numbers, so every rank knows the operations of all ranks in a round and
 * the resulting contents of memory. */
#include "../check.h"

#define SLOTS 48 /* elements at each rank, for words and for longs */
#define ROUNDS 8
#define RANKS 16

static uint32_t state = 2026;
static MPI_Win win;
static MPI_Group world;

struct memory {
    int64_t wide[SLOTS];
    int32_t word[SLOTS];
};
static struct memory *mine, model[RANKS];

/* Kinds of operations on a sequence of slots at a target. An addition is performed by all ranks,
 * any other operation by one rank. */
enum kind { NOTHING, PUT, GET, ADD, REPLACE, KINDS };
struct action {
    enum kind kind;
    int origin, target, first, count, step; /* slots first, first + step, … */
    int wide;
    int32_t value; /* value of the first slot; each next slot has one more */
};
#define ACTIONS 24
static struct action actions[ACTIONS];
static int number;

static int below(int limit) {
    return (int)(random_next(&state) % (uint32_t)limit);
}

/* Draws sequences of slots that do not overlap, at all targets, in both kinds of elements. */
static void draw(void) {
    number = 0;
    for (int target = 0; target < size; target++)
        for (int wide = 0; wide < 2; wide++)
            for (int first = below(8); first < SLOTS && number < ACTIONS;) {
                int step = 1 + below(3), count = 1 + below(8), length = 1 + (count - 1) * step;
                if (first + length <= SLOTS)
                    actions[number++] = (struct action){
                        (enum kind)below(KINDS), below(size), target, first, count, step, wide,
                        below(1 << 20)};
                first += length + below(SLOTS / 2);
            }
}

static int64_t model_at(const struct action *action, int i) {
    int slot = action->first + i * action->step;
    const struct memory *memory = &model[action->target];
    return action->wide ? memory->wide[slot] : memory->word[slot];
}

static void model_set(const struct action *action, int i, int64_t value) {
    int slot = action->first + i * action->step;
    struct memory *memory = &model[action->target];
    if (action->wide)
        memory->wide[slot] = value;
    else
        memory->word[slot] = (int32_t)value;
}

/* Applies the actions of all ranks in this round. */
static void do_to_model(void) {
    for (int n = 0; n < number; n++) {
        const struct action *action = &actions[n];
        for (int i = 0; i < action->count; i++)
            if (action->kind == PUT || action->kind == REPLACE)
                model_set(action, i, action->value + i);
            else if (action->kind == ADD)
                model_set(action, i, model_at(action, i) + (int64_t)size * (action->value + i));
    }
}

struct got {
    const struct action *action;
    int64_t wide[8];
    int32_t word[8];
};
static struct got got[ACTIONS];
static int fetched;

static MPI_Datatype basic_of(const struct action *action) {
    return action->wide ? MPI_INT64_T : MPI_INT32_T;
}

/* The datatype of the target's slots; the caller frees it. */
static MPI_Datatype layout_of(const struct action *action) {
    MPI_Datatype type;
    MPI_Type_vector(action->count, 1, action->step, basic_of(action), &type);
    MPI_Type_commit(&type);
    return type;
}

/* This rank's part of an action; `fetch` selects another call for additions. */
static void perform(const struct action *action, int fetch) {
    static int64_t wide[ACTIONS][8], before_wide[ACTIONS][8];
    static int32_t word[ACTIONS][8], before_word[ACTIONS][8];
    size_t n = (size_t)(action - actions), at = sizeof *mine->wide * SLOTS * !action->wide;
    size_t bytes = action->wide ? 8 : 4;
    MPI_Aint place = (MPI_Aint)(at + bytes * (size_t)action->first);
    MPI_Datatype basic = basic_of(action), layout = layout_of(action);
    void *values = action->wide ? (void *)wide[n] : (void *)word[n];
    for (int i = 0; i < action->count; i++) {
        wide[n][i] = action->value + i;
        word[n][i] = action->value + i;
    }
    int error = MPI_SUCCESS, count = action->count, to = action->target;
    if (action->kind == ADD && fetch) {
        void *before = action->wide ? (void *)before_wide[n] : (void *)before_word[n];
        error = MPI_Get_accumulate(values, count, basic, before, count, basic, to, place, 1, layout,
                                   MPI_SUM, win);
    } else if (action->kind == ADD) {
        error = MPI_Accumulate(values, count, basic, to, place, 1, layout, MPI_SUM, win);
    } else if (action->origin == rank && action->kind == PUT) {
        if (action->step == 1)
            error = MPI_Put(values, count, basic, to, place, count, basic, win);
        else
            error = MPI_Put(values, count, basic, to, place, 1, layout, win);
    } else if (action->origin == rank && action->kind == REPLACE) {
        error = MPI_Accumulate(values, count, basic, to, place, 1, layout, MPI_REPLACE, win);
    } else if (action->origin == rank && action->kind == GET) {
        struct got *here = &got[fetched++];
        here->action = action;
        void *room = action->wide ? (void *)here->wide : (void *)here->word;
        error = MPI_Get(room, count, basic, to, place, 1, layout, win);
    }
    CHECK_EQUAL(error, MPI_SUCCESS);
    MPI_Type_free(&layout);
}

static void perform_at(int target, int fetch) {
    for (int n = 0; n < number; n++)
        if (target < 0 || actions[n].target == target)
            perform(&actions[n], fetch);
}

/* ---- Ways of synchronising: each performs a round ---- */

static void by_fence(int round) {
    MPI_Win_fence(round % 2 ? 0 : MPI_MODE_NOPRECEDE, win);
    perform_at(-1, round % 2);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void by_start(int round) {
    int flag = 0;
    MPI_Win_post(world, 0, win);
    MPI_Win_start(world, 0, win);
    perform_at(-1, round % 2);
    MPI_Win_complete(win);
    if (round % 2)
        MPI_Win_wait(win);
    else
        while (!flag)
            MPI_Win_test(win, &flag);
}

static void by_lock(int round) {
    for (int i = 0; i < size; i++) {
        int target = (rank + i) % size;
        MPI_Win_lock((rank + round) % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, win);
        perform_at(target, round % 2);
        MPI_Win_unlock(target, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void by_lock_all(int round) {
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < size; i++) {
        int target = (rank + i) % size;
        perform_at(target, round % 2);
        if (round % 3 == 0)
            MPI_Win_flush(target, win);
    }
    MPI_Win_flush_all(win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* ---- */

static void check_gets(void) {
    for (int n = 0; n < fetched; n++)
        for (int i = 0; i < got[n].action->count; i++)
            CHECK_EQUAL(got[n].action->wide ? got[n].wide[i] : got[n].word[i],
                        model_at(got[n].action, i));
}

static void check_memory(void) {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    for (int i = 0; i < SLOTS; i++) {
        CHECK_EQUAL(mine->word[i], model[rank].word[i]);
        CHECK_EQUAL(mine->wide[i], model[rank].wide[i]);
    }
    MPI_Win_unlock(rank, win);
}

static void rounds(void (*way)(int round), MPI_Info info) {
    if (rank == 0)
        printf("seed %u\n", (unsigned)state);
    MPI_Win_allocate(sizeof *mine, 1, info, MPI_COMM_WORLD, &mine, &win);
    memset(mine, 0, sizeof *mine);
    memset(model, 0, sizeof model);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < ROUNDS; round++) {
        draw();
        fetched = 0;
        way(round);
        check_gets(); /* no later operation has changed what the fetches got */
        do_to_model();
        check_memory();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
}

static void fence(void) {
    rounds(by_fence, MPI_INFO_NULL);
}

static void start(void) {
    rounds(by_start, MPI_INFO_NULL);
}

static void lock(void) {
    rounds(by_lock, MPI_INFO_NULL);
}

static void lock_all(void) {
    rounds(by_lock_all, MPI_INFO_NULL);
}

/* Accumulates in blocks, and also in single words. */
static void granularity(void) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_accumulate_granularity", "64");
    rounds(by_lock_all, info);
    MPI_Info_free(&info);
}

static const struct test tests[] = {
    {"fence", fence},       {"post and start", start},    {"lock", lock},
    {"lock_all", lock_all}, {"granularity", granularity}, {NULL, NULL},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int failed = run_tests(tests);
    MPI_Group_free(&world);
    MPI_Finalize();
    return failed != 0;
}
