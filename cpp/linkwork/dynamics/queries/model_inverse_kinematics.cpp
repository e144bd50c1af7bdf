#include <algorithm>
#include <cmath>
#include <span>

#include "linkwork/dynamics/model_parts.hpp"
#include "linkwork/dynamics/queries/inverse_kinematics.hpp"
#include "linkwork/dynamics/queries/model_frames.hpp"
#include "linkwork/mechanism/frames.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

PoseGoals::Goal goalOf(const PoseTarget& target, const Mechanism& mechanism,
                       const ClusterTree<double>& tree, const std::string& path) {
  Frame pose{target.position};
  if (target.rotation) pose.rotation = *target.rotation;
  detail::checkFrame(path, pose);
  detail::requireNotNegative(path + ".positionWeight", target.positionWeight);
  detail::requireNotNegative(path + ".rotationWeight", target.rotationWeight);
  return {resolve(target.frame, mechanism, tree, path + ".frame"), transformOf(pose),
          target.positionWeight, target.rotation ? target.rotationWeight : 0};
}

/// The limits on coordinates of all joints that are not held.
std::vector<PoseGoals::Limit> limitsOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                       const std::vector<int>& held) {
  std::vector<PoseGoals::Limit> limits;
  for (const TreeBody<double>& body : tree.bodies()) {
    const Joint& joint = mechanism.joints[static_cast<std::size_t>(body.mechanismJoint)];
    if (std::find(held.begin(), held.end(), body.velocity) != held.end()) continue;
    const auto add = [&](const JointLimits& range, int k) {
      const int position = body.position + k, velocity = body.velocity + k;
      if (std::isfinite(range.lower)) limits.push_back({position, velocity, 1, range.lower});
      if (std::isfinite(range.upper)) limits.push_back({position, velocity, -1, range.upper});
    };
    if (joint.limits) add(*joint.limits, 0);
    for (std::size_t k = 0; k < joint.coordinateLimits.size(); ++k)
      add(joint.coordinateLimits[k], static_cast<int>(k));
  }
  return limits;
}

}  // namespace

InverseKinematicsResult Model::inverseKinematics(const Eigen::VectorXd& q,
                                                 const std::vector<PoseTarget>& targets,
                                                 const InverseKinematicsOptions& options) {
  parts_->requirePosition(q);
  detail::requireFinite("q", std::span(q.data(), static_cast<std::size_t>(q.size())));
  detail::requireAboveZero("options.tolerance", options.tolerance);
  PoseGoals goals;
  for (std::size_t i = 0; i < targets.size(); ++i)
    goals.goals.push_back(goalOf(targets[i], mechanism(), tree(), detail::itemPath("targets", i)));
  for (const std::string& name : options.held) {
    const JointPlace place = joint(name);
    for (int i = 0; i < place.velocitySize; ++i) goals.held.push_back(place.velocity + i);
  }
  goals.limits = limitsOf(mechanism(), tree(), goals.held);
  goals.tolerance = options.tolerance;
  goals.iterations = options.iterations;
  return linkwork::inverseKinematics(tree(), goals, q, parts_->work);
}

}  // namespace linkwork
