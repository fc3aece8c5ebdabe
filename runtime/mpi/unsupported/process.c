/* Processes are started together, as a job; none is added, and no two jobs meet (MPI 4.1, chapter
 * 11). What concerns a communicator is raised there. */
#include "mpi/error/check.h"
#include "mpi/unsupported/refuse.h"

static int refuse(const char *call, MPI_Comm handle) {
    struct oc_communicator *comm = oc_enter_comm(call, handle);
    if (!comm)
        return MPI_ERR_COMM;
    return oc_refuse(comm, "processes cannot be added to a job|all of them on the command line");
}

#define REFUSED(NAME, PARAMETERS, COMM)                                                            \
    int P##NAME PARAMETERS {                                                                       \
        return refuse(#NAME, COMM);                                                                \
    }

REFUSED(MPI_Comm_spawn,
        (const char *, char *[], int, MPI_Info, int, MPI_Comm comm, MPI_Comm *, int[]), comm);
REFUSED(MPI_Comm_spawn_multiple,
        (int, char *[], char **[], const int[], const MPI_Info[], int, MPI_Comm comm, MPI_Comm *,
         int[]),
        comm);
REFUSED(MPI_Comm_accept, (const char *, MPI_Info, int, MPI_Comm comm, MPI_Comm *), comm);
REFUSED(MPI_Comm_connect, (const char *, MPI_Info, int, MPI_Comm comm, MPI_Comm *), comm);
REFUSED(MPI_Comm_join, (int, MPI_Comm *), MPI_COMM_SELF);
REFUSED(MPI_Open_port, (MPI_Info, char *), MPI_COMM_SELF);
REFUSED(MPI_Close_port, (const char *), MPI_COMM_SELF);
REFUSED(MPI_Publish_name, (const char *, MPI_Info, const char *), MPI_COMM_SELF);
REFUSED(MPI_Unpublish_name, (const char *, MPI_Info, const char *), MPI_COMM_SELF);
REFUSED(MPI_Lookup_name, (const char *, MPI_Info, char *), MPI_COMM_SELF);
