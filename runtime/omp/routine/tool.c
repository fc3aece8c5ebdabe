/* Tools (OpenMP 5.2, 18.14), of which there are none. */
#include "omp.h"

int omp_control_tool(int command, int modifier, void *argument) {
    (void)command, (void)modifier, (void)argument;
    return omp_control_tool_notool;
}
