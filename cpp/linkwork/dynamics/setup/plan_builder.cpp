#include "linkwork/dynamics/setup/plan_builder.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kernels/revolute_numbers.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

using SegmentKind = Plan::Segment::Kind;

/// A revolute joint and the rotors geared to it.
struct GearedRevolute {
  int link;                    ///< tree body
  std::vector<int> rotors;     ///< tree bodies
  std::vector<double> ratios;  ///< rotor velocity over joint velocity
  kernels::Drive drive;
};

/// For each body whether it is a leaf.
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
    if (kernels::isAxisymmetric(tree.body(i).inertia) && isLeaf[at(i)]) {
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

/// Returns the cluster as a revolute joint with rotors, if it is one: sibling revolute joints, tied
/// only by couplings, all but one of them rotors.
std::optional<GearedRevolute> gearedRevolute(const ClusterTree<double>& tree,
                                             const Cluster<double>& cluster,
                                             const std::vector<bool>& isLeaf,
                                             Workspace<double>& work) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    if (tree.body(i).joint != JointType::revolute || tree.body(i).parent != cluster.parent)
      return std::nullopt;
  const int first = cluster.firstBody;
  if (!cluster.constraint) return GearedRevolute{first, {}, {}, {tree.body(first).velocity, 1}};
  if (!cluster.constraint->isConstant() || cluster.dofs != 1) return std::nullopt;
  const std::optional<int> link = linkOf(tree, cluster, isLeaf);
  if (!link) return std::nullopt;

  // The rows of couplings are constant, as are G and the choice of the independent joint.
  updateJoints<double>(tree, cluster, tree.initialPosition(), tree.initialVelocity(), work);
  if (!solveConstraints<double>(tree, cluster, tree.initialPosition(), tree.initialVelocity(),
                                work))
    return std::nullopt;
  const ConstraintWorkspace<double>& workspace = work.of(tree, cluster);
  const double own = workspace.basis(*link - first, 0);
  if (own == 0) return std::nullopt;

  GearedRevolute result{*link, {}, {}, {}};
  for (int i = first; i < first + cluster.bodyCount; ++i) {
    if (i == *link) continue;
    result.rotors.push_back(i);
    result.ratios.push_back(workspace.basis(i - first, 0) / own);
  }
  const int independent = workspace.order[at(cluster.constraint->rank)];
  result.drive = {cluster.velocities[at(independent)], own};
  return result;
}

kernels::PlannedRevolute revoluteOf(const ClusterTree<double>& tree, const GearedRevolute& found) {
  kernels::PlannedRevolute revolute = kernels::revoluteOf(tree, found.link);
  kernels::GearedRotors<double>& rotors = revolute.rotors;
  rotors.reflected = tree.body(found.link).armature;
  revolute.isGeared = !found.rotors.empty() || rotors.reflected != 0;
  for (std::size_t r = 0; r < found.rotors.size(); ++r) {
    const TreeBody<double>& rotor = tree.body(found.rotors[r]);
    const double ratio = found.ratios[r], axial = rotor.inertia.rotational.zz;
    rotors.reflected += ratio * ratio * (axial + rotor.armature);
    rotors.couple += ratio * axial * Vec3<double>::from(rotor.placement.rotation.col(2));
  }
  return revolute;
}

/// Whether a cluster can be a group of coupled revolute joints.
bool isGroup(const ClusterTree<double>& tree, const Cluster<double>& cluster) {
  if (!cluster.constraint || cluster.dofs < 1 || cluster.dofs > kernels::maxDofs) return false;
  for (const CouplingRow<double>& coupling : cluster.constraint->couplings)
    if (!coupling.isLinear()) return false;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    if (tree.body(i).joint != JointType::revolute) return false;
  return true;
}

}  // namespace

class PlanBuilder {
 public:
  PlanBuilder(const ClusterTree<double>& tree, Workspace<double>& work)
      : tree_(tree), work_(work) {}
  Plan build();

 private:
  void extend(SegmentKind kind, int place);
  void addRevolute(const GearedRevolute& found);
  void addFloatingBody(int index);
  void addGroup(int place, const std::vector<bool>& isLeaf);
  void addChild(int index, Plan::Group& group);
  void addRotor(int member, double inertia, const Vec3<double>& couple, Plan::Group& group);
  void finish();
  void findInterfaceBodies();
  void findMassRows();

  const ClusterTree<double>& tree_;
  Workspace<double>& work_;
  Plan plan_;
};

