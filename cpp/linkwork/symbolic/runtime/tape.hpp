#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "linkwork/expression.hpp"

namespace linkwork::symbolic {

/// Expressions as an instruction tape, which an interpreter runs: where there is no compiled code,
/// and for scalars other than double. Immutable; scratch is the caller's.
class Tape {
 public:
  explicit Tape(std::span<const Expression> outputs);

  /// Numbers of scratch that `run` needs.
  int registers() const { return registers_; }

  /// Computes the outputs. `inputs` by array, as in Program; Scalar: double, DerivativeJet.
  template <typename Scalar>
  void run(const Scalar* const* inputs, Scalar* outputs, Scalar* workspace) const;

 private:
  struct Instruction {
    Operation operation;
    std::int32_t result;
    std::int32_t operands[3];  ///< registers; of an input: array, element
  };

  std::vector<double> constants_;  ///< the first registers
  std::vector<Instruction> instructions_;
  std::vector<std::int32_t> outputs_;
  int registers_ = 0;
};

}  // namespace linkwork::symbolic
