/* One misuse of a device, which the argument selects. Place 1 commits it, on its own devices or on
 * those of place 0. */
#include <string.h>

#include "../check.h"

enum { RING = 256 };

static uint32_t elsewhere[16]; /* not in the shared block */
static uint32_t element[HAL_ELEMENT_BYTES / 4 + 1];

static void *ring(void) {
    return (char *)hal_shared() + RING;
}

/* The devices of place 0: queue 0 is open for one reader, queue 1 for several, both with elements
 * of 8 bytes; queue 2 is closed. Place 0 holds mutex 0; mutex 1 is free. */
static void prepare(void) {
    if (hal_place() == 0) {
        hal_queue_open(0, HAL_SINGLE_READER, ring(), 2, 8);
        hal_queue_open(1, HAL_MULTIPLE_READER, (char *)ring() + 64, 2, 8);
        if (hal_mutexes())
            hal_mutex_lock(hal_mutex_of(0));
    }
    meet();
}

static void open_own(enum hal_queue_kind kind, void *where, uint32_t elements, size_t bytes) {
    hal_queue_open(0, kind, where, elements, bytes);
}

static void misuse(const char *what) {
    hal_address single = hal_queue_of(0, 0), multiple = hal_queue_of(0, 1);
    if (!strcmp(what, "enqueue-closed"))
        hal_enqueue(hal_queue_of(0, 2), element, 8);
    else if (!strcmp(what, "dequeue-closed"))
        hal_dequeue(hal_queue_of(0, 2), element, 8);
    else if (!strcmp(what, "enqueue-size"))
        hal_enqueue(multiple, element, 4);
    else if (!strcmp(what, "dequeue-size"))
        hal_dequeue(multiple, element, 12);
    else if (!strcmp(what, "word-size"))
        hal_enqueue_word(multiple, 1);
    else if (!strcmp(what, "single-reader"))
        hal_dequeue(single, element, 8);
    else if (!strcmp(what, "try-single-reader"))
        hal_try_dequeue(single, element, 8);
    else if (!strcmp(what, "ring-elsewhere"))
        open_own(HAL_SINGLE_READER, elsewhere, 16, 4);
    else if (!strcmp(what, "ring-too-long"))
        open_own(HAL_SINGLE_READER, ring(), HAL_SHARED_BYTES / 64, 64);
    else if (!strcmp(what, "ring-empty"))
        open_own(HAL_SINGLE_READER, ring(), 0, 4);
    else if (!strcmp(what, "element-odd"))
        open_own(HAL_SINGLE_READER, ring(), 4, 6);
    else if (!strcmp(what, "element-long"))
        open_own(HAL_SINGLE_READER, ring(), 4, HAL_ELEMENT_BYTES + 4);
    else if (!strcmp(what, "unlock-foreign"))
        hal_mutex_unlock(hal_mutex_of(0));
    else if (!strcmp(what, "unlock-free"))
        hal_mutex_unlock(hal_mutex_of(1));
    else if (!strcmp(what, "open-twice")) {
        open_own(HAL_SINGLE_READER, ring(), 4, 4);
        open_own(HAL_SINGLE_READER, ring(), 4, 4);
    } else if (!strcmp(what, "no-queue"))
        hal_enqueue(hal_queue_of(0, hal_queues()), element, 8);
    else if (!strcmp(what, "no-counter"))
        hal_counter_add(hal_counter_of(0, hal_counters()), 1);
    else if (!strcmp(what, "no-mutex"))
        hal_mutex_try(hal_mutex_of(hal_mutexes()));
    else if (!strcmp(what, "no-place"))
        hal_sync_set(hal_places(), 1);
    else if (!strcmp(what, "notify-elsewhere"))
        hal_counter_notify(0, 0, hal_global(elsewhere), 1);
    else if (!strcmp(what, "endless")) {
        hal_counter_set(0, -1, -1);
        hal_counter_notify(0, 0, hal_counter_of(1, 0), 1);
        hal_counter_add(hal_counter_of(1, 0), 1);
    } else
        printf("there is no test of %s\n", what);
}

int main(int argc, char **argv) {
    prepare();
    if (hal_place() == 1)
        misuse(argc > 1 ? argv[1] : "nothing");
    hal_fence();
    meet();
    printf("nobody has noticed\n");
    return 0;
}
