/* The clustered chip, as in its paper: processes of a side exchange data through the scratchpad of
 * that side, those of a subcluster through the reader's scratchpad, and subclusters through the
 * external memory. */
#include "../hal/check.h"

static int side_of(int place) {
    return place / 4;
}

static int expected(int writer, int reader) {
    bool together = side_of(writer) / 2 == side_of(reader) / 2;
    return together ? side_of(reader) : 4;
}

int main(void) {
    check("four scratchpads and one memory", hal_controllers() == 5);
    for (int i = 0; i < 5; i++)
        check("size", hal_controller_bytes(i) == (i < 4 ? 32u << 10 : 8u << 20));
    /* The scratchpads of the second subcluster have the addresses of the first one's plus an
     * offset. */
    hal_address offset = hal_controller_start(2) - hal_controller_start(0);
    check("alike", hal_controller_start(3) - hal_controller_start(1) == offset);
    for (int reader = 0; reader < hal_places(); reader++) {
        int controller = hal_controller_between(hal_place(), reader);
        check("through", controller == expected(hal_place(), reader));
        check("close", hal_controller_links(controller, reader) == controller / 4);
    }
    printf("done\n");
    return 0;
}
