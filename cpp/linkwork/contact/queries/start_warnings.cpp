#include "linkwork/contact/queries/start_warnings.hpp"

#include <algorithm>
#include <map>

#include "linkwork/constraints/delassus/tree_response.hpp"
#include "linkwork/contact/unilateral_rows.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::contact {
namespace {

using detail::quoted, detail::written;

/// Deeper overlaps are no rounding errors of the initial state [m, rad].
constexpr double roundingDepth = 1e-6;

std::string unitOf(const JointLimit& limit, const Mechanism& mechanism,
                   const ClusterTree<double>& tree) {
  if (limit.tendon < 0)
    return isAlongLine(tree.body(limit.body).joint, limit.component) ? " m" : " rad";
  const Tendon& tendon = mechanism.tendons[at(limit.tendon)];
  if (tendon.terms.empty()) return " m";
  const int body = driveTermsOf(tendon.terms, mechanism, tree).front().body;
  return isAlongLine(tree.body(body).joint, 0) ? " m" : " rad";
}

/// The path of a limit in the mechanism.
std::string pathOf(const JointLimit& limit, const ClusterTree<double>& tree) {
  if (limit.tendon >= 0) return detail::itemPath("tendons", at(limit.tendon)) + ".limits";
  const TreeBody<double>& body = tree.body(limit.body);
  const std::string joint = detail::itemPath("joints", at(body.mechanismJoint));
  switch (limit.measure) {
    case JointLimit::Measure::cone:
      return joint + ".ballLimits.cone";
    case JointLimit::Measure::twist:
      return joint + ".ballLimits.twist";
    case JointLimit::Measure::turn:
      return joint + ".ballLimits.turn";
    default:
      return joint + (body.velocities == 1
                          ? std::string(".limits")
                          : detail::itemPath(".coordinateLimits", at(limit.component)));
  }
}

}  // namespace

std::vector<std::string> startWarnings(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                       const Eigen::VectorXd& q) {
  std::vector<std::string> warnings;
  if (mechanism.contact.colliders.empty() && limitsOf(mechanism, tree).empty()) return warnings;
  const Drives drives(mechanism, tree, Tendons(mechanism, tree));
  UnilateralRows rows(mechanism, tree, drives);
  constraints::TreeResponse motion(tree);
  motion.place(q, Eigen::VectorXd::Zero(tree.velocitySize()));
  rows.setReach(roundingDepth, -1);
  UnilateralRowSet found;
  rows.find(motion, found);
  Eigen::MatrixXd w;
  constraints::DenseDelassus dense;
  constraints::DelassusOperator* delassus = motion.damped(found.rows);
  if (delassus == nullptr && !found.rows.empty()) {
    motion.assembleDelassus(found.rows, w);
    dense = constraints::DenseDelassus(w);
    delassus = &dense;
  }
  std::vector<double> free;
  rows.findFreeResponses(found.rows, motion, free);

  const auto bodyNamed = [&](int body) {
    return body == ground ? std::string("world")
                          : mechanism.bodies[at(tree.body(body).mechanismBody)].name;
  };
  std::map<std::array<int, 2>, double> depths, held;
  for (const UnilateralConstraint& constraint : found.list) {
    const int row = constraint.row;
    const bool moves = canMove(delassus->trace(row, 1), free[at(row)]);
    if (constraint.isContact()) {
      const std::array<int, 2>& bodies = found.points[at(constraint.point)].bodies;
      if (constraint.gap < -roundingDepth)
        depths[bodies] = std::max(depths[bodies], -constraint.gap);
      if (!moves && constraint.gap <= roundingDepth) held[bodies] = constraint.gap;
      continue;
    }
    if (constraint.gap >= -roundingDepth) continue;
    const JointLimit& limit = rows.limits()[at(constraint.limit)];
    const std::string unit = unitOf(limit, mechanism, tree);
    warnings.push_back(pathOf(limit, tree) + ": " + rows.nameOf(limit) + " starts at " +
                       written(rows.measureOf(limit, motion)) + unit + ", beyond its limits " +
                       written(limit.range.lower) + " to " + written(limit.range.upper) +
                       (moves ? ": it is pushed back at up to 1" + unit + "/s"
                              : ": nothing can move it, and the limit is left out"));
  }
  const auto pair = [&](const std::array<int, 2>& bodies) {
    return "contact: bodies " + quoted(bodyNamed(bodies[0])) + " and " +
           quoted(bodyNamed(bodies[1]));
  };
  for (const auto& [bodies, depth] : depths)
    if (!held.contains(bodies))
      warnings.push_back(pair(bodies) + " start " + written(depth) +
                         " m inside each other: they part at up to 1 m/s");
  for (const auto& [bodies, gap] : held)
    warnings.push_back(pair(bodies) +
                       " touch where no joint can move along the normal: the contact is left out");
  return warnings;
}

}  // namespace linkwork::contact
