#include <string.h>

#include "omp.h"
#include "omp/task/dependences.h"
#include "omp/task/locations.h"
#include "omp/task/mechanism.h"
#include "omp/task/priority.h"
#include "omp/task/run.h"
#include "omp/task/wait.h"
#include "omp/team/message.h"

/* The file undeferred.c defines these functions and calls oc_dependent_spawn(). */
extern __typeof__(oc_task_run_now) oc_task_run_now OC_OPTIONAL;
extern __typeof__(oc_task_settings) oc_task_settings OC_OPTIONAL;

/* The size of an arena, in bytes, from which on a task waits for its children before it makes
 * further ones. */
#define MUCH (64 * 1024)

/* Records that the task's body has ended or that its event is fulfilled. Returns whether the task
 * is complete; a task without OC_TASK_DETACH has no event to wait for. */
static bool agree(struct oc_dependent *dependent) {
    oc_flush();
    return !(dependent->link.flags & OC_TASK_DETACH) ||
           __atomic_sub_fetch(&dependent->unfinished, 1, __ATOMIC_ACQ_REL) == 0;
}

bool oc_dependent_end(struct oc_task *task) {
    struct oc_dependent *dependent = task->dependent;
    if (__builtin_expect((task->flags & OC_TASK_DETACH) != 0, 0)) {
        dependent->task = task;
        if (!agree(dependent))
            return false;
    }
    oc_dependent_close(dependent, OC_READY_NEXT);
    return true;
}

void omp_fulfill_event(omp_event_handle_t event) {
    struct oc_dependent *dependent = (struct oc_dependent *)event;
    if (!agree(dependent))
        return;
    oc_dependent_close(dependent, OC_READY_ELSEWHERE);
    oc_task_complete(dependent->task);
}

static _Noreturn void fail(void) {
    oc_message("OpenMP", ": no memory for the dependences of tasks");
    hal_abort(1);
}

/* Opens the dependences of the current task, if it has none yet, before it makes a dependent task.
 * Before the arena takes much more memory, waits for the children of the current task. Clears the
 * dependences when no children are left. */
static __attribute__((noinline)) struct oc_dependences *prepare(struct oc_thread *self,
                                                                struct oc_deque *own) {
    struct oc_task *task = oc_task_of(own->scope);
    if (!task->dependences && !(task->dependences = oc_dependences_open()))
        fail();
    struct oc_dependences *dependences = task->dependences;
    if (own->scope == task && !dependences->detached) {
        if (dependences->arena.bytes >= MUCH)
            oc_task_wait(self, task, OC_CHILDREN, task);
        if (!(__atomic_load_n(&task->pending, __ATOMIC_ACQUIRE) & OC_CHILDREN))
            oc_dependences_clear(dependences);
    }
    return dependences;
}

static inline struct oc_dependences *dependences_of(struct oc_thread *self, struct oc_deque *own) {
    struct oc_task *task = own->scope;
    struct oc_dependences *dependences = task->dependences;
    if (__builtin_expect(!dependences || dependences->arena.bytes >= MUCH, 0) ||
        !(hal_observe(&task->pending) & OC_CHILDREN))
        return prepare(self, own);
    return dependences;
}

static void *aligned(void *room, long alignment) {
    return (void *)(((uintptr_t)room + (uintptr_t)alignment - 1) & -(uintptr_t)alignment);
}

/* Allocates a dependent task that names `addresses` addresses and has `bytes` bytes of data. One
 * oc_member for each address follows the task in memory, then the data. */
static inline struct oc_dependent *make(struct oc_dependences *dependences, size_t addresses,
                                        long bytes, long alignment) {
    size_t members = addresses * sizeof(struct oc_member);
    size_t more = alignment > (long)OC_ARENA_ALIGNMENT ? (size_t)alignment : 0;
    struct oc_dependent *dependent =
        oc_arena_take(&dependences->arena, sizeof *dependent + members + (size_t)bytes + more);
    if (!dependent)
        fail();
    char *end = (char *)(dependent + 1) + members;
    /* The fields are set one by one, because GCC would call memset() to clear all of them. The
     * callers fill in `home`. */
    dependent->function = NULL;
    dependent->link.flags = 0;
    dependent->link.up = NULL;
    dependent->missing = 1;
    dependent->unfinished = 2;
    dependent->successors = NULL;
    dependent->settings = NULL;
    dependent->data = aligned(end, more ? alignment : (long)OC_ARENA_ALIGNMENT);
    return dependent;
}

static inline struct oc_member *members_of(struct oc_dependent *dependent) {
    return (struct oc_member *)(dependent + 1);
}

