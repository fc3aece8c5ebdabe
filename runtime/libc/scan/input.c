#include "libc/scan/input.h"

#include <stdio.h>

void __oc_scan_limit(struct scan_input *input, size_t limit) {
    input->count = 0;
    input->limit = limit;
    input->ended = false;
}

int __oc_scan_get(struct scan_input *input) {
    if (!input->limit || input->count < input->limit) {
        int c = input->get(input);
        if (c != EOF) {
            input->count++;
            input->last = c;
            return c;
        }
    }
    input->ended = true;
    return EOF;
}

void __oc_scan_unget(struct scan_input *input) {
    if (input->ended)
        return;
    input->count--;
    input->unget(input, input->last);
}

int __oc_scan_get_text(struct scan_input *input) {
    const unsigned char *at = input->at;
    if (!*at)
        return EOF;
    input->at = at + 1;
    return *at;
}

void __oc_scan_unget_text(struct scan_input *input, int c) {
    (void)c;
    input->at = (const char *)input->at - 1;
}
