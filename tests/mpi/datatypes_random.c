/* Random datatypes, checked against their type maps: bounds, packing, elements, messages. The
 * argument is the number of datatypes. It is small, because the test also runs in the reference
 * mode. */
#include "typemap.h"

#define SEED 20240917u
#define SPACE 6000 /* bytes around a buffer that an element may reach */

static _Alignas(8) char data[2 * SPACE], packed[SPACE];
static char expected[2 * SPACE], model[SPACE];
static struct map map;
static int cases = 8;

static void fill(char *bytes, int length) {
    for (int i = 0; i < length; i++)
        bytes[i] = (char)random_next(&dice);
}

/* A number of elements: one, a few, or so many that the library moves them together
 * (type/move.h). */
static int some_elements(void) {
    return random_below(3) ? random_between(1, 3) : random_between(8, 70);
}

/* A committed datatype such that `count` elements fit into the buffers. */
static MPI_Datatype usable_type(int count) {
    for (;;) {
        MPI_Datatype type = random_type(&map, random_between(1, 4));
        MPI_Aint reach = (count - 1) * (map.ub - map.lb);
        if (!map.too_large && count * map.size <= SPACE && map.true_lb >= -SPACE / 2 &&
            map.true_ub <= SPACE / 2 && reach >= -SPACE / 2 && reach <= SPACE / 2) {
            MPI_Type_commit(&type);
            return type;
        }
        MPI_Type_free(&type);
    }
}

static void bounds(void) {
    dice = SEED;
    for (int i = 0; i < 8 * cases; i++) {
        MPI_Datatype type = random_type(&map, random_between(1, 4));
        MPI_Aint lb = -1, extent = -1, true_lb = -1, true_extent = -1;
        int size = -1;
        if (!map.too_large) {
            MPI_Type_size(type, &size);
            MPI_Type_get_extent(type, &lb, &extent);
            MPI_Type_get_true_extent(type, &true_lb, &true_extent);
            CHECK_EQUAL(size, map.size);
            CHECK_EQUAL(lb, map.lb);
            CHECK_EQUAL(extent, map.ub - map.lb);
            CHECK_EQUAL(true_lb, map.true_lb);
            CHECK_EQUAL(true_extent, map.true_ub - map.true_lb);
        }
        MPI_Type_free(&type);
    }
}

static void packing(void) {
    dice = SEED + 1;
    for (int i = 0; i < cases; i++) {
        int count = some_elements(), start = 3 + random_below(2), position = start, room = -1;
        MPI_Datatype type = usable_type(count);
        fill(data, sizeof data);
        memset(packed, 0x11, sizeof packed);
        memset(model, 0x11, sizeof model);
        map_copy(&map, data + SPACE, model + start, count * map.size, 0);
        MPI_Pack_size(count, type, MPI_COMM_WORLD, &room);
        CHECK(room >= count * map.size);
        MPI_Pack(data + SPACE, count, type, packed, SPACE, &position, MPI_COMM_WORLD);
        CHECK_EQUAL(position, start + count * map.size);
        CHECK(memcmp(packed, model, SPACE) == 0);

        fill(packed, sizeof packed);
        memcpy(expected, data, sizeof data);
        map_copy(&map, expected + SPACE, packed + start, count * map.size, 1);
        position = start;
        MPI_Unpack(packed, SPACE, &position, data + SPACE, count, type, MPI_COMM_WORLD);
        CHECK_EQUAL(position, start + count * map.size);
        CHECK(memcmp(data, expected, sizeof data) == 0);
        MPI_Type_free(&type);
    }
}

/* Messages of every possible number of elements. */
static void elements(void) {
    dice = SEED + 2;
    for (int i = 0; i < cases; i++) {
        MPI_Datatype type = usable_type(2);
        MPI_Status status = {0};
        int bytes = 0, count;
        for (int j = 0; j <= 2 * map.entries; j++) {
            MPI_Status_set_elements(&status, MPI_BYTE, bytes);
            MPI_Get_elements(&status, type, &count);
            CHECK_EQUAL(count, j);
            MPI_Get_count(&status, type, &count);
            CHECK_EQUAL(count, !bytes ? 0 : bytes % map.size ? MPI_UNDEFINED : bytes / map.size);
            MPI_Status_set_elements(&status, type, j);
            MPI_Get_count(&status, MPI_BYTE, &count);
            CHECK_EQUAL(count, bytes);
            if (map.entries && map.entry[j % map.entries].bytes > 1) {
                MPI_Status_set_elements(&status, MPI_BYTE, bytes + 1);
                MPI_Get_elements(&status, type, &count);
                CHECK_EQUAL(count, MPI_UNDEFINED);
            }
            bytes += map.entries ? map.entry[j % map.entries].bytes : 0;
        }
        MPI_Type_free(&type);
    }
}

/* Sends to the next rank, whose random numbers are the same. The data go from one layout into
 * another layout with as many bytes, or into plain bytes. */
