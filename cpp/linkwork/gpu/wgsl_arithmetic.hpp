#pragma once

#include <string>

#include "linkwork/expression.hpp"

namespace linkwork::symbolic {

/// Numbers of a program in WGSL, which has none of 64 bits: a float, or the sum of two, of which
/// the second is the rounding error of the first (24 and 48 bits).
class WgslArithmetic {
 public:
  explicit WgslArithmetic(bool isPair) : isPair_(isPair) {}

  std::string number(double value) const;
  /// An operation on operands that are written already. Pairs have functions other than roots,
  /// sines and cosines to the accuracy of a float.
  std::string formula(Operation operation, const std::string (&operands)[3]) const;
  /// In memory, by a place that is written already.
  std::string load(const std::string& place) const;
  std::string store(const std::string& place, const std::string& value) const;
  /// Among the constants.
  std::string constant(const std::string& place) const;
  /// A single float.
  std::string widened(const std::string& value) const;

 private:
  std::string pairFormula(Operation operation, const std::string (&operands)[3]) const;

  bool isPair_;
};

/// The functions that these formulas call. They require
///
///   copy, run.count    which of how many invocations this is
///   run.zero           0, not known to compilers
///   memory             numbers, by place and then by copy
///   constants          numbers of all copies, as bits
///   pairs              how many places have a second float, `pairs` further on
std::string wgslFunctions();
/// Those of them that single floats call; they require nothing.
std::string wgslFloatFunctions();

}  // namespace linkwork::symbolic
