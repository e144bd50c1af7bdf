#include "linkwork/dynamics/compiled_dynamics.hpp"

namespace linkwork {

bool runCompiled(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                 const ConstVectorRef<double>& torque, CompiledDynamics& compiled,
                 VectorRef<double> a) {
  if (!compiled.forward) return false;
  const double* inputs[] = {q.data(), v.data(), torque.data(), compiled.parameters.data()};
  compiled.forward(inputs, compiled.outputs.data(), compiled.scratch.data());
  if (!(compiled.outputs.back() >= 0)) return false;
  a = Eigen::Map<const VectorX<double>>(compiled.outputs.data(), a.size());
  return a.allFinite();
}

}  // namespace linkwork
