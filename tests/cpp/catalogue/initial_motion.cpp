#include "catalogue/initial_motion.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "linkwork/json.hpp"

namespace linkwork::test::catalogue {

using Catch::Matchers::Contains;

Eigen::Isometry3d relativePose(const JointValues& positions, const Joint& joint) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  const auto found = positions.find(joint.name);
  if (found == positions.end()) return pose;
  const std::vector<double>& q = found->second;
  if (q.size() == 7) pose.translate(Eigen::Vector3d::Map(q.data()));
  const Eigen::Vector4d coefficients = Eigen::Vector4d::Map(q.data() + q.size() - 4);
  return pose.rotate(Eigen::Quaterniond(coefficients));
}

Eigen::Isometry3d poseOf(const Frame& frame) {
  return Eigen::Translation3d(frame.position) * frame.rotation;
}

double valueOr0(const JointValues& values, const std::string& joint) {
  const auto found = values.find(joint);
  return found == values.end() ? 0 : found->second.front();
}

std::map<std::string, Motion> initialMotions(const Mechanism& mechanism) {
  std::map<std::string, Motion> motions{{std::string(worldName), {}}};
  for (const Joint& joint : mechanism.joints) {
    const Motion& parent = motions.at(joint.parent);
    const double q = valueOr0(mechanism.initialState->q, joint.name);
    const double rate = valueOr0(mechanism.initialState->v, joint.name);
    const Eigen::Isometry3d onParent = parent.pose * poseOf(joint.parentFrame);
    const Eigen::Vector3d axis = onParent.linear() * joint.axis;
    Motion motion;
    Eigen::Isometry3d across = Eigen::Isometry3d::Identity();
    if (joint.type == JointType::revolute)
      across.rotate(Eigen::AngleAxisd(q, joint.axis));
    else if (joint.type == JointType::spherical || joint.type == JointType::free)
      across = relativePose(mechanism.initialState->q, joint);
    else
      across.translate(q * joint.axis);
    motion.pose = onParent * across * poseOf(joint.childFrame).inverse();
    const bool turns = joint.type == JointType::revolute;
    motion.spin = parent.spin + (turns ? rate : 0) * axis;
    const Eigen::Vector3d pivot = (onParent * across).translation();
    motion.velocity = parent.velocityAt(pivot) + (turns ? 0 : rate) * axis +
                      motion.spin.cross(motion.pose.translation() - pivot);
    motions[joint.child] = motion;
  }
  return motions;
}

double closureError(const Mechanism& mechanism) {
  const auto motions = initialMotions(mechanism);
  double largest = 0;
  const auto see = [&](double residual) { largest = std::max(largest, std::abs(residual)); };
  for (const Loop& loop : mechanism.loops) {
    const Motion &parent = motions.at(loop.parent), &child = motions.at(loop.child);
    const Eigen::Isometry3d here = parent.pose * poseOf(loop.parentFrame);
    const Eigen::Isometry3d there = child.pose * poseOf(loop.childFrame);
    const Eigen::Vector3d axis = here.linear() * loop.axis;
    if (loop.type == JointType::rod) {
      const Eigen::Vector3d along = there.translation() - here.translation();
      see(along.norm() - loop.length);
      see(along.normalized().dot(child.velocityAt(there.translation()) -
                                 parent.velocityAt(here.translation())));
      continue;
    }
    see((here.translation() - there.translation()).norm());
    if (loop.type == JointType::revolute) see((axis - there.linear() * loop.axis).norm());
    see((parent.velocityAt(here.translation()) - child.velocityAt(here.translation())).norm());
    if (loop.type == JointType::revolute) see((parent.spin - child.spin).cross(axis).norm());
  }
  for (const Coupling& coupling : mechanism.couplings) {
    double position = -coupling.offset, velocity = 0;
    for (const CouplingTerm& term : coupling.terms) {
      position += term.coefficient * valueOr0(mechanism.initialState->q, term.joint);
      velocity += term.coefficient * valueOr0(mechanism.initialState->v, term.joint);
    }
    see(position);
    see(velocity);
  }
  return largest;
}

double totalMass(const Mechanism& mechanism) {
  return std::accumulate(mechanism.bodies.begin(), mechanism.bodies.end(), 0.0,
                         [](double sum, const Body& body) { return sum + body.mass; });
}

void checkCommonLaws(const Mechanism& mechanism, double gravity, double damping) {
  // A robot keeps its published inertias, even those that no rigid body can have.
  const bool isRobot = !mechanism.bodies.front().shapes.empty();
  for (const std::string& warning : validate(mechanism)) {
    CHECK(isRobot);
    CHECK_THAT(warning, Contains("triangle inequality"));
  }
  CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  CHECK(mechanism.gravity == Eigen::Vector3d(0, 0, -gravity));
  for (const Joint& joint : mechanism.joints) CHECK(joint.damping == damping);
}

}  // namespace linkwork::test::catalogue
