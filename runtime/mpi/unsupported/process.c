/* The functions that start or connect processes, which are not supported: all processes of a job
 * are started together, and jobs do not connect (MPI 4.1, chapter 11). Each function raises its
 * error on the communicator that it gets, or on MPI_COMM_SELF if it gets none. */
#include "mpi/core/define.h"
#include "mpi/error/check.h"
#include "mpi/unsupported/refuse.h"

static int refuse(const char *call, MPI_Comm handle) {
    struct oc_communicator *comm = oc_enter_comm(call, handle);
    if (!comm)
        return MPI_ERR_COMM;
    return oc_refuse(comm, "processes cannot be added to a job|all of them on the command line");
}

int PMPI_Comm_spawn(const char *command, char *arguments[], int ranks, MPI_Info info, int root,
                    MPI_Comm comm, MPI_Comm *between, int errors[]) {
    (void)command, (void)arguments, (void)ranks, (void)info, (void)root, (void)between;
    (void)errors;
    return refuse("MPI_Comm_spawn", comm);
}

int PMPI_Comm_spawn_multiple(int count, char *commands[], char **arguments[], const int ranks[],
                             const MPI_Info infos[], int root, MPI_Comm comm, MPI_Comm *between,
                             int errors[]) {
    (void)count, (void)commands, (void)arguments, (void)ranks, (void)infos, (void)root;
    (void)between, (void)errors;
    return refuse("MPI_Comm_spawn_multiple", comm);
}

int PMPI_Comm_accept(const char *port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *between) {
    (void)port, (void)info, (void)root, (void)between;
    return refuse("MPI_Comm_accept", comm);
}

int PMPI_Comm_connect(const char *port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *between) {
    (void)port, (void)info, (void)root, (void)between;
    return refuse("MPI_Comm_connect", comm);
}

#define REFUSED(NAME) OC_DEFINE(NAME, (void), refuse("MPI_" #NAME, MPI_COMM_SELF))

REFUSED(Comm_join);
REFUSED(Open_port);
REFUSED(Close_port);
REFUSED(Publish_name);
REFUSED(Unpublish_name);
REFUSED(Lookup_name);
