#include "omp/routine/places.h"

#include <ctype.h>
#include <stdlib.h>

#include "hal/hal.h"
#include "omp/settings/parse.h"
#include "omp/team/message.h"

/* The state of reading OMP_PLACES. There may be as many places as cores, and a core may be in
 * several. */
struct reader {
    const char *at;
    int cores; /* cores of the process */
    uint16_t *end, *core;
    int places, used; /* numbers of elements used in `end` and in `core` */
    int room;         /* length of `core` */
};

static bool take(struct reader *reader, char what) {
    if (*reader->at != what)
        return false;
    reader->at = oc_skip_blanks(reader->at + 1);
    return true;
}

static bool number(struct reader *reader, int *value) {
    char *end;
    long read = strtol(reader->at, &end, 10);
    if (end == reader->at || read < -UINT16_MAX || read > UINT16_MAX)
        return false;
    *value = (int)read;
    reader->at = oc_skip_blanks(end);
    return true;
}

/* Reads [:length[:stride]]. */
static bool interval(struct reader *reader, int *length, int *stride) {
    *length = *stride = 1;
    if (take(reader, ':') && (!number(reader, length) || *length < 1))
        return false;
    return !take(reader, ':') || number(reader, stride);
}

static bool add_core(struct reader *reader, int core) {
    if (core < 0 || core >= reader->cores || reader->used == reader->room)
        return false;
    reader->core[reader->used++] = (uint16_t)core;
    return true;
}

static bool end_place(struct reader *reader) {
    if (reader->places == reader->cores)
        return false;
    reader->end[reader->places++] = (uint16_t)reader->used;
    return true;
}

/* Reads {first[:length[:stride]], …} or a number. */
static bool place(struct reader *reader) {
    int first, length, stride;
    if (!take(reader, '{'))
        return number(reader, &first) && add_core(reader, first) && end_place(reader);
    do {
        if (!number(reader, &first) || !interval(reader, &length, &stride))
            return false;
        for (int i = 0; i < length; i++)
            if (!add_core(reader, first + i * stride))
                return false;
    } while (take(reader, ','));
    return take(reader, '}') && end_place(reader);
}

/* Reads place[:length[:stride]], …. Each interval gives further places, which are the first place
 * shifted to higher core numbers. */
static bool list(struct reader *reader) {
    do {
        int start = reader->used, length, stride;
        if (!place(reader) || !interval(reader, &length, &stride))
            return false;
        int end = reader->used;
        for (int i = 1; i < length; i++) {
            for (int k = start; k < end; k++)
                if (!add_core(reader, reader->core[k] + i * stride))
                    return false;
            if (!end_place(reader))
                return false;
        }
    } while (take(reader, ','));
    return !*reader->at;
}

/* Finds the run of cores that begins at `first` and belongs to one domain. Returns the number of
 * the first core after the run. */
static int same(int first, int cores, int domain) {
    int end = first;
    do
        end++;
    while (end < cores && domain > 1 &&
           (domain == 4 || hal_thread_tile(end) == hal_thread_tile(first)));
    return end;
}

/* Reads an abstract name with an optional [(count)]. A place of threads or cores is one core. A
 * place of ll_caches or numa_domains consists of the cores of a tile, which have consecutive
 * numbers. A place of sockets consists of all cores. */
static bool named(struct reader *reader) {
    int domain = oc_takes_one(&reader->at, "threads|cores|ll_caches|numa_domains|sockets");
    int most = reader->cores;
    if (domain < 0)
        return false;
    if (take(reader, '(') && (!number(reader, &most) || most < 1 || !take(reader, ')')))
        return false;
    for (int core = 0; core < reader->cores && reader->places < most; end_place(reader))
        for (int end = same(core, reader->cores, domain); core < end; core++)
            add_core(reader, core);
    return !*reader->at;
}

struct oc_places oc_places;

/* Reads the value of OMP_PLACES. Returns false if it is invalid or names cores that do not exist,
 * or if there is no memory. */
static bool read(const char *text) {
    int cores = hal_threads(), room = 4 * cores;
    uint16_t *memory = malloc(sizeof *memory * (size_t)(cores + room));
    struct reader reader = {oc_skip_blanks(text), cores, memory, memory + cores, 0, 0, room};
    if (!memory || !(isalpha((unsigned char)*reader.at) ? named(&reader) : list(&reader))) {
        free(memory);
        return false;
    }
    oc_places = (struct oc_places){reader.places, reader.used, reader.end, reader.core};
    return true;
}

__attribute__((constructor)) static void set(void) {
    const char *text = getenv("OMP_PLACES");
    if (text && !read(text))
        oc_message_not("OMP_PLACES", "a name as cores or sockets, or a list of places with cores "
                                     "of the process");
    if (!oc_places.count && !read("cores")) {
        oc_message("OpenMP", ": no memory for places");
        hal_abort(1);
    }
}
