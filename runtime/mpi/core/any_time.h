/* Functions about infos, and a few others, may be called at any time, before MPI_Init and after
 * MPI_Finalize too, and by any thread (MPI 4.1, section 11.4.1). One thread at a time is inside. */
#ifndef MPI_CORE_ANY_TIME_H
#define MPI_CORE_ANY_TIME_H

/* Waits for the other threads that are inside; a thread that is inside may enter once more. */
void oc_turn_take(void);
void oc_turn_give(void);

/* Begins a function of the standard. */
int oc_enter_any_time(const char *call);

static inline void oc_leave_any_time(const int *turn) {
    (void)turn;
    oc_turn_give();
}

/* In place of oc_enter(): until the function returns. */
#define OC_ENTER_ANY_TIME(CALL)                                                                    \
    __attribute__((cleanup(oc_leave_any_time))) int error = oc_enter_any_time(CALL)

#endif
