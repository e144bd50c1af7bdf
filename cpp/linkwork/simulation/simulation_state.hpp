#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/dynamics/setup/compiled_mechanism.hpp"
#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/model/motion_state.hpp"
#include "linkwork/simulation/cached.hpp"

namespace linkwork {

/// The state of a moving mechanism and the quantities that depend on it. Each has its own stamp and
/// is computed once, on first use.
class SimulationState {
 public:
  /// At `state`, else at the mechanism's initial state, else with all joints at zero and loops
  /// closed. Throws as ClusterTree does.
  SimulationState(Mechanism mechanism, const std::optional<NamedState>& state);
  /// At the state with which the mechanism was compiled.
  explicit SimulationState(std::shared_ptr<const CompiledMechanism> compiled);

  const std::shared_ptr<const CompiledMechanism>& compiled() const { return compiled_; }
  const Mechanism& mechanism() const { return compiled_->mechanism; }
  const ClusterTree<double>& tree() const { return compiled_->tree; }
  const MotionState& motion() const { return motion_; }
  const Eigen::VectorXd& q() const { return motion_.q; }
  const Eigen::VectorXd& v() const { return motion_.v; }

  /// The state, for changes; invalidates all dependent quantities.
  MotionState& change() {
    ++stamp_;
    return motion_;
  }

  /// A state with closed loops and unit quaternions, both to rounding. Throws MechanismError unless
  /// q is finite, has the right length, unit quaternions and valid charts and coordinates, and its
  /// loops and couplings are closed and not singular.
  /// Valid until the next call.
  const MotionState& closed(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v);
  /// Throws the same errors, except for singular loops. Loops may be open by `mostOpen` [m, rad].
  void requireReachable(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                        double mostOpen);
  void moveTo(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v) {
    change() = closed(q, v);
  }

  /// Continues in the arrays of another state, of a mechanism with other numbers. Views of those
  /// arrays then show this state.
  void takeArrays(SimulationState& other);

  /// Workspace for computations other than the kinematics of this state, which it overwrites.
  Workspace<double>& workspace() {
    kinematics_.forget();
    return work_;
  }
  /// The same workspace with kinematics and poses of this state.
  Workspace<double>& kinematics();

  const std::vector<double>& poses();       ///< as Simulation::poses
  const std::vector<double>& velocities();  ///< as Simulation::velocities
  double kineticEnergy();
  double potentialEnergy();
  double tendonEnergy();
  /// Length and rate of a tendon.
  Tendons::Motion tendon(int index) {
    return compiled_->tendons.motion(index, tree(), motion_.q, motion_.v, kinematics());
  }
  const ClosureError<double>& closureError();
  const Vector6<double>& momentum();

  /// The place of a body among the tree's by name. Throws MechanismError that lists the names.
  int bodyNamed(std::string_view name) const { return tree().treeBody(compiled_->body(name)); }

 private:
  std::shared_ptr<const CompiledMechanism> compiled_;
  Workspace<double> work_;
  MotionState motion_, closed_;
  Stamp stamp_ = 1;
  struct InWorkspace {};
  Cached<InWorkspace> kinematics_;
  Cached<std::vector<double>> poses_, velocities_;
  Cached<double> kineticEnergy_, potentialEnergy_, tendonEnergy_;
  Cached<ClosureError<double>> closureError_;
  Cached<Vector6<double>> momentum_;
};

}  // namespace linkwork
