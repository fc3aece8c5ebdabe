/* The process record and the job descriptor. Through these two structures, the loader tells a
 * process what it must know.
 *
 * The loader writes both before it releases the core; the process only reads them. Addresses are
 * global unless a comment says otherwise; all fields are little-endian 32-bit words.
 * simulator/src/loader/descriptor.rs has the same structures in Rust. */
#ifndef HAL_RECORD_JOB_H
#define HAL_RECORD_JOB_H

#include <stdint.h>

#define HAL_JOB_MAGIC 0x424a434fu /* "OCJB" */

/* The size in bytes of a process' shared block. It consists of HAL_SHARED_BYTES that the whole job
 * may use, and of a line that only the HAL uses. The first word of this line is 1 once the process
 * has ended. */
#if defined __riscv
#define HAL_SHARED_BLOCK 8192
#else
/* On Linux the block is larger for two reasons. Processes have no atomic accesses to each other's
 * heaps, so more of MPI's window data is in the shared block. The inbox also takes longer
 * messages. */
#define HAL_SHARED_BLOCK 4259840
#endif

/* A place of a job, where one of the job's processes runs. */
struct hal_place {
    uint32_t core;    /* number of the core on the chip */
    uint32_t program; /* index of its program in the command line, from 0 */
    uint32_t shared;  /* its shared block, which the whole job may read and write */
    uint32_t queues;  /* address of the queues of its core (docs/register-map.md) */
};

/* The job descriptor. Each tile in which the job has processes contains a copy. */
struct hal_job {
    uint32_t magic;
    uint32_t job;    /* number of the job on the chip */
    uint32_t places; /* processes of the job, not counting kernels */
    uint32_t kernels;
    uint32_t table; /* struct hal_place[places + kernels], kernels last */
};

/* The process record. There is one for each process, and the register PROCESS points to it. */
struct hal_process {
    uint32_t job;       /* the copy of struct hal_job in this tile */
    uint32_t place;     /* index of this process in the job's table */
    uint32_t heap;      /* first byte of the heap */
    uint32_t heap_end;  /* first byte after the heap */
    uint32_t stack;     /* lowest valid byte of the stack; no process owns the page below */
    uint32_t stack_end; /* first byte after the stack: the initial stack pointer */
    uint32_t shared;    /* this process' shared block */
    uint32_t argc;
    uint32_t argv;        /* char *[argc + 1] in this process' memory, ended by a null pointer */
    uint32_t environment; /* char *[] in this process' memory, ended by a null pointer */
};

/* A core that runs a further thread of a process also has such a record, to which its register
 * PROCESS points. There, `heap` is memory of the thread itself, `shared` is the thread's block, and
 * there are no arguments. Each thread of a process with several threads has a copy of the table
 * struct hal_place[threads]. THREAD_TABLE points to this copy, in which `shared` is the block of
 * the thread with that index. */

#endif
