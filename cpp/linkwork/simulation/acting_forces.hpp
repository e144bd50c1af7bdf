#pragma once

#include <optional>
#include <string_view>

#include "linkwork/dynamics/compiled_dynamics.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/model/motion_state.hpp"
#include "linkwork/simulation/external_forces.hpp"
#include "linkwork/simulation/joint_controller.hpp"

namespace linkwork {

/// Everything that acts on a mechanism in motion besides gravity and what its joints do by
/// themselves: what a user applies, motors that follow trajectories, and within a step what pushes
/// steadily.
class ActingForces {
 public:
  explicit ActingForces(const ClusterTree<double>& tree)
      : external(tree), gathered_(tree), motorTorque_(Eigen::VectorXd::Zero(tree.velocitySize())) {}

  ExternalForces external;
  WarmStartForce push;
  std::optional<JointController> motors;
  CompiledDynamics compiled;  ///< where there are programs

  /// Whether there is anything at all.
  bool any() const { return motors || external.actsOnBodies() || !external.torque.isZero(0); }

  /// Torques of the motors at a time and state, laid out like v; zeros where there are none.
  const Eigen::VectorXd& motorTorque(const ClusterTree<double>& tree, double time,
                                     const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                     Workspace<double>& work);

  /// The sum of all at a time and state.
  const AppliedForces<double>& gather(const ClusterTree<double>& tree, double time,
                                      const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                      Workspace<double>& work);

  /// Writes v̇ under all of them and returns their power, with damping and friction [W].
  double accelerate(const ClusterTree<double>& tree, double time, const Eigen::VectorXd& q,
                    const Eigen::VectorXd& v, Workspace<double>& work, Eigen::VectorXd& a);

  /// A whole step of an integrator by compiled code; false, and the state is as it was, where there
  /// is none for it, where forces change within it, and where the code does not serve.
  bool takeCompiledStep(std::string_view integrator, double h, const Eigen::VectorXd& w,
                        MotionState& state);
  /// The same of the method "variational" (WholeDiscreteStep).
  bool takeCompiledStep(double h, const MotionState& state, const DiscreteMomenta<double>& momenta,
                        Eigen::VectorXd& u, MotionState& arrived, DiscreteMomenta<double>& end);

  /// How what acts on bodies follows the state, for derivatives; empty if nothing does.
  ForceLaw law() const;

 private:
  /// Whether forces within a step are those on joints that stay.
  bool isSteady() const {
    return !motors && !external.actsOnBodies() && !push.acts && !push.relieves;
  }
  /// Whether there is nothing but motors.
  bool actAlone() const {
    return !external.actsOnBodies() && external.torque.isZero(0) && !push.acts && !push.relieves;
  }
  void addPush(const ConstVectorRef<double>& q, BodyPaths& paths);

  AppliedForces<double> gathered_;
  Eigen::VectorXd motorTorque_;
};

}  // namespace linkwork
