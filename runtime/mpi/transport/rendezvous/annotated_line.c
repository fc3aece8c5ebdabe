/* How programs with annotations read the lines of connections that are in shared memories
 * (memory.h). */
#include <stdlib.h>

#include "hal/store.h"
#include "mpi/annotation/mark.h"
#include "mpi/error/raise.h"
#include "mpi/transport/rendezvous/rendezvous.h"

const char oc_annotated_lines;

/* Copies of the peers' lines in shared memories, as this process last read them. The process'
 * connections refer to these copies instead of the lines. */
static struct oc_line *seen;

static void look_at(struct oc_line *line, hal_address there, size_t member) {
    hal_load_two((uint32_t *)((char *)line + member), there + member);
}

/* Reads those parts of a line that have changed since it was last read. */
static void read_line(const struct oc_connection *connection, struct oc_line *line,
                      hal_address there) {
    look_at(line, there, OC_LINE(header.length));
    if (!connection->is_known)
        line->written_by = hal_load(there + OC_LINE(written_by));
    uint32_t changed = line->flags ^ connection->peer_flags.word;
    if (changed & OC_FLAGS_ALLOWED)
        look_at(line, there, OC_LINE(granted));
    if (!(changed & OC_FLAGS_REQUESTS))
        return;
    line->header.source = hal_load(there + OC_LINE(header.source));
    line->header.tag = hal_load(there + OC_LINE(header.tag));
    if (line->header.length <= OC_LINE_DATA)
        for (size_t at = 0; at < line->header.length; at += 4)
            line->data[at / 4] = hal_load(there + OC_LINE(data) + at);
}

/* Copies a peer's line. The read has the highest priority level, because only the line itself tells
 * the level with which it was written. */
static void look(struct oc_connection *connection) {
    struct oc_mark mark;
    if (!seen && !(seen = calloc((size_t)oc_peers, sizeof *seen)))
        oc_die(OC_FATAL, "no memory for the transport", 0, 0);
    oc_mark_begin(&mark, HAL_PRIORITIES, oc_connection_memory(connection, connection->through),
                  OC_MARK_GET);
    read_line(connection, &seen[connection->place],
              oc_memory_line(connection->through, connection->place, oc_own_place));
    oc_mark_release(&mark);
    connection->peer_line = hal_global(&seen[connection->place]);
}

void oc_answer(uint32_t bit) {
    for (int place = 0; oc_memory_users() && place < oc_peers; place++)
        if (oc_doorbell_bit(place) == bit && oc_connection_to(place)->through)
            look(oc_connection_to(place));
    oc_answer_ordinary(bit);
}

#if OC_WORDS
bool oc_line_has_changed(struct oc_connection *connection) {
    look(connection);
    return oc_is_known(connection) && seen[connection->place].flags != connection->peer_flags.word;
}
#endif
