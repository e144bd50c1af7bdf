#include "linkwork/model/cluster_tree.hpp"

#include <algorithm>
#include <stdexcept>

#include "linkwork/dynamics/explicit_constraint.hpp"
#include "linkwork/dynamics/joint_charts.hpp"
#include "linkwork/dynamics/plan.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/mechanism/validate/validation.hpp"
#include "linkwork/model/denavit_hartenberg.hpp"
#include "linkwork/model/settling.hpp"
#include "linkwork/model/state_layout.hpp"
#include "linkwork/spatial/jet.hpp"

namespace linkwork {

namespace {

Transform<double> transformOf(const Frame& frame) {
  return {frame.rotation.normalized().toRotationMatrix(), frame.position};
}

/// A joint's frame on a body, turned so that the joint is canonical.
Transform<double> canonicalFrameOn(const Frame& frame, const JointGeometry& joint) {
  return transformOf(frame) * Transform<double>{canonicalFrame(joint.type, joint.axis, joint.axis2),
                                                Eigen::Vector3d::Zero()};
}

template <typename Scalar>
Transform<Scalar> cast(const Transform<double>& transform) {
  return {transform.rotation.template cast<Scalar>(),
          transform.translation.template cast<Scalar>()};
}

template <typename Scalar>
RigidBodyInertia<Scalar> inertiaOf(const Body& body, const Transform<Scalar>& userFrame) {
  return RigidBodyInertia<Scalar>::fromCenterOfMass(Scalar(body.mass),
                                                    body.centerOfMass.template cast<Scalar>(),
                                                    body.inertiaMatrix().template cast<Scalar>())
      .toParent(userFrame);
}

/// Mass of each body with everything it carries [kg].
std::vector<double> carriedMass(const Mechanism& mechanism, const Topology& topology,
                                const std::vector<BodyGroup>& groups) {
  std::vector<double> mass;
  for (const Body& body : mechanism.bodies) mass.push_back(body.mass);
  for (auto group = groups.rbegin(); group != groups.rend(); ++group)
    for (auto body = group->bodies.rbegin(); body != group->bodies.rend(); ++body)
      if (const int parent = topology.parent[at(*body)]; parent != ground)
        mass[at(parent)] += mass[at(*body)];
  return mass;
}

/// For each body the hinge that is crossed right after it in the recursion, or -1: of the first
/// group it carries, the hinge that stands on it and carries most.
std::vector<int> nextHinges(const Mechanism& mechanism, const Topology& topology,
                            const std::vector<BodyGroup>& groups, const std::vector<double>& mass) {
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

/// How a body's frame is turned about and slid along its own hinge (denavit_hartenberg.hpp).
Transform<double> gaugeOf(const Mechanism& mechanism, const Joint& joint, int nextHinge) {
  if (joint.type != JointType::revolute || nextHinge < 0) return Transform<double>::Identity();
  const Joint& next = mechanism.joints[at(nextHinge)];
  return alignDenavitHartenberg(canonicalFrameOn(joint.childFrame, joint).inverse() *
                                canonicalFrameOn(next.parentFrame, next));
}

}  // namespace

template <typename Scalar>
ClusterTree<Scalar>::ClusterTree(const Mechanism& mechanism, const std::optional<NamedState>& pose,
                                 const std::vector<Scalar>& reflectedInertias)
    : treeBody_(mechanism.bodies.size()), gravity_(mechanism.gravity.template cast<Scalar>()) {
  validate(mechanism);
  if (pose) validate(*pose, mechanism);

  const Topology topology = topologyOf(mechanism);
  const std::vector<BodyGroup> groups = clusterBodies(mechanism, topology);
  const StateLayout layout(mechanism);
  const auto functions = jointFunctions(mechanism);
  positionSize_ = layout.positionSize;
  velocitySize_ = layout.velocitySize;
  const std::vector<double> mass = carriedMass(mechanism, topology, groups);
  const std::vector<int> next = nextHinges(mechanism, topology, groups, mass);
  for (const BodyGroup& group : groups)
    addGroup(mechanism, topology, layout, functions, next, group);
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (!groups[g].loops.empty() || !groups[g].couplings.empty())
      addConstraint(mechanism, groups[g], mass, clusters_[g]);
  addNonholonomic(mechanism, topology);

  reflect(reflectedInertias);
  const NamedState start = pose ? *pose : mechanism.initialState.value_or(NamedState{});
  initialPosition_ = flatPosition(mechanism, start).template cast<Scalar>();
  initialVelocity_ = flatVelocity(mechanism, start.v).template cast<Scalar>();
  layOutDofs();
  requireRegularStart();
  settle(mechanism);
}

template <typename Scalar>
void ClusterTree<Scalar>::addGroup(const Mechanism& mechanism, const Topology& topology,
                                   const StateLayout& layout, const JointFunctions& functions,
                                   const std::vector<int>& nextHinges, const BodyGroup& group) {
  Cluster<Scalar> cluster;
  cluster.parent = group.parent == ground ? ground : treeBody(group.parent);
  cluster.firstBody = static_cast<int>(bodies_.size());
  cluster.bodyCount = static_cast<int>(group.bodies.size());
  for (const int index : group.bodies) {
    const int jointIndex = topology.jointBelow[at(index)];
    const Joint& joint = mechanism.joints[at(jointIndex)];
    const int parent = topology.parent[at(index)];

    TreeBody<Scalar> body;
    body.parent = parent == ground ? ground : treeBody(parent);
    body.cluster = static_cast<int>(clusters_.size());
    body.joint = joint.type;
    body.pitch = Scalar(joint.pitch);
    body.function = functions[at(jointIndex)];
    body.position = layout.position[at(jointIndex)];
    body.positions = linkwork::positionSize(joint);
    body.velocity = layout.velocity[at(jointIndex)];
    body.velocities = linkwork::velocitySize(joint);
    body.local = cluster.spanning();
    const Transform<double> gauge = gaugeOf(mechanism, joint, nextHinges[at(index)]);
    const Transform<double> onParent = canonicalFrameOn(joint.parentFrame, joint) * gauge;
    body.placement = parent == ground ? cast<Scalar>(onParent)
                                      : bodies_[at(body.parent)].userFrame * cast<Scalar>(onParent);
    body.userFrame = cast<Scalar>((canonicalFrameOn(joint.childFrame, joint) * gauge).inverse());
    body.inertia = inertiaOf(mechanism.bodies[at(index)], body.userFrame);
    body.damping = Scalar(joint.damping);
    body.stiffness = Scalar(joint.stiffness);
    body.rest = Scalar(joint.rest);
    body.friction = Scalar(joint.friction);
    body.hasPassiveForces = joint.damping != 0 || joint.stiffness != 0 || joint.friction != 0;
    body.mechanismBody = index;
    body.mechanismJoint = jointIndex;

    for (int k = 0; k < body.velocities; ++k) cluster.velocities.push_back(body.velocity + k);
    treeBody_[at(index)] = static_cast<int>(bodies_.size());
    bodies_.push_back(body);
    jointNames_.push_back(joint.name);
  }
  clusters_.push_back(std::move(cluster));
}

template <typename Scalar>
void ClusterTree<Scalar>::addConstraint(const Mechanism& mechanism, const BodyGroup& group,
                                        const std::vector<double>& carriedMass,
                                        Cluster<Scalar>& cluster) {
  ClusterConstraint<Scalar> constraint;
  constraint.preference = VectorX<Scalar>::Ones(cluster.spanning());

  for (const int index : group.loops) {
    const Loop& loop = mechanism.loops[at(index)];
    const auto onBody = [&](const std::string& name, const Frame& frame, int& body) {
      const int user = bodyNamed(mechanism, name);
      body = user == ground ? ground : treeBody(user);
      const Transform<Scalar> inUser = cast<Scalar>(canonicalFrameOn(frame, loop));
      return body == ground ? inUser : bodies_[at(body)].userFrame * inUser;
    };
    LoopClosure<Scalar> closure;
    closure.joint = loop.type;
    closure.measure = Scalar(loop.measure());
    closure.parentFrame = onBody(loop.parent, loop.parentFrame, closure.parent);
    closure.childFrame = onBody(loop.child, loop.childFrame, closure.child);
    closure.mechanismLoop = index;
    constraint.loops.push_back(closure);
    constraint.rows += 6 - linkwork::velocitySize(loop.type);
  }

  for (const int index : group.couplings) {
    const Coupling& coupling = mechanism.couplings[at(index)];
    CouplingRow<Scalar> row;
    row.offset = Scalar(coupling.offset);
    row.mechanismCoupling = index;
    for (const CouplingTerm& term : coupling.terms)
      for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
        const TreeBody<Scalar>& body = this->body(i);
        if (mechanism.joints[at(body.mechanismJoint)].name != term.joint) continue;
        row.terms.push_back({i, body.position, body.local, Scalar(term.coefficient)});
      }
    constraint.couplings.push_back(std::move(row));
    constraint.rows += 1;
  }
  constraint.explicitForm = explicitFormOf(*this, cluster, constraint, carriedMass);
  preferLight(constraint, carriedMass);
  cluster.constraint = std::move(constraint);
}

/// A gear's rotor follows its link, not the other way round: nothing hangs on the choice but which
/// coordinates users see in the mass matrix.
template <typename Scalar>
void ClusterTree<Scalar>::preferLight(ClusterConstraint<Scalar>& constraint,
                                      const std::vector<double>& carriedMass) const {
  const Scalar pivotPreference(1e4);
  if (constraint.explicitForm) {
    for (const ExplicitStep<Scalar>& step : constraint.explicitForm->steps)
      if (step.coupling >= 0) constraint.preference[step.dependent] = pivotPreference;
    return;
  }
  for (const CouplingRow<Scalar>& coupling : constraint.couplings) {
    const auto massOf = [&](const auto& term) {
      return carriedMass[at(body(term.body).mechanismBody)];
    };
    const auto lightest = std::min_element(
        coupling.terms.rbegin(), coupling.terms.rend(),
        [&](const auto& one, const auto& other) { return massOf(one) < massOf(other); });
    constraint.preference[lightest->local] = pivotPreference;
  }
}

template <typename Scalar>
void ClusterTree<Scalar>::addNonholonomic(const Mechanism& mechanism, const Topology& topology) {
  const auto carriedBy = [&](const std::string& name) {
    const auto joint = std::find_if(mechanism.joints.begin(), mechanism.joints.end(),
                                    [&](const Joint& each) { return each.name == name; });
    return treeBody(topology.childOf[at(static_cast<int>(joint - mechanism.joints.begin()))]);
  };
  for (const Nonholonomic& constraint : mechanism.nonholonomic) {
    NonholonomicConstraint tie{constraint, {}};
    if (const auto* ratio = std::get_if<VelocityRatio>(&constraint))
      for (const CouplingTerm& term : ratio->terms) tie.bodies.push_back(carriedBy(term.joint));
    else if (const auto* disc = std::get_if<RollingDisc>(&constraint))
      tie.bodies.push_back(treeBody(bodyNamed(mechanism, disc->body)));
    else
      tie.bodies.push_back(treeBody(bodyNamed(mechanism, std::get<KnifeEdge>(constraint).body)));
    nonholonomic_.push_back(std::move(tie));
  }
}

template <typename Scalar>
void ClusterTree<Scalar>::reflect(const std::vector<Scalar>& inertias) {
  if (inertias.empty()) return;
  for (TreeBody<Scalar>& body : bodies_) {
    body.reflectedInertia = inertias.at(at(body.mechanismJoint));
    if (body.reflectedInertia == Scalar(0)) continue;
    if (clusterOf(body).constraint || body.velocities != 1)
      throw std::invalid_argument("joint \"" + jointName(treeBody(body.mechanismBody)) +
                                  "\" cannot have a reflected inertia: it is in a loop or has not "
                                  "exactly one velocity");
  }
}

template <typename Scalar>
void ClusterTree<Scalar>::layOutDofs() {
  degreesOfFreedom_ = motionColumns_ = factorSize_ = 0;
  for (Cluster<Scalar>& cluster : clusters_) {
    cluster.dofs = cluster.spanning() - (cluster.constraint ? cluster.constraint->rank : 0);
    cluster.firstDof = degreesOfFreedom_;
    cluster.columns = motionColumns_;
    cluster.factor = factorSize_;
    degreesOfFreedom_ += cluster.dofs;
    factorSize_ += cluster.dofs * cluster.dofs;
    if (cluster.constraint) motionColumns_ += cluster.bodyCount * cluster.dofs;
  }
}

/// A general joint may have no zero where it could start.
template <typename Scalar>
void ClusterTree<Scalar>::requireRegularStart() const {
  try {
    requireRegularCoordinates(*this, initialPosition_);
  } catch (const SimulationError& error) {
    throw MechanismError("initialState.q", error.what());
  }
}

template <typename Scalar>
void ClusterTree<Scalar>::settle(const Mechanism& mechanism) {
  Workspace<Scalar> work(*this);
  for (Cluster<Scalar>& cluster : clusters_) {
    if (!cluster.constraint) continue;
    requireClosed(mechanism, *this, cluster, work);
    findRank(*this, cluster, work);
  }
  layOutDofs();
  Workspace<Scalar> settled(*this);
  requireClosedVelocity(mechanism, *this, settled);
  requireRegularPose(mechanism, *this, settled);
  requireMass(mechanism, *this, settled);
  if constexpr (std::is_same_v<Scalar, double>) plan_ = std::make_shared<Plan>(*this);
}

template <typename Scalar>
void ClusterTree<Scalar>::requireSizes(Eigen::Index q, Eigen::Index v) const {
  if (q == positionSize_ && v == velocitySize_) return;
  throw std::invalid_argument("expected vectors of " + std::to_string(positionSize_) +
                              " positions and " + std::to_string(velocitySize_) +
                              " velocities or forces, found " + std::to_string(q) + " and " +
                              std::to_string(v));
}

template class ClusterTree<double>;
template void ClusterTree<DerivativeJet>::requireSizes(Eigen::Index, Eigen::Index) const;

}  // namespace linkwork
