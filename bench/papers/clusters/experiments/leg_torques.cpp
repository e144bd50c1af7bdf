#include "leg_torques.hpp"

#include <cmath>
#include <numbers>

#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/model/state_layout.hpp"
#include "papers/methods.hpp"

namespace linkwork::bench {
namespace {

constexpr double amplitude = 0.3;                 // [rad]
constexpr double duration = 2, timeStep = 0.005;  // [s]

const std::vector<std::string> legJoints{"leftHipYaw", "leftHipRoll", "leftHipPitch", "leftKnee",
                                         "leftAnkle"};

/// The robot standing on a fixed base, moving as its independent joints do.
class Leg {
 public:
  Leg()
      : mechanism_(mitHumanoid({.base = RobotBase::fixed})),
        tree_(compile(mechanism_)),
        work_(tree_),
        forces_(tree_),
        start_(tree_.initialPosition()) {
    const StateLayout layout(mechanism_);
    for (const std::string& name : legJoints)
      for (std::size_t j = 0; j < mechanism_.joints.size(); ++j)
        if (mechanism_.joints[j].name == name) entries_.push_back(layout.velocity[j]);
  }

  /// Torques at a time on the leg's joints, by one method.
  std::vector<double> torquesAt(double time, papers::DynamicsMethod& method) {
    Eigen::VectorXd offset = velocityFrom(time, 0);
    Eigen::VectorXd q = start_, v = velocityFrom(time, 1), a = velocityFrom(time, 2), torque = v;
    retract<double>(tree_, start_, offset, q);
    closeLoops<double>(tree_, work_, q, v);
    method.inverseDynamics(q, v, a, forces_, torque);
    std::vector<double> found;
    for (const int entry : entries_) found.push_back(torque[entry]);
    return found;
  }

  const Mechanism& mechanism() const { return mechanism_; }
  const ClusterTree<double>& tree() const { return tree_; }

 private:
  /// The derivative of that order of all joints' motion: rotors follow their joints.
  Eigen::VectorXd velocityFrom(double time, int order) {
    Eigen::VectorXd desired = Eigen::VectorXd::Zero(tree_.velocitySize());
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      const double rate = 2 * std::numbers::pi * (1 + 0.25 * static_cast<double>(k));
      desired[entries_[k]] = amplitude * std::pow(rate, order) *
                             std::sin(rate * time + 0.5 * std::numbers::pi * order);
    }
    updateKinematics<double>(tree_, start_, Eigen::VectorXd::Zero(tree_.velocitySize()), work_);
    Eigen::VectorXd independent(tree_.degreesOfFreedom()), spanning = desired;
    pickIndependent<double>(tree_, desired, work_, independent);
    spanFromIndependent<double>(tree_, independent, work_, spanning);
    return spanning;
  }

  Mechanism mechanism_;
  ClusterTree<double> tree_;
  Workspace<double> work_;
  AppliedForces<double> forces_;
  Eigen::VectorXd start_;
  std::vector<int> entries_;  ///< of the leg's joints in v
};

}  // namespace

LegTorques legTorques() {
  Leg leg;
  LegTorques result;
  for (const std::string& name : legJoints) result.joints.push_back({name, {}, {}, {}});
  for (int i = 0; i * timeStep <= duration; ++i) result.times.push_back(i * timeStep);
  for (const papers::Method& method : papers::methods) {
    std::vector<double> LegTorques::Joint::*kept = nullptr;
    if (method.name == "articulated-body") kept = &LegTorques::Joint::exact;
    if (method.name == "approximate") kept = &LegTorques::Joint::approximate;
    if (method.name == "unconstrained") kept = &LegTorques::Joint::unconstrained;
    if (!kept) continue;
    const auto made = method.make(leg.mechanism(), leg.tree());
    for (const double time : result.times) {
      const std::vector<double> torques = leg.torquesAt(time, *made);
      for (std::size_t k = 0; k < torques.size(); ++k)
        (result.joints[k].*kept).push_back(torques[k]);
    }
  }
  return result;
}

}  // namespace linkwork::bench
