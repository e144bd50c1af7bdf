#pragma once

#include <algorithm>
#include <array>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/model/discrete_momenta.hpp"
#include "linkwork/model/motion_state.hpp"
#include "linkwork/program.hpp"

/// Compiled code in place of the recursions (program.hpp). All functions return false if there is
/// no code, if its guard, the last output, is below 0, or if a result is not finite. The recursion
/// then runs and reports errors.
namespace linkwork {

/// Runs the code on arrays, followed by its parameters.
template <std::size_t size>
[[nodiscard]] bool runCompiled(std::array<const double*, size> inputs, CompiledCode& compiled) {
  if (!compiled.function) return false;
  inputs[size - 1] = compiled.parameters.data();
  compiled.function(inputs.data(), compiled.outputs.data(), compiled.workspace.data());
  return compiled.outputs.back() >= 0;
}

/// v̇ of τ, or τ of v̇, without wrenches on bodies (body_paths.hpp maps them to joint forces).
[[nodiscard]] inline bool runCompiled(const ConstVectorRef<double>& q,
                                      const ConstVectorRef<double>& v,
                                      const ConstVectorRef<double>& given, CompiledCode& compiled,
                                      VectorRef<double> result) {
  if (!runCompiled<4>({q.data(), v.data(), given.data()}, compiled)) return false;
  result = Eigen::Map<const VectorX<double>>(compiled.outputs.data(), result.size());
  return result.allFinite();
}

/// H at q.
[[nodiscard]] inline bool runCompiled(const ConstVectorRef<double>& q, CompiledCode& compiled,
                                      MatrixX<double>& mass) {
  if (!runCompiled<2>({q.data()}, compiled)) return false;
  mass = Eigen::Map<const MatrixX<double>>(compiled.outputs.data(), mass.rows(), mass.cols());
  return mass.allFinite();
}

/// A step h under constant joint forces, with w as in semi-implicit Euler.
[[nodiscard]] inline bool runCompiledStep(double h, const ConstVectorRef<double>& w,
                                          const ConstVectorRef<double>& torque,
                                          CompiledCode& compiled, MotionState& state) {
  if (!runCompiled<6>({state.q.data(), state.v.data(), torque.data(), &h, w.data()}, compiled))
    return false;
  const Eigen::Map<const VectorX<double>> outputs(
      compiled.outputs.data(), static_cast<Eigen::Index>(compiled.outputs.size()) - 1);
  if (!outputs.allFinite()) return false;
  state.q = outputs.head(state.q.size());
  state.v = outputs.segment(state.q.size(), state.v.size());
  state.work += h * outputs[outputs.size() - 1];
  return true;
}

/// A step h of discrete mechanics from a state, its momenta and a guess of u, to those after the
/// step and u. Excludes additional joint momenta.
[[nodiscard]] inline bool runCompiledStep(double h, const MotionState& state,
                                          const DiscreteMomenta<double>& momenta,
                                          const ConstVectorRef<double>& torque,
                                          CompiledCode& compiled, Eigen::VectorXd& u,
                                          MotionState& arrived, DiscreteMomenta<double>& end) {
  if (!runCompiled<7>({state.q.data(), momenta.bodies.front().data(), momenta.joints.data(),
                       u.data(), torque.data(), &h},
                      compiled))
    return false;
  const Eigen::Map<const VectorX<double>> outputs(
      compiled.outputs.data(), static_cast<Eigen::Index>(compiled.outputs.size()) - 1);
  if (!outputs.allFinite()) return false;
  arrived.q = outputs.head(state.q.size());
  arrived.v = outputs.segment(state.q.size(), u.size());
  const double* momentum = outputs.data() + state.q.size() + u.size();
  std::copy_n(momentum, 6 * end.bodies.size(), end.bodies.front().data());
  u = outputs.tail(u.size());
  return true;
}

}  // namespace linkwork