Plan planOf(const ClusterTree<double>& tree, Workspace<double>& work) {
  return PlanBuilder(tree, work).build();
}

Plan PlanBuilder::build() {
  plan_.isFast_.resize(tree_.bodies().size());
  plan_.isLumpedRotor_.resize(tree_.bodies().size());
  plan_.inertias_.reserve(tree_.bodies().size());
  plan_.revolutes_.reserve(tree_.bodies().size());
  plan_.places_.reserve(tree_.clusters().size());
  for (const TreeBody<double>& body : tree_.bodies()) plan_.inertias_.push_back(body.inertia);
  const std::vector<bool> isLeaf = leaves(tree_);
  for (int c = 0; c < static_cast<int>(tree_.clusters().size()); ++c) {
    const Cluster<double>& cluster = tree_.clusters()[at(c)];
    const TreeBody<double>& first = tree_.body(cluster.firstBody);
    if (const auto found = gearedRevolute(tree_, cluster, isLeaf, work_)) {
      addRevolute(*found);
    } else if (!cluster.constraint && first.joint == JointType::free && first.parent == ground) {
      addFloatingBody(cluster.firstBody);
    } else if (isGroup(tree_, cluster)) {
      addGroup(c, isLeaf);
    } else {
      extend(SegmentKind::general, c);
      if (cluster.constraint && !cluster.constraint->loops.empty())
        if (auto planar = PlanarLoops::from(tree_, cluster))
          plan_.slidingLoops_.emplace(c, *std::move(planar));
    }
  }
  finish();
  return std::move(plan_);
}

void PlanBuilder::extend(SegmentKind kind, int place) {
  if (plan_.segments_.empty() || plan_.segments_.back().kind != kind)
    plan_.segments_.push_back({kind, place, place, {}});
  ++plan_.segments_.back().last;
  plan_.places_.push_back({kind, place});
  plan_.hasGeneral_ |= kind == SegmentKind::general;
}

void PlanBuilder::addRevolute(const GearedRevolute& found) {
  const int place = static_cast<int>(plan_.revolutes_.size());
  extend(SegmentKind::revolutes, place);
  plan_.isFast_[at(found.link)] = true;
  for (std::size_t r = 0; r < found.rotors.size(); ++r) {
    const TreeBody<double>& rotor = tree_.body(found.rotors[r]);
    plan_.isFast_[at(found.rotors[r])] = plan_.isLumpedRotor_[at(found.rotors[r])] = true;
    plan_.lumpedRotors_.push_back(found.rotors[r]);
    plan_.gears_.push_back({place, rotor.velocity, found.ratios[r]});
    // Lumped rotor inertia on the parent: there the rotor's inertia is the same at every angle.
    if (rotor.parent != ground)
      plan_.inertias_[at(rotor.parent)] += rotor.inertia.toParent(rotor.placement);
  }
  plan_.revolutes_.push_back(revoluteOf(tree_, found));
  plan_.drives_.push_back(found.drive);
}

void PlanBuilder::addFloatingBody(int index) {
  const TreeBody<double>& body = tree_.body(index);
  extend(SegmentKind::floating, static_cast<int>(plan_.floatingBodies_.size()));
  plan_.isFast_[at(index)] = true;
  kernels::FloatingBody<double> floating{};
  floating.placement = Mat3<double>::from(body.placement.rotation);
  floating.position = body.position;
  floating.velocity = body.velocity;
  floating.body = index;
  plan_.floatingBodies_.push_back(floating);
}

