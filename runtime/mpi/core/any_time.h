/* Functions about infos, and a few others, may be called at any time by any thread, even before
 * MPI_Init and after MPI_Finalize (MPI 4.1, section 11.4.1). Only one thread at a time executes
 * them. */
#ifndef MPI_CORE_ANY_TIME_H
#define MPI_CORE_ANY_TIME_H

/* oc_turn_take() waits until no other thread has the turn. A thread that has the turn may take it
 * again. */
void oc_turn_take(void);
void oc_turn_give(void);

/* Begins a function of the standard that may be called at any time; `call` is its name. */
int oc_enter_any_time(const char *call);

static inline void oc_leave_any_time(const int *turn) {
    (void)turn;
    oc_turn_give();
}

/* Takes the place of oc_enter(). The turn lasts until the function returns. */
#define OC_ENTER_ANY_TIME(CALL)                                                                    \
    __attribute__((cleanup(oc_leave_any_time))) int error = oc_enter_any_time(CALL)

#endif
