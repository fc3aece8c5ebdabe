#include "qos/result.h"

int setPriority(int PROC_ID, int MEM_ID, int level) {
    if (level < 0 || level >= HAL_PRIORITIES)
        return QOS_NO_LEVEL;
    return hal_priority_set(PROC_ID, MEM_ID, level);
}
