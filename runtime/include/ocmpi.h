/* On-chip MPI with the names that the papers of Joven et al. use ("QoS-ocMPI" and "QoS-Driven
 * Reconfigurable Parallel Computing for NoC-Based Clustered MPSoCs"). This header declares the
 * functions of their table I, with the prototypes of the standard, and the calls for quality of
 * service. Types and constants have the names of mpi.h. Messages are annotated as in
 * onchip_mpi.h. */
#ifndef OCMPI_H
#define OCMPI_H

#include <mpi.h>
#include <onchip_qos.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Unlike MPI_Init, a process may call this function again after ocMPI_Finalize. The papers call
 * this "runtime reconfiguration". All processes must call each of the two functions equally
 * often. */
int ocMPI_Init(int *argc, char ***argv);

#ifdef __cplusplus
}
#endif

#define ocMPI_Finalize MPI_Finalize
#define ocMPI_Initialized MPI_Initialized
#define ocMPI_Finalized MPI_Finalized
#define ocMPI_Comm_size MPI_Comm_size
#define ocMPI_Comm_rank MPI_Comm_rank
#define ocMPI_Get_processor_name MPI_Get_processor_name
#define ocMPI_Get_version MPI_Get_version
#define ocMPI_Wtick MPI_Wtick
#define ocMPI_Wtime MPI_Wtime
#define ocMPI_Send MPI_Send
#define ocMPI_Recv MPI_Recv
#define ocMPI_Receive MPI_Recv
#define ocMPI_SendRecv MPI_Sendrecv
#define ocMPI_Broadcast MPI_Bcast
#define ocMPI_Bcast MPI_Bcast
#define ocMPI_Barrier MPI_Barrier
#define ocMPI_Gather MPI_Gather
#define ocMPI_Scatter MPI_Scatter
#define ocMPI_Reduce MPI_Reduce
#define ocMPI_Scan MPI_Scan
#define ocMPI_Exscan MPI_Exscan
/* Listing 3 of the paper QoS-ocMPI calls the function rcvStreamQoS, but the paper's text calls it
 * recvStreamQoS. */
#define recvStreamQoS rcvStreamQoS

#endif