void PlanBuilder::addGroup(int place, const std::vector<bool>& isLeaf) {
  const Cluster<double>& cluster = tree_.clusters()[at(place)];
  const int m = cluster.dofs;
  Plan::Group group{};
  group.cluster = place;
  group.firstBody = cluster.firstBody;
  group.isConstant = cluster.constraint->loops.empty();
  kernels::CoupledGroup<double>& numbers = group.numbers;
  numbers.first = static_cast<int>(plan_.revolutes_.size());
  numbers.dofs = m;
  numbers.parent = cluster.parent;
  numbers.place = static_cast<int>(plan_.groups_.size());
  numbers.basis = numbers.columns = plan_.basisSize_;
  if (group.isConstant) {
    updateJoints<double>(tree_, cluster, tree_.initialPosition(), tree_.initialVelocity(), work_);
    if (!solveConstraints<double>(tree_, cluster, tree_.initialPosition(), tree_.initialVelocity(),
                                  work_))
      throw singularPose(tree_, cluster);
    group.basis = work_.of(cluster).basis.leftCols(m);
    for (int j = 0; j < m; ++j)
      numbers.independent[j] = independentVelocity(tree_, cluster, j, work_);
  }

  if (!group.isConstant) {
    std::vector<kernels::PlannedRevolute> all;
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
      all.push_back(kernels::revoluteOf(tree_, i));
    group.planar = PlanarLoops::from(tree_, cluster, all.data());
  }

  std::vector<int> riding;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<double>& body = tree_.body(i);
    plan_.isFast_[at(i)] = true;
    const bool isLast = i == cluster.firstBody + cluster.bodyCount - 1;
    const bool mustStay = isLast && numbers.first == static_cast<int>(plan_.revolutes_.size());
    if (!group.planar && !mustStay && isLeaf[at(i)] && body.parent == cluster.parent &&
        kernels::isAxisymmetric(body.inertia)) {
      plan_.isLumpedRotor_[at(i)] = true;
      plan_.lumpedRotors_.push_back(i);
      riding.push_back(i);
      continue;
    }
    kernels::PlannedRevolute revolute = kernels::revoluteOf(tree_, i);
    for (int other = numbers.first; other < static_cast<int>(plan_.revolutes_.size()); ++other)
      if (plan_.revolutes_[at(other)].body == body.parent) revolute.inner = other;
    plan_.revolutes_.push_back(revolute);
    plan_.drives_.push_back({body.velocity, 1});
    group.members.push_back(body.local);
  }
  for (std::size_t i = 0; i < group.members.size(); ++i)
    addRotor(static_cast<int>(i), tree_.body(cluster.firstBody + group.members[i]).armature, {},
             group);
  for (const int body : riding) addChild(body, group);
  numbers.member = static_cast<int>(plan_.velocities_.size());
  numbers.memberCount = cluster.spanning();
  for (const int local : group.members) plan_.velocities_.push_back(cluster.velocities[at(local)]);
  plan_.basisSize_ += m * numbers.memberCount;
  numbers.last = static_cast<int>(plan_.revolutes_.size());
  extend(SegmentKind::coupled, numbers.place);
  plan_.groups_.push_back(std::move(group));
}

/// A member on the group's parent: lumped inertia there, and a rotor if it has inertia.
void PlanBuilder::addChild(int index, Plan::Group& group) {
  const TreeBody<double>& child = tree_.body(index);
  const int member = static_cast<int>(group.members.size());
  group.members.push_back(child.local);
  for (const LoopClosure<double>& loop : tree_.clusters()[at(group.cluster)].constraint->loops)
    if (loop.parent == index || loop.child == index) {
      group.cranks.push_back(index);
      break;
    }
  if (child.parent != ground)
    plan_.inertias_[at(child.parent)] += child.inertia.toParent(child.placement);
  const double axial = child.inertia.rotational.zz;
  addRotor(member, axial + child.armature,
           axial * Vec3<double>::from(child.placement.rotation.col(2)), group);
}

/// Inertia against the velocity of a member, and its couple on the parent of the group.
void PlanBuilder::addRotor(int member, double inertia, const Vec3<double>& couple,
                           Plan::Group& group) {
  if (inertia == 0) return;
  group.numbers.hasRotors = true;
  if (!group.isConstant) {
    group.rotors.push_back({member, inertia, couple});
    return;
  }
  const int local = group.members[at(member)];
  for (int j = 0; j < group.numbers.dofs; ++j) {
    const double rate = group.basis(local, j);
    for (int k = 0; k < group.numbers.dofs; ++k)
      group.numbers.reflected[j][k] += rate * inertia * group.basis(local, k);
    group.numbers.couple[j] += rate * couple;
  }
}

