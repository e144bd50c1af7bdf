#include "laws.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace linkwork::fuzz {

void fail(std::string_view what) {
  std::fprintf(stderr, "broken: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

void require(bool holds, std::string_view what) {
  if (!holds) fail(what);
}

void requireFinite(std::span<const double> numbers, std::string_view what) {
  require(std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }),
          what);
}

void requireFinite(double number, std::string_view what) {
  requireFinite(std::span(&number, 1), what);
}

}  // namespace linkwork::fuzz
