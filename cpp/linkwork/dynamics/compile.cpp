#include "linkwork/dynamics/compile.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "linkwork/constraints/explicit_constraint.hpp"
#include "linkwork/dynamics/cut_loops.hpp"
#include "linkwork/dynamics/joint_charts.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/setup/compile_checks.hpp"
#include "linkwork/dynamics/setup/plan_builder.hpp"
#include "linkwork/dynamics/turning_roots.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/json.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/mechanism/frames.hpp"
#include "linkwork/mechanism/loop_functions.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/model/denavit_hartenberg.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork {

namespace {

/// A joint's frame on a body, rotated to the canonical axes of the joint.
Transform<double> canonicalFrameOn(const Frame& frame, const JointGeometry& joint) {
  return transformOf(frame) * Transform<double>{canonicalFrame(joint.type, joint.axis, joint.axis2),
                                                Eigen::Vector3d::Zero()};
}

RigidBodyInertia<double> inertiaOf(const Body& body, const Transform<double>& userFrame) {
  return RigidBodyInertia<double>::fromCenterOfMass(body.mass, body.centerOfMass,
                                                    body.inertiaMatrix())
      .toParent(userFrame);
}

/// Mass of each body with its subtree [kg].
std::vector<double> subtreeMass(const Mechanism& mechanism, const Topology& topology,
                                const std::vector<BodyGroup>& groups) {
  std::vector<double> mass;
  for (const Body& body : mechanism.bodies) mass.push_back(body.mass);
  for (auto group = groups.rbegin(); group != groups.rend(); ++group)
    for (auto body = group->bodies.rbegin(); body != group->bodies.rend(); ++body)
      if (const int parent = topology.parent[at(*body)]; parent != ground)
        mass[at(parent)] += mass[at(*body)];
  return mass;
}

/// For each body the revolute joint that directly follows in the recursion, or -1: in the first
/// group that it supports, the joint on the body that supports the most mass.
std::vector<int> nextRevolutes(const Mechanism& mechanism, const Topology& topology,
                               const std::vector<BodyGroup>& groups,
                               const std::vector<double>& mass) {
  std::vector<int> next(mechanism.bodies.size(), -1);
  std::vector<bool> hasNext(mechanism.bodies.size());
  for (const BodyGroup& group : groups) {
    if (group.parent == ground || hasNext[at(group.parent)]) continue;
    hasNext[at(group.parent)] = true;
    int heaviest = -1;
    for (const int body : group.bodies) {
      const int joint = topology.jointBelow[at(body)];
      if (topology.parent[at(body)] != group.parent ||
          mechanism.joints[at(joint)].type != JointType::revolute)
        continue;
      if (heaviest >= 0 && mass[at(body)] <= mass[at(heaviest)]) continue;
      heaviest = body;
      next[at(group.parent)] = joint;
    }
  }
  return next;
}

/// Rotation about and translation along a body's own revolute joint (denavit_hartenberg.hpp).
Transform<double> alignmentOf(const Mechanism& mechanism, const Joint& joint, int nextRevolute) {
  if (joint.type != JointType::revolute || nextRevolute < 0) return Transform<double>::Identity();
  const Joint& next = mechanism.joints[at(nextRevolute)];
  return alignDenavitHartenberg(canonicalFrameOn(joint.childFrame, joint).inverse() *
                                canonicalFrameOn(next.parentFrame, next));
}

}  // namespace

class TreeCompiler {
 public:
  ClusterTree<double> compile(const Mechanism& mechanism, const std::optional<NamedState>& pose);
  ClusterTree<double> withArmatureAndDamping(const ClusterTree<double>& tree,
                                             const std::vector<double>& armature,
                                             const std::vector<double>& damping);

 private:
  void addGroup(const Mechanism& mechanism, const Topology& topology, const StateLayout& layout,
                const JointFunctions& functions, const std::vector<int>& nextRevolutes,
                const BodyGroup& group);
  void addConstraint(const Mechanism& mechanism, const BodyGroup& group,
                     const std::vector<double>& subtreeMass, Cluster<double>& cluster);
  void setUnits(const Cluster<double>& cluster, ClusterConstraint<double>& constraint) const;
  void preferLight(ClusterConstraint<double>& constraint,
                   const std::vector<double>& subtreeMass) const;
  void addNonholonomic(const Mechanism& mechanism, const Topology& topology);
  void requireRegularStart(const std::string& path) const;
  void cutLargeLoops();
  void finish(const Mechanism& mechanism);

