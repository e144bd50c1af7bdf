#include "linkwork/dynamics/plan.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "linkwork/dynamics/hinges/hinge_numbers.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

using Kind = Plan::Segment::Kind;

/// For each body whether it carries none.
std::vector<bool> leaves(const ClusterTree<double>& tree) {
  std::vector<bool> result(tree.bodies().size(), true);
  for (const TreeBody<double>& body : tree.bodies())
    if (body.parent != ground) result[at(body.parent)] = false;
  return result;
}

/// The body of a cluster that is no rotor, or none if there are several.
std::optional<int> linkOf(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                          const std::vector<bool>& isLeaf) {
  std::optional<int> link, heaviestRotor;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    if (hinges::isAxisymmetric(tree.body(i).inertia) && isLeaf[at(i)]) {
      if (!heaviestRotor || tree.body(i).inertia.mass > tree.body(*heaviestRotor).inertia.mass)
        heaviestRotor = i;
    } else if (link) {
      return std::nullopt;
    } else {
      link = i;
    }
  }
  return link ? link : heaviestRotor;
}

/// The cluster as a hinge with rotors, if it is one: hinges side by side on one body, tied by
/// couplings alone, all but one of them rotors.
std::optional<Plan::GearedHinge> gearedHinge(const ClusterTree<double>& tree,
                                             const Cluster<double>& cluster,
                                             const std::vector<bool>& isLeaf,
                                             Workspace<double>& work) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    if (tree.body(i).joint != JointType::revolute || tree.body(i).parent != cluster.parent)
      return std::nullopt;
  const int first = cluster.firstBody;
  using GearedHinge = Plan::GearedHinge;
  if (!cluster.constraint) return GearedHinge{first, {}, {}, {tree.body(first).velocity, 1}};
  if (!cluster.constraint->loops.empty() || cluster.dofs != 1) return std::nullopt;
  const std::optional<int> link = linkOf(tree, cluster, isLeaf);
  if (!link) return std::nullopt;

  // The rows of couplings are constant, hence so are G and the choice of the independent joint.
  updateJoints<double>(tree, cluster, tree.initialPosition(), tree.initialVelocity(), work);
  if (!solveConstraints<double>(tree, cluster, tree.initialPosition(), tree.initialVelocity(),
                                work))
    return std::nullopt;
  const ConstraintScratch<double>& scratch = work.of(tree, cluster);
  const double own = scratch.basis(*link - first, 0);
  if (own == 0) return std::nullopt;

  GearedHinge result{*link, {}, {}, {}};
  for (int i = first; i < first + cluster.bodyCount; ++i) {
    if (i == *link) continue;
    result.rotors.push_back(i);
    result.ratios.push_back(scratch.basis(i - first, 0) / own);
  }
  const int independent = scratch.order[at(cluster.constraint->rank)];
  result.drive = {cluster.velocities[at(independent)], own};
  return result;
}

hinges::Hinge<double> hingeOf(const ClusterTree<double>& tree, const Plan::GearedHinge& found) {
  hinges::Hinge<double> hinge = hinges::hingeOf(tree, found.link);
  hinge.reflected = tree.body(found.link).reflectedInertia;
  hinge.isGeared = !found.rotors.empty() || hinge.reflected != 0;
  for (std::size_t r = 0; r < found.rotors.size(); ++r) {
    const TreeBody<double>& rotor = tree.body(found.rotors[r]);
    const double ratio = found.ratios[r], axial = rotor.inertia.rotational.zz;
    hinge.reflected += ratio * ratio * axial;
    for (int k = 0; k < 3; ++k) hinge.couple[k] += ratio * axial * rotor.placement.rotation(k, 2);
  }
  return hinge;
}

/// Whether a cluster can be a group of coupled hinges.
bool isGroup(const ClusterTree<double>& tree, const Cluster<double>& cluster) {
  if (!cluster.constraint || cluster.dofs < 1 || cluster.dofs > hinges::maxDofs) return false;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    if (tree.body(i).joint != JointType::revolute) return false;
  return true;
}

}  // namespace

