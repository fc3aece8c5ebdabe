/* Partitioned messages (MPI 4.1, chapter 4). A message is sent when the last of its partitions is
 * ready. Partitioned messages match only each other, because they have a separate context
 * (channel.h). */
#ifndef MPI_PARTITIONED_PARTITIONED_H
#define MPI_PARTITIONED_PARTITIONED_H

#include "link/variant.h"
#include "mpi/request/request.h"

/* Implements MPI_Psend_init and MPI_Precv_init. The count in `message` is the number of elements in
 * one partition. */
int oc_partitioned_init(const char *call, enum oc_kind kind, int partitions, MPI_Count count,
                        const struct oc_message *message, MPI_Info info, MPI_Request *handle);

/* Cancels a receive that has been started but whose channel is not known yet, or a send that has
 * been started but some of whose partitions are not ready. Returns false for any other request. */
bool oc_partitioned_withdraw(struct oc_user_request *request) OC_OPTIONAL;

/* Called before the user frees a request of any kind. */
void oc_partitioned_release(struct oc_user_request *request) OC_OPTIONAL;

/* Begins a function about the partitions `low` to `high` of a request, which must be of this kind,
 * and finds the request. It is null for a receive whose handle is MPI_REQUEST_NULL. */
int oc_check_partitions(const char *call, MPI_Request handle, enum oc_kind kind, int low, int high,
                        struct oc_user_request **request);

/* Marks the partition as ready. */
int oc_partition_ready(struct oc_user_request *request, int partition);

#endif
