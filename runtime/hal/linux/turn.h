/* Turns let several threads of a process call MPI at the same time (MPI_THREAD_MULTIPLE).
 *
 * One thread at a time has the process' turn. The entries of MPI_X take the turn and give it back
 * (mpi/profiling/entries.py), and hal_wait() leaves it to other threads while it waits. In its
 * turn, a thread uses the seat of thread 0, which owns the inbox.
 *
 * Any event from outside, and any store into the process' own shared block, wakes all threads that
 * wait in a call; each takes its turn and checks whether it can go on. Some calls do something for
 * which another thread may wait, but which wakes no thread. A thread makes such a call by
 * hal_in_turn_telling. */
#ifndef HAL_LINUX_TURN_H
#define HAL_LINUX_TURN_H

#include <stdbool.h>
#include <stdint.h>

/* Whether threads take turns. Once true, it stays true. */
extern bool hal_turns;

/* The state that a waiting thread restores when it has its turn again. */
struct hal_turn {
    unsigned depth;   /* nested calls; 0: the thread had no turn, and the other members are 0 */
    bool polls;       /* the thread polls before it sleeps */
    uint64_t wake_by; /* the thread checks again at this time at the latest */
};

/* The number of nested calls in which this thread has the turn. */
extern _Thread_local unsigned hal_turn_depth;

void hal_turn_take(void);
void hal_turn_give(void);

struct hal_turn hal_turn_leave_now(void);
void hal_turn_polled(void); /* lets another thread poll */
void hal_turn_return_now(const struct hal_turn *turn);

/* Leaves the turn to other threads if this thread has the turn. */
static inline struct hal_turn hal_turn_leave(void) {
    return __builtin_expect(hal_turn_depth, 0) ? hal_turn_leave_now() : (struct hal_turn){0};
}

static inline void hal_turn_return(const struct hal_turn *turn) {
    if (__builtin_expect(turn->depth, 0))
        hal_turn_return_now(turn);
}

#endif
