#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "linkwork/linalg/index.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/model/trajectory.hpp"
#include "linkwork/tracking.hpp"

namespace linkwork {

class Tendons;

/// A joint with one coordinate, and its weight in a length.
struct DriveTerm {
  int body;                ///< tree body on the joint
  int position, velocity;  ///< entries in q and v
  double coefficient;
};

/// Tree joints and weights of a sum.
std::vector<DriveTerm> driveTermsOf(const std::vector<CouplingTerm>& terms,
                                    const Mechanism& mechanism, const ClusterTree<double>& tree);

/// The force of a drive as a function of its rate after a step, on average over the step:
///
///   f = clamp((target − l̇) / compliance, least, most)
///
/// Without compliance l̇ = target within the bounds.
struct DriveLaw {
  double target = 0;      ///< [rad/s, m/s]
  double compliance = 0;  ///< [rad/(s·N·m), m/(s·N)]
  double least = -HUGE_VAL, most = HUGE_VAL;
};

/// Drives of a mechanism: its actuators under their controls, then the springs of its tendons, then
/// the motors of its joints, then joints with a prescribed motion.
///
/// The force of an actuator is a function of time, q and v. If the gains of an actuator or a spring
/// are too stiff for explicit steps, the constraints of a step solve for its force instead,
/// together with contacts, limits and Coulomb friction: it acts at the end of the step, as in
/// implicit Euler. They also solve for the forces of prescribed motions, and of the motors that
/// keep a velocity: these are constraints, and have no force law.
class Drives {
 public:
  Drives(const Mechanism& mechanism, const ClusterTree<double>& tree, const Tendons& tendons);

  bool empty() const { return actuators_ == 0 && !hasCommands(); }
  int actuators() const { return actuators_; }
  /// Actuators, springs and motors of joints.
  int motors() const { return static_cast<int>(motors_.size()); }
  int size() const { return motors() + static_cast<int>(motions_.size()); }

  /// Sets the control of an actuator from a time on [s].
  void setControl(int actuator, double control, double time);
  double control(int actuator) const { return motors_[at(actuator)].control; }
  /// Activation of an actuator at a time, exact for a constant control.
  double activation(int actuator, double time) const;
  void setActivation(int actuator, double activation, double time);
  /// Controls and activations are zero again, at the time zero. Motors of joints and prescribed
  /// motions stay.
  void reset();
  /// Takes controls, activations, motors of joints and prescribed motions from drives of a
  /// mechanism with the same joints and actuators.
  void follow(const Drives& other, const ClusterTree<double>& tree);

  /// Sets the motor of a joint with one coordinate. Returns whether the joint had none.
  bool setMotor(const DriveTerm& joint, const JointMotor& motor);
  /// Removes the motor of a joint. Returns whether it had one.
  bool removeMotor(const DriveTerm& joint);
  /// The drive of a joint's motor; −1: none.
  int motorOf(const DriveTerm& joint) const;
  /// Whether there are motors of joints or prescribed motions.
  bool hasCommands() const { return motors() > firstJointMotor() || !motions_.empty(); }
  /// Removes them. Returns whether there were any.
  bool clearCommands();

  /// Prescribes the motion of joints with one coordinate; replaces all earlier ones.
  struct Motion {
    DriveTerm joint;
    TrajectoryCurve curve;
  };
  void prescribe(std::vector<Motion> motions) { motions_ = std::move(motions); }
  const std::vector<Motion>& motions() const { return motions_; }

