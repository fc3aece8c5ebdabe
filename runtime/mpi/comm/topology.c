#include "mpi/comm/topology.h"

#include <stdlib.h>

struct oc_topology *oc_topology_new(int kind, size_t words) {
    struct oc_topology *topology = calloc(1, sizeof *topology + words * sizeof *topology->words);
    if (topology) {
        topology->kind = kind;
        topology->references = 1;
    }
    return topology;
}

struct oc_topology *oc_topology_hold(struct oc_topology *topology) {
    topology->references++;
    return topology;
}

void oc_topology_release(struct oc_topology *topology) {
    if (!--topology->references)
        free(topology);
}
