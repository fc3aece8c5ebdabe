/* Calls of the functions that GCC makes of OpenMP regions and tasks, with an event before and after
 * each. */
#include "trace/outlined.h"

#include <stdalign.h>
#include <string.h>

#include "trace/trace.h"

void oc_traced_region_run(void *argument) {
    const struct oc_traced_region *region = argument;
    void (*function)(void *) = region->function;
    void *data = region->data;
    oc_trace_code(OC_TRACE_CALL, function);
    function(data);
    oc_trace_code(OC_TRACE_RETURN, function);
}

/* A record that precedes the data of a task. */
struct task {
    void (*function)(void *);
    void (*copy)(void *to, void *from);
    void *source; /* source of what `copy` copies */
    size_t at;    /* distance in bytes from this record to the data */
};

static void run(void *argument) {
    const struct task *task = argument;
    void (*function)(void *) = task->function;
    oc_trace_code(OC_TRACE_CALL, function);
    function((char *)argument + task->at);
    oc_trace_code(OC_TRACE_RETURN, function);
}

static void copy(void *to, void *from) {
    struct task *task = to;
    memcpy(task, from, sizeof *task);
    task->copy((char *)to + task->at, task->source);
}

/* The upper byte of a task's flags. It is not 0 for a task that the library itself makes
 * (omp/task/spawn.h). */
#define HEAD_OF(flags) ((flags) >> 24)

void oc_traced_task(oc_traced_spawn *spawn, void (*function)(void *), void *data,
                    void (*copier)(void *, void *), long bytes, long alignment, bool is_deferred,
                    unsigned flags, void **depends, int priority, void *event) {
    if (HEAD_OF(flags)) {
        spawn(function, data, copier, bytes, alignment, is_deferred, flags, depends, priority,
              event);
        return;
    }
    size_t align =
        (size_t)alignment > alignof(struct task) ? (size_t)alignment : alignof(struct task);
    size_t at = (sizeof(struct task) + align - 1) / align * align;
    char memory[at + (size_t)bytes + align];
    struct task *task = (struct task *)(((uintptr_t)memory + align - 1) / align * align);
    *task = (struct task){function, copier, data, at};
    if (!copier && bytes)
        memcpy((char *)task + at, data, (size_t)bytes);
    spawn(run, task, copier ? copy : NULL, (long)at + bytes, (long)align, is_deferred, flags,
          depends, priority, event);
}
