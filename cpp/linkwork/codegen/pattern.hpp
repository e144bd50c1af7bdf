#pragma once

#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "linkwork/expression.hpp"

namespace linkwork::codegen {

using symbolic::Expression;

/// What code that serves many places may know of the numbers there: which are a constant, and which
/// equal, or are opposite to, one before them. What is left are the distinct ones.
struct Pattern {
  struct Entry {
    int distinct;   ///< place among the distinct ones; −1: a constant
    double factor;  ///< 1 or −1; the constant
    bool operator==(const Entry&) const = default;
    bool operator<(const Entry& other) const {
      return std::tie(distinct, factor) < std::tie(other.distinct, other.factor);
    }
  };
  std::vector<Entry> entries;
  std::vector<int> distinct;  ///< the entry that each of them is first
  bool operator==(const Pattern&) const = default;
  bool operator<(const Pattern& other) const { return entries < other.entries; }

  int count() const { return static_cast<int>(distinct.size()); }

  /// Of expressions: all that is constant is known.
  static Pattern of(std::span<const Expression> values);
  /// Of numbers of a mechanism: of those only 0, 1 and −1 are structure.
  static Pattern of(std::span<const double> numbers);
  /// Of sums: what is zero in both is zero, all else may be anything.
  static Pattern ofSum(const Pattern& a, const Pattern& b);
  /// Of n zeros.
  static Pattern zeros(std::size_t n) { return {std::vector<Entry>(n, Entry{-1, 0}), {}}; }

  /// All entries, from the distinct ones: `value(k, entry)`.
  std::vector<Expression> values(const std::function<Expression(int, int)>& value) const;
};

}  // namespace linkwork::codegen
