#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/program.hpp"

namespace linkwork {

/// v̇ by compiled code; wrenches on bodies do not act (body_paths.hpp lets them act on the joints).
/// False where there is none, where its guard, the last output, is below 0 and says that it does
/// not serve, or where it does not come to numbers: the recursion then tells what is wrong.
[[nodiscard]] inline bool runCompiled(const ConstVectorRef<double>& q,
                                      const ConstVectorRef<double>& v,
                                      const ConstVectorRef<double>& torque,
                                      CompiledDynamics& compiled, VectorRef<double> a) {
  if (!compiled.forward) return false;
  const double* inputs[] = {q.data(), v.data(), torque.data(), compiled.parameters.data()};
  compiled.forward(inputs, compiled.outputs.data(), compiled.scratch.data());
  if (!(compiled.outputs.back() >= 0)) return false;
  a = Eigen::Map<const VectorX<double>>(compiled.outputs.data(), a.size());
  return a.allFinite();
}

}  // namespace linkwork
