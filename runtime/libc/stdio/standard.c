#include <stdio-bufio.h>
#include <unistd.h>

#define STREAM(name, fd, direction)                                                                \
    static char name##_buffer[128];                                                                \
    static struct __file_bufio name##_file = FDEV_SETUP_BUFIO(                                     \
        fd, name##_buffer, sizeof name##_buffer, read, write, lseek, close, direction, __BLBF);    \
    FILE *const name = &name##_file.xfile.cfile.file

STREAM(stdin, 0, __SRD);
STREAM(stdout, 1, __SWR);
STREAM(stderr, 2, __SWR);

void stream_flush_all(void);
void stream_flush_all(void) {
    fflush(stdout);
    fflush(stderr);
}
