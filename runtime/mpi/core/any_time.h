/* A lock for functions that any thread may call at any time, even before MPI_Init and after
 * MPI_Finalize: functions about infos, and a few others (MPI 4.1, section 11.4.1). Only one thread
 * at a time executes such a function. */
#ifndef MPI_CORE_ANY_TIME_H
#define MPI_CORE_ANY_TIME_H

/* Acquires the lock. A thread that holds the lock may acquire it again. */
void oc_turn_take(void);
void oc_turn_give(void);

/* Acquires the lock and begins an MPI function that may be called at any time; `call` is its
 * name. */
int oc_enter_any_time(const char *call);

static inline void oc_leave_any_time(const int *turn) {
    (void)turn;
    oc_turn_give();
}

/* Replaces oc_enter() in a function that may be called at any time. The thread holds the lock until
 * the function returns. */
#define OC_ENTER_ANY_TIME(CALL)                                                                    \
    __attribute__((cleanup(oc_leave_any_time))) int error = oc_enter_any_time(CALL)

#endif
