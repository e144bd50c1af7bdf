#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/program.hpp"

namespace linkwork {

/// v̇ of τ, or τ of v̇, by compiled code; wrenches on bodies do not act (body_paths.hpp lets them act
/// on the joints). False where there is none, where its guard, the last output, is below 0 and says
/// that it does not serve, or where it does not come to numbers: the recursion then tells what is
/// wrong.
[[nodiscard]] inline bool runCompiled(const ConstVectorRef<double>& q,
                                      const ConstVectorRef<double>& v,
                                      const ConstVectorRef<double>& given, CompiledCode& compiled,
                                      VectorRef<double> result) {
  if (!compiled.function) return false;
  const double* inputs[] = {q.data(), v.data(), given.data(), compiled.parameters.data()};
  compiled.function(inputs, compiled.outputs.data(), compiled.scratch.data());
  if (!(compiled.outputs.back() >= 0)) return false;
  result = Eigen::Map<const VectorX<double>>(compiled.outputs.data(), result.size());
  return result.allFinite();
}

}  // namespace linkwork
