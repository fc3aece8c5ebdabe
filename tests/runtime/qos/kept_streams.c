/* Streams that are kept in the memories of controllers. The first user of each memory receives from
 * all other users, whose streams must not be mixed or lost. */
#include <string.h>

#include "../hal/check.h"
#include "onchip_qos.h"

enum { MOST = 3000, EACH = 4 };
static byte sent[MOST], received[MOST + 1];

static int users(int controller, int *first) {
    int found = 0;
    for (int place = hal_places(); place-- > 0;)
        if (hal_controller_links(controller, place) >= 0) {
            *first = place;
            found++;
        }
    return found;
}

/* A stream's first two bytes hold its sender and its number, which determine the other bytes. */
static byte at(int place, int number, int i) {
    return (byte)(i < 2 ? (i ? number : place) : i * 7 + place * 31 + number);
}

static int length_of(int place, int number) {
    return 2 + (place * 977 + number * 1013) % (MOST - 2);
}

static void put(int memory) {
    for (int number = 0; number < EACH; number++) {
        int place = hal_place(), length = length_of(place, number);
        for (int i = 0; i < length; i++)
            sent[i] = at(place, number, i);
        check("sent", sendStreamQoS(sent, length, memory) == QOS_DONE);
    }
}

static void take(int memory, int senders) {
    int next[64] = {0};
    for (int i = 0; i < senders * EACH; i++) {
        memset(received, 0xee, sizeof received);
        int result = rcvStreamQoS(received, MOST, memory);
        int place = received[0] % 64, number = next[place]++, length = length_of(place, number);
        check("length", result == (length == MOST ? QOS_DONE : QOS_OTHER_LENGTH));
        int wrong = 0;
        for (int j = 0; j < length; j++)
            wrong += received[j] != at(place, number, j);
        check("every byte in order", wrong == 0);
        check("no more", received[length] == 0xee);
    }
}

static void misuse(int memory, uint32_t bytes) {
    check("less than nothing", sendStreamQoS(sent, -1, memory) == QOS_BAD_LENGTH);
    check("more than the memory", sendStreamQoS(sent, (int)bytes, memory) == QOS_BAD_LENGTH);
    check("open", ni_open_channel(qos_address(memory), true) == QOS_DONE);
    check("a second channel", sendStreamQoS(sent, 1, memory) == QOS_HAS_CHANNEL);
    check("close", ni_close_channel(qos_address(memory), true) == QOS_DONE);
    check("nothing", sendStreamQoS(sent, 0, memory) == QOS_DONE);
    check("nothing comes", rcvStreamQoS(received, 0, memory) == QOS_DONE);
    check("one", sendStreamQoS(sent, 1, memory) == QOS_DONE);
    check("cut", rcvStreamQoS(received, 0, memory) == QOS_OTHER_LENGTH);
}

static void one(int controller) {
    int first = -1, memory = hal_places() + controller, count = users(controller, &first);
    if (hal_controller_links(controller, hal_place()) < 0) {
        check("not into this one", sendStreamQoS(sent, 1, memory) == QOS_NO_MEMORY);
        check("not out of it", rcvStreamQoS(received, 1, memory) == QOS_NO_MEMORY);
    } else if (hal_place() == first) {
        misuse(memory, hal_controller_bytes(controller));
    }
    meet();
    if (hal_place() == first)
        take(memory, count - 1);
    else if (hal_controller_links(controller, hal_place()) >= 0)
        put(memory);
    meet();
}

int main(void) {
    for (int i = 0; i < hal_controllers(); i++)
        one(i);
    int nowhere = hal_places() + hal_controllers();
    check("no such memory", sendStreamQoS(sent, 1, nowhere) == QOS_NO_MEMORY);
    check("none to receive from", rcvStreamQoS(received, 1, nowhere) == QOS_NO_MEMORY);
    printf("done\n");
    return 0;
}
