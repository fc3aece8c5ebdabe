/* What an annotated message does to the network: for transports.
 *
 * A transport that knows annotations has a second variant of what it does with a message
 * (link/variants.ld), in an object that defines oc_transport_annotations. That asks
 * oc_annotation_take() for a send's, and puts a mark around each of its transfers between this
 * process and the memory of another one:
 *
 *     struct oc_mark mark;
 *     oc_mark_begin(&mark, annotation, memory, OC_MARK_PUT);
 *     hal_put_now(to, from, bytes);
 *     oc_mark_end(&mark);
 *
 * The priority of packets between this process and that memory is then that of the message; of a
 * guaranteed one it is the highest, and a channel is open, if one can be had (docs/
 * quality-of-service.md). Both are this process' own: nothing is written elsewhere.
 *
 * While a mark is open, nothing may be waited for but transfers to and from that memory which need
 * nobody's help; and if it is one of a guaranteed message, these must be hal_put_now(),
 * hal_get_now(), hal_inbox_put() or stores, which do not wait for other transfers of this process.
 * So a process that holds a channel never waits, and one that waits for a channel gets it.
 *
 * Marks on the same memory end in the opposite order of their beginning.
 */
#ifndef MPI_ANNOTATION_MARK_H
#define MPI_ANNOTATION_MARK_H

#include "mpi/annotation/annotation.h"

/* Which way the data go: there, or from there, so that answers need the channel too. */
enum oc_mark_direction { OC_MARK_PUT, OC_MARK_GET };

#define OC_NO_MARK ((struct oc_mark){.memory = -1})

struct oc_mark {
    int memory; /* in whose tile's memory; or, from hal_places() on, in that of a controller, as
                 * memories are numbered in hal.h; below zero: nothing has been changed */
    int before, level;
    enum oc_mark_direction direction;
    bool channel; /* is open */
};

/* Waits for a channel until it is free; the process that has it does not wait. There is none within
 * a tile. `memory` as above. */
void oc_mark_begin(struct oc_mark *mark, int annotation, int memory,
                   enum oc_mark_direction direction);

/* What has been stored before has arrived when it returns. */
void oc_mark_end(struct oc_mark *mark);

/* Ends one without a channel, under which there were only reads. */
void oc_mark_release(const struct oc_mark *mark);

/* Whether a mark is on this memory. */
bool oc_mark_is_on(const struct oc_mark *mark, int memory);

#endif