/* Runs other tasks until the calling task may go on. */
static void await(struct oc_thread *self, struct oc_dependent *dependent) {
    struct oc_deque *own = oc_tasks;
    const struct oc_task *below = oc_task_tied(own);
    if (__atomic_sub_fetch(&dependent->missing, 1, __ATOMIC_ACQ_REL) == 0)
        return;
    while (__atomic_load_n(&dependent->missing, __ATOMIC_ACQUIRE))
        if (!oc_task_run_any(self, below))
            oc_task_sleep(self, &dependent->missing, below);
}

/* Whether the data fit into the task's record, and may be copied there. Data that the compiler's
 * copy function has made stay where they are, because the program may have pointers to them. */
static inline bool fits(oc_task_copy *copy, long bytes, long alignment) {
    return !copy && bytes <= OC_TASK_BYTES && alignment <= OC_TASK_BYTES &&
           bytes % (long)sizeof(uint32_t) == 0;
}

static inline void copy_words(uint32_t *to, const uint32_t *from, long bytes) {
    for (const uint32_t *end = from + (unsigned long)bytes / sizeof *from; from < end;)
        *to++ = *from++;
}

/* Handles the usual case, in which the task waits for no other task and there is a record for it.
 * Returns false in all other cases. */
static inline bool spawn_now(struct oc_thread *self, struct oc_dependent *dependent,
                             oc_region *function, const void *data, long bytes) {
    struct oc_deque *own = oc_tasks;
    /* The thread that runs the task must see everything that its predecessors have stored. */
    if (__atomic_load_n(&dependent->missing, __ATOMIC_ACQUIRE) != 1)
        return false;
    struct oc_task *task = oc_task_new(own, own->most, dependent->link.flags, dependent->link.up);
    if (!task)
        return false;
    copy_words((uint32_t *)task->own, data, bytes);
    task->dependent = dependent;
    oc_task_note_priority(self, task->flags);
    oc_task_publish(own, task, function);
    return true;
}

/* Counts a task, whose predecessors are known, as a child of its scope. If the task waits for no
 * other task, lets it run. */
static inline void spawn_made(struct oc_dependent *dependent) {
    struct oc_deque *own = oc_tasks;
    struct oc_task *scope = dependent->link.up, *task = own->next;
    __atomic_fetch_add(&scope->pending, OC_NEW, __ATOMIC_RELAXED);
    /* The thread that runs the task must see everything that its predecessors have stored. */
    if (__atomic_load_n(&dependent->missing, __ATOMIC_ACQUIRE) != 1 || task >= own->most) {
        oc_flush();
        oc_dependent_ready(dependent, OC_READY_NEW);
        return;
    }
    uint32_t flags = dependent->link.flags;
    HAL_WRITE(&own->next, task + 1);
    HAL_WRITE(&task->flags, flags);
    HAL_WRITE(&task->up, scope);
    task->dependent = dependent;
    copy_words((uint32_t *)task->own, dependent->data, (long)(flags >> OC_TASK_BYTES_SHIFT));
    oc_task_publish(own, task, dependent->function);
}

void oc_dependent_spawn(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                        long alignment, bool is_deferred, unsigned flags, void **depends,
                        struct oc_task_rest rest) {
    struct oc_thread *self = &oc_thread;
    struct oc_deque *own = oc_deque_open(self);
    struct oc_dependences *dependences = dependences_of(self, own);
    bool has_depends = flags & OC_TASK_DEPEND;
    unsigned kept = flags & OC_TASK_PRIORITY ? oc_task_with_priority(flags, rest.priority)
                                             : flags & OC_TASK_KEPT;
    struct oc_dependent *dependent =
        make(dependences, has_depends ? oc_dependences_count(depends) : 0, bytes, alignment);
    dependent->function = is_deferred ? function : NULL;
    if (__builtin_expect(self->settings != NULL, 0))
        dependent->settings = oc_task_settings(self, &kept);
    dependent->link.up = own->scope;
    dependent->home = own->root.home;
    if (kept & OC_TASK_DETACH) {
        dependences->detached = 1;
        /* The program has a variable that names the event. The task's data begin with a copy of
         * this variable. */
        *(void **)rest.event = dependent;
        if (data)
            *(void **)data = dependent;
    }
    bool is_fit = fits(copy, bytes, alignment);
    dependent->link.flags =
        kept | (is_fit ? (unsigned)bytes << OC_TASK_BYTES_SHIFT : (unsigned)OC_TASK_HEAP);
    if (has_depends && !oc_sets_add(dependences, dependent, members_of(dependent), depends, 0))
        fail();
    /* Outside all regions, the calling thread runs the task at once. No other thread would run it,
     * and this thread may never wait for it. */
    if (__builtin_expect(self->team == &oc_team_initial, 0) && dependent->missing == 1) {
        dependent->function = NULL;
        is_deferred = false;
    }
    if (is_deferred) {
        __atomic_fetch_add(&own->scope->pending, OC_NEW, __ATOMIC_RELAXED);
        if (is_fit && spawn_now(self, dependent, function, data, bytes))
            return;
    }
    if (is_fit)
        copy_words(dependent->data, data, bytes);
    else if (copy)
        copy(dependent->data, data);
    else
        memcpy(dependent->data, data, (size_t)bytes);
    if (is_deferred) {
        oc_flush();
        oc_dependent_ready(dependent, OC_READY_NEW);
    } else {
        await(self, dependent);
        oc_task_run_now(self, function, dependent->data, dependent->link.flags, dependent);
    }
}