  ClusterTree<double> tree_;
};

ClusterTree<double> compile(const Mechanism& mechanism, const std::optional<NamedState>& pose,
                            Masses masses) {
  ClusterTree<double> tree = TreeCompiler().compile(mechanism, pose);
  if (masses == Masses::required) tree.requireMass();
  return tree;
}

ClusterTree<double> withArmatureAndDamping(const ClusterTree<double>& tree,
                                           const std::vector<double>& armature,
                                           const std::vector<double>& damping) {
  return TreeCompiler().withArmatureAndDamping(tree, armature, damping);
}

ClusterTree<double> TreeCompiler::withArmatureAndDamping(const ClusterTree<double>& tree,
                                                         const std::vector<double>& armature,
                                                         const std::vector<double>& damping) {
  tree_ = tree;
  for (std::size_t i = 0; i < tree_.bodies_.size(); ++i) {
    tree_.bodies_[i].armature += armature[i];
    tree_.bodies_[i].damping += damping[i];
  }
  tree_.listJoints();
  Workspace<double> work(tree_);
  tree_.plan_ = std::make_shared<const Plan>(planOf(tree_, work));
  tree_.turningRoots_ = turningRoots(tree_);
  return std::move(tree_);
}

ClusterTree<double> TreeCompiler::compile(const Mechanism& mechanism,
                                          const std::optional<NamedState>& pose) {
  const std::vector<std::string> leaves = detail::validation(mechanism).masslessLeaves;
  if (!leaves.empty()) tree_.massFault_ = leaves.front();
  if (hasLoopFunctions(mechanism))
    throw std::invalid_argument("call withoutLoopFunctions before compile");
  if (pose) validate(*pose, mechanism);

  tree_.treeBody_.resize(mechanism.bodies.size());
  tree_.bodies_.reserve(mechanism.bodies.size());
  tree_.jointNames_.reserve(mechanism.bodies.size());
  tree_.gravity_ = mechanism.gravity;
  const Topology topology = topologyOf(mechanism);
  const std::vector<BodyGroup> groups = clusterBodies(mechanism, topology);
  const StateLayout layout(mechanism);
  const auto functions = jointFunctions(mechanism);
  tree_.positionSize_ = layout.positionSize;
  tree_.velocitySize_ = layout.velocitySize;
  const std::vector<double> mass = subtreeMass(mechanism, topology, groups);
  const std::vector<int> next = nextRevolutes(mechanism, topology, groups, mass);
  tree_.clusters_.reserve(groups.size());
  for (const BodyGroup& group : groups)
    addGroup(mechanism, topology, layout, functions, next, group);
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (!groups[g].loops.empty() || !groups[g].couplings.empty())
      addConstraint(mechanism, groups[g], mass, tree_.clusters_[g]);
  addNonholonomic(mechanism, topology);

  const NamedState start = pose ? *pose : mechanism.initialState.value_or(NamedState{});
  tree_.initialPosition_ = flatPosition(mechanism, start);
  tree_.initialVelocity_ = flatVelocity(mechanism, start.v);
  tree_.layOutDofs();
  requireRegularStart(pose ? "q" : "initialState.q");
  finish(mechanism);
  return std::move(tree_);
}

