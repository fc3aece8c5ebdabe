/* Functions that code on a fibre calls. */
#include "mpi/collective/nonblocking/fibre.h"

#include "mpi/core/process.h"
#include "mpi/error/raise.h"

void oc_operation_await(const struct oc_request *one, const struct oc_request *other) {
    struct oc_operation *operation = oc_operation_running;
    operation->awaited[0] = one;
    operation->awaited[1] = other;
    if (one || other)
        operation->may_enter = false;
    hal_fibre_leave(operation->fibre);
}

bool oc_await_on_fibre(const volatile uint32_t *word, uint32_t value) {
    struct oc_operation *operation = oc_operation_running;
    if (!operation)
        return false;
    operation->awaits_data = true;
    if (hal_observe(word) != value)
        return true;
    operation->word = word;
    operation->value = value;
    oc_operation_await(NULL, NULL);
    operation->word = NULL;
    return true;
}

void oc_call_on_main_from_fibre(void (*function)(void *context), void *context) {
    if (!oc_operation_running) {
        function(context);
        return;
    }
    oc_operation_running->task = function;
    oc_operation_running->context = context;
    oc_operation_await(NULL, NULL);
}

struct fault {
    const char *call, *sentence;
    long a, b;
};

static void die_of(void *context) {
    const struct fault *fault = context;
    oc_process.call = fault->call;
    oc_die(OC_FATAL, fault->sentence, fault->a, fault->b);
}

/* Errors on a fibre. A fatal error is raised by the main stack, where the report can follow the
 * calls to the line of the program. Any other error is kept until the operation is completed, and
 * the error handler is called then. */
int oc_raise_on_fibre(const struct oc_communicator *comm, int class, const char *sentence, long a,
                      long b) {
    if (oc_operation_running) {
        if ((comm ? comm : &oc_comm_self)->on_error)
            return class;
        struct fault fault = {oc_operation_running->call, sentence, a, b};
        oc_call_on_main_from_fibre(die_of, &fault);
    }
    return oc_raise_here(comm, class, sentence, a, b);
}
