/* A state machine that classifies the numbers in a text as decimal, hexadecimal, fractional or
 * wrong. */
#include "../kernel.h"

enum state { START, SIGN, ZERO, DECIMAL, HEX_MARK, HEX, POINT, FRACTION, WRONG, STATES };

static const char text[] = "12,-7,0x1f,3.25,+0,00,0xg,9.,.5,0xDEAD,123456,-0.75,x,42,0,1e5,77.125,"
                           "+-3,0x0,65535,-32768,0X7,12a,8.08,000.1,5,";

static enum state step(enum state state, char c) {
    int digit = c >= '0' && c <= '9';
    int hex = digit || ((c | 32) >= 'a' && (c | 32) <= 'f');
    switch (state) {
    case START:
        if (c == '+' || c == '-')
            return SIGN;
        /* fall through */
    case SIGN:
        return c == '0' ? ZERO : digit ? DECIMAL : c == '.' ? POINT : WRONG;
    case ZERO:
        return (c | 32) == 'x' ? HEX_MARK : digit ? DECIMAL : c == '.' ? POINT : WRONG;
    case DECIMAL:
        return digit ? DECIMAL : c == '.' ? POINT : WRONG;
    case HEX_MARK:
    case HEX:
        return hex ? HEX : WRONG;
    case POINT:
    case FRACTION:
        return digit ? FRACTION : WRONG;
    default:
        return WRONG;
    }
}

unsigned kernel(unsigned repetitions) {
    static unsigned ends[STATES];
    unsigned sum = 0;
    for (unsigned i = 0; i < repetitions; i++) {
        enum state state = START;
        for (const char *c = text; *c; c++) {
            if (*c == ',') {
                ends[state]++;
                state = START;
            } else {
                state = step(state, *c);
            }
        }
        for (int k = 0; k < STATES; k++)
            sum = sum * 33 + ends[k];
    }
    return sum;
}
