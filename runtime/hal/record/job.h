/* What the loader tells a process: the process record and the job descriptor.
 *
 * Both are written by the loader before the core is released and are read-only to the process.
 * Addresses are global unless said otherwise; all fields are little-endian 32-bit words.
 * The simulator's twin of this page is simulator/src/loader/descriptor.rs.
 */
#ifndef HAL_RECORD_JOB_H
#define HAL_RECORD_JOB_H

#include <stdint.h>

#define HAL_JOB_MAGIC 0x424a434fu /* "OCJB" */

/* A process' shared block in bytes: HAL_SHARED_BYTES that the whole job may use, then a line of the
 * HAL's own, whose first word is 1 once the process has ended. */
#if defined __riscv
#define HAL_SHARED_BLOCK 8192
#else
/* Other machines have no atomic accesses to the blocks of other processes. */
#define HAL_SHARED_BLOCK 32768
#endif

/* One place of a job: where one of its processes lives. */
struct hal_place {
    uint32_t core;    /* number of the core on the chip */
    uint32_t program; /* index of its program in the command line, from 0 */
    uint32_t shared;  /* its shared block, which the whole job may read and write */
    uint32_t queues;  /* address of the queues of its core (docs/register-map.md) */
};

/* One copy per tile and job. */
struct hal_job {
    uint32_t magic;
    uint32_t job;    /* number of the job on the chip */
    uint32_t places; /* processes in the job, without kernels */
    uint32_t kernels;
    uint32_t table; /* struct hal_place[places + kernels], in the order of the map, kernels last */
};

/* One per process; the PROCESS register points to it. */
struct hal_process {
    uint32_t job;       /* struct hal_job of this tile */
    uint32_t place;     /* index of this process in the job's table */
    uint32_t heap;      /* first byte of the heap */
    uint32_t heap_end;  /* first byte after it */
    uint32_t stack;     /* lowest valid byte of the stack; the page below is unowned */
    uint32_t stack_end; /* first byte after it: the first stack pointer */
    uint32_t shared;    /* this process' shared block */
    uint32_t argc;
    uint32_t argv;        /* char *[argc + 1] in this process' memory, ended by a null pointer */
    uint32_t environment; /* char *[] in this process' memory, ended by a null pointer */
};

/* The PROCESS register of a core that runs a further thread points to such a record, too: heap is
 * memory of the thread's own, shared is its block, and it has no arguments. Each thread of a
 * process with several has a copy of their table, struct hal_place[threads], to which THREAD_TABLE
 * points; there `shared` is the thread's block. */

#endif
