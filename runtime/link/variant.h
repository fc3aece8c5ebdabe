/* Functions that have different implementations in different programs, and parts that only some
 * programs have.
 *
 * A program contains only the code that it uses; without nonblocking collectives, for instance, it
 * has no code that checks for them. Some functions therefore have several implementations, each
 * under a name of its own, and variants.ld chooses which of them a program calls by the function's
 * plain name. If all callers are in one file, that file has a default instead, which the definition
 * of another file replaces. The order of files and archives never matters. */
#ifndef LINK_VARIANT_H
#define LINK_VARIANT_H

/* Declares the implementations of `name`, of which variants.ld chooses one. */
#define OC_VARIANTS(name, ...) extern __typeof__(name) __VA_ARGS__

/* Marks a definition as the default. The default is in the file that calls the function. If a
 * program links the file with another definition, because it needs something else from that file,
 * it calls the other definition. No second file may call the function: its call could by itself
 * link the other definition. */
#define OC_DEFAULT __attribute__((weak))
/* Marks a declaration of a function whose default is also called by the name that is given here. */
#define OC_DEFAULT_IS(name) __attribute__((weak, alias(#name)))

/* Marks a declaration whose address is null in a program that does not link the definition. */
#define OC_OPTIONAL __attribute__((weak))

#endif