/* Spawns a task that names an address which tasks have named before. The first `done` addresses are
 * not among these. */
static __attribute__((noinline)) void spawn_after(struct oc_dependences *dependences,
                                                  struct oc_dependent *dependent, void **depends,
                                                  uintptr_t done) {
    if (!oc_sets_add(dependences, dependent, members_of(dependent), depends, done))
        fail();
    spawn_made(dependent);
}

/* Handles the most common tasks: they are deferred, have only the clause `depend`, in the
 * compiler's short form, and have data that fit into a record. GOMP_task() has made sure that the
 * task is deferred and that there is a record for it. If no task has named its addresses before,
 * the task can run at once. No thread then reads members of its structure other than `successors`,
 * so only this one is written. */
void oc_dependent_spawn_usual(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                              long alignment, bool is_deferred, unsigned flags, void **depends,
                              struct oc_task_rest rest) {
    const unsigned common = OC_TASK_COMMON | OC_TASK_DEPEND;
    struct oc_task *scope = oc_tasks->scope;
    struct oc_dependences *dependences = scope->dependences;
    uintptr_t all = (uintptr_t)depends[0];
    if (flags & ~common || !fits(copy, bytes, alignment) || !dependences || !all)
        goto other;
    /* The arena also contains the dependences of complete tasks. When there is no room for
     * everything that the task may need, oc_dependent_spawn() removes these. */
    struct oc_dependent *dependent = (struct oc_dependent *)dependences->arena.next;
    size_t most = sizeof *dependent +
                  all * (sizeof(struct oc_member) + sizeof(struct oc_location)) + OC_TASK_BYTES;
    if (most > (size_t)(dependences->arena.end - (char *)dependent))
        goto other;
    struct oc_member *members = members_of(dependent);
    struct oc_location *room = (struct oc_location *)(members + all);
    uint32_t kept = (flags & OC_TASK_KEPT) | (uint32_t)bytes << OC_TASK_BYTES_SHIFT;
    dependent->successors = NULL;
    for (uintptr_t i = 0; i < all; i++) {
        const void *address = depends[2 + i];
        struct oc_location **first = oc_bucket_of(dependences, address);
        if (__builtin_expect(oc_location_found(*first, address) != NULL, 0)) {
            dependent->function = function;
            dependent->data = aligned(room, OC_ARENA_ALIGNMENT);
            dependent->link.flags = kept;
            dependent->link.up = scope;
            dependent->missing = 1;
            dependent->home = oc_tasks->root.home;
            copy_words(dependent->data, data, bytes);
            dependences->arena.next = aligned((char *)dependent->data + bytes, OC_ARENA_ALIGNMENT);
            spawn_after(dependences, dependent, depends, i);
            return;
        }
        oc_location_join(oc_location_put(dependences, room++, first, address), dependent,
                         members + i, oc_depend_kind_of(i, (uintptr_t)depends[1]));
    }
    dependences->arena.next = aligned(room, OC_ARENA_ALIGNMENT);
    struct oc_deque *own = oc_tasks;
    struct oc_task *task = own->next;
    HAL_WRITE(&own->next, task + 1);
    __atomic_fetch_add(&scope->pending, OC_NEW, __ATOMIC_RELAXED);
    HAL_WRITE(&task->flags, kept);
    HAL_WRITE(&task->up, scope);
    task->dependent = dependent;
    copy_words((uint32_t *)task->own, data, bytes);
    uint32_t left = oc_task_offer(own, task, function);
    if (__builtin_expect(left != 0, 0))
        oc_task_offered(own, left);
    return;
other:
    oc_dependent_spawn(function, data, copy, bytes, alignment, is_deferred, flags, depends, rest);
}

void GOMP_taskwait_depend(void **depends) {
    struct oc_thread *self = &oc_thread;
    struct oc_deque *own = oc_tasks;
    if (!own || self->is_final)
        return;
    struct oc_dependences *dependences = dependences_of(self, own);
    struct oc_dependent *dependent = make(dependences, oc_dependences_count(depends), 0, 1);
    dependent->home = own->root.home;
    if (!oc_sets_add(dependences, dependent, members_of(dependent), depends, 0))
        fail();
    await(self, dependent);
    oc_dependent_close(dependent, OC_READY_NEXT);
}
