/* Copies between processes in which both take part. A process that copies many bytes from another
 * process asks it for help. If that process is polling, it copies pieces, too. */
#ifndef HAL_LINUX_COPY_H
#define HAL_LINUX_COPY_H

/* If a process is copying from the calling process, helps it. */
void hal_help_to_copy(void);

#endif
