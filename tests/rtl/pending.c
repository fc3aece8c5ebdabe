/* Process 0 brings a counter to zero so often that a slow network cannot accept all notifications
 * of it in time. */
#include <onchip/hal.h>

int main(void) {
    if (hal_place() != 0)
        return 0;
    hal_address counter = hal_counter_of(0, 0);
    hal_counter_set(0, -1, -1);
    hal_counter_notify(0, 0, hal_shared_of(1), 0);
    for (int i = 0; i < 1000; i++)
        hal_counter_add(counter, 1);
    return 0;
}
