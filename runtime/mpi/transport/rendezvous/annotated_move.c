/* Transfers in programs with annotations, in place of move.c: the most urgent first, in the order
 * in which they are asked for where they are alike; two at a time, for the reason in move.h. An
 * urgent one does not wait for the end of two that are less so: it is the third. Each has a mark
 * for as long as it takes. */
#include "mpi/annotation/mark.h"
#include "mpi/transport/rendezvous/rendezvous.h"

const char oc_annotated_moves;

#define MOST 3

static struct place {
    struct oc_move *move; /* null: none */
    struct oc_mark mark;
} under_way[MOST];

static int moving; /* under way; all that are not complete are in oc_moves */

#define FOR_ALL(place) for (struct place *place = under_way; place != under_way + MOST; place++)

static int annotation_of(const struct oc_move *move) {
    return (move->put ? move->way->writes : move->way->reads)->annotation;
}

static int memory_of(const struct oc_move *move) {
    return oc_way_memory(move->way, move->put ? move->way->to_memory : move->way->through);
}

static bool has_begun(const struct oc_move *move) {
    FOR_ALL(place) {
        if (place->move == move)
            return true;
    }
    return false;
}

/* A place for it, if its turn has come. */
static struct place *place_for(const struct oc_move *move) {
    struct place *free = NULL;
    int as_urgent = 0;
    FOR_ALL(place) {
        if (!place->move)
            free = place;
        else
            as_urgent += annotation_of(place->move) >= annotation_of(move);
    }
    return as_urgent < 2 && moving < hal_transfers() ? free : NULL;
}

/* The mark of another one to or from the same memory, which they share; or null. */
static const struct oc_mark *shared_mark(const struct oc_move *move) {
    FOR_ALL(place) {
        if (place->move && oc_mark_is_on(&place->mark, memory_of(move)))
            return &place->mark;
    }
    return NULL;
}

/* False: another one with that memory is under way at another level. */
static bool begin_mark(struct oc_mark *mark, const struct oc_move *move) {
    int annotation = annotation_of(move);
    *mark = OC_NO_MARK;
    if (!annotation)
        return true;
    const struct oc_mark *shared = shared_mark(move);
    if (shared)
        *mark = *shared;
    else
        oc_mark_begin(mark, annotation, memory_of(move), move->put ? OC_MARK_PUT : OC_MARK_GET);
    return mark->level == annotation - 1;
}

/* False: it has to wait. */
static bool begin(struct oc_move *move) {
    struct place *place = place_for(move);
    struct oc_mark mark;
    if (!place || !begin_mark(&mark, move))
        return false;
    *place = (struct place){move, mark};
    moving++;
    oc_move_begin(move);
    return true;
}

static void begin_next(void) {
    for (struct oc_move *move = oc_moves; move; move = move->next)
        if (!has_begun(move) && !begin(move))
            return;
}

void oc_move_start_annotated(struct oc_move *move) {
    struct oc_move **at = &oc_moves;
    while (*at && annotation_of(*at) >= annotation_of(move))
        at = &(*at)->next;
    move->next = *at;
    *at = move;
    begin_next();
}

static void complete(struct place *place) {
    struct oc_move *move = place->move, **at = &oc_moves;
    while (*at != move)
        at = &(*at)->next;
    *at = move->next;
    place->move = NULL;
    moving--;
    if (!shared_mark(move) && annotation_of(move))
        oc_mark_end(&place->mark);
    begin_next();
    move->then(move->way);
}

bool oc_move_follow_annotated(void) {
    FOR_ALL(place) {
        if (place->move && hal_done(place->move->transfer)) {
            complete(place);
            return true;
        }
    }
    return false;
}
