#include "qos/result.h"

int setPriority(int PROC_ID, int MEM_ID, int level) {
    int result = wrong(PROC_ID, MEM_ID);
    if (result)
        return result;
    if (level < 0 || level >= HAL_PRIORITIES)
        return QOS_NO_LEVEL;
    hal_priority_set(PROC_ID, MEM_ID, level);
    hal_fence();
    return QOS_DONE;
}
