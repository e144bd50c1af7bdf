#include "linkwork/catalogue/parts.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

namespace {

constexpr int mostBodies = 5000;

/// Azimuth of the branches of the first rod [rad]: out of the plane in which it swings, because the
/// two halves of the tree would mirror each other.
constexpr double firstAzimuth = 0.4;

/// 1 + b + b² + … over the levels, stopping beyond the limit.
int bodyCount(const BranchingTreeOptions& options) {
  int count = 0;
  for (int level = 0, inLevel = 1; level < options.depth && count <= mostBodies; ++level) {
    count += inLevel;
    inLevel *= options.branches;
  }
  return count;
}

/// A rod of the tree: its number path ("1.2.1"), its length and its angles on its parent's tip.
struct Rod {
  std::string number;
  std::string parent;
  int level;
  double length;
  double mass;
  Frame onParent;
};

void addRod(Mechanism& mechanism, const Rod& rod) {
  Joint joint = detail::revolute("joint" + rod.number, rod.parent, "rod" + rod.number,
                                 detail::outOfPlane, rod.onParent.position);
  joint.parentFrame.rotation = rod.onParent.rotation;
  mechanism.bodies.push_back(cylinder(joint.child, rod.mass, Eigen::Vector3d::Zero(),
                                      {0, 0, -rod.length}, 0.03 * rod.length));
  mechanism.joints.push_back(std::move(joint));
}

/// The children of a rod: spread evenly about it, each level turned against the one before.
std::vector<Rod> childrenOf(const Rod& rod, const BranchingTreeOptions& options) {
  using std::numbers::pi;
  std::vector<Rod> carried;
  for (int i = 0; i < options.branches; ++i) {
    const double azimuth = firstAzimuth + pi / 2 * rod.level + 2 * pi * i / options.branches;
    const Eigen::Quaterniond turned = detail::turn(azimuth, Eigen::Vector3d::UnitZ()) *
                                      detail::turn(options.spread, detail::outOfPlane);
    carried.push_back({rod.number + "." + std::to_string(i + 1),
                       "rod" + rod.number,
                       rod.level + 1,
                       rod.length * options.shrink,
                       rod.mass * elementary::pow(options.shrink, 3),
                       {{0, 0, -rod.length}, turned}});
  }
  return carried;
}

}  // namespace

Mechanism branchingTree(const BranchingTreeOptions& options) {
  detail::requireRanges(options);
  if (bodyCount(options) > mostBodies)
    detail::failOption("depth", detail::written(options.depth) + " levels of " +
                                    detail::written(options.branches) +
                                    " branches make more than " + detail::written(mostBodies) +
                                    " bodies");
  Mechanism mechanism = detail::emptyMechanism("branching tree", options.gravity);
  std::vector<Rod> level{{"1", std::string(worldName), 0, options.length, options.mass, {}}};
  while (!level.empty()) {
    std::vector<Rod> next;
    for (const Rod& rod : level) {
      addRod(mechanism, rod);
      if (rod.level + 1 == options.depth) continue;
      for (Rod& each : childrenOf(rod, options)) next.push_back(std::move(each));
    }
    level = std::move(next);
  }
  mechanism.initialState->q["joint1"] = {options.startAngle};
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
