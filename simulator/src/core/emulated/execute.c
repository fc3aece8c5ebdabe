/* Calls code compiled for AArch64, in memory that another process has prepared. Checks that the
 * code preserves the registers that a called function must preserve. */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

struct call {
    uint64_t (*enter)(void *, void *, void *, void *);
    void *core, *memory, *context, *entrance;
    uint64_t *left;
};

/* Makes a call with known values in all registers that a called function must preserve. Returns
 * false if the call has changed one of these registers. */
static int call(struct call *it) {
    uint64_t kept[19];
    register uint64_t first __asm__("x0") = (uint64_t)it, second __asm__("x1") = (uint64_t)kept;
    __asm__ volatile("stp x29, x30, [sp, -32]!\n\t"
                     "str x1, [sp, 16]\n\t"
                     "mov x9, x0\n\t"
                     "ldp x8, x0, [x9]\n\t"
                     "ldp x1, x2, [x9, 16]\n\t"
                     "ldr x3, [x9, 32]\n\t"
                     ".irp n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29\n\t"
                     "mov x\\n, \\n + 1000\n\t"
                     ".endr\n\t"
                     ".irp n, 8, 9, 10, 11, 12, 13, 14, 15\n\t"
                     "mov x9, \\n + 1000\n\t"
                     "fmov d\\n, x9\n\t"
                     ".endr\n\t"
                     "blr x8\n\t"
                     "ldr x9, [sp, 16]\n\t"
                     "stp x19, x20, [x9]\n\t"
                     "stp x21, x22, [x9, 16]\n\t"
                     "stp x23, x24, [x9, 32]\n\t"
                     "stp x25, x26, [x9, 48]\n\t"
                     "stp x27, x28, [x9, 64]\n\t"
                     "str x29, [x9, 80]\n\t"
                     "stp d8, d9, [x9, 88]\n\t"
                     "stp d10, d11, [x9, 104]\n\t"
                     "stp d12, d13, [x9, 120]\n\t"
                     "stp d14, d15, [x9, 136]\n\t"
                     "ldp x29, x30, [sp], 32"
                     : "+r"(first), "+r"(second)
                     :
                     : "memory", "cc", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11",
                       "x12", "x13", "x14", "x15", "x16", "x17", "x19", "x20", "x21", "x22", "x23",
                       "x24", "x25", "x26", "x27", "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5",
                       "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16",
                       "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27",
                       "v28", "v29", "v30", "v31");
    uint64_t left = first;
    *it->left = left;
    for (int i = 0; i < 11; i++)
        if (kept[i] != (uint64_t)i + 1019)
            return 0;
    for (int i = 0; i < 8; i++)
        if (kept[11 + i] != (uint64_t)i + 1008)
            return 0;
    return 1;
}

/* The arguments are the name of the file with the memory, the address at which to map it, its size
 * in bytes, the address of an array of calls, and their number. */
int main(int count, char **words) {
    if (count != 6)
        return 1;
    uint64_t base = strtoull(words[2], NULL, 10), bytes = strtoull(words[3], NULL, 10);
    int file = open(words[1], O_RDWR);
    void *got = mmap((void *)base, bytes, PROT_READ | PROT_WRITE | PROT_EXEC,
                     MAP_SHARED | MAP_FIXED_NOREPLACE, file, 0);
    if (file < 0 || got != (void *)base) {
        perror("the arena cannot be mapped");
        return 1;
    }
    struct call *calls = (void *)strtoull(words[4], NULL, 10);
    for (uint64_t i = 0; i < strtoull(words[5], NULL, 10); i++)
        if (!call(&calls[i])) {
            fprintf(stderr, "call %llu changed a callee-saved register\n", (unsigned long long)i);
            return 1;
        }
    return 0;
}
