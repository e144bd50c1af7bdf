#include "linkwork/codegen/pattern.hpp"

#include <cmath>

#include "linkwork/linalg/index.hpp"

namespace linkwork::codegen {

namespace {

template <typename Value, typename Constant>
Pattern patternOf(std::span<const Value> values, const Constant& constantOf) {
  Pattern result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double constant = 0;
    Pattern::Entry entry{-1, 0};
    if (constantOf(values[i], constant)) {
      entry.factor = constant;
    } else {
      for (int k = 0; k < result.count() && entry.distinct < 0; ++k) {
        const Value& other = values[at(result.distinct[at(k)])];
        if (values[i] == other)
          entry = {k, 1};
        else if (values[i] == -other)
          entry = {k, -1};
      }
      if (entry.distinct < 0) {
        entry = {result.count(), 1};
        result.distinct.push_back(static_cast<int>(i));
      }
    }
    result.entries.push_back(entry);
  }
  return result;
}

}  // namespace

Pattern Pattern::of(std::span<const Expression> values) {
  return patternOf(values, [](const Expression& value, double& constant) {
    constant = value.isConstant() ? value.value() : 0;
    return value.isConstant();
  });
}

Pattern Pattern::of(std::span<const double> numbers) {
  return patternOf(numbers, [](double value, double& constant) {
    constant = value;
    return value == 0 || std::abs(value) == 1;
  });
}

Pattern Pattern::ofSum(const Pattern& a, const Pattern& b) {
  Pattern result;
  const Entry zero{-1, 0};
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    if (a.entries[i] == zero && b.entries[i] == zero) {
      result.entries.push_back(zero);
      continue;
    }
    result.entries.push_back({result.count(), 1});
    result.distinct.push_back(static_cast<int>(i));
  }
  return result;
}

std::vector<Expression> Pattern::values(const std::function<Expression(int, int)>& value) const {
  std::vector<Expression> result;
  for (const Entry& entry : entries)
    result.push_back(entry.distinct < 0
                         ? Expression(entry.factor)
                         : entry.factor * value(entry.distinct, distinct[at(entry.distinct)]));
  return result;
}

}  // namespace linkwork::codegen
