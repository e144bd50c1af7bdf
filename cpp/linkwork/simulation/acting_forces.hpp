#pragma once

#include <optional>

#include "linkwork/dynamics/compiled_dynamics.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/dynamics/drives.hpp"
#include "linkwork/integrators/integrator.hpp"
#include "linkwork/simulation/external_forces.hpp"
#include "linkwork/simulation/joint_controller.hpp"
#include "linkwork/simulation/simulation_state.hpp"

namespace linkwork {

/// All forces on a moving mechanism but gravity and the passive forces of its joints: those of the
/// user, of actuators, of motors that follow trajectories, and within a step the warm-start forces
/// of contacts.
class ActingForces final : public StepForces {
 public:
  explicit ActingForces(SimulationState& state);
  ActingForces(const ActingForces&) = delete;
  ActingForces& operator=(const ActingForces&) = delete;

  ExternalForces external;
  Drives drives;
  std::optional<JointController> motors;
  CompiledDynamics compiled;  ///< programs in place of the recursions; may be empty
  const bool canTouch;        ///< whether the mechanism has contacts or joint limits

  /// Sets the time at the start of a step [s], and removes warm-start forces of the last step.
  ///
  /// @param allowsWarmStart  whether contacts may act as forces (ContactSteps)
  void begin(double time, bool allowsWarmStart = true);

  double accelerate(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                    Eigen::VectorXd& a) override;
  const Eigen::VectorXd* changingTorque() const override {
    return followState() ? &gathered_.torque : nullptr;
  }
  void accelerateImplicitly(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                            const ClusterTree<double>& tree, Workspace<double>& work,
                            const Eigen::VectorXd* added, Eigen::VectorXd& torque,
                            Eigen::VectorXd& a) override;
  bool act() const override {
    return canTouch || motors || !drives.empty() || !tendons().empty() || external.actsOnBodies() ||
           !external.torque.isZero(0);
  }
  void gather(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
              AppliedForces<double>& applied) override;

  bool takeCompiledStep(std::string_view integrator, double h, const Eigen::VectorXd& w,
                        MotionState& state) override;
  bool takeCompiledDiscreteStep(double h, const MotionState& state,
                                const DiscreteMomenta<double>& momenta, Eigen::VectorXd& u,
                                MotionState& arrived, DiscreteMomenta<double>& end) override;

  /// Torques of the motors at a time and state, in the layout of v; zeros if there are no motors.
  const Eigen::VectorXd& motorTorque(double time, const Eigen::VectorXd& q,
                                     const Eigen::VectorXd& v);

  /// The forces on bodies as functions of the state, for derivatives; empty if there are none.
  ForceLaw law() const;

 private:
  void applyLaw(const ClusterTree<DerivativeJet>& tree, const Workspace<DerivativeJet>& work,
                AppliedForces<DerivativeJet>& forces) const;
  const Tendons& tendons() const { return state_.compiled()->tendons; }
  /// Adds the forces of tendons, and of actuators that no solve finds in this step. Joint
  /// transforms must be up to date if tendons act on bodies.
  void addDrives(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                 Workspace<double>& work, AppliedForces<double>& applied);
  /// The time of a stage [s].
  double timeAt(double sinceStart) const { return start_ + (partStart + sinceStart); }
  /// Whether there are forces that can change within a step, except those of contacts and friction.
  bool followState() const {
    return motors || !drives.empty() || !tendons().empty() || external.actsOnBodies();
  }
  /// Whether the only forces within a step are constant ones on joints.
  bool areConstant() const { return !followState() && !warmStart.acts && !warmStart.relieves; }
  /// Whether there are no forces but those of motors.
  bool areMotorsAlone() const {
    return !external.actsOnBodies() && drives.empty() && tendons().empty() &&
           external.torque.isZero(0) && !warmStart.acts && !warmStart.relieves;
  }
  /// Writes all forces but gravity and passive ones into `gathered_`, those on bodies as forces on
  /// joints. Returns whether the joint transforms in `work` are then up to date.
  bool gatherOnJoints(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      const ClusterTree<double>& tree, Workspace<double>& work);
  void addWarmStart(const ConstVectorRef<double>& q, BodyPaths& paths,
                    AppliedForces<double>& applied) const;

  SimulationState& state_;
  AppliedForces<double> gathered_;
  std::vector<double> tensions_;  ///< forces of actuators on tendons
  Eigen::VectorXd motorTorque_;
  const bool isDamped_;  ///< whether joints have damping or Coulomb friction
  double start_ = 0;     ///< time at the start of the step [s]
};

}  // namespace linkwork