  /// The tendon of an actuator or a spring; −1: none.
  int tendon(int actuator) const { return motors_[at(actuator)].tendon; }
  /// The force of an actuator at its length and rate [N·m or N].
  double force(int actuator, double time, double length, double rate) const;
  /// The same of an actuator on joints.
  double force(int actuator, double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;
  /// The sum of the forces of actuators on a tendon, without the drives that are marked in
  /// `solved`.
  double tensionOf(int tendon, double time, double length, double rate,
                   const std::vector<char>& solved) const;
  /// Adds the forces of actuators on joints to generalized forces dual to v, without the drives
  /// that are marked in `solved`.
  void addForces(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                 const std::vector<char>& solved, Eigen::VectorXd& torque) const;
  /// Whether smooth forces depend on velocities.
  bool resist() const { return resist_ || motors() > firstJointMotor(); }
  /// Whether the forces of drives depend on nothing but the controls.
  bool areConstant() const { return areConstant_ && !hasCommands(); }

  /// The joints that an actuator drives.
  const std::vector<DriveTerm>& terms(int actuator) const { return motors_[at(actuator)].terms; }

  /// The only joint of a drive; null if it has several.
  const DriveTerm* single(int drive) const;
  bool isMotion(int drive) const { return drive >= motors(); }
  /// Whether a drive is a prescribed motion or a motor that keeps a velocity.
  bool isConstraint(int drive) const { return isMotion(drive) || motors_[at(drive)].isExact; }
  /// Whether a drive is one that may take any force.
  bool isUnbounded(int drive) const {
    return isMotion(drive) ||
           (motors_[at(drive)].isExact && std::isinf(motors_[at(drive)].forceRange.upper));
  }
  bool haveUnbounded() const;
  /// The drive of a tendon's spring and damper.
  int spring(int tendon) const { return actuators_ + tendon; }
  /// Whether a drive may need constraints in steps of some length.
  bool canBeSolved(int drive) const;
  /// The same in steps of h; `response` is the change of its rate by an impulse [1/(kg·m²), 1/kg].
  ///
  /// @param forceTime  of first-order motion: for which a force acts [s]; else 0
  bool isSolved(int drive, double h, double forceTime, double response) const;
  /// Sets the start of the step, for the functions below [s].
  void begin(double time) { time_ = time; }
  /// A solve that a law is for.
  struct Solve {
    double step;        ///< h of the step [s]
    double time;        ///< for which the force acts [s]
    double length;      ///< of the drive [rad, m]
    double rate;        ///< of the drive without the force
    double response;    ///< the change of its rate by an impulse
    Range range;        ///< of the force (freeRangeOf)
    bool isFirstOrder;  ///< whether the motion has no inertia: dampers have no force
  };
  /// The range of a drive's force in which its joints stay within their ranges for the sum of
  /// actuators. Several drives that are solved on one joint share what is left.
  ///
  /// @param rateOf  returns v of a term
  template <typename RateOf>
  Range freeRangeOf(int drive, const Eigen::VectorXd& q, RateOf rateOf,
                    const std::vector<char>& solved) const {
    Range range;
    if (isMotion(drive)) return range;
    const auto forceOf = [&](int motor) {
      double rate = 0;
      for (const DriveTerm& term : terms(motor)) rate += term.coefficient * rateOf(term);
      return force(motor, time_, lengthOf(motors_[at(motor)], q), rate);
    };
    for (const JointRange& joint : ranges_)
      for (const auto& [own, coefficient] : joint.motors) {
        if (own != drive) continue;
        double count = 0;
        for (const auto& [motor, factor] : joint.motors) count += solved[at(motor)] != 0;
        const auto [others, all] = explicitOn(joint, forceOf, solved);
        const double least = (joint.range.lower - others) / (count * coefficient),
                     most = (joint.range.upper - others) / (count * coefficient);
        range.lower = std::max(range.lower, std::min(least, most));
        range.upper = std::min(range.upper, std::max(least, most));
      }
    return range;
  }
  /// At the start of a step: prescribed motions reach their positions at its end.
  DriveLaw lawAtStart(int drive, const Solve& solve, const Eigen::VectorXd& q) const;
  /// At its end: prescribed motions have their velocities.
  DriveLaw lawAtEnd(int drive, const Solve& solve) const;
  /// Position error of a prescribed motion at the end of a step of h, q_d − q [rad or m].
  double errorAtEnd(int drive, double h, const Eigen::VectorXd& q) const;
  /// Prescribed acceleration at the start of the step.
  double acceleration(int drive) const;
  /// The forces of a motor that keeps a velocity at a rate: all at that velocity, else the largest.
  ///
  /// @param range  of the force (freeRangeOf)
  /// @param still  difference of velocities that counts as none
  Range forcesAt(int drive, double rate, const Range& range, double still) const;

  /// Numbers of the commands in snapshots: control, activation and its time, by actuator.
  std::size_t memorySize() const { return 3 * at(actuators_); }
  void remember(double* into) const;
  void recall(const double* memory);

 private:
  struct Motor {
    std::vector<DriveTerm> terms;
    int tendon = -1;                                          ///< −1: none
    double gain = 0, offset = 0, stiffness = 0, damping = 0;  ///< of the general law
    Range controlRange, forceRange, activationRange;
    double maxPower = HUGE_VAL;
    ActivationType activation = ActivationType::none;
    double timeConstant = 0;
    bool onlyPulls = false;  ///< whether it is the spring of a cable
    double restLength = 0;   ///< of a cable
    bool isExact = false;    ///< whether it keeps the velocity `target`
    double target = 0;       ///< [rad/s, m/s]
    double control = 0;
    double activated = 0, since = 0;  ///< activation at a time
  };

  /// A joint with a range for the sum of the forces of actuators.
  struct JointRange {
    int velocity;  ///< entry in v
    Range range;
    std::vector<std::pair<int, double>> motors;  ///< actuators on it, and their coefficients
  };

  /// The sum on a joint of the forces that are not solved, and the same without a limit. It leaves
  /// enough for the forces that are: all together can then be within the range of the joint.
  template <typename ForceOf>
  std::pair<double, double> explicitOn(const JointRange& joint, ForceOf forceOf,
                                       const std::vector<char>& solved) const {
    double sum = 0;
    Range range = joint.range;
    for (const auto& [motor, coefficient] : joint.motors) {
      if (solved.empty() || !solved[at(motor)]) {
        sum += coefficient * forceOf(motor);
        continue;
      }
      const Range& own = motors_[at(motor)].forceRange;
      range.lower -= std::max(coefficient * own.lower, coefficient * own.upper);
      range.upper -= std::min(coefficient * own.lower, coefficient * own.upper);
    }
    return {std::min(std::max(range.lower, sum), range.upper), sum};
  }

  int firstJointMotor() const { return actuators_ + tendons_; }
  void listRanges();
  static double lengthOf(const Motor& motor, const Eigen::VectorXd& x);
  double limited(const Motor& motor, double force, double rate) const;
  double activationOf(const Motor& motor, double time) const;
  static double resistance(const Motor& motor, double h, bool isFirstOrder);
  DriveLaw lawOf(const Motor& motor, const Solve& solve) const;

  int actuators_ = 0, tendons_ = 0;
  std::vector<Motor> motors_;  ///< actuators, then the springs of tendons, then motors of joints
  std::vector<JointRange> ranges_;
  std::vector<Motion> motions_;
  bool resist_ = false, areConstant_ = true;
  double time_ = 0;
};

}  // namespace linkwork
