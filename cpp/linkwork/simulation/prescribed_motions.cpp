#include "linkwork/simulation/prescribed_motions.hpp"

#include <array>
#include <cmath>

#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/arguments.hpp"

namespace linkwork {

using detail::itemPath, detail::memberPath, detail::quoted, detail::requireAtLeastZero,
    detail::requireFinite, detail::suggestion, detail::written;

namespace {

void checkKeyframes(const std::string& path, const Trajectory& trajectory) {
  const std::vector<Keyframe>& frames = trajectory.keyframes;
  if (frames.size() == 1)
    throw MechanismError(path + ".keyframes", "found 1; expected none, or 2 and more");
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::string here = itemPath(path + ".keyframes", i);
    requireFinite(here, std::array{frames[i].time, frames[i].position});
    if (i > 0 && !(frames[i].time > frames[i - 1].time))
      throw MechanismError(here, "found time " + written(frames[i].time) + " after " +
                                     written(frames[i - 1].time) + "; times must rise");
  }
  if (trajectory.period == 0) return;
  const double span = frames.empty() ? 0 : frames.back().time - frames.front().time;
  if (!(trajectory.period > span) || !std::isfinite(trajectory.period))
    throw MechanismError(path + ".period", "found " + written(trajectory.period) +
                                               "; expected a time above that between the first "
                                               "and the last keyframe, " +
                                               written(span) + " s");
}

}  // namespace

void checkTrajectory(const std::string& path, const Trajectory& trajectory) {
  requireFinite(path + ".center", std::array{trajectory.center});
  for (std::size_t i = 0; i < trajectory.waves.size(); ++i) {
    const Wave& wave = trajectory.waves[i];
    const std::string here = itemPath(path + ".waves", i);
    requireFinite(here, std::array{wave.amplitude, wave.phase});
    requireAtLeastZero(here + ".frequency", wave.frequency);
  }
  checkKeyframes(path, trajectory);
}

int bodyWithOneCoordinate(const Mechanism& mechanism, const ClusterTree<double>& tree,
                          const std::string& path, std::string_view joint) {
  std::vector<std::string_view> movable;
  for (const Joint& each : mechanism.joints)
    if (positionSize(each) == 1) movable.push_back(each.name);
  for (int i = 0; i < static_cast<int>(tree.bodies().size()); ++i) {
    const Joint& each = mechanism.joints[static_cast<std::size_t>(tree.body(i).mechanismJoint)];
    if (each.name != joint) continue;
    if (positionSize(each) == 1) return i;
    throw MechanismError(path, "a " + std::string(typeName(each)) +
                                   " joint cannot be driven; expected one with one coordinate" +
                                   suggestion(joint, "joints", movable));
  }
  throw MechanismError(path,
                       "no joint is named " + quoted(joint) + suggestion(joint, "joints", movable));
}

std::vector<Drives::Motion> motionsOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                      const PrescribedMotions& motions) {
  std::vector<Drives::Motion> result;
  std::vector<int> counts(tree.clusters().size());
  for (const auto& [name, motion] : motions) {
    const std::string path = memberPath("motions", name);
    const int body = bodyWithOneCoordinate(mechanism, tree, path, name);
    checkTrajectory(path, motion);
    const int cluster = tree.body(body).cluster;
    const int dofs = tree.clusters()[static_cast<std::size_t>(cluster)].dofs;
    if (++counts[static_cast<std::size_t>(cluster)] > dofs)
      throw MechanismError(path, "loops and couplings leave " + std::to_string(dofs) +
                                     (dofs == 1 ? " freedom" : " dofs") +
                                     " to this joint and others that are prescribed; expected no "
                                     "more motions");
    result.push_back({{body, tree.body(body).position, tree.body(body).velocity, 1},
                      TrajectoryCurve(motion, path)});
  }
  return result;
}

void checkMotor(const JointMotor& motor) {
  requireFinite("motor.velocity", std::array{motor.velocity});
  requireFinite("motor.position", std::array{motor.position});
  requireAtLeastZero("motor.stiffness", motor.stiffness);
  requireAtLeastZero("motor.damping", motor.damping);
  if (!(motor.maxForce >= 0))
    throw MechanismError("motor.maxForce",
                         "found " + written(motor.maxForce) + "; expected a force, 0 or above");
  requireFinite("motor",
                std::array{motor.stiffness * motor.position, motor.damping * motor.velocity});
}

void requireOnMotions(const ClusterTree<double>& tree, const std::vector<Drives::Motion>& motions,
                      double time, const Eigen::VectorXd& q) {
  constexpr double near = 1e-6;  // [rad, m]: in a step of 1 ms, a jump of 1e-3 rad/s or m/s
  for (const Drives::Motion& motion : motions) {
    const double desired = motion.curve.at(time).position, found = q[motion.joint.position];
    if (std::abs(desired - found) <= near) continue;
    throw MechanismError(memberPath("motions", tree.jointName(motion.joint.body)),
                         "starts at " + written(desired) + ", and the joint is at " +
                             written(found) + "; move it there first (setState, assemble)");
  }
}

}  // namespace linkwork
