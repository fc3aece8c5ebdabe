/* Interoperability (OpenMP 5.2, 18.12): there are no foreign runtimes, so every object is
 * omp_interop_none, without properties. */
#include "omp.h"

int omp_get_num_interop_properties(omp_interop_t interop) {
    (void)interop;
    return 0;
}

static omp_interop_rc_t refusal(omp_interop_property_t property) {
    return property < omp_ipr_first || property >= 0 ? omp_irc_out_of_range : omp_irc_empty;
}

static void refuse(omp_interop_property_t property, omp_interop_rc_t *reason) {
    if (reason)
        *reason = refusal(property);
}

omp_intptr_t omp_get_interop_int(omp_interop_t interop, omp_interop_property_t property,
                                 omp_interop_rc_t *reason) {
    (void)interop;
    refuse(property, reason);
    return 0;
}

void *omp_get_interop_ptr(omp_interop_t interop, omp_interop_property_t property,
                          omp_interop_rc_t *reason) {
    (void)interop;
    refuse(property, reason);
    return NULL;
}

const char *omp_get_interop_str(omp_interop_t interop, omp_interop_property_t property,
                                omp_interop_rc_t *reason) {
    (void)interop;
    refuse(property, reason);
    return NULL;
}

const char *omp_get_interop_name(omp_interop_t interop, omp_interop_property_t property) {
    static const char *const names[] = {"fr_id",       "fr_name",        "vendor",
                                        "vendor_name", "device_num",     "platform",
                                        "device",      "device_context", "targetsync"};
    (void)interop;
    return refusal(property) == omp_irc_empty ? names[omp_ipr_fr_id - property] : NULL;
}

const char *omp_get_interop_type_desc(omp_interop_t interop, omp_interop_property_t property) {
    (void)interop, (void)property;
    return NULL;
}

const char *omp_get_interop_rc_desc(omp_interop_t interop, omp_interop_rc_t reason) {
    static const char *const reasons[] = {"no meaningful value",
                                          "successful",
                                          "the object is omp_interop_none",
                                          "there is no such property",
                                          "the property is an integer",
                                          "the property is a pointer",
                                          "the property is a string",
                                          "another error"};
    (void)interop;
    return reason > omp_irc_no_value || reason < omp_irc_other ? NULL
                                                               : reasons[omp_irc_no_value - reason];
}
