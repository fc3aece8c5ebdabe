/* Quality of service from an MPI program: a message, or a communicator, is marked as urgent, and
 * the library sets and resets priorities and opens and closes channels around exactly that traffic.
 *
 *     MPI_Send(data, n, MPI_INT, 0, ONCHIP_TAG_PRIORITY(7, 42), MPI_COMM_WORLD);
 *     MPI_Send(data, n, MPI_INT, 0, ONCHIP_TAG_GUARANTEED(42), MPI_COMM_WORLD);
 *     MPI_Recv(data, n, MPI_INT, 14, 42, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
 *
 * The message has the tag 42 at its receiver. What the network promises:
 * docs/quality-of-service.md. In a program without this header such tags are errors. A communicator
 * is marked by the info keys onchip_priority and onchip_guaranteed, for which this header is not
 * needed.
 */
#ifndef ONCHIP_MPI_H
#define ONCHIP_MPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ONCHIP_TAG_PRIORITY and ONCHIP_TAG_GUARANTEED are constant expressions if their arguments are,
 * and evaluate their arguments more than once. `tag` is 0 to MPI_TAG_UB. A receive, or a probe, may
 * have such a tag too: it has the same meaning there as the tag alone. A wrong level or tag becomes
 * a tag that gives MPI_ERR_TAG. */

/* The tag of a message with priority `level`, 0 (lowest) to 7. */
#define ONCHIP_TAG_PRIORITY(level, tag)                                                            \
    ((unsigned)(level) <= 7u ? ONCHIP_TAG_ANNOTATED_((unsigned)(level) + 1u, tag)                  \
                             : (int)(0x3c000000u | ((unsigned)(level)&0x3ffffffu)))

/* The tag of a message over a channel of its own. */
#define ONCHIP_TAG_GUARANTEED(tag) ONCHIP_TAG_ANNOTATED_(9u, tag)

/* ---- Inside ---- */

#define ONCHIP_TAG_ANNOTATED_(annotation, tag)                                                     \
    ((unsigned long long)(tag) <= 0x3ffffffu ? (int)((annotation) << 26 | (unsigned)(tag))         \
                                             : 0x38000000)

/* Programs that include this header are linked with what annotations need. */
extern const char *const onchip_mpi_annotations;
static const char *const *const onchip_mpi_is_annotated __attribute__((used)) =
    &onchip_mpi_annotations;

#ifdef __cplusplus
}
#endif

#endif
