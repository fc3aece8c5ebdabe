#include "omp/region/tree.h"
#include "link/variant.h"

#include "omp/region/end.h"
#include "omp/region/hooks.h"
#include "omp/region/pass.h"
#include "omp/team/team.h"

static int levels_of(int size) {
    int levels = 1;
    for (int span = OC_GROUP; span < size; span *= OC_GROUP)
        levels++;
    return levels;
}

/* The number of the counter that a thread has for its group at `level`. The lowest level is 1. */
static int number_of(int level, enum oc_tree_counter which) {
    return hal_thread_counters() - OC_COUNTERS_PER_LEVEL * level + (int)which;
}

static int core_at(const struct oc_team *team, int position) {
    return team->cores ? team->cores[position] : position;
}

static hal_address counter_at(const struct oc_team *team, int leader, int level,
                              enum oc_tree_counter which) {
    return hal_thread_counter(core_at(team, leader), number_of(level, which));
}

static hal_address block_at(const struct oc_team *team, int position) {
    return hal_thread_block(core_at(team, position));
}

/* The counter of the group at `level` that contains `position`. Threads or groups of the level
 * below add to it. The group covers `span` positions, of which its leader has the first. */
static hal_address above(const struct oc_team *team, int position, int level, int span,
                         enum oc_tree_counter which) {
    return counter_at(team, position - position % span, level, which);
}

/* Sets a counter that notifies nobody yet and reaches 0 after `missing` additions. */
static void set(int level, enum oc_tree_counter which, int missing) {
    int counter = number_of(level, which);
    hal_counter_set(counter, -missing, -missing);
    for (int i = 0; i < HAL_NOTIFICATIONS; i++)
        hal_counter_notify(counter, i, 0, 0);
}

static void notify(int level, enum oc_tree_counter which, int notification, hal_address to) {
    hal_counter_notify(number_of(level, which), notification, to, 1);
}

/* Makes the leader's counter notify the `children` of its group that a barrier is over. The
 * notifications leave one after the other; the first one goes to the child that is farthest
 * away. */
static void notify_children(const struct oc_team *team, int level, enum oc_tree_counter which,
                            int leader, int step, int children) {
    for (int i = 0; i < children; i++) {
        int child = leader + i * step;
        notify(level, which, children - 1 - i,
               level == 1 ? block_at(team, child) + oc_released_of(team)
                          : counter_at(team, child, level - 1, OC_DEPARTURES));
    }
}

/* Sets up a group that the thread leads at `level`; its children are `step` positions apart. */
static void lead(const struct oc_team *team, int position, int level, int step) {
    int span = step * OC_GROUP, rest = (team->size - position + step - 1) / step;
    int children = rest < OC_GROUP ? rest : OC_GROUP;
    bool is_top = span >= team->size;
    set(level, OC_ARRIVALS, children);
    /* The thread that has started the region waits for the other threads at the region's end, and
     * adds nothing itself. It is at position 0 or 1. */
    set(level, OC_ENDS, position == 0 && level == 1 ? children - 1 : children);
    if (is_top) {
        notify_children(team, level, OC_ARRIVALS, position, step, children);
        notify(level, OC_ENDS, 0, team->finished);
        return;
    }
    notify(level, OC_ARRIVALS, 0, above(team, position, level + 1, span * OC_GROUP, OC_ARRIVALS));
    notify(level, OC_ENDS, 0, above(team, position, level + 1, span * OC_GROUP, OC_ENDS));
    set(level, OC_DEPARTURES, 1);
    notify_children(team, level, OC_DEPARTURES, position, step, children);
}

/* Tells a thread below the calling thread which team it is in and at which position, before the
 * first region of that thread in this team. */
static void tell(const struct oc_team *team, hal_address block, int position) {
    hal_store(block + OC_IN_BLOCK(region.position), (uint32_t)position);
    oc_post(block + OC_IN_BLOCK(region.team), (uintptr_t)team);
}

/* The index of the word in which the i-th child of a leader at `level` reports that it has finished
 * the region. The words are in the leader's block. */
static uint32_t slot_of(int level, int i) {
    return (uint32_t)((level - 1) * (OC_GROUP - 1) + i - 1);
}

/* The address of the counter or word by which the thread at `position` reports that it has finished
 * the region. The thread that has started the region does not report. */
static hal_address end_of(const struct oc_team *team, int position) {
    if (!OC_END_IS_FLAGS)
        return above(team, position, 1, OC_GROUP, OC_ENDS);
    if (position == 0)
        return team->finished;
    int level = 1, step = 1;
    for (; position % (step * OC_GROUP) == 0; step *= OC_GROUP)
        level++;
    int rest = position % (step * OC_GROUP);
    return block_at(team, position - rest) + OC_IN_BLOCK(region.ended) +
           sizeof(uint32_t) * slot_of(level, rest / step);
}

/* Finds the threads to which this thread passes regions on. Those deepest in the tree come first,
 * because reaching all threads below them takes longest. */
static void find_children(struct oc_thread *self, const struct oc_team *team, int position,
                          int highest) {
    self->children = 0;
    int step = 1;
    for (int level = 1; level < highest; level++)
        step *= OC_GROUP;
    for (int level = highest; level >= 1; level--, step /= OC_GROUP) {
        if (position % (step * OC_GROUP))
            continue;
        for (int i = OC_GROUP - 1; i > 0; i--) {
            int child = position + i * step;
            if (child >= team->size)
                continue;
            /* In a nested team, the thread that has started the region is at position 1. */
            if (team->cores && child == 1)
                continue;
            tell(team, block_at(team, child), child);
            if (OC_END_IS_FLAGS)
                self->block->region.slot[self->children] = slot_of(level, i);
            self->child[self->children++] = oc_region_target(core_at(team, child));
        }
    }
}

/* Linked only into programs that have reductions by messages. */
extern __typeof__(oc_reduction_reset) oc_reduction_reset OC_OPTIONAL;

void oc_tree_build(struct oc_team *team, int position) {
    struct oc_thread *self = &oc_thread;
    int levels = levels_of(team->size), step = 1;
    self->team = team;
    self->barriers = 0;
    self->size = team->size;
    self->number = team->cores && position < 2 ? 1 - position : position;
    if (oc_reduction_reset)
        oc_reduction_reset(self);
    for (int level = 1; level <= levels && position % (step * OC_GROUP) == 0;
         level++, step *= OC_GROUP)
        lead(team, position, level, step);
    self->arrive = above(team, position, 1, OC_GROUP, OC_ARRIVALS);
    self->released = &self->block->region.released[oc_active_level(team) - 1];
    *self->released = 0; /* a cancelled region may have left the word set */
    self->complete = end_of(team, position);
    find_children(self, team, position, levels);
}
