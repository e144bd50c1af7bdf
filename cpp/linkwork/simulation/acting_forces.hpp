#pragma once

#include <optional>
#include <string_view>

#include "linkwork/dynamics/compiled_dynamics.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/model/motion_state.hpp"
#include "linkwork/simulation/external_forces.hpp"
#include "linkwork/simulation/joint_controller.hpp"

namespace linkwork {

/// All forces on a moving mechanism except gravity and passive joint forces: external forces,
/// motors that track trajectories, and contact forces that are constant within a step.
class ActingForces {
 public:
  explicit ActingForces(const ClusterTree<double>& tree)
      : external(tree), gathered_(tree), motorTorque_(Eigen::VectorXd::Zero(tree.velocitySize())) {}

  ExternalForces external;
  WarmStartForce push;
  std::optional<JointController> motors;
  CompiledDynamics compiled;  ///< if there are programs

  /// Whether any force acts.
  bool any() const { return motors || external.actsOnBodies() || !external.torque.isZero(0); }

  /// Torques of the motors at a time and state, laid out like v; zeros without motors.
  const Eigen::VectorXd& motorTorque(const ClusterTree<double>& tree, double time,
                                     const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                     Workspace<double>& work);

  /// The sum of all forces at a time and state.
  const AppliedForces<double>& gather(const ClusterTree<double>& tree, double time,
                                      const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                      Workspace<double>& work);

  /// Writes v̇ under all forces and returns their power, including damping and friction [W].
  double accelerate(const ClusterTree<double>& tree, double time, const Eigen::VectorXd& q,
                    const Eigen::VectorXd& v, Workspace<double>& work, Eigen::VectorXd& a);

  /// A whole step of an integrator by compiled code. Returns false and leaves the state unchanged
  /// if there is no such code, if forces change within the step, or if the code fails.
  bool takeCompiledStep(std::string_view integrator, double h, const Eigen::VectorXd& w,
                        MotionState& state);
  /// The same for the method "variational" (WholeDiscreteStep).
  bool takeCompiledStep(double h, const MotionState& state, const DiscreteMomenta<double>& momenta,
                        Eigen::VectorXd& u, MotionState& arrived, DiscreteMomenta<double>& end);

  /// How forces on bodies depend on the state, for derivatives; empty if there are none.
  ForceLaw law() const;

 private:
  /// Whether all forces within a step are constant joint forces.
  bool isSteady() const {
    return !motors && !external.actsOnBodies() && !push.acts && !push.relieves;
  }
  /// Whether only motors act.
  bool actAlone() const {
    return !external.actsOnBodies() && external.torque.isZero(0) && !push.acts && !push.relieves;
  }
  void addPush(const ConstVectorRef<double>& q, BodyPaths& paths);

  AppliedForces<double> gathered_;
  Eigen::VectorXd motorTorque_;
};

}  // namespace linkwork
