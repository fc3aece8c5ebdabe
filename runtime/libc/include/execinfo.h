/* The functions of this header always fail (libc/posix/absent.h). The simulator's own messages show
 * the call stack. */
#ifndef _EXECINFO_H
#define _EXECINFO_H

#ifdef __cplusplus
extern "C" {
#endif

int backtrace(void **calls, int count);
char **backtrace_symbols(void *const *calls, int count);
void backtrace_symbols_fd(void *const *calls, int count, int file);

#ifdef __cplusplus
}
#endif

#endif
