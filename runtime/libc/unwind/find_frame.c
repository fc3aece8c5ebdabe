/* Finds the unwinding data of a function when a C++ exception is thrown.
 *
 * libgcc's function of this name sorts the data at the first exception, with memory from malloc()
 * and without a lock. This function searches the unsorted data, because an exception can be thrown
 * when there is no memory, and by several threads at once. The first exception makes an index. For
 * each piece of the code, it gives the part of the data to search. This part is short, because the
 * linker has put functions and their data in nearly the same order. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The beginning of an entry of the section .eh_frame (Linux Standard Base, 10.6.1), as GCC writes
 * it for RISC-V. An address is stored as its distance from the word that contains it. */
struct entry {
    uint32_t bytes;   /* bytes of the rest of the entry */
    uint32_t common;  /* distance to the common entry; 0 in a common entry itself */
    int32_t function; /* address of the function */
    uint32_t size;
};
extern const struct entry __oc_frames_start[], __oc_frames_end[]; /* defined in link/c++.ld */
extern const char __etext[];                                      /* defined in link/onchip.ld */

struct dwarf_eh_bases {
    void *text, *data, *function;
};

const void *_Unwind_Find_FDE(void *pc, struct dwarf_eh_bases *bases);

/* For each piece of the code, the beginning and the end of its entries. Several threads may fill in
 * the table at the same time; they write equal values in the same order. Until a slower thread has
 * finished, the entry of a function may be outside the part that the table gives. A thread that
 * does not find its entry there searches all entries. */
#define PIECES 256
static struct { const struct entry *first, *end; } index[PIECES];
static volatile bool is_indexed;

static uintptr_t piece_of(uintptr_t address) {
    return address / ((uintptr_t)__etext / PIECES + 1);
}

static uintptr_t function_of(const struct entry *entry) {
    return (uintptr_t)&entry->function + (uintptr_t)entry->function;
}

static const struct entry *after(const struct entry *entry) {
    return (const void *)((const char *)&entry->common + entry->bytes);
}

static void make_index(void) {
    for (const struct entry *e = __oc_frames_start; e < __oc_frames_end && e->bytes; e = after(e)) {
        if (!e->common || !e->size)
            continue;
        uintptr_t piece = piece_of(function_of(e)), last = piece_of(function_of(e) + e->size - 1);
        for (; piece <= last && piece < PIECES; piece++) {
            if (!index[piece].first)
                index[piece].first = e;
            index[piece].end = after(e);
        }
    }
    is_indexed = true;
}

static const struct entry *search(const struct entry *first, const struct entry *end,
                                  uintptr_t pc) {
    for (const struct entry *e = first; e < end && e->bytes; e = after(e))
        if (e->common && pc - function_of(e) < e->size)
            return e;
    return NULL;
}

const void *_Unwind_Find_FDE(void *pc, struct dwarf_eh_bases *bases) {
    if (!is_indexed)
        make_index();
    uintptr_t address = (uintptr_t)pc, piece = piece_of(address);
    const struct entry *entry = NULL;
    if (piece < PIECES && index[piece].first)
        entry = search(index[piece].first, index[piece].end, address);
    if (!entry)
        entry = search(__oc_frames_start, __oc_frames_end, address);
    if (entry)
        *bases = (struct dwarf_eh_bases){NULL, NULL, (void *)function_of(entry)};
    return entry;
}
