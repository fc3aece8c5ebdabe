/* The trace that a program itself records (Joven et al., "Application-to-packets QoS support",
 * section VI: events go to memory first, and are flushed when the buffer is full or the program
 * ends).
 *
 * `onchip cc --trace` links wrappers of the functions that the program calls
 * (python/onchip/build/interposer.py). The wrappers call the functions that this header declares.
 * Each thread has a buffer in its tile, beside its thread-local variables. Other programs contain
 * none of this code. python/onchip/trace/self_trace.py describes the meaning of the events. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "hal/hal.h"

/* The kind of an event, which is in the upper byte of its first word. The next byte is the number
 * of words after the first three, and the lower half is the number of a region. The second and the
 * third word are the cycle of the event. */
enum oc_trace_kind {
    OC_TRACE_ENTER = 1, /* a wrapped function begins; the event has its number */
    OC_TRACE_LEAVE = 2, /* a wrapped function ends; the event has its number */
    OC_TRACE_NAME = 3,  /* the name of a region of the program: its address and its text */
    /* A region of the program begins; the event has the address of its name. */
    OC_TRACE_BEGIN = 4,
    OC_TRACE_END = 5,    /* a region of the program ends; the event has the address of its name */
    OC_TRACE_CALL = 6,   /* a function is called; the event has its address in the program */
    OC_TRACE_RETURN = 7, /* a function returns; the event has its address in the program */
    /* A send starts; the event has its request, peer, context, tag and length in bytes. */
    OC_TRACE_SEND = 8,
    OC_TRACE_POST = 9, /* a receive starts */
    /* A receive is complete; the event has the fields of a send, with the values of its message. */
    OC_TRACE_RECEIVED = 10
};

enum { OC_TRACE_FLUSH = 0 }; /* the number of the region in which a full buffer is emptied */

/* The names of the wrapped functions, one text after the other, numbered from 1. A tool that finds
 * this symbol in a linked program knows that the program keeps a trace. */
extern const char oc_trace_names[];
extern const unsigned oc_trace_names_bytes;

void oc_trace_enter(unsigned region);
void oc_trace_leave(unsigned region);

/* Records that a region of the program begins or ends. */
void oc_trace_named(enum oc_trace_kind kind, const char *name) OC_OPTIONAL;

/* Records a call of, or a return from, a function that the compiler has made of an OpenMP region or
 * task. */
void oc_trace_code(enum oc_trace_kind kind, void (*function)(void *));

/* Begins an event of the current cycle with `count` words after the first three. The caller writes
 * these words and then calls oc_trace_keep(). */
uint32_t *oc_trace_put(enum oc_trace_kind kind, unsigned which, uint32_t count);
void oc_trace_keep(uint32_t count);

/* Gives the events of all threads to the host. */
void oc_trace_end(void);

#endif