Plan::Plan(const ClusterTree<double>& tree)
    : isFast_(tree.bodies().size()), isDeadWeight_(tree.bodies().size()) {
  for (const TreeBody<double>& body : tree.bodies()) inertias_.push_back(body.inertia);
  const std::vector<bool> isLeaf = leaves(tree);
  Workspace<double> work(tree);
  for (int c = 0; c < static_cast<int>(tree.clusters().size()); ++c) {
    const Cluster<double>& cluster = tree.clusters()[at(c)];
    const TreeBody<double>& first = tree.body(cluster.firstBody);
    if (const auto found = gearedHinge(tree, cluster, isLeaf, work)) {
      addHinge(tree, *found);
    } else if (!cluster.constraint && first.joint == JointType::free && first.parent == ground) {
      addFloatingBody(tree, cluster.firstBody);
    } else if (isGroup(tree, cluster)) {
      addGroup(tree, c, isLeaf, work);
    } else {
      extend(Kind::general, c);
    }
  }
  finish(tree);
}

void Plan::extend(Kind kind, int place) {
  if (segments_.empty() || segments_.back().kind != kind)
    segments_.push_back({kind, place, place, {}});
  ++segments_.back().last;
  places_.push_back({kind, place});
  hasGeneral_ |= kind == Kind::general;
}

void Plan::addHinge(const ClusterTree<double>& tree, const GearedHinge& found) {
  const int place = static_cast<int>(hinges_.size());
  extend(Kind::hinges, place);
  isFast_[at(found.link)] = true;
  for (std::size_t r = 0; r < found.rotors.size(); ++r) {
    const TreeBody<double>& rotor = tree.body(found.rotors[r]);
    isFast_[at(found.rotors[r])] = isDeadWeight_[at(found.rotors[r])] = true;
    gears_.push_back({place, rotor.velocity, found.ratios[r]});
    // Dead weight on the carrier: seen from it, the rotor's inertia is the same at every angle.
    if (rotor.parent != ground)
      inertias_[at(rotor.parent)] += rotor.inertia.toParent(rotor.placement);
  }
  hinges_.push_back(hingeOf(tree, found));
  drives_.push_back(found.drive);
}

void Plan::addFloatingBody(const ClusterTree<double>& tree, int index) {
  const TreeBody<double>& body = tree.body(index);
  extend(Kind::floating, static_cast<int>(floatingBodies_.size()));
  isFast_[at(index)] = true;
  hinges::FloatingBody<double> floating{};
  for (int k = 0; k < 9; ++k) floating.placement[k] = body.placement.rotation(k / 3, k % 3);
  floating.position = body.position;
  floating.velocity = body.velocity;
  floating.body = index;
  floatingBodies_.push_back(floating);
}

void Plan::addGroup(const ClusterTree<double>& tree, int place, const std::vector<bool>& isLeaf,
                    Workspace<double>& work) {
  const Cluster<double>& cluster = tree.clusters()[at(place)];
  const int m = cluster.dofs;
  Group group{};
  group.cluster = place;
  group.firstBody = cluster.firstBody;
  group.isConstant = cluster.constraint->loops.empty();
  hinges::CoupledGroup<double>& numbers = group.numbers;
  numbers.first = static_cast<int>(hinges_.size());
  numbers.dofs = m;
  numbers.parent = cluster.parent;
  numbers.place = static_cast<int>(groups_.size());
  numbers.basis = numbers.columns = basisSize_;
  if (group.isConstant) {
    updateJoints<double>(tree, cluster, tree.initialPosition(), tree.initialVelocity(), work);
    if (!solveConstraints<double>(tree, cluster, tree.initialPosition(), tree.initialVelocity(),
                                  work))
      throw singularPose(tree, cluster);
    group.basis = work.of(tree, cluster).basis.leftCols(m);
    for (int j = 0; j < m; ++j)
      numbers.independent[j] = independentVelocity(tree, cluster, j, work);
  }

  std::vector<int> rotors;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<double>& body = tree.body(i);
    isFast_[at(i)] = true;
    const bool isLast = i == cluster.firstBody + cluster.bodyCount - 1;
    const bool mustStay = isLast && numbers.first == static_cast<int>(hinges_.size());
    if (group.isConstant && !mustStay && isLeaf[at(i)] && body.parent == cluster.parent &&
        hinges::isAxisymmetric(body.inertia)) {
      addRotor(body, group);
      isDeadWeight_[at(i)] = true;
      rotors.push_back(body.local);
      continue;
    }
    hinges::Hinge<double> hinge = hinges::hingeOf(tree, i);
    for (int other = numbers.first; other < static_cast<int>(hinges_.size()); ++other)
      if (hinges_[at(other)].body == body.parent) hinge.inner = other;
    hinges_.push_back(hinge);
    drives_.push_back({body.velocity, 1});
    group.members.push_back(body.local);
  }
  group.members.insert(group.members.end(), rotors.begin(), rotors.end());
  numbers.member = static_cast<int>(velocities_.size());
  numbers.memberCount = cluster.spanning();
  for (const int local : group.members) velocities_.push_back(cluster.velocities[at(local)]);
  basisSize_ += m * numbers.memberCount;
  numbers.last = static_cast<int>(hinges_.size());
  if (!group.isConstant)
    group.planar = PlanarLoops::from(tree, cluster, &hinges_[at(numbers.first)]);
  extend(Kind::coupled, numbers.place);
  groups_.push_back(std::move(group));
}

