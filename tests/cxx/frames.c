int each(int (*call)(int), int count);

int each(int (*call)(int), int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += call(i);
    return sum;
}
