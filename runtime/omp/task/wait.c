/* taskwait, taskyield, taskgroup (OpenMP 5.2, 12.10, 15.4, 15.5): there is never a task that has
 * not been run to its end. */
void GOMP_taskwait(void);
void GOMP_taskwait(void) {}

void GOMP_taskwait_depend(void **depends);
void GOMP_taskwait_depend(void **depends) {
    (void)depends;
}

void GOMP_taskyield(void);
void GOMP_taskyield(void) {}

void GOMP_taskgroup_start(void);
void GOMP_taskgroup_start(void) {}

void GOMP_taskgroup_end(void);
void GOMP_taskgroup_end(void) {}