static void messages(void) {
    dice = SEED + 3;
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < cases; i++) {
        int count = some_elements(), received = -1, partial = random_below(2);
        MPI_Datatype type = usable_type(count);
        MPI_Status status;
        int bytes = count * map.size, sent = partial && bytes ? random_below(bytes) : bytes;
        if (map_overlaps(&map, count)) {
            MPI_Type_free(&type);
            continue;
        }
        fill(data, sizeof data);
        memcpy(expected, data, sizeof data);
        memset(packed, 0, sizeof packed);
        memset(model, 0, sizeof model);
        map_copy(&map, data + SPACE, model, bytes, 0);
        MPI_Sendrecv(data + SPACE, count, type, right, i, packed, SPACE, MPI_BYTE, left, i,
                     MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &received);
        CHECK_EQUAL(received, bytes);
        CHECK(memcmp(packed, model, SPACE) == 0);

        fill(packed, sizeof packed);
        map_copy(&map, expected + SPACE, packed, sent, 1);
        MPI_Sendrecv(packed, sent, MPI_BYTE, right, i, data + SPACE, count, type, left, i,
                     MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &received);
        CHECK_EQUAL(received, sent);
        CHECK(memcmp(data, expected, sizeof data) == 0);
        MPI_Type_free(&type);
    }
}

/* `count` elements of a datatype, with room for all bytes that they reach. */
struct data {
    MPI_Datatype type;
    struct map map;
    int count, bytes;
    MPI_Aint before, space; /* bytes of `memory` before the buffer, and in all */
    char *memory;
};

/* Data of at least `bytes` bytes, in elements that do not overlap. */
static struct data *random_data(int bytes) {
    struct data *d = malloc(sizeof *d);
    for (;;) {
        d->type = random_type(&d->map, random_between(1, 3));
        MPI_Aint extent = d->map.ub - d->map.lb;
        if (!d->map.too_large && d->map.size > 7 && extent > 0 && extent < 8 * d->map.size &&
            !map_overlaps(&d->map, 3))
            break;
        MPI_Type_free(&d->type);
    }
    MPI_Type_commit(&d->type);
    d->count = bytes / d->map.size + 1;
    d->bytes = d->count * d->map.size;
    d->before = d->map.true_lb < 0 ? -d->map.true_lb : 0;
    d->space = d->before + (d->count - 1) * (d->map.ub - d->map.lb) +
               (d->map.true_ub > 0 ? d->map.true_ub : 0);
    d->memory = malloc((size_t)d->space);
    fill(d->memory, (int)d->space);
    return d;
}

static void free_data(struct data *d) {
    MPI_Type_free(&d->type);
    free(d->memory);
    free(d);
}

/* The elements of a message of `bytes` bytes. */
static int elements_in(const struct map *map, int bytes) {
    int n = bytes / map->size * map->entries;
    bytes %= map->size;
    for (int i = 0; bytes > 0; i++, n++)
        bytes -= map->entry[i].bytes;
    return bytes ? MPI_UNDEFINED : n;
}

/* Long messages go from one layout into another layout, which they need not fill. Some messages
 * are synchronous, and some are received after they have arrived. */
static void both_sides(void) {
    static const int lengths[] = {60, 6000, 300, 2500};
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    dice = SEED + 4;
    for (int i = 0; i < cases / 2; i++) {
        struct data *from = random_data(lengths[i % 4]), *to = random_data(from->bytes);
        char *model = malloc((size_t)to->space), *row = malloc((size_t)from->bytes);
        int elements = -1;
        MPI_Request request;
        MPI_Status status;
        memcpy(model, to->memory, (size_t)to->space);
        map_copy(&from->map, from->memory + from->before, row, from->bytes, 0);
        map_copy(&to->map, model + to->before, row, from->bytes, 1);
        (i % 2 ? MPI_Isend : MPI_Issend)(from->memory + from->before, from->count, from->type,
                                         right, i, MPI_COMM_WORLD, &request);
        if (random_below(2))
            MPI_Probe(left, i, MPI_COMM_WORLD, &status);
        MPI_Recv(to->memory + to->before, to->count, to->type, left, i, MPI_COMM_WORLD, &status);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Get_elements(&status, to->type, &elements);
        CHECK_EQUAL(elements, elements_in(&to->map, from->bytes));
        CHECK(memcmp(to->memory, model, (size_t)to->space) == 0);
        free_data(from);
        free_data(to);
        free(model);
        free(row);
    }
}

static const struct test tests[] = {
    {"random datatypes: bounds", bounds},         {"random datatypes: packing", packing},
    {"random datatypes: elements", elements},     {"random datatypes: messages", messages},
    {"random datatypes: both sides", both_sides}, {0},
};

int main(int argc, char **argv) {
    if (argc > 1)
        cases = atoi(argv[1]);
    printf("seed %u\n", SEED);
    return run_all(argc, argv, tests);
}
