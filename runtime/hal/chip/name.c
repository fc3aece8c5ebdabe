/* Written without printf(), so that a program that asks for its name does not link it. */
#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

struct text {
    char *at;
    size_t room; /* bytes left, including the null byte */
    size_t length;
};

static void put_char(struct text *text, char c) {
    if (text->room > 1) {
        *text->at++ = c;
        text->room--;
        text->length++;
    }
}

static void put_text(struct text *text, const char *from) {
    while (*from)
        put_char(text, *from++);
}

static void put_number(struct text *text, uint32_t number) {
    if (number >= 10)
        put_number(text, number / 10);
    put_char(text, (char)('0' + number % 10));
}

size_t hal_name(char *name, size_t bytes) {
    struct text text = {name, bytes, 0};
    uint32_t columns = register_read(REGISTER_COLUMNS);
    if (columns) {
        put_text(&text, "mesh");
        put_number(&text, columns);
        put_char(&text, 'x');
        put_number(&text, register_read(REGISTER_TILES) / columns);
    } else {
        put_text(&text, "drawn");
    }
    put_text(&text, " tile ");
    put_number(&text, register_read(REGISTER_TILE));
    put_text(&text, " core ");
    put_number(&text, register_read(REGISTER_TILE_CORE));
    if (bytes)
        *text.at = '\0';
    return text.length;
}
