/* One core reads a word of DRAM through its data cache while another core changes the word. The
 * reader sees a stale copy, and gets a new one by a fence, or by cbo.flush. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

#define REGISTER(offset) (*(volatile uint32_t *)(0x20000000u + (offset)))

static void store_by_atomic(volatile uint32_t *word, uint32_t value) {
    __asm__ volatile("amoswap.w zero, %0, (%1)" ::"r"(value), "r"(word) : "memory");
}

int main(void) {
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    volatile uint32_t *word = (volatile uint32_t *)0xc0000100u;
    if (rank == 1)
        store_by_atomic(word, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    REGISTER(0x78) = 0xc0000000u; /* CACHE_START */
    REGISTER(0x7c) = 4096;        /* CACHE_BYTES */
    uint32_t first = *word;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        store_by_atomic(word, 2);
    MPI_Barrier(MPI_COMM_WORLD);
    uint32_t then = *word;
    __asm__ volatile("fence r, r" ::: "memory");
    uint32_t after_fence = *word;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        store_by_atomic(word, 3);
    MPI_Barrier(MPI_COMM_WORLD);
    __asm__ volatile(".insn i 0x0f, 2, x0, %0, 2" ::"r"(word) : "memory"); /* cbo.flush */
    if (rank == 0)
        printf("first %u, then %u, after a fence %u, after cbo.flush %u\n", (unsigned)first,
               (unsigned)then, (unsigned)after_fence, (unsigned)*word);
    MPI_Finalize();
}
