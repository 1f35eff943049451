#include <stdio.h>
#include <time.h>
static volatile unsigned long sink;
__attribute__((noinline)) void spin(void) { for (int i = 0; i < 2000; i++) sink += i * sink; }
__attribute__((noinline)) int down_a(int n); 
__attribute__((noinline)) int down_b(int n) { if (n == 0) { spin(); return 0; } int r = down_a(n - 1); sink++; return r; }
__attribute__((noinline)) int down_a(int n) { if (n == 0) { spin(); return 0; } int r = down_b(n - 1); sink++; return r; }
int main(void) { time_t end = time(0) + 3; while (time(0) < end) { for (int i = 0; i < 100; i++) { down_a(300); spin(); } } return 0; }
