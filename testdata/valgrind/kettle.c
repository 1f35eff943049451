// The program that the tests run under valgrind. ROUNDS says how much work it does.
#include <stdlib.h>
#include <string.h>

#ifndef ROUNDS
#define ROUNDS 1000
#endif

static volatile unsigned leaves;

static __attribute__((noinline)) void pour(unsigned n) {
	for (unsigned i = 0; i < n; i++)
		leaves += i;
}

static __attribute__((noinline)) char *fill(size_t n) {
	char *cup = malloc(n);
	memset(cup, 1, n);
	return cup;
}

static __attribute__((noinline)) void boil(unsigned n) {
	pour(n);
	free(fill(100));
}

int main(void) {
	char *pot = fill(4096);
	for (unsigned i = 0; i < ROUNDS; i++)
		boil(100);
	pour(50);
	leaves += pot[7];
	return 0;
}
