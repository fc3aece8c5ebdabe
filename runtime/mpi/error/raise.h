/* Errors. An error consists of a class and a sentence, which says what is wrong and what would be
 * right. */
#ifndef MPI_ERROR_RAISE_H
#define MPI_ERROR_RAISE_H

#include <stdbool.h>

#include "link/variant.h"
#include "mpi/core/communicator.h"

/* Passes `class` to the error handler of `comm`. If `comm` is null, that of MPI_COMM_SELF is used,
 * as for every error that belongs to no communicator (MPI 4.1, section 9.3). The handler prints the
 * sentence and ends the job, or this function returns `class`.
 *
 * A sentence may contain placeholders. '#' stands for the next of the numbers `a` and `b` in
 * decimal, and '$' for the next of them in hexadecimal. '|' stands for "; right: ", and separates
 * what is wrong from what would be right. Sentences that every program links are at most as long as
 * "count -3; right: 0 or more". */
int oc_raise(const struct oc_communicator *comm, int class, const char *sentence, long a, long b);

/* The first variant raises errors at once. The second variant is for programs with nonblocking
 * collectives. It keeps an error on a fibre until the operation is complete. */
OC_VARIANTS(oc_raise, oc_raise_here, oc_raise_on_fibre);

/* 0 in the library without checks of arguments (`make CHECKS=0`). */
#ifndef OC_CHECKS
#define OC_CHECKS 1
#endif

/* Whether errors of this class are always caused by wrong arguments. */
static inline bool oc_is_of_arguments(int class) {
    switch (class) {
    case MPI_ERR_BUFFER:
    case MPI_ERR_COUNT:
    case MPI_ERR_TYPE:
    case MPI_ERR_TAG:
    case MPI_ERR_COMM:
    case MPI_ERR_RANK:
    case MPI_ERR_REQUEST:
    case MPI_ERR_ROOT:
    case MPI_ERR_GROUP:
    case MPI_ERR_OP:
    case MPI_ERR_TOPOLOGY:
    case MPI_ERR_DIMS:
    case MPI_ERR_ARG:
    case MPI_ERR_ASSERT:
    case MPI_ERR_DISP:
    case MPI_ERR_ERRHANDLER:
    case MPI_ERR_INFO:
    case MPI_ERR_KEYVAL:
    case MPI_ERR_LOCKTYPE:
    case MPI_ERR_RMA_FLAVOR:
    case MPI_ERR_RMA_RANGE:
    case MPI_ERR_RMA_SYNC:
    case MPI_ERR_SESSION:
    case MPI_ERR_SIZE:
    case MPI_ERR_WIN:
        return true;
    default:
        return false;
    }
}

/* In the library without checks, the compiler may assume that arguments are right. It therefore
 * removes the tests and sentences of errors that only wrong arguments cause. Errors that a correct
 * program may have, such as lack of memory, are still raised. */
#if !OC_CHECKS
#define oc_raise(COMM, CLASS, ...)                                                                 \
    (__builtin_constant_p(CLASS) && oc_is_of_arguments(CLASS)                                      \
         ? (__builtin_unreachable(), MPI_SUCCESS)                                                  \
         : oc_raise(COMM, CLASS, __VA_ARGS__))
#endif

/* The exit code of a job that the library ends because of an error. */
#define OC_FATAL 1

/* Print "rank R: MPI_Call: sentence" and end the job with the exit code `code`. oc_die_with_three()
 * has a sentence with three values. */
_Noreturn void oc_die(int code, const char *sentence, long a, long b);
_Noreturn void oc_die_with_three(int code, const char *sentence, long a, long b, long c);

/* Ends the job because there is no memory to keep an unexpected message. `bytes` is its length,
 * `place` that of its sender. */
_Noreturn void oc_die_of_held(size_t bytes, int place, int tag);

/* Ends the job because a function was called when it must not be. The library without checks of
 * arguments never calls this function. */
_Noreturn static inline void oc_die_untimely(const char *sentence) {
    if (!OC_CHECKS)
        __builtin_unreachable();
    oc_die(OC_FATAL, sentence, 0, 0);
}

#endif
