/* Destructors of C++'s thread-local objects. Those of thread 0 run when the process ends, before
 * those of static objects. */
#include <stddef.h>
#include <stdlib.h>

#include "libc/start/thread_objects.h"

struct object {
    struct object *next;
    void (*destroy)(void *);
    void *object;
};
static _Thread_local struct object *objects;

/* The C++ library calls this for each object that it has constructed. */
int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *library) {
    (void)library;
    struct object *made = malloc(sizeof *made);
    if (!made)
        return -1;
    *made = (struct object){objects, destroy, object};
    objects = made;
    return 0;
}

void __oc_destroy_thread_objects(void) {
    while (objects) {
        struct object *last = objects;
        objects = last->next;
        last->destroy(last->object);
        free(last);
    }
}

/* Destroys the objects of the calling thread before exit() calls other functions. Only programs
 * with C++ are linked with --wrap=__call_exitprocs, so nothing changes for C programs. */
void __real___call_exitprocs(int code, void *library);
void __wrap___call_exitprocs(int code, void *library);
void __wrap___call_exitprocs(int code, void *library) {
    __oc_destroy_thread_objects();
    __real___call_exitprocs(code, library);
}
