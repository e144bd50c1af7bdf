#include "linkwork/dynamics/setup/plan_description.hpp"

#include <algorithm>

#include "linkwork/dynamics/kernels/plan.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

using Kind = Plan::Segment::Kind;

std::string nameOf(Kind kind) {
  switch (kind) {
    case Kind::revolutes:
      return "hinges";
    case Kind::coupled:
      return "coupled";
    case Kind::floating:
      return "floating";
    default:
      return "general";
  }
}

std::string reasonOf(const ClusterTree<double>& tree, const Cluster<double>& cluster) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const JointType type = tree.body(i).joint;
    if (type == JointType::revolute) continue;
    const std::string joint = "joint " + detail::quoted(tree.jointName(i));
    if (type == JointType::free) return joint + " is free, but not a single joint on the ground";
    return joint + " is not revolute";
  }
  if (cluster.dofs == 0) return "its loops allow no motion";
  return "more than " + std::to_string(kernels::maxDofs) + " degrees of freedom in one cluster";
}

}  // namespace

std::vector<DescribedSegment> describePlan(const ClusterTree<double>& tree) {
  std::vector<DescribedSegment> result;
  for (std::size_t c = 0; c < tree.clusters().size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    const Kind kind = tree.plan()->placeOf(static_cast<int>(c)).kind;
    const std::string reason = kind == Kind::general ? reasonOf(tree, cluster) : "";
    if (result.empty() || result.back().kind != nameOf(kind) || result.back().reason != reason)
      result.push_back({nameOf(kind), {}, reason});
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
      result.back().bodies.push_back(i);
  }
  return result;
}

}  // namespace linkwork
