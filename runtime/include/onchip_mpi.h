/* Quality of service in an MPI program. A program marks a message or a communicator as urgent. The
 * library then sets and resets priorities, or opens and closes channels, only for this traffic.
 *
 *     MPI_Send(data, n, MPI_INT, 0, ONCHIP_TAG_PRIORITY(7, 42), MPI_COMM_WORLD);
 *     MPI_Send(data, n, MPI_INT, 0, ONCHIP_TAG_GUARANTEED(42), MPI_COMM_WORLD);
 *     MPI_Recv(data, n, MPI_INT, 14, 42, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
 *
 * The receiver sees the tag 42. docs/quality-of-service.md says what the network guarantees. In a
 * program that does not include this header, such tags are errors. The info keys onchip_priority
 * and onchip_guaranteed mark a communicator; they do not need this header. */
#ifndef ONCHIP_MPI_H
#define ONCHIP_MPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The macros ONCHIP_TAG_PRIORITY and ONCHIP_TAG_GUARANTEED are constant expressions if their
 * arguments are. They evaluate their arguments more than once. `tag` is 0 to MPI_TAG_UB. A receive
 * or a probe may also use such a tag, which then has the meaning of the plain tag. If the level or
 * the tag is invalid, the result is a tag that every call refuses with MPI_ERR_TAG. */

/* The tag of a message with priority `level`, 0 (lowest) to 7. */
#define ONCHIP_TAG_PRIORITY(level, tag)                                                            \
    ((unsigned)(level) <= 7u ? ONCHIP_TAG_ANNOTATED_((unsigned)(level) + 1u, tag)                  \
                             : (int)(0x3c000000u | ((unsigned)(level)&0x3ffffffu)))

/* The tag of a message that travels over a guaranteed channel. */
#define ONCHIP_TAG_GUARANTEED(tag) ONCHIP_TAG_ANNOTATED_(9u, tag)

/* ---- For the library ---- */

#define ONCHIP_TAG_ANNOTATED_(annotation, tag)                                                     \
    ((unsigned long long)(tag) <= 0x3ffffffu ? (int)((annotation) << 26 | (unsigned)(tag))         \
                                             : 0x38000000)

/* This reference links the code for annotations into each program that includes the header. */
extern const char *const onchip_mpi_annotations;
static const char *const *const onchip_mpi_is_annotated __attribute__((used)) =
    &onchip_mpi_annotations;

#ifdef __cplusplus
}
#endif

#endif
