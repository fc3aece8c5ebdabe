/* Names. The name server, in cluster 0, knows the cluster of each name; the name daemon of that
 * cluster knows the name's port. A daemon caches what it has found; before a name is unlinked,
 * every daemon forgets the name.
 *
 * To look a name up, a kernel asks the server and then the daemon. With ONCHIP_KERNEL_FORWARD=1,
 * the server forwards the question to the daemon, which answers; this saves one message. */
#include "kernel/serve/kernel.h"

#define SERVER 0
#define CACHED 16 /* names in a cache, unless ONCHIP_KERNEL_NAMES is set */

struct name {
    struct name *next;
    char text[KNAME_SIZE];
    int node;
    int port;
    bool is_pending; /* the server has not confirmed the name yet */
};

/* The pending call of a process of the cluster. A process makes one call at a time. */
struct request {
    uint16_t kind;
    char text[KNAME_SIZE];
    int left; /* daemons that still have to forget the name */
};

/* Lists of names: those that the server knows, those of this daemon's cluster, and those that this
 * daemon has looked up. */
static struct name *served, *local, *cache;
static int cached, most_cached;
static bool forwards;
static struct request *requests;

void oc_kernel_name_start(void) {
    requests = oc_kernel_take((size_t)hal_places() * sizeof *requests);
    most_cached = oc_kernel_setting("ONCHIP_KERNEL_NAMES", CACHED);
    forwards = oc_kernel_setting("ONCHIP_KERNEL_FORWARD", 0);
}

static struct name **find(struct name **list, const char *text) {
    while (*list && strcmp((*list)->text, text) != 0)
        list = &(*list)->next;
    return list;
}

/* Adds a name to a list. Returns null if there is no memory. */
static struct name *add(struct name **list, const char *text, int node, int port) {
    struct name *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    strcpy(made->text, text);
    made->node = node;
    made->port = port;
    made->next = *list;
    return *list = made;
}

static bool drop(struct name **at) {
    struct name *name = *at;
    if (!name)
        return false;
    *at = name->next;
    free(name);
    return true;
}

static void remember(const char *text, int node, int port) {
    if (!most_cached || *find(&cache, text))
        return;
    if (cached == most_cached) {
        struct name **oldest = &cache;
        while ((*oldest)->next)
            oldest = &(*oldest)->next;
        drop(oldest);
        cached--;
    }
    cached += add(&cache, text, node, port) != NULL;
}

static void ask(int cluster, enum oc_kernel_kind kind, int place, int remote, const char *text) {
    struct oc_kernel_element element = {
        .kind = (uint16_t)kind, .id = place, .remote = remote, .port = forwards};
    strcpy(element.name, text);
    oc_kernel_send(cluster, &element, sizeof element);
}

static void answer_found(int place, const struct name *name) {
    oc_kernel_answer(place, name->node << 16 | name->port);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void link_name(int place, const char *text, int port) {
    if (*find(&local, text)) {
        oc_kernel_answer(place, -EEXIST);
        return;
    }
    struct name *name = oc_kernel_has_memory() ? add(&local, text, oc_kernel_self, port) : NULL;
    if (!name) {
        oc_kernel_answer(place, -ENOMEM);
        return;
    }
    name->is_pending = true;
    ask(SERVER, NAME_LINK, place, oc_kernel_self, text);
}

static void look_up(int place, const char *text) {
    const struct name *name = *find(&local, text);
    if (!name || name->is_pending)
        name = *find(&cache, text);
    if (name)
        answer_found(place, name);
    else
        ask(SERVER, NAME_FIND, place, oc_kernel_self, text);
}

static void unlink_name(int place, const char *text) {
    struct name **at = find(&local, text);
    if (!*at || (*at)->is_pending) {
        oc_kernel_answer(place, -ENOENT);
        return;
    }
    drop(at);
    ask(SERVER, NAME_UNLINK, place, oc_kernel_self, text);
}

void oc_kernel_name_call(const struct oc_kernel_element *element) {
    int place = element->from;
    struct request *request = &requests[place];
    request->kind = element->kind;
    strcpy(request->text, element->name);
    if (element->kind == CALL_LINK)
        link_name(place, request->text, element->port);
    else if (element->kind == CALL_LOOKUP)
        look_up(place, request->text);
    else
        unlink_name(place, request->text);
}

/* ---- Server and daemons ---------------------------------------------------------------------- */

static void answer(int cluster, int place, int error, int node, int port) {
    oc_kernel_send_head(cluster, (struct oc_kernel_element){.kind = NAME_ANSWER,
                                                            .id = place,
                                                            .bytes = (uint32_t)error,
                                                            .remote = node,
                                                            .port = port});
}

static void serve(const struct oc_kernel_element *element) {
    struct name **at = find(&served, element->name);
    if (element->kind == NAME_LINK) {
        int error = -EEXIST;
        if (!*at)
            error = oc_kernel_has_memory() && add(&served, element->name, element->from, 0)
                        ? 0
                        : -ENOMEM;
        answer(element->from, element->id, error, 0, 0);
    } else if (element->kind == NAME_UNLINK) {
        drop(at);
        answer(element->from, element->id, 0, 0, 0);
    } else if (!*at) {
        answer(element->from, element->id, -ENOENT, 0, 0);
    } else if (element->port) {
        ask((*at)->node, NAME_ASK, element->id, element->from, element->name);
    } else {
        answer(element->from, element->id, 0, (*at)->node, KPORT_ANY);
    }
}

static void forget_everywhere(int place) {
    struct request *request = &requests[place];
    request->left = oc_kernel_count - 1;
    for (int cluster = 0; cluster < oc_kernel_count; cluster++) {
        if (cluster != oc_kernel_self)
            ask(cluster, NAME_FORGET, place, oc_kernel_self, request->text);
    }
    if (!request->left)
        oc_kernel_answer(place, 0);
}

static void answered(const struct oc_kernel_element *element) {
    int place = element->id, error = (int32_t)element->bytes;
    const struct request *request = &requests[place];
    if (request->kind == CALL_LOOKUP && !error) {
        if (element->port == KPORT_ANY) {
            ask(element->remote, NAME_ASK, place, oc_kernel_self, request->text);
            return;
        }
        remember(request->text, element->remote, element->port);
        oc_kernel_answer(place, element->remote << 16 | element->port);
    } else if (request->kind == CALL_UNLINK && !error) {
        forget_everywhere(place);
    } else {
        if (request->kind == CALL_LINK) {
            struct name **at = find(&local, request->text);
            (*at)->is_pending = false;
            if (error)
                drop(at);
        }
        oc_kernel_answer(place, error);
    }
}

void oc_kernel_name_message(const struct oc_kernel_element *element) {
    switch (element->kind) {
    case NAME_ANSWER:
        answered(element);
        break;
    case NAME_ASK: {
        const struct name *name = *find(&local, element->name);
        bool is_there = name && !name->is_pending;
        answer(element->remote, element->id, is_there ? 0 : -ENOENT, oc_kernel_self,
               is_there ? name->port : 0);
        break;
    }
    case NAME_FORGET:
        cached -= drop(find(&cache, element->name));
        oc_kernel_send_head(element->from,
                            (struct oc_kernel_element){.kind = NAME_FORGOTTEN, .id = element->id});
        break;
    case NAME_FORGOTTEN:
        if (!--requests[element->id].left)
            oc_kernel_answer(element->id, 0);
        break;
    default:
        serve(element);
    }
}
