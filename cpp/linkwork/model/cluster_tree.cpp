#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/spatial/jet.hpp"

namespace linkwork {
namespace {

template <typename To>
Transform<To> convert(const Transform<double>& from) {
  return {from.rotation.cast<To>(), from.translation.cast<To>()};
}

template <typename To>
RigidBodyInertia<To> convert(const RigidBodyInertia<double>& from) {
  const SymmetricMatrix3<double>& j = from.rotational;
  return {from.mass, from.moment.cast<To>(), {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz}};
}

template <typename To>
TreeBody<To> convert(const TreeBody<double>& from) {
  TreeBody<To> body;
  body.parent = from.parent;
  body.cluster = from.cluster;
  body.joint = from.joint;
  body.pitch = from.pitch;
  body.function = from.function;
  body.position = from.position;
  body.positions = from.positions;
  body.velocity = from.velocity;
  body.velocities = from.velocities;
  body.local = from.local;
  body.placement = convert<To>(from.placement);
  body.userFrame = convert<To>(from.userFrame);
  body.inertia = convert<To>(from.inertia);
  body.damping = from.damping;
  body.stiffness = from.stiffness;
  body.rest = from.rest;
  body.friction = from.friction;
  body.hasPassiveForces = from.hasPassiveForces;
  body.reflectedInertia = from.reflectedInertia;
  body.mechanismBody = from.mechanismBody;
  body.mechanismJoint = from.mechanismJoint;
  return body;
}

template <typename To>
ExplicitForm<To> convert(const ExplicitForm<double>& from) {
  ExplicitForm<To> form;
  for (const ExplicitStep<double>& step : from.steps) {
    const CrankRod<double>& rod = step.crankRod;
    form.steps.push_back({step.dependent,
                          step.coupling,
                          {rod.crank, rod.carrier, rod.far, rod.pin.cast<To>(),
                           rod.point.cast<To>(), To(rod.length)}});
  }
  form.order = from.order;
  return form;
}

template <typename To>
ClusterConstraint<To> convert(const ClusterConstraint<double>& from) {
  ClusterConstraint<To> constraint;
  for (const LoopClosure<double>& loop : from.loops)
    constraint.loops.push_back({loop.joint, loop.measure, loop.parent, loop.child,
                                convert<To>(loop.parentFrame), convert<To>(loop.childFrame),
                                loop.mechanismLoop});
  for (const CouplingRow<double>& row : from.couplings) {
    CouplingRow<To> coupling;
    for (const auto& term : row.terms)
      coupling.terms.push_back({term.body, term.position, term.local, term.coefficient});
    coupling.offset = row.offset;
    coupling.mechanismCoupling = row.mechanismCoupling;
    constraint.couplings.push_back(std::move(coupling));
  }
  constraint.rows = from.rows;
  constraint.rank = from.rank;
  constraint.preference = from.preference.cast<To>();
  if (from.explicitForm) constraint.explicitForm = convert<To>(*from.explicitForm);
  return constraint;
}

template <typename To>
Cluster<To> convert(const Cluster<double>& from) {
  Cluster<To> cluster;
  cluster.parent = from.parent;
  cluster.firstBody = from.firstBody;
  cluster.bodyCount = from.bodyCount;
  cluster.dofs = from.dofs;
  cluster.firstDof = from.firstDof;
  cluster.velocities = from.velocities;
  cluster.columns = from.columns;
  cluster.factor = from.factor;
  if (from.constraint) cluster.constraint = convert<To>(*from.constraint);
  return cluster;
}

}  // namespace

template <typename Scalar>
template <std::same_as<double> From>
ClusterTree<Scalar>::ClusterTree(const ClusterTree<From>& tree)
    : nonholonomic_(tree.nonholonomic_),
      treeBody_(tree.treeBody_),
      jointNames_(tree.jointNames_),
      gravity_(tree.gravity_.template cast<Scalar>()),
      initialPosition_(tree.initialPosition_.template cast<Scalar>()),
      initialVelocity_(tree.initialVelocity_.template cast<Scalar>()),
      positionSize_(tree.positionSize_),
      velocitySize_(tree.velocitySize_),
      degreesOfFreedom_(tree.degreesOfFreedom_),
      motionColumns_(tree.motionColumns_),
      factorSize_(tree.factorSize_) {
  for (const TreeBody<From>& body : tree.bodies_) bodies_.push_back(convert<Scalar>(body));
  for (const Cluster<From>& cluster : tree.clusters_) clusters_.push_back(convert<Scalar>(cluster));
}

template ClusterTree<DerivativeJet>::ClusterTree(const ClusterTree<double>&);

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
