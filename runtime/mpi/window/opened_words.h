/* Words of windows for which the shared block has no slot. If the processes of a tile do not reach
 * each other's memory, such words are in pages of this process to which it gives the other
 * processes access. */
#ifndef MPI_WINDOW_OPENED_WORDS_H
#define MPI_WINDOW_OPENED_WORDS_H

#include "mpi/window/window.h"

/* Returns words for a window, all 0, or null if there is no memory. */
struct oc_window_words *oc_opened_words_take(void);
void oc_opened_words_give(const struct oc_window_words *words);

#endif