void PlanBuilder::finish() {
  std::vector<int> childClusters(tree_.bodies().size());
  for (const Cluster<double>& cluster : tree_.clusters())
    if (cluster.parent != ground) ++childClusters[at(cluster.parent)];
  for (const Plan::Segment& segment : plan_.segments_) {
    if (segment.kind != SegmentKind::revolutes) continue;
    for (int i = segment.first + 1; i < segment.last; ++i) {
      kernels::PlannedRevolute& before = plan_.revolutes_[at(i - 1)];
      if (plan_.revolutes_[at(i)].parent != before.body) continue;
      plan_.revolutes_[at(i)].followsParent = before.supportsNext = true;
      --childClusters[at(before.body)];
    }
  }
  for (const kernels::PlannedRevolute& revolute : plan_.revolutes_)
    if (revolute.inner >= 0) ++childClusters[at(revolute.parent)];
  for (kernels::PlannedRevolute& revolute : plan_.revolutes_) {
    revolute.supportsOthers = childClusters[at(revolute.body)] > 0;
    kernels::setInertia(plan_.inertia(revolute.body), revolute);
  }
  for (kernels::FloatingBody<double>& body : plan_.floatingBodies_)
    kernels::setInertia(plan_.inertia(body.body), body);
  for (const Plan::Group& group : plan_.groups_)  // every body here accumulates in memory
    for (int i = group.numbers.first; i < group.numbers.last; ++i)
      ++childClusters[at(plan_.revolutes_[at(i)].body)];
  findInterfaceBodies();
  findMassRows();
  for (int i = 0; i < static_cast<int>(tree_.bodies().size()); ++i)
    if (childClusters[at(i)] > 0) plan_.branchingBodies_.push_back(i);
}

/// By segment: the bodies at which the kernel changes.
void PlanBuilder::findInterfaceBodies() {
  std::vector<bool> meets(tree_.bodies().size());
  for (const Cluster<double>& cluster : tree_.clusters())
    if (cluster.parent != ground && plan_.isFast(cluster.parent) != plan_.isFast(cluster.firstBody))
      meets[at(cluster.parent)] = true;
  for (Plan::Segment& segment : plan_.segments_) {
    const auto note = [&](int body) {
      if (meets[at(body)]) segment.interfaceBodies.push_back(body);
    };
    for (int i = segment.first; i < segment.last; ++i) {
      if (segment.kind == SegmentKind::revolutes) note(plan_.revolutes_[at(i)].body);
      if (segment.kind == SegmentKind::coupled) {
        const kernels::CoupledGroup<double>& group = plan_.groups_[at(i)].numbers;
        for (int revolute = group.first; revolute < group.last; ++revolute)
          note(plan_.revolutes_[at(revolute)].body);
      }
      if (segment.kind == SegmentKind::floating) note(plan_.floatingBodies_[at(i)].body);
      if (segment.kind != SegmentKind::general) continue;
      const Cluster<double>& cluster = tree_.clusters()[at(i)];
      for (int body = cluster.firstBody; body < cluster.firstBody + cluster.bodyCount; ++body)
        note(body);
    }
  }
}

void PlanBuilder::findMassRows() {
  if (plan_.hasGeneral_) return;
  plan_.hasMassRows_ = plan_.groups_.empty();
  const int floating = static_cast<int>(plan_.floatingBodies_.size());
  std::vector<int> revoluteOf(tree_.bodies().size(), -1), floatingOf(tree_.bodies().size(), -1);
  const auto firstDof = [&](int body) { return tree_.clusterOf(tree_.body(body)).firstDof; };
  for (int i = 0; i < floating; ++i) {
    const int body = plan_.floatingBodies_[at(i)].body;
    floatingOf[at(body)] = i;
    plan_.floatingDofs_.push_back(plan_.hasMassRows_ ? firstDof(body) : 6 * i);
  }
  for (int i = 0; i < static_cast<int>(plan_.revolutes_.size()); ++i) {
    const kernels::PlannedRevolute& revolute = plan_.revolutes_[at(i)];
    revoluteOf[at(revolute.body)] = i;
    const bool isOn = revolute.parent != ground;
    if (revolute.followsParent)
      plan_.massRows_.push_back(plan_.massRows_.back());
    else
      plan_.massRows_.push_back({0, i, isOn ? revoluteOf[at(revolute.parent)] : -1,
                                 isOn ? floatingOf[at(revolute.parent)] : -1});
    plan_.massRows_.back().dof = plan_.hasMassRows_ ? firstDof(revolute.body) : 6 * floating + i;
    plan_.rows_.push_back({firstDof(revolute.body), 1, -1, 0});
  }
  for (int k = 0; k < static_cast<int>(plan_.groups_.size()); ++k) {
    const kernels::CoupledGroup<double>& group = plan_.groups_[at(k)].numbers;
    for (int i = group.first; i < group.last; ++i)
      plan_.rows_[at(i)] = {firstDof(plan_.revolutes_[at(i)].body), group.dofs, k,
                            group.basis + (i - group.first) * group.dofs};
  }
}

}  // namespace linkwork
