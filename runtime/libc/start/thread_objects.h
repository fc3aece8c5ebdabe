#ifndef LIBC_START_THREAD_OBJECTS_H
#define LIBC_START_THREAD_OBJECTS_H

int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *library);
void __oc_destroy_thread_objects(void);

#endif
