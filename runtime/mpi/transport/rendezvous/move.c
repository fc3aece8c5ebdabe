#include "mpi/transport/rendezvous/move.h"

struct oc_move *oc_moves;
static struct oc_move **end = &oc_moves;

void oc_move_start_unannotated(struct oc_move *move) {
    if (!oc_moves || !oc_moves->next)
        oc_move_begin(move);
    move->next = NULL;
    *end = move;
    end = &move->next;
}

static void complete(struct oc_move **at) {
    struct oc_move *move = *at;
    if (!(*at = move->next))
        end = at;
    if (oc_moves && oc_moves->next)
        oc_move_begin(oc_moves->next);
    move->then(move->way);
}

bool oc_move_follow_unannotated(void) {
    struct oc_move **at = &oc_moves;
    for (int i = 0; i < 2 && *at; i++, at = &(*at)->next)
        if (hal_done((*at)->transfer)) {
            complete(at);
            return true;
        }
    return false;
}
