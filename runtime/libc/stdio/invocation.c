/* The name of the program, as glibc has it. */
#include <errno.h>
#include <string.h>

#include "hal/chip/inline/self.h"
#include "libc/names/weak.h"

WEAK char *program_invocation_name = "", *program_invocation_short_name = "";

/* Before the program's own. */
__attribute__((constructor(101))) static void start(void) {
    if (!hal_self.process->argc)
        return;
    program_invocation_name = *(char **)hal_self.process->argv;
    char *slash = strrchr(program_invocation_name, '/');
    program_invocation_short_name = slash ? slash + 1 : program_invocation_name;
}
