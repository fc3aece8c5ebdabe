/* The trace that a program records itself (Joven et al., "Application-to-packets QoS support",
 * section VI: events go to memory first, and are flushed when the buffer is full or the program
 * ends).
 *
 * `onchip cc --trace` links wrappers of the functions that the program calls
 * (python/onchip/build/interposer.py); the wrappers call the functions that this header declares.
 * Each thread has a buffer beside its thread-local variables, in its tile. Other programs contain
 * none of this code. python/onchip/trace/self_trace.py describes the meaning of the events. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "hal/hal.h"

/* The first word of an event contains three numbers. The upper byte is the kind of the event; below
 * it are the number of words that follow the first three, and the number of a region. The second
 * and the third word are the cycle. */
enum oc_trace_kind {
    OC_TRACE_ENTER = 1,    /* a region of the wrappers begins: its number */
    OC_TRACE_LEAVE = 2,    /* a region of the wrappers ends: its number */
    OC_TRACE_NAME = 3,     /* the name of a region of the program: its key, its text */
    OC_TRACE_BEGIN = 4,    /* a region of the program begins: its key */
    OC_TRACE_END = 5,      /* a region of the program ends: its key */
    OC_TRACE_CALL = 6,     /* a function is called: its address in the program */
    OC_TRACE_RETURN = 7,   /* a function returns: its address in the program */
    OC_TRACE_SEND = 8,     /* a send starts: its request, peer, context, tag and bytes */
    OC_TRACE_POST = 9,     /* a receive starts */
    OC_TRACE_RECEIVED = 10 /* a receive is complete: the fields of a send, from its message */
};

enum { OC_TRACE_FLUSH = 0 }; /* the region in which a full buffer is emptied */

/* The names of the regions that the wrappers record: texts, one after the other, numbered from 1. A
 * tool that finds this symbol in a linked program knows that the program keeps a trace. */
extern const char oc_trace_names[];
extern const unsigned oc_trace_names_bytes;

void oc_trace_enter(unsigned region);
void oc_trace_leave(unsigned region);

/* Records that a region of the program begins or ends. */
void oc_trace_named(enum oc_trace_kind kind, const char *name) OC_OPTIONAL;

/* Records a call of, or a return from, a function that the compiler has made out of a region or a
 * task. */
void oc_trace_code(enum oc_trace_kind kind, void (*function)(void *));

/* Begins an event of the present cycle, which has `count` words after its first three. The caller
 * writes these words and then calls oc_trace_keep(). */
uint32_t *oc_trace_put(enum oc_trace_kind kind, unsigned which, uint32_t count);
void oc_trace_keep(uint32_t count);

/* Hands over the events of all threads. */
void oc_trace_end(void);

#endif
