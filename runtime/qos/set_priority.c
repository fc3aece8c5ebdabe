#include "qos/result.h"

_Static_assert(HAL_PRIORITIES == 8, "the levels in onchip_qos.h are others");

int onchip_qos_set_priority(int PROC_ID, int MEM_ID, int level) {
    return hal_priority_set(PROC_ID, MEM_ID, level);
}

int setPriority(int PROC_ID, int MEM_ID, int level) {
    if (level < 0 || level >= HAL_PRIORITIES)
        return QOS_NO_LEVEL;
    return hal_priority_set(PROC_ID, MEM_ID, level);
}
