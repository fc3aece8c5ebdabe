/* Linked lists: insertion in order, reversal, and sums over scattered nodes. */
#include "../kernel.h"

#include <stddef.h>

#define NODES 512

struct node {
    struct node *next;
    int value;
};

static struct node nodes[NODES];

static struct node *insert(struct node *head, struct node *added) {
    struct node **place = &head;
    while (*place && (*place)->value < added->value)
        place = &(*place)->next;
    added->next = *place;
    *place = added;
    return head;
}

static struct node *reverse(struct node *head) {
    struct node *reversed = NULL;
    while (head) {
        struct node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = next;
    }
    return reversed;
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0, random = 1;
    for (unsigned i = 0; i < repetitions; i++) {
        struct node *head = NULL;
        for (int k = 0; k < NODES; k++) {
            random = random * 1664525 + 1013904223;
            nodes[k].value = (int)(random >> 16);
            head = insert(head, &nodes[k]);
        }
        for (int k = 0; k < 16; k++) {
            head = reverse(head);
            for (struct node *node = head; node; node = node->next)
                sum = sum * 3 + (unsigned)node->value;
        }
    }
    return sum;
}
