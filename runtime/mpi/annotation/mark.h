/* Marks: the effects of an annotated message on the network, for transports.
 *
 * A transport that supports annotations has a second variant of its functions for messages
 * (link/variants.ld), in an object file that defines oc_transport_annotations. These variants get a
 * send's annotation from oc_annotation_take(), and put a mark around each transfer between this
 * process and the memory of another process:
 *
 *     struct oc_mark mark;
 *     oc_mark_begin(&mark, annotation, memory, OC_MARK_PUT);
 *     hal_put_now(to, from, bytes);
 *     oc_mark_end(&mark);
 *
 * While a mark is on a memory, packets between this process and that memory have the message's
 * priority. A guaranteed message has the highest priority, and a channel is open for it if the chip
 * can open one (docs/quality-of-service.md). Priority and channel belong to this process; a mark
 * changes no other process' state.
 *
 * Between the beginning and the end of a mark, the process may wait only for transfers to and from
 * that memory that need no other process. If the message is guaranteed, it may use only
 * hal_put_now(), hal_get_now(), hal_inbox_put() and stores, which do not wait for other transfers
 * of this process. A process that holds a channel therefore never waits for another channel, and a
 * process that waits for a channel gets it.
 *
 * Marks on one memory nest: the mark that was begun last ends first. */
#ifndef MPI_ANNOTATION_MARK_H
#define MPI_ANNOTATION_MARK_H

#include "mpi/annotation/annotation.h"

/* The direction of the data. With OC_MARK_GET, the data come in answers from the memory, so these
 * use the channel, too. */
enum oc_mark_direction { OC_MARK_PUT, OC_MARK_GET };

#define OC_NO_MARK ((struct oc_mark){.memory = -1})

struct oc_mark {
    /* The memory whose priority the mark has changed, numbered as for hal_priority_swap(): the
     * number of a place means the memory of its tile, and hal_places() + n that of controller n. It
     * is -1 if the mark has changed no priority. */
    int memory;
    int before, level;
    enum oc_mark_direction direction;
    bool channel; /* a channel is open */
};

/* Begins a mark. For a guaranteed message, waits until a channel is free. In the meantime, the
 * process that holds the channel waits for no other process. Between processes of a tile, no
 * channel is opened. */
void oc_mark_begin(struct oc_mark *mark, int annotation, int memory,
                   enum oc_mark_direction direction);

/* Ends a mark. Before it returns, all earlier stores have arrived. */
void oc_mark_end(struct oc_mark *mark);

/* Ends a mark that has no channel, if the process has only read since its beginning. */
void oc_mark_release(const struct oc_mark *mark);

/* Whether a mark has changed the priority of this memory. */
bool oc_mark_is_on(const struct oc_mark *mark, int memory);

#endif
