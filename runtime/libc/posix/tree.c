/* Search trees (POSIX, <search.h>). They are balanced (AVL), as those of glibc are; the depth of
 * picolibc's trees is the number of keys, if these come in order. */
#include <search.h>
#include <stddef.h>
#include <stdlib.h>

#include "libc/names/weak.h"

struct node {
    const void *key; /* the first member, which programs read */
    struct node *below[2];
    int height;
};

enum { DEEPEST = 48 }; /* more than the height of a tree that fits into 32 bits of addresses */

typedef int compare(const void *, const void *);

/* The way from the root to a node: for each node above it, the address of the pointer to that
 * node. */
struct path {
    struct node **places[DEEPEST];
    int length;
};

static int height(const struct node *node) {
    return node ? node->height : 0;
}

static void update(struct node *node) {
    int left = height(node->below[0]), right = height(node->below[1]);
    node->height = (left > right ? left : right) + 1;
}

/* Rotates the tree at *place. The child on side `side` moves up to the place of its parent, and the
 * parent becomes the child's own child on the other side. */
static void rotate(struct node **place, int side) {
    struct node *parent = *place, *child = parent->below[side];
    parent->below[side] = child->below[!side];
    child->below[!side] = parent;
    update(parent);
    update(child);
    *place = child;
}

/* Balances the nodes of a path, from the last one upwards. */
static void balance(struct path *path) {
    while (path->length) {
        struct node **place = path->places[--path->length], *node = *place;
        int more = height(node->below[1]) - height(node->below[0]), side = more > 0;
        if (more < -1 || more > 1) {
            struct node *child = node->below[side];
            if (height(child->below[!side]) > height(child->below[side]))
                rotate(&node->below[side], !side);
            rotate(place, side);
        } else {
            update(node);
        }
    }
}

/* Looks for a key. Returns the address of the pointer to the node with this key; the pointer is
 * null if there is no such node. Stores the way to the node in `path`. */
static struct node **look(const void *key, struct node **place, compare *compare,
                          struct path *path) {
    path->length = 0;
    for (int order; *place; place = &(*place)->below[order > 0]) {
        order = compare(key, (*place)->key);
        if (!order)
            break;
        path->places[path->length++] = place;
    }
    return place;
}

WEAK void *tsearch(const void *key, void **root, compare *compare) {
    struct path path;
    if (!root)
        return NULL;
    struct node **place = look(key, (struct node **)root, compare, &path), *node = *place;
    if (node)
        return node;
    node = malloc(sizeof *node);
    if (!node)
        return NULL;
    *node = (struct node){.key = key, .height = 1};
    *place = node;
    balance(&path);
    return node;
}

WEAK void *tfind(const void *key, void **root, compare *compare) {
    struct node *node = root ? *root : NULL;
    for (int order; node && (order = compare(key, node->key)); node = node->below[order > 0])
        ;
    return node;
}

WEAK void *tdelete(const void *restrict key, void **restrict root, compare *compare) {
    struct path path;
    if (!root)
        return NULL;
    struct node **place = look(key, (struct node **)root, compare, &path), *gone = *place;
    if (!gone)
        return NULL;
    void *parent = path.length ? *path.places[path.length - 1] : (void *)root;
    if (gone->below[0] && gone->below[1]) {
        /* The node with the next key takes the place of the deleted one. */
        int here = path.length;
        path.places[path.length++] = place;
        struct node **next = &gone->below[1], *node;
        for (; (*next)->below[0]; next = &(*next)->below[0])
            path.places[path.length++] = next;
        node = *next;
        *next = node->below[1];
        node->below[0] = gone->below[0];
        node->below[1] = gone->below[1];
        *place = node;
        if (path.length > here + 1)
            path.places[here + 1] = &node->below[1];
    } else {
        *place = gone->below[!gone->below[0]];
    }
    free(gone);
    balance(&path);
    return parent;
}

static void walk(const struct node *node, void (*visit)(const void *, VISIT, int), int depth) {
    if (!node->below[0] && !node->below[1]) {
        visit(node, leaf, depth);
        return;
    }
    visit(node, preorder, depth);
    if (node->below[0])
        walk(node->below[0], visit, depth + 1);
    visit(node, postorder, depth);
    if (node->below[1])
        walk(node->below[1], visit, depth + 1);
    visit(node, endorder, depth);
}

WEAK void twalk(const void *root, void (*visit)(const void *, VISIT, int)) {
    if (root && visit)
        walk(root, visit, 0);
}

static void walk_with(const struct node *node, void (*visit)(const void *, VISIT, void *),
                      void *closure) {
    if (!node->below[0] && !node->below[1]) {
        visit(node, leaf, closure);
        return;
    }
    visit(node, preorder, closure);
    if (node->below[0])
        walk_with(node->below[0], visit, closure);
    visit(node, postorder, closure);
    if (node->below[1])
        walk_with(node->below[1], visit, closure);
    visit(node, endorder, closure);
}

WEAK void twalk_r(const void *root, void (*visit)(const void *, VISIT, void *), void *closure) {
    if (root && visit)
        walk_with(root, visit, closure);
}

static void destroy(struct node *node, void (*release)(void *)) {
    if (!node)
        return;
    destroy(node->below[0], release);
    destroy(node->below[1], release);
    release((void *)node->key);
    free(node);
}

WEAK void tdestroy(void *root, void (*release)(void *)) {
    destroy(root, release);
}
