#include "linkwork/simulation/simulation_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/joint_charts.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/answers.hpp"
#include "linkwork/simulation/arguments.hpp"

namespace linkwork {

using detail::quoted, detail::written;

SimulationState::SimulationState(Mechanism mechanism, const std::optional<NamedState>& state)
    : SimulationState(std::make_shared<const CompiledMechanism>(std::move(mechanism), state)) {}

SimulationState::SimulationState(std::shared_ptr<const CompiledMechanism> compiled)
    : compiled_(std::move(compiled)),
      work_(tree()),
      motion_{tree().initialPosition(), tree().initialVelocity(), 0},
      closed_(motion_),
      poses_(std::vector<double>(7 * mechanism().bodies.size())),
      velocities_(std::vector<double>(6 * mechanism().bodies.size())) {
  closeLoops<double>(tree(), work_, motion_.q, motion_.v);
}

Workspace<double>& SimulationState::kinematics() {
  kinematics_.at(stamp_, [&](InWorkspace&) {
    updateKinematics<double>(tree(), motion_.q, motion_.v, work_);
    updatePoses(tree(), work_);
  });
  return work_;
}

const std::vector<double>& SimulationState::poses() {
  return poses_.at(stamp_, [&](std::vector<double>& poses) {
    const Workspace<double>& work = kinematics();
    for (std::size_t i = 0; i < mechanism().bodies.size(); ++i) {
      const Transform<double> pose = bodyPose(tree(), tree().treeBody(static_cast<int>(i)), work);
      Eigen::Map<Eigen::Matrix<double, 7, 1>> numbers(&poses[7 * i]);
      numbers << pose.translation, Eigen::Quaterniond(pose.rotation).coeffs();
    }
    detail::requireFiniteAnswer("poses", detail::asVector(poses));
  });
}

const std::vector<double>& SimulationState::velocities() {
  return velocities_.at(stamp_, [&](std::vector<double>& velocities) {
    const Workspace<double>& work = kinematics();
    for (std::size_t i = 0; i < mechanism().bodies.size(); ++i) {
      const int body = tree().treeBody(static_cast<int>(i));
      const Eigen::Matrix3d axes = bodyPose(tree(), body, work).rotation;
      const Vector6<double> twist = bodyTwist(tree(), body, work);
      Eigen::Map<Vector6<double>> numbers(&velocities[6 * i]);
      numbers << axes * twist.head<3>(), axes * twist.tail<3>();
    }
    detail::requireFiniteAnswer("velocities", detail::asVector(velocities));
  });
}

double SimulationState::kineticEnergy() {
  return kineticEnergy_.at(stamp_, [&](double& energy) {
    energy = detail::finiteAnswer("kinetic energy",
                                  linkwork::kineticEnergy<double>(tree(), motion_.v, kinematics()));
  });
}

double SimulationState::potentialEnergy() {
  return potentialEnergy_.at(stamp_, [&](double& energy) {
    energy = detail::finiteAnswer(
        "potential energy",
        linkwork::potentialEnergy<double>(tree(), motion_.q, kinematics()) + tendonEnergy());
  });
}

double SimulationState::tendonEnergy() {
  if (compiled_->tendons.empty()) return 0;
  return tendonEnergy_.at(stamp_, [&](double& energy) {
    energy = compiled_->tendons.energy(tree(), motion_.q, kinematics());
  });
}

const ClosureError<double>& SimulationState::closureError() {
  return closureError_.at(stamp_, [&](ClosureError<double>& error) {
    error = linkwork::closureError<double>(tree(), motion_.q, kinematics());
    detail::finiteAnswer("closure error", error.loopPosition + error.loopAngle + error.coupling);
  });
}

const Vector6<double>& SimulationState::momentum() {
  return momentum_.at(stamp_, [&](Vector6<double>& momentum) {
    momentum = linkwork::momentum(tree(), kinematics());
    detail::requireFiniteAnswer("momentum", momentum);
  });
}

void SimulationState::takeArrays(SimulationState& other) {
  other.motion_.q = motion_.q;
  other.motion_.v = motion_.v;
  motion_.q.swap(other.motion_.q);
  motion_.v.swap(other.motion_.v);
  std::swap(poses_, other.poses_);
  poses_.forget();
  std::swap(velocities_, other.velocities_);
  velocities_.forget();
}

void SimulationState::requireReachable(const ConstVectorRef<double>& q,
                                       const ConstVectorRef<double>& v, double mostOpen) {
  for (const TreeBody<double>& body : tree().bodies()) {
    if (body.joint != JointType::spherical && body.joint != JointType::free) continue;
    const double length = q.segment<4>(body.position + body.positions - 4).norm();
    if (std::abs(length - 1) <= 1e-6) continue;
    const auto joint = static_cast<std::size_t>(body.mechanismJoint);
    throw MechanismError("q of " + quoted(mechanism().joints[joint].name),
                         "quaternion has length " + written(length) + "; expected 1");
  }
  Workspace<double>& work = workspace();
  try {
    requireRegularCoordinates(tree(), q);  // first: kinematics assume valid charts
    for (const Cluster<double>& cluster : tree().clusters()) {
      if (!cluster.constraint || cluster.constraint->loops.empty()) continue;
      updateJoints<double>(tree(), cluster, q, v, work);
      updateRelativePoses<double>(tree(), cluster, work);
    }
  } catch (const SimulationError& error) {
    throw MechanismError("q", error.what());
  }
  const ClosureError<double> gap = linkwork::closureError<double>(tree(), q, work);
  if (!(std::max({gap.loopPosition, gap.loopAngle, gap.coupling}) <= mostOpen))
    throw MechanismError("q", "loops or couplings are open by " + written(gap.loopPosition) +
                                  " m, " + written(gap.loopAngle) + " rad and " +
                                  written(gap.coupling) + "; expected at most " +
                                  written(mostOpen) + ". assemble closes them");
}

const MotionState& SimulationState::closed(const ConstVectorRef<double>& q,
                                           const ConstVectorRef<double>& v) {
  requireReachable(q, v, closureTolerance);
  MotionState& closed = closed_;
  closed.q = q;
  closed.v = v;
  closed.work = motion_.work;
  for (const TreeBody<double>& body : tree().bodies())
    if (body.joint == JointType::spherical || body.joint == JointType::free)
      closed.q.segment<4>(body.position + body.positions - 4).normalize();
  try {
    closeLoops<double>(tree(), workspace(), closed.q, closed.v);
  } catch (const SimulationError& error) {
    throw MechanismError("q", error.what());
  }
  return closed;
}

}  // namespace linkwork