void Plan::addRotor(const TreeBody<double>& rotor, Group& group) {
  const int m = group.numbers.dofs;
  const double axial = rotor.inertia.rotational.zz;
  group.numbers.hasRotors = true;
  for (int j = 0; j < m; ++j) {
    const double rate = group.basis(rotor.local, j);
    for (int k = 0; k < m; ++k)
      group.numbers.reflected[j][k] += rate * axial * group.basis(rotor.local, k);
    for (int k = 0; k < 3; ++k)
      group.numbers.couple[j][k] += axial * rotor.placement.rotation(k, 2) * rate;
  }
  if (rotor.parent != ground)
    inertias_[at(rotor.parent)] += rotor.inertia.toParent(rotor.placement);
}

void Plan::finish(const ClusterTree<double>& tree) {
  std::vector<int> childClusters(tree.bodies().size());
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.parent != ground) ++childClusters[at(cluster.parent)];
  for (const Segment& segment : segments_) {
    if (segment.kind != Kind::hinges) continue;
    for (int i = segment.first + 1; i < segment.last; ++i) {
      hinges::Hinge<double>& before = hinges_[at(i - 1)];
      if (hinges_[at(i)].parent != before.body) continue;
      hinges_[at(i)].followsParent = before.carriesNext = true;
      --childClusters[at(before.body)];
    }
  }
  for (const hinges::Hinge<double>& hinge : hinges_)
    if (hinge.inner >= 0) ++childClusters[at(hinge.parent)];
  for (hinges::Hinge<double>& hinge : hinges_) {
    hinge.carriesOthers = childClusters[at(hinge.body)] > 0;
    hinges::setInertia(inertia(hinge.body), hinge.mass, hinge.moment, hinge.rotational,
                       hinge.second);
  }
  for (hinges::FloatingBody<double>& body : floatingBodies_)
    hinges::setInertia(inertia(body.body), body.mass, body.moment, body.rotational, body.second);
  for (const Group& group : groups_)  // here every body sums up in memory
    for (int i = group.numbers.first; i < group.numbers.last; ++i)
      ++childClusters[at(hinges_[at(i)].body)];
  findInterfaceBodies(tree);
  for (int i = 0; i < static_cast<int>(tree.bodies().size()); ++i)
    if (childClusters[at(i)] > 0) branchingBodies_.push_back(i);
}

/// Segment by segment, the bodies on which the way changes.
void Plan::findInterfaceBodies(const ClusterTree<double>& tree) {
  std::vector<bool> meets(tree.bodies().size());
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.parent != ground && isFast(cluster.parent) != isFast(cluster.firstBody))
      meets[at(cluster.parent)] = true;
  for (Segment& segment : segments_) {
    const auto note = [&](int body) {
      if (meets[at(body)]) segment.interfaceBodies.push_back(body);
    };
    for (int i = segment.first; i < segment.last; ++i) {
      if (segment.kind == Kind::hinges) note(hinges_[at(i)].body);
      if (segment.kind == Kind::coupled) {
        const hinges::CoupledGroup<double>& group = groups_[at(i)].numbers;
        for (int hinge = group.first; hinge < group.last; ++hinge) note(hinges_[at(hinge)].body);
      }
      if (segment.kind == Kind::floating) note(floatingBodies_[at(i)].body);
      if (segment.kind != Kind::general) continue;
      const Cluster<double>& cluster = tree.clusters()[at(i)];
      for (int body = cluster.firstBody; body < cluster.firstBody + cluster.bodyCount; ++body)
        note(body);
    }
  }
}

}  // namespace linkwork
