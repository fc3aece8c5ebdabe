/* The name of the program, in glibc's variables. */
#include <errno.h>
#include <string.h>

#include "hal/chip/inline/self.h"
#include "libc/names/weak.h"

WEAK char *program_invocation_name = "", *program_invocation_short_name = "";

/* Runs before the program's own constructors. */
__attribute__((constructor(101))) static void start(void) {
    if (!hal_self.process->argc)
        return;
    program_invocation_name = *(char **)hal_self.process->argv;
    char *slash = strrchr(program_invocation_name, '/');
    program_invocation_short_name = slash ? slash + 1 : program_invocation_name;
}