void TreeCompiler::addGroup(const Mechanism& mechanism, const Topology& topology,
                            const StateLayout& layout, const JointFunctions& functions,
                            const std::vector<int>& nextRevolutes, const BodyGroup& group) {
  Cluster<double> cluster;
  cluster.parent = group.parent == ground ? ground : tree_.treeBody(group.parent);
  cluster.firstBody = static_cast<int>(tree_.bodies_.size());
  cluster.bodyCount = static_cast<int>(group.bodies.size());
  for (const int index : group.bodies) {
    const int jointIndex = topology.jointBelow[at(index)];
    const Joint& joint = mechanism.joints[at(jointIndex)];
    const int parent = topology.parent[at(index)];

    TreeBody<double> body;
    body.parent = parent == ground ? ground : tree_.treeBody(parent);
    body.cluster = static_cast<int>(tree_.clusters_.size());
    body.joint = joint.type;
    body.pitch = joint.pitch;
    body.function = functions[at(jointIndex)];
    body.position = layout.position[at(jointIndex)];
    body.positions = linkwork::positionSize(joint);
    body.velocity = layout.velocity[at(jointIndex)];
    body.velocities = linkwork::velocitySize(joint);
    body.local = cluster.spanning();
    const Transform<double> alignment = alignmentOf(mechanism, joint, nextRevolutes[at(index)]);
    const Transform<double> onParent = canonicalFrameOn(joint.parentFrame, joint) * alignment;
    body.placement =
        parent == ground ? onParent : tree_.bodies_[at(body.parent)].userFrame * onParent;
    body.userFrame = (canonicalFrameOn(joint.childFrame, joint) * alignment).inverse();
    body.inertia = inertiaOf(mechanism.bodies[at(index)], body.userFrame);
    body.damping = joint.damping;
    body.stiffness = joint.stiffness;
    body.rest = joint.rest;
    body.friction = joint.friction;
    body.armature = joint.armature;
    body.hasPassiveForces = joint.damping != 0 || joint.stiffness != 0 || joint.friction != 0;
    body.mechanismBody = index;
    body.mechanismJoint = jointIndex;

    for (int k = 0; k < body.velocities; ++k) cluster.velocities.push_back(body.velocity + k);
    tree_.treeBody_[at(index)] = static_cast<int>(tree_.bodies_.size());
    tree_.bodies_.push_back(std::move(body));
    tree_.jointNames_.push_back(joint.name);
  }
  tree_.clusters_.push_back(std::move(cluster));
}

void TreeCompiler::addConstraint(const Mechanism& mechanism, const BodyGroup& group,
                                 const std::vector<double>& subtreeMass, Cluster<double>& cluster) {
  ClusterConstraint<double> constraint;
  constraint.preference = VectorX<double>::Ones(cluster.spanning());

  for (const int index : group.loops) {
    const Loop& loop = mechanism.loops[at(index)];
    const auto onBody = [&](const std::string& name, const Frame& frame, int& body) {
      const int user = bodyNamed(mechanism, name);
      body = user == ground ? ground : tree_.treeBody(user);
      const Transform<double> inUser = (canonicalFrameOn(frame, loop));
      return body == ground ? inUser : tree_.bodies_[at(body)].userFrame * inUser;
    };
    LoopClosure<double> closure;
    closure.joint = loop.type;
    closure.measure = loop.measure();
    closure.parentFrame = onBody(loop.parent, loop.parentFrame, closure.parent);
    closure.childFrame = onBody(loop.child, loop.childFrame, closure.child);
    closure.mechanismLoop = index;
    constraint.loops.push_back(closure);
    constraint.rows += 6 - linkwork::velocitySize(loop.type);
  }

  for (const int index : group.couplings) {
    const Coupling& coupling = mechanism.couplings[at(index)];
    CouplingRow<double> row;
    row.offset = coupling.offset;
    row.mechanismCoupling = index;
    for (const CouplingTerm& term : coupling.terms)
      for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
        const TreeBody<double>& body = tree_.body(i);
        if (mechanism.joints[at(body.mechanismJoint)].name != term.joint) continue;
        row.terms.push_back(
            {i, body.position, body.local, term.coefficient, functionOf(term.function)});
      }
    constraint.couplings.push_back(std::move(row));
    constraint.rows += 1;
  }
  setUnits(cluster, constraint);
  constraint.explicitForm = explicitFormOf(tree_, cluster, constraint, subtreeMass);
  preferLight(constraint, subtreeMass);
  cluster.constraint = std::move(constraint);
}

/// Uses the longest distance between joints of the cluster.
void TreeCompiler::setUnits(const Cluster<double>& cluster,
                            ClusterConstraint<double>& constraint) const {
  double size = 0;
  for (int i = cluster.firstBody + 1; i < cluster.firstBody + cluster.bodyCount; ++i)
    size = std::max(size, tree_.body(i).placement.translation.norm());
  for (const LoopClosure<double>& loop : constraint.loops) {
    size = std::max(size, loop.parentFrame.translation.norm());
    size = std::max(size, loop.childFrame.translation.norm());
    if (loop.joint == JointType::rod) size = std::max(size, loop.measure);
  }
  constexpr int grid = 20;
  if (size > 0)
    constraint.length =
        std::ldexp(1.0, grid * static_cast<int>(std::lround(1.0 * std::ilogb(size) / grid)));
  if (constraint.length == 1) return;
  constraint.units = VectorX<double>::Ones(cluster.spanning());
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<double>& body = tree_.body(i);
    for (int k = 0; k < body.velocities; ++k)
      if (isAlongLine(body.joint, k)) constraint.units[body.local + k] = constraint.length;
  }
}

