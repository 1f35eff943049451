#include <chrono>
#include <cstdio>
#include <string>
#include <vector>
#include <map>
static std::vector<long> parse(const std::string &line) {
  std::vector<long> row; long n = 0;
  for (char c : line) { if (c == ',') { row.push_back(n); n = 0; } else n = n * 10 + (c - '0'); }
  row.push_back(n); return row;
}
static long total(const std::vector<std::vector<long>> &rows) {
  long t = 0; for (size_t i = 0; i < rows.size(); i++) for (size_t k = 0; k < rows[i].size(); k++) t += rows[i][k] * (long)(k + 1);
  return t;
}
int main() {
  std::vector<std::string> text; char buf[64];
  for (int i = 0; i < 2000; i++) { snprintf(buf, sizeof buf, "%d,%d,%d,%d", i, i * 7, i * 31, i * 101); text.push_back(buf); }
  auto start = std::chrono::steady_clock::now(); long sum = 0; std::map<long,long> seen;
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(3000)) {
    std::vector<std::vector<long>> rows; for (auto &l : text) rows.push_back(parse(l));
    sum += total(rows); for (auto &r : rows) seen[r[0] % 97] += r[1];
  }
  printf("%ld %zu\n", sum, seen.size());
}
