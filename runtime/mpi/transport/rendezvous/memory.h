/* Memories through which messages pass, on chips that have memories other than DRAM: scratchpads of
 * a cluster, and external memory between clusters. In each such memory, every process that may use
 * it has a buffer of two halves for data that it receives, at the lower addresses, and a line from
 * each other process, at the upper ones. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_MEMORY_H
#define MPI_TRANSPORT_RENDEZVOUS_MEMORY_H

#include "hal/hal.h"
#include "mpi/core/request_queue.h"

/* The most ranks of a job. */
#define OC_PEERS 64

/* Receives of which one is in progress at a time; the others wait in the queue. */
struct oc_grant_queue {
    struct oc_request_queue queue;
    bool busy;
};

struct oc_memory {
    int controller;
    hal_address flags;            /* address of the lines */
    hal_address buffer;           /* this process' buffer, of two halves */
    size_t half;                  /* bytes of a half */
    struct oc_grant_queue grants; /* receives through this buffer */
    int users;                    /* number of processes that may use the memory */
    uint8_t index[OC_PEERS];      /* the index of a process among these users */
    /* Number of links to the memory from each process; negative if the process may not use it. */
    int8_t links[OC_PEERS];
};

/* The most processes that share a memory which this process uses; 0 if it uses none. */
int oc_memory_users(void);

/* The memory between two places, of which this process is one, chosen by the rule of
 * hal_controller_between(); null: data are written directly. */
struct oc_memory *oc_memory_between(int writer, int reader);

/* The address of a process' buffer in a memory, and of the line there that one process writes for
 * another. */
hal_address oc_memory_buffer(const struct oc_memory *memory, int place);
hal_address oc_memory_line(const struct oc_memory *memory, int writer, int reader);

#endif
