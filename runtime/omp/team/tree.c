#include "omp/team/tree.h"

#include "omp/team/thread.h"

static int levels_of(int size) {
    int levels = 1;
    for (int span = OC_GROUP; span < size; span *= OC_GROUP)
        levels++;
    return levels;
}

/* Number of a counter that serves a group of level `level`, from 1 on. */
static int number_of(int level, enum oc_tree_counter which) {
    return hal_thread_counters() - OC_COUNTERS_PER_LEVEL * level + (int)which;
}

static hal_address counter_at(int leader, int level, enum oc_tree_counter which) {
    return hal_thread_counter(leader, number_of(level, which));
}

/* The one that threads, or groups, of the level below add to: of the group that `thread` is in,
 * whose threads are those of `span` after its leader. */
static hal_address above(int thread, int level, int span, enum oc_tree_counter which) {
    return counter_at(thread - thread % span, level, which);
}

/* A counter that waits for `missing` adds, and then notifies nobody yet. */
static void set(int level, enum oc_tree_counter which, int missing) {
    int counter = number_of(level, which);
    hal_counter_set(counter, -missing, -missing);
    for (int i = 0; i < HAL_NOTIFICATIONS; i++)
        hal_counter_notify(counter, i, 0, 0);
}

static void notify(int level, enum oc_tree_counter which, int notification, hal_address to) {
    hal_counter_notify(number_of(level, which), notification, to, 1);
}

/* This counter ends barriers for the `children` of a group. */
static void tell_children(int level, enum oc_tree_counter which, int leader, int step,
                          int children) {
    for (int i = 0; i < children; i++) {
        int child = leader + i * step;
        notify(level, which, i,
               level == 1 ? hal_thread_block(child) + OC_IN_BLOCK(released)
                          : counter_at(child, level - 1, OC_DEPARTURES));
    }
}

/* Sets up a group of a level that the thread leads, in which `step` is from one child to the next.
 */
static void lead(int thread, int level, int step, int size) {
    int span = step * OC_GROUP, rest = (size - thread + step - 1) / step;
    int children = rest < OC_GROUP ? rest : OC_GROUP;
    bool is_top = span >= size;
    set(level, OC_ARRIVALS, children);
    /* Thread 0 waits for the end of the others. */
    set(level, OC_ENDS, thread == 0 && level == 1 ? children - 1 : children);
    if (is_top) {
        tell_children(level, OC_ARRIVALS, thread, step, children);
        notify(level, OC_ENDS, 0, hal_thread_block(0) + OC_IN_BLOCK(finished));
        return;
    }
    notify(level, OC_ARRIVALS, 0, above(thread, level + 1, span * OC_GROUP, OC_ARRIVALS));
    notify(level, OC_ENDS, 0, above(thread, level + 1, span * OC_GROUP, OC_ENDS));
    set(level, OC_DEPARTURES, 1);
    tell_children(level, OC_DEPARTURES, thread, step, children);
}

/* Whom it passes regions on to: those farthest down the tree first, as they take longest. */
static void find_children(struct oc_thread *self, int thread, int size, int highest) {
    self->children = 0;
    int step = 1;
    for (int level = 1; level < highest; level++)
        step *= OC_GROUP;
    for (int level = highest; level >= 1; level--, step /= OC_GROUP) {
        if (thread % (step * OC_GROUP))
            continue;
        for (int i = 1; i < OC_GROUP && thread + i * step < size; i++)
            self->child[self->children++] = hal_thread_block(thread + i * step);
    }
}

void oc_tree_build(int size) {
    struct oc_thread *self = &oc_thread;
    int thread = hal_thread(), levels = levels_of(size), step = 1;
    for (int level = 1; level <= levels && thread % (step * OC_GROUP) == 0;
         level++, step *= OC_GROUP)
        lead(thread, level, step, size);
    self->arrive = above(thread, 1, OC_GROUP, OC_ARRIVALS);
    self->complete = above(thread, 1, OC_GROUP, OC_ENDS);
    find_children(self, thread, size, levels);
}