/// Prefers the link of a gear over its rotor as independent. The choice only affects which
/// coordinates users see in the mass matrix.
void TreeCompiler::preferLight(ClusterConstraint<double>& constraint,
                               const std::vector<double>& subtreeMass) const {
  const double pivotPreference = 1e4;
  if (constraint.explicitForm) {
    for (const ExplicitStep<double>& step : constraint.explicitForm->steps)
      if (step.coupling >= 0) constraint.preference[step.dependent] = pivotPreference;
    return;
  }
  for (const CouplingRow<double>& coupling : constraint.couplings) {
    const auto massOf = [&](const auto& term) {
      return subtreeMass[at(tree_.body(term.body).mechanismBody)];
    };
    const auto lightest = std::min_element(
        coupling.terms.rbegin(), coupling.terms.rend(),
        [&](const auto& one, const auto& other) { return massOf(one) < massOf(other); });
    constraint.preference[lightest->local] = pivotPreference;
  }
}

void TreeCompiler::addNonholonomic(const Mechanism& mechanism, const Topology& topology) {
  const auto carriedBy = [&](const std::string& name) {
    const auto joint = std::find_if(mechanism.joints.begin(), mechanism.joints.end(),
                                    [&](const Joint& each) { return each.name == name; });
    return tree_.treeBody(topology.childOf[at(static_cast<int>(joint - mechanism.joints.begin()))]);
  };
  for (const Nonholonomic& constraint : mechanism.nonholonomic) {
    NonholonomicConstraint onTree{constraint, {}};
    if (const auto* ratio = std::get_if<VelocityRatio>(&constraint))
      for (const CouplingTerm& term : ratio->terms) onTree.bodies.push_back(carriedBy(term.joint));
    else if (const auto* disc = std::get_if<RollingDisc>(&constraint))
      onTree.bodies.push_back(tree_.treeBody(bodyNamed(mechanism, disc->body)));
    else
      onTree.bodies.push_back(
          tree_.treeBody(bodyNamed(mechanism, std::get<KnifeEdge>(constraint).body)));
    tree_.nonholonomic_.push_back(std::move(onTree));
  }
}

/// A general joint may have no regular coordinates at zero.
void TreeCompiler::requireRegularStart(const std::string& path) const {
  try {
    requireRegularCoordinates(tree_, tree_.initialPosition_);
  } catch (const SimulationError& error) {
    throw MechanismError(path, error.what());
  }
}

/// Cuts the loops of clusters where that costs less, if the joints of their spanning trees move
/// mass without the loops.
void TreeCompiler::cutLargeLoops() {
  for (Cluster<double>& cluster : tree_.clusters_) {
    if (!cluster.constraint || cluster.constraint->explicitForm) continue;
    if (cut_loops::cost(cluster.spanning(), cluster.dofs) >=
        cut_loops::costOfBasis(cluster.spanning(), cluster.dofs))
      continue;
    cluster.constraint->isCut = true;
    Workspace<double> work(tree_);
    updateKinematics<double>(tree_, tree_.initialPosition_, tree_.initialVelocity_, work);
    resetInertias(tree_, work);
    for (BodyWorkspace<double>& body : work.bodies) body.force.setZero();
    work.jointForces.setZero();
    cluster.constraint->isCut = cut_loops::eliminate(tree_, cluster, work) < 0;
  }
}

void TreeCompiler::finish(const Mechanism& mechanism) {
  Workspace<double> work(tree_);
  bool isConstrained = false;
  for (Cluster<double>& cluster : tree_.clusters_) {
    if (!cluster.constraint) continue;
    isConstrained = true;
    requireClosed(mechanism, tree_, cluster, work);
    findRank(tree_, cluster, work);
  }
  if (isConstrained) {
    tree_.layOutDofs();
    cutLargeLoops();
    work = Workspace<double>(tree_);
    requireClosedVelocity(mechanism, tree_, work);
    requireRegularPose(mechanism, tree_, work);
  }
  if (tree_.massFault_.empty()) tree_.massFault_ = massFault(mechanism, tree_, work);
  tree_.plan_ = std::make_shared<const Plan>(planOf(tree_, work));
  tree_.turningRoots_ = turningRoots(tree_);
}

}  // namespace linkwork
