/* Errors: the class, and a sentence that says what was wrong and what would be right. */
#ifndef MPI_ERROR_RAISE_H
#define MPI_ERROR_RAISE_H

#include "mpi/core/communicator.h"

/* Gives `class` to the error handler of `comm` (null: of MPI_COMM_SELF, as for every error that
 * belongs to no communicator; MPI 4.1, section 9.3): prints the sentence and ends the job, or
 * returns `class`. In the sentence, '#' stands for the next of `a`, `b` in decimal, '$' for the
 * next one in hexadecimal, and '|' for "; right: ", between what is wrong and what would be right.
 */
int oc_raise(const struct oc_communicator *comm, int class, const char *sentence, long a, long b);

/* The same whoever calls it: what is raised on a fibre is otherwise kept until the operation is
 * completed. */
int oc_raise_here(const struct oc_communicator *comm, int class, const char *sentence, long a,
                  long b);

/* Exit code of a job that ends by an error of the library's. */
#define OC_FATAL 1

/* Prints "rank R: MPI_Call: sentence" and ends the job with `code`. */
_Noreturn void oc_die(int code, const char *sentence, long a, long b);

#endif
