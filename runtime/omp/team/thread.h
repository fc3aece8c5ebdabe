/* Data that each thread keeps about itself and its team. */
#ifndef OMP_TEAM_THREAD_H
#define OMP_TEAM_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/store.h"
#include "omp/team/block.h"
#include "omp/team/flavour.h"

struct oc_team;
struct oc_settings;
struct oc_deque;

/* Says where the innermost active region is: inside the initial task that the thread executes, or
 * around it. In the latter case the initial task is that of a `target` construct. */
enum { OC_ACTIVE = 1, OC_ACTIVE_AROUND = -1 };

struct oc_thread {
    /* The state of the thread in its team. A thread that starts a nested region saves this state,
     * and restores it after the region (region/nested.c). */
    int number; /* number of the thread in its team */
    int size;   /* size of that team */
    int active; /* 0: no active region; otherwise OC_ACTIVE or OC_ACTIVE_AROUND */
    /* The size of the outermost team that the last region has left ready. The next region can start
     * at once with this team. 0 if there is none. Only thread 0 sets this field, outside all
     * regions. */
    int ready;
    struct oc_team *team;
    /* The settings of the thread's task (settings/settings.h). Null if the task has no settings of
     * its own; it then uses those of the task that has started the region. */
    struct oc_settings *settings;
    /* The number of single constructs, and that of other worksharing constructs, that the thread
     * has entered in its region. */
    uint32_t singles;
    uint32_t shares;
    uint32_t barriers;  /* number of barriers passed since the team was set up */
    uint32_t positions; /* number of positions in all doacross loops of the region so far */
    hal_address arrive; /* the counter of barriers */
    volatile uint32_t *released; /* the word that becomes 1 when a barrier is over */
    /* The address of the counter or word by which the thread reports that it has finished the
     * region. Not used in the thread that started the region. */
    hal_address complete;
    int children;        /* number of threads to which this thread passes regions on */
    struct oc_loop loop; /* the loop that the thread is in */
    bool is_final;       /* the thread's task is final, or is part of a final task */

    /* The members from here on do not depend on the team. `is_notified` says whether the thread has
     * notifications of tasks that it has not examined. With mechanisms that hand tasks out, it is
     * always set. */
    bool is_notified;
    int usual;              /* thread 0: size of an outermost region that requests no number */
    struct oc_block *block; /* the words that other threads write for this thread */
    /* The queue or mutex for critical constructs without a name (lock/token.h). */
    hal_address critical;
    hal_address atomic;                  /* the queue or mutex for atomic constructs */
    hal_address child[OC_MOST_CHILDREN]; /* the blocks of the thread's children in the tree */
    struct oc_atomic_held atomic_held;   /* used with atomic=lock */
};

#define OC_OF_TEAM_BYTES offsetof(struct oc_thread, is_notified)

/* The calling thread's deque in its team (task/deque.h); null if the thread has not made one. It is
 * not a member of the structure above, because GCC takes one instruction to load a variable, and
 * two to load a member. */
extern _Thread_local struct oc_deque *oc_tasks;

/* The calling thread. Before the first region it is thread 0 of a team of one. */
extern _Thread_local struct oc_thread oc_thread;

/* Pauses before a thread polls a word again. */
void oc_pause(void);

/* Sleeps once, unless the word is not 0 or the thread has notifications of tasks to examine.
 * Returns the word, which may still be 0. */
static inline uint32_t oc_await_once(const volatile uint32_t *word) {
    uint32_t value = hal_observe(word);
    if (value)
        return value;
    struct oc_block *block = oc_thread.block;
    if (__builtin_expect(!oc_thread.is_notified, 1)) {
        /* Usually there are no tasks, and the awaited store will arrive soon. */
        oc_tasks_arm(block);
        if (__builtin_expect(!hal_observe(&block->task.notified), 1)) {
            if (__builtin_expect((value = hal_observe(word)) != 0, 0))
                return value;
            hal_wait(HAL_NEVER);
        }
    }
    return hal_observe(word);
}

static inline uint32_t oc_await_word(const volatile uint32_t *word) {
    uint32_t value;
    if (OC_WITH_TASKS) {
        if (__builtin_expect(!(value = oc_await_once(word)), 0)) {
            oc_tasks_await(word);
            value = hal_observe(word);
        }
        return value;
    }
    if ((value = hal_observe(word)))
        return value;
    do {
        hal_arm(word, sizeof *word);
        if (__builtin_expect((value = hal_observe(word)) != 0, 0))
            return value;
        hal_wait(HAL_NEVER);
        /* Tells the compiler that the word is usually set when the thread wakes. */
    } while (__builtin_expect(!(value = hal_observe(word)), 0));
    return value;
}

/* Sleeps until a word of the thread's own block is not 0, and returns that word. In programs with
 * tasks, the thread runs tasks meanwhile (flavour.h). Afterwards it can read everything that other
 * threads stored before they wrote the word. */
static inline uint32_t oc_await(const volatile uint32_t *word) {
    uint32_t value = oc_await_word(word);
    hal_acquire();
    return value;
}

/* Waits for a word that another thread will probably write within the time that arming takes. The
 * thread reads the word three times before it arms and sleeps. A read takes three cycles on the
 * chip, so three reads find the word earlier than sleeping does. */
static inline void oc_await_soon(const volatile uint32_t *word) {
    bool is_set = hal_observe(word) || hal_observe(word) || hal_observe(word);
    if (!is_set)
        oc_await_word(word);
    hal_acquire();
}

/* Awaits the end of a barrier. Afterwards the barrier's word is 0 until the end of the next
 * barrier. */
static inline void oc_await_release(volatile uint32_t *released) {
    if (OC_WITH_TASKS && !oc_await_once(released)) {
        oc_tasks_await_release(released);
        return;
    }
    if (!OC_WITH_TASKS)
        oc_await_word(released);
    hal_acquire();
    *released = 0;
}

#endif
