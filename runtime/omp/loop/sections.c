/* sections (OpenMP 5.2, 11.3): a loop over their numbers, from 1 on; 0 is none. */
#include "omp/loop/entries.h"
#include "omp/team/thread.h"

static unsigned next_section(void) {
    struct oc_loop *loop = &oc_thread.loop;
    unsigned long first, end;
    /* A team of one gets them all at once. */
    if (loop->first == loop->end && !oc_loop_next_iterations(loop, &first, &end))
        return 0;
    return (unsigned)(loop->start + loop->first++);
}

static void enter(unsigned count) {
    oc_loop_enter(oc_hand_out_dynamic, 1, 1, count, 1, false);
}

unsigned GOMP_sections_next(void);
unsigned GOMP_sections_next(void) {
    return next_section();
}

unsigned GOMP_sections_start(unsigned count);
unsigned GOMP_sections_start(unsigned count) {
    enter(count);
    return next_section();
}

void GOMP_sections_end(void);
void GOMP_sections_end(void) {
    GOMP_loop_end();
}

void GOMP_sections_end_nowait(void);
void GOMP_sections_end_nowait(void) {
    GOMP_loop_end_nowait();
}

void GOMP_parallel_sections(oc_region *function, void *data, unsigned threads, unsigned count,
                            unsigned flags);
void GOMP_parallel_sections(oc_region *function, void *data, unsigned threads, unsigned count,
                            unsigned flags) {
    (void)flags;
    oc_parallel_loop(oc_hand_out_dynamic, function, data, threads, 1, (long)count + 1, 1, 1);
}
