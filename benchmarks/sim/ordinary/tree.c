/* A binary search tree (a treap): insertion, search, deletion, by recursion. */
#include "../kernel.h"

#include <stddef.h>

#define NODES 512

struct node {
    struct node *left, *right;
    unsigned key, priority;
};

static struct node nodes[NODES];

static void split(struct node *tree, unsigned key, struct node **low, struct node **high) {
    if (!tree) {
        *low = *high = NULL;
    } else if (tree->key < key) {
        split(tree->right, key, &tree->right, high);
        *low = tree;
    } else {
        split(tree->left, key, low, &tree->left);
        *high = tree;
    }
}

static struct node *join(struct node *low, struct node *high) {
    if (!low || !high)
        return low ? low : high;
    if (low->priority > high->priority) {
        low->right = join(low->right, high);
        return low;
    }
    high->left = join(low, high->left);
    return high;
}

static int depth(const struct node *tree, unsigned key) {
    int steps = 0;
    for (; tree && tree->key != key; steps++)
        tree = key < tree->key ? tree->left : tree->right;
    return steps;
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0, random = 1;
    for (unsigned i = 0; i < repetitions; i++) {
        struct node *root = NULL, *low, *high, *middle;
        for (int k = 0; k < NODES; k++) {
            random = random * 1664525 + 1013904223;
            nodes[k] = (struct node){NULL, NULL, random >> 16, random * 2654435761u};
            split(root, nodes[k].key, &low, &high);
            root = join(join(low, &nodes[k]), high);
        }
        for (int k = 0; k < NODES; k++)
            sum += (unsigned)depth(root, nodes[k].key);
        for (int k = 0; k < NODES; k += 2) {
            split(root, nodes[k].key, &low, &high);
            split(high, nodes[k].key + 1, &middle, &high);
            root = join(low, high);
        }
        sum = sum * 31 + (root ? root->key : 0);
    }
    return sum;
}
