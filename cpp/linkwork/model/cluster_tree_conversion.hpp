#pragma once

#include <concepts>
#include <utility>

#include "linkwork/jet.hpp"
#include "linkwork/model/cluster_tree.hpp"

/// A cluster tree in another scalar: its structure is copied, its numbers are made again.
namespace linkwork {

/// Numbers of another scalar, without further changes.
template <typename Scalar>
struct CastNumbers {
  Scalar operator()(double from) const { return Scalar(from); }
  Transform<Scalar> operator()(const Transform<double>& from) const {
    return {from.rotation.cast<Scalar>(), from.translation.cast<Scalar>()};
  }
  RigidBodyInertia<Scalar> operator()(const RigidBodyInertia<double>& from) const {
    const auto& [mass, h, j] = from;
    return {mass, {h.x, h.y, h.z}, {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz}};
  }
  /// Those of one body.
  const CastNumbers& of(int /*treeBody*/) const { return *this; }
};

namespace conversion {

template <typename To, typename Numbers>
TreeBody<To> convert(const TreeBody<double>& from, const Numbers& number) {
  TreeBody<To> body;
  body.parent = from.parent;
  body.cluster = from.cluster;
  body.joint = from.joint;
  body.pitch = number(from.pitch);
  body.function = from.function;
  body.position = from.position;
  body.positions = from.positions;
  body.velocity = from.velocity;
  body.velocities = from.velocities;
  body.local = from.local;
  body.hasChildInCluster = from.hasChildInCluster;
  body.placement = number(from.placement);
  body.userFrame = CastNumbers<To>()(from.userFrame);
  body.inertia = number(from.inertia);
  body.damping = from.damping;
  body.stiffness = from.stiffness;
  body.rest = from.rest;
  body.friction = from.friction;
  body.hasPassiveForces = from.hasPassiveForces;
  body.armature = from.armature;
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
                          {rod.crank, rod.parent, rod.far, rod.pin.cast<To>(), rod.point.cast<To>(),
                           To(rod.length)}});
  }
  form.order = from.order;
  return form;
}

template <typename To>
ClusterConstraint<To> convert(const ClusterConstraint<double>& from) {
  ClusterConstraint<To> constraint;
  for (const LoopClosure<double>& loop : from.loops)
    constraint.loops.push_back({loop.joint, loop.measure, loop.parent, loop.child,
                                CastNumbers<To>()(loop.parentFrame),
                                CastNumbers<To>()(loop.childFrame), loop.mechanismLoop});
  for (const CouplingRow<double>& row : from.couplings) {
    CouplingRow<To> coupling;
    for (const auto& term : row.terms)
      coupling.terms.push_back(
          {term.body, term.position, term.local, term.coefficient, term.function});
    coupling.offset = row.offset;
    coupling.mechanismCoupling = row.mechanismCoupling;
    constraint.couplings.push_back(std::move(coupling));
  }
  constraint.rows = from.rows;
  constraint.rank = from.rank;
  constraint.preference = from.preference.cast<To>();
  constraint.length = from.length;
  constraint.units = from.units.cast<To>();
  constraint.isCut = std::same_as<To, DerivativeJet> && from.isCut;
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
  cluster.workspace = from.workspace;
  if (from.constraint) cluster.constraint = convert<To>(*from.constraint);
  return cluster;
}

}  // namespace conversion

template <typename Scalar>
template <std::same_as<double> From, typename Numbers>
ClusterTree<Scalar>::ClusterTree(const ClusterTree<From>& tree, const Numbers& numbers)
    : vectorRuns_(tree.vectorRuns_),
      curvedJoints_(tree.curvedJoints_),
      nonholonomic_(tree.nonholonomic_),
      treeBody_(tree.treeBody_),
      jointNames_(tree.jointNames_),
      massFault_(tree.massFault_),
      gravity_(tree.gravity_.template cast<Scalar>()),
      initialPosition_(tree.initialPosition_.template cast<Scalar>()),
      initialVelocity_(tree.initialVelocity_.template cast<Scalar>()),
      positionSize_(tree.positionSize_),
      velocitySize_(tree.velocitySize_),
      degreesOfFreedom_(tree.degreesOfFreedom_),
      motionColumns_(tree.motionColumns_),
      factorSize_(tree.factorSize_) {
  for (std::size_t i = 0; i < tree.bodies_.size(); ++i)
    bodies_.push_back(
        conversion::convert<Scalar>(tree.bodies_[i], numbers.of(static_cast<int>(i))));
  for (const TurningRoot<From>& root : tree.turningRoots_)
    turningRoots_.emplace_back().become(root, [](Scalar& to, From from) { to = Scalar(from); });
  for (const Cluster<From>& cluster : tree.clusters_)
    clusters_.push_back(conversion::convert<Scalar>(cluster));
  for (const PassiveJoint<From>& joint : tree.passiveJoints_)
    passiveJoints_.push_back({joint.body, joint.position, joint.velocity, joint.count,
                              joint.damping, joint.stiffness, joint.rest, joint.friction});
}

}  // namespace linkwork
