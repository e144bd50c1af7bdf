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

/// The limits of all joints that are not held.
std::vector<PoseGoals::Limit> boundsOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                       const std::vector<int>& held) {
  std::vector<PoseGoals::Limit> bounds;
  for (const JointLimit& limit : limitsOf(mechanism, tree)) {
    if (limit.tendon >= 0 ||
        std::find(held.begin(), held.end(), tree.body(limit.body).velocity) != held.end())
      continue;
    const auto& [lower, upper, restitution] = limit.range;
    if (std::isfinite(lower)) bounds.push_back({limit, 1, lower});
    if (std::isfinite(upper)) bounds.push_back({limit, -1, upper});
  }
  return bounds;
}

/// The joints that are at a limit, each once.
std::vector<std::string> jointsAtLimits(const PoseGoals& goals, const ClusterTree<double>& tree,
                                        const Eigen::VectorXd& q) {
  constexpr double near = 1e-8;  // [rad, m]; poses keep limits to 1e-9
  std::vector<std::string> names;
  for (const PoseGoals::Limit& limit : goals.limits) {
    if (limit.sign * (measure(limit.limit, q).value - limit.bound) > near) continue;
    const std::string& name = tree.jointName(limit.limit.body);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

InverseKinematicsResult Model::inverseKinematics(const Eigen::VectorXd& q,
                                                 const std::vector<PoseTarget>& targets,
                                                 const InverseKinematicsOptions& options) {
  parts_->requirePosition(q);
  detail::requireFinite("q", std::span(q.data(), static_cast<std::size_t>(q.size())));
  detail::requireAboveZero("options.tolerance", options.tolerance);
  detail::requireAboveZero("options.searches", options.searches);
  PoseGoals goals;
  for (std::size_t i = 0; i < targets.size(); ++i)
    goals.goals.push_back(goalOf(targets[i], mechanism(), tree(), detail::itemPath("targets", i)));
  for (const std::string& name : options.held) {
    const JointPlace place = joint(name);
    for (int i = 0; i < place.velocitySize; ++i) goals.held.push_back(place.velocity + i);
  }
  goals.limits = boundsOf(mechanism(), tree(), goals.held);
  goals.tolerance = options.tolerance;
  goals.iterations = options.iterations;
  goals.searches = options.searches;
  InverseKinematicsResult result = linkwork::inverseKinematics(tree(), goals, q, parts_->work);
  result.jointsAtLimits = jointsAtLimits(goals, tree(), result.q);
  return result;
}

}  // namespace linkwork
