/* target (OpenMP 5.2, chapter 13). The only device is the host: the thread that encounters a region
 * executes it, and data stay where they are. A construct with `nowait` or `depend` is a task. */
#include <string.h>

#include "omp/region/parallel.h"
#include "omp/region/teams.h"
#include "omp/settings/settings.h"
#include "omp/task/spawn.h"
#include "omp/team/team.h"

/* Bits that GCC passes (gomp-constants.h). */
enum { NOWAIT = 1 };        /* a bit of `flags` */
enum { FIRSTPRIVATE = 12 }; /* the low byte of a kind; the high byte is log2 of the alignment */
enum { LIMIT = 2 << 8, NEXT = 1 << 7 }; /* in `arguments` (see limit_of()) */

struct target {
    oc_region *function;
    void **addresses; /* one for each item that the construct maps */
    const size_t *sizes;
    const unsigned short *kinds;
    size_t items;
    int most_threads; /* the most threads of a team; 0: not limited */
};

static bool is_private(const struct target *target, size_t item) {
    return (target->kinds[item] & 0xff) == FIRSTPRIVATE && target->addresses[item];
}

static size_t alignment_of(const struct target *target, size_t item) {
    return (size_t)1 << (target->kinds[item] >> 8);
}

/* The number of bytes that the construct's private variables need in a copy of the construct; 0 if
 * it has none. */
static size_t private_bytes(const struct target *target) {
    size_t bytes = 0;
    for (size_t i = 0; i < target->items; i++)
        if (is_private(target, i))
            bytes += target->sizes[i] + alignment_of(target, i);
    return bytes;
}

/* Copies a construct. The addresses of its items and the values of its private variables follow the
 * construct in memory. */
static void copy(void *to, void *from) {
    struct target *copied = to;
    *copied = *(struct target *)from;
    copied->addresses = (void **)(copied + 1);
    uintptr_t room = (uintptr_t)(copied->addresses + copied->items);
    memcpy(copied->addresses, ((struct target *)from)->addresses, copied->items * sizeof(void *));
    for (size_t i = 0; i < copied->items; i++) {
        if (!is_private(copied, i))
            continue;
        room = (room + alignment_of(copied, i) - 1) & -alignment_of(copied, i);
        copied->addresses[i] = memcpy((void *)room, copied->addresses[i], copied->sizes[i]);
        room += copied->sizes[i];
    }
}

struct oc_settings oc_settings_at_start;

/* A region begins with the settings that the environment has made, not with those of the task that
 * encounters it (OpenMP 5.2, 2.5), but with no more threads than that task may have. */
static void begin_with_defaults(struct oc_settings *settings) {
    int limit = settings->limit;
    *settings = oc_settings_at_start;
    settings->limit = limit;
}

/* The body of a region of one thread. While it runs, the thread is an initial thread, which is in
 * no region. */
static void execute_inside(void *data) {
    const struct target *target = data;
    struct oc_thread *self = &oc_thread;
    int active = self->active;
    self->active = active ? OC_ACTIVE_AROUND : 0;
    self->team->level = 0;
    begin_with_defaults(oc_settings_own());
    target->function(target->addresses);
    self->active = active;
}

static void execute(void *data) {
    const struct target *target = data;
    if (oc_thread.team != &oc_team_initial) {
        GOMP_parallel(execute_inside, data, 1, 0);
        return;
    }
    const struct oc_settings before = oc_settings;
    begin_with_defaults(&oc_settings);
    oc_limit_threads(target->most_threads);
    target->function(target->addresses);
    oc_settings = before;
    oc_settings_apply(&oc_settings);
}

static void begin(struct target target, unsigned flags, void **depends) {
    size_t bytes = private_bytes(&target);
    if (!bytes && !(flags & NOWAIT) && !depends) {
        execute(&target);
        return;
    }
    bytes += sizeof target + target.items * sizeof(void *);
    GOMP_task(execute, &target, copy, (long)bytes, sizeof(void *), flags & NOWAIT,
              depends ? OC_TASK_DEPEND : 0, depends, (struct oc_task_rest){0, NULL});
}

/* Returns the value of the clause `thread_limit` in the list of arguments. Returns 0 if the list
 * does not contain the clause, or if its value is -1, which means that the region itself computes
 * the limit. The list ends with a null pointer. The value of an argument is in the upper half of
 * its word; if the bit NEXT is set, the next word is the value. */
static int limit_of(void **arguments) {
    while (arguments && *arguments) {
        intptr_t bits = (intptr_t)*arguments++;
        intptr_t value = bits & NEXT ? (intptr_t)*arguments++ : bits >> 16;
        /* The lowest bits say for which kind of device the argument is. 0 means all devices. */
        if ((bits & 0xff7f) == LIMIT)
            return value > 0 ? (int)value : 0;
    }
    return 0;
}

void GOMP_target_ext(int device, oc_region *function, size_t items, void **addresses, size_t *sizes,
                     unsigned short *kinds, unsigned flags, void **depends, void **arguments) {
    (void)device;
    begin((struct target){function, addresses, sizes, kinds, items, limit_of(arguments)}, flags,
          depends);
}

static void do_nothing(void *data) {
    (void)data;
}

/* target enter data, target exit data, target update */
void GOMP_target_enter_exit_data(int device, size_t items, void **addresses, size_t *sizes,
                                 unsigned short *kinds, unsigned flags, void **depends) {
    (void)device, (void)items, (void)addresses, (void)sizes, (void)kinds;
    begin((struct target){.function = do_nothing}, flags, depends);
}

void GOMP_target_update_ext(int device, size_t items, void **addresses, size_t *sizes,
                            unsigned short *kinds, unsigned flags, void **depends) {
    GOMP_target_enter_exit_data(device, items, addresses, sizes, kinds, flags, depends);
}

void GOMP_target_data_ext(int device, size_t items, void **addresses, size_t *sizes,
                          unsigned short *kinds) {
    (void)device, (void)items, (void)addresses, (void)sizes, (void)kinds;
}

void GOMP_target_end_data(void) {}
