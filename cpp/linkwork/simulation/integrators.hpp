#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string_view>

#include "linkwork/tree/cluster_tree.hpp"
#include "linkwork/tree/motion_state.hpp"

namespace linkwork {

/// The equations of motion: writes v̇ at (q, v), `sinceStart` of the step [s], and returns the power
/// of all forces that are neither gravity nor springs nor constraints [W].
using EquationsOfMotion = std::function<double(double sinceStart, const Eigen::VectorXd& q,
                                               const Eigen::VectorXd& v, Eigen::VectorXd& a)>;

/// One step of a differential equation on the joints' groups. Loops drift by the integrator's error
/// in a step; the caller closes them again (loop_closure.hpp). All memory is taken at construction.
class Integrator {
 public:
  virtual ~Integrator() = default;
  virtual void step(const ClusterTree<double>& tree, const EquationsOfMotion& motion, double h,
                    MotionState& state) = 0;
};

/// Names of the integrators, as users write them.
inline constexpr std::array<std::string_view, 2> integratorNames{"rk4", "semi-implicit-euler"};

/// The integrator of this name; throws MechanismError, listing the names, if there is none.
std::unique_ptr<Integrator> makeIntegrator(std::string_view name, const ClusterTree<double>& tree);

}  // namespace linkwork
