/* Finds the unwinding data of a function when a C++ exception is thrown.
 *
 * libgcc's function of this name sorts the data at the first exception, with memory from malloc()
 * and under no lock. This one searches them as they are, and keeps what it has found: an exception
 * can be thrown when there is no memory, and by several threads at once. */
#include <stddef.h>
#include <stdint.h>

/* The beginning of an entry of the section .eh_frame (Linux Standard Base, 10.6.1), as GCC writes
 * it for RISC-V: with addresses as distances from the word in which they stand. */
struct entry {
    uint32_t bytes;   /* of the rest of the entry */
    uint32_t common;  /* distance to the common entry; 0 in a common entry itself */
    int32_t function; /* address of the function */
    uint32_t size;
};
extern const struct entry __oc_frames_start[], __oc_frames_end[]; /* link/c++.ld */

struct dwarf_eh_bases {
    void *text, *data, *function;
};

const void *_Unwind_Find_FDE(void *pc, struct dwarf_eh_bases *bases);

/* Entries found before, by address. Each is one word, so threads need no lock. */
#define KEPT 64
static const struct entry *kept[KEPT];

static const char *function_of(const struct entry *entry) {
    return (const char *)&entry->function + entry->function;
}

static int covers(const struct entry *entry, const char *pc) {
    return (size_t)(pc - function_of(entry)) < entry->size;
}

static const struct entry *search(const char *pc) {
    const struct entry *entry = __oc_frames_start;
    while (entry < __oc_frames_end && entry->bytes) {
        if (entry->common && covers(entry, pc))
            return entry;
        entry = (const void *)((const char *)&entry->common + entry->bytes);
    }
    return NULL;
}

const void *_Unwind_Find_FDE(void *pc, struct dwarf_eh_bases *bases) {
    const struct entry **place = &kept[(uintptr_t)pc / 2 % KEPT];
    const struct entry *entry = *(const struct entry *volatile *)place;
    if (!entry || !covers(entry, pc))
        *(const struct entry *volatile *)place = entry = search(pc);
    if (entry)
        *bases = (struct dwarf_eh_bases){NULL, NULL, (void *)function_of(entry)};
    return entry;
}
