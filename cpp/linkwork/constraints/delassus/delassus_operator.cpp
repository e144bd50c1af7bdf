#include "linkwork/constraints/delassus/delassus_operator.hpp"

#include <algorithm>
#include <array>

namespace linkwork::constraints {

void Columns::addProduct(const double* factors, int rows, double* u) const {
  // Four columns in one pass over u.
  const Columns& by = *this;
  std::array<double, 4> factor{};
  std::array<const double*, 4> from{by[0], by[0], by[0], by[0]};
  std::size_t count = 0;
  const auto add = [&] {
    const auto [f0, f1, f2, f3] = factor;
    const auto [c0, c1, c2, c3] = from;
    for (int i = 0; i < rows; ++i) u[i] += (c0[i] * f0 + c1[i] * f1) + (c2[i] * f2 + c3[i] * f3);
    factor.fill(0);
    count = 0;
  };
  for (int j = 0; j < rows; ++j) {
    if (factors[j] == 0) continue;
    factor[count] = factors[j];
    from[count] = by[j];
    if (++count == factor.size()) add();
  }
  if (count > 0) add();
}

double DelassusOperator::trace(int first, int rows) {
  const Columns w = columns();
  double sum = 0;
  for (int i = first; i < first + rows; ++i) sum += w[i][i];
  return sum;
}

void DelassusOperator::apply(const double* lambda, int rows, double* u) {
  std::fill(u, u + rows, 0.0);
  columns().addProduct(lambda, rows, u);
}

void DampedDelassus::apply(const double* lambda, int rows, double* u) {
  isQuick() ? multiply(lambda, u) : DelassusOperator::apply(lambda, rows, u);
}

}  // namespace linkwork::constraints
