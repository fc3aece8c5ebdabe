/* Copies from one process to another, to which both may contribute. A process that copies many
 * bytes from another process asks that process for help. If the other process is polling, it copies
 * some of the pieces. */
#ifndef HAL_LINUX_COPY_H
#define HAL_LINUX_COPY_H

/* If a process is copying from the calling process, helps it. */
void hal_help_to_copy(void);

#endif
