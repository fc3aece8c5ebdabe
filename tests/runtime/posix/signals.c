/* Signals that the mask blocks are delivered when the mask no longer blocks them; jumps and
 * contexts restore the mask. */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static int calls[32];

static void count(int number) {
    calls[number]++;
}

static sigjmp_buf back;
static void jump(int number) {
    calls[number]++;
    siglongjmp(back, calls[number]);
}

/* Sends the signal again within its handler, and another one, which the action's mask blocks. */
static int depth, deepest;
static void again(int number) {
    if (++depth > deepest)
        deepest = depth;
    if (++calls[number] < 3) {
        raise(number);
        raise(SIGUSR2);
        printf("within: %d\n", calls[SIGUSR2]);
    }
    depth--;
}

static void show(const char *what) {
    sigset_t mask, waiting;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    sigpending(&waiting);
    printf("%s: %d %d, blocked %d%d, pending %d%d\n", what, calls[SIGUSR1], calls[SIGUSR2],
           sigismember(&mask, SIGUSR1), sigismember(&mask, SIGUSR2), sigismember(&waiting, SIGUSR1),
           sigismember(&waiting, SIGUSR2));
}

static ucontext_t outer, inner;
static void within(void) {
    sigset_t one;
    show("inner context");
    sigemptyset(&one);
    sigaddset(&one, SIGUSR2);
    sigprocmask(SIG_SETMASK, &one, NULL);
    swapcontext(&inner, &outer);
    show("inner context again");
}

static void contexts(const sigset_t *one) {
    static char stack[32768];
    volatile int times = 0;
    signal(SIGUSR1, count);
    getcontext(&outer);
    show("context");
    if (!times++) {
        sigprocmask(SIG_BLOCK, one, NULL);
        raise(SIGUSR1);
        show("context blocks");
        setcontext(&outer);
    }
    sigprocmask(SIG_BLOCK, one, NULL);
    getcontext(&inner);
    sigprocmask(SIG_UNBLOCK, one, NULL);
    inner.uc_stack.ss_sp = stack;
    inner.uc_stack.ss_size = sizeof stack;
    inner.uc_link = &outer;
    makecontext(&inner, within, 0);
    for (int i = 0; i < 2; i++) {
        swapcontext(&outer, &inner);
        show("outer context");
    }
}

int main(void) {
    sigset_t one, both, before;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    both = one;
    sigaddset(&both, SIGUSR2);
    signal(SIGUSR1, count);
    signal(SIGUSR2, count);

    printf("%d\n", sigprocmask(SIG_BLOCK, &both, &before));
    raise(SIGUSR1);
    raise(SIGUSR1);
    kill(getpid(), SIGUSR2);
    show("blocked");
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    show("one unblocked");
    sigprocmask(SIG_SETMASK, &before, NULL);
    show("unblocked");
    int failed = sigprocmask(99, &one, NULL);
    printf("%d %d\n", failed, errno == EINVAL);

    int got;
    siginfo_t information;
    sigprocmask(SIG_BLOCK, &both, NULL);
    raise(SIGUSR2);
    failed = sigwait(&both, &got);
    printf("%d %d\n", failed, got == SIGUSR2);
    raise(SIGUSR1);
    printf("%d ", sigwaitinfo(&both, &information) == SIGUSR1);
    printf("%d\n", information.si_signo == SIGUSR1);
    failed = sigtimedwait(&both, NULL, &(struct timespec){0, 20000});
    printf("%d %d\n", failed, errno == EAGAIN);
    raise(SIGUSR1);
    signal(SIGUSR1, SIG_IGN);
    sigprocmask(SIG_SETMASK, &before, NULL);
    show("ignored");

    struct sigaction action = {.sa_handler = again, .sa_mask = both};
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    printf("deepest %d\n", deepest);
    show("nested");
    action.sa_flags = SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    calls[SIGUSR1] = 0;
    raise(SIGUSR1);
    printf("deepest %d\n", deepest);
    show("without deferring");

    signal(SIGUSR1, jump);
    int times = sigsetjmp(back, 1);
    show("mask restored");
    if (times < 6)
        raise(SIGUSR1);
    if (!sigsetjmp(back, 0))
        raise(SIGUSR1);
    show("mask kept");
    sigprocmask(SIG_SETMASK, &before, NULL);
    contexts(&one);

    signal(SIGALRM, count);
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarms, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 1000}}, NULL);
    failed = sigsuspend(&before);
    printf("%d %d %d\n", failed, errno == EINTR, calls[SIGALRM]);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 1000}}, NULL);
    failed = nanosleep(&(struct timespec){0, 3000000}, NULL);
    printf("%d %d\n", failed, calls[SIGALRM]);
    failed = sigsuspend(&before);
    printf("%d %d %d\n", failed, errno == EINTR, calls[SIGALRM]);

    failed = sigaction(SIGKILL, &action, NULL);
    printf("%d %d ", failed, errno == EINVAL);
    failed = sigaction(SIGKILL, NULL, &action);
    printf("%d %d\n", failed, signal(SIGSTOP, SIG_IGN) == SIG_ERR);
    failed = pthread_kill(pthread_self(), 0);
    printf("%d %d\n", failed, pthread_kill(pthread_self(), SIGUSR2));
    printf("%d\n", killpg(getpgrp(), 0));
    struct group group, *found;
    char text[1000];
    failed = getgrgid_r(0, &group, text, sizeof text, &found);
    printf("%d %s %s\n", failed, group.gr_name, getgrnam("root") ? getgrgid(0)->gr_name : "none");
    struct stat status;
    stat(".", &status);
    printf("%d\n", (int)status.st_blksize);
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    sighold(SIGUSR1);
    raise(SIGUSR1);
    int result = sigpause(SIGUSR1);
    printf("sigpause: %d %d\n", result, errno == EINTR);
    show("held again");
    return 0;
}
