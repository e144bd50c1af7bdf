#pragma once

#include "linkwork/dynamics/cluster_columns.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/linalg/ldlt.hpp"
#include "linkwork/spatial/scalar_traits.hpp"
#include "linkwork/spatial/twist.hpp"

/// The steps of the articulated-body recursion over one cluster, which forward dynamics and the
/// operational-space inertia share. Inward: inertias alone, then forces, as often as desired, on
/// the same inertias. Outward: accelerations.
///
/// Source: Chignoli et al., section VII; for clusters of one body Featherstone, "Rigid Body
/// Dynamics Algorithms", chapter 7.
namespace linkwork {

/// Whether velocities count: accelerations under all that acts, or the change of them that forces
/// alone make.
enum class Bias { withBias, withoutBias };

/// The m×m factor of a cluster in the workspace: D⁻¹ on its diagonal, L below.
template <typename Scalar, int m = Eigen::Dynamic>
auto factorOf(const Cluster<Scalar>& cluster, Workspace<Scalar>& work) {
  return Eigen::Map<Eigen::Matrix<Scalar, m, m>>(work.factors.data() + cluster.factor, cluster.dofs,
                                                 cluster.dofs);
}

/// The error that names the joint of a body which moves no mass.
template <typename Scalar>
SimulationError masslessJoint(const ClusterTree<Scalar>& tree, int body) {
  return SimulationError("joint \"" + tree.jointName(body) +
                         "\" moves no mass: the mass matrix is singular");
}

/// Every body alone: Iᴬ = I.
template <typename Scalar>
void resetInertias(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work) {
  for (std::size_t i = 0; i < work.bodies.size(); ++i)
    work.bodies[i].inertia = ArticulatedInertia<Scalar>::of(tree.bodies()[i].inertia);
}

/// Every body alone: Iᴬ = I, pᴬ = v ×* I v − f_ext (applyForces has left −f_ext in `force`).
template <typename Scalar>
void startArticulation(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work) {
  resetInertias(tree, work);
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    BodyScratch<Scalar>& here = work.bodies[i];
    here.force += crossForce(here.velocity, tree.bodies()[i].inertia * here.velocity);
  }
}

namespace articulation {

/// Whether the k-th pivot is more than rounding leaves of what it was, D_k + Σ L_kl² D_l, before
/// the coordinates before it were eliminated.
template <typename Factor, typename Scalar>
bool isPivot(const Factor& factor, int k, Scalar& pivot) {
  Scalar whole = pivot;
  for (int l = 0; l < k; ++l) whole += factor(k, l) * factor(k, l) / factor(l, l);
  return acceptPivot(pivot, Scalar(4 * epsilon) * whole);
}

/// The entry in which a twist is one while it is zero in all others, where that is known from the
/// start (knowsStructure), else −1: what a body without reflected inertia opposes to it is gone
/// once it is eliminated.
template <typename Scalar>
int unitEntry(const Vector6<Scalar>& twist, const TreeBody<Scalar>& body) {
  int unit = -1;
  if constexpr (knowsStructure<Scalar>) {
    if (!(body.reflectedInertia == Scalar(0))) return -1;
    for (int i = 0; i < 6; ++i) {
      if (twist[i] == Scalar(0)) continue;
      if (unit >= 0 || !(twist[i] == Scalar(1))) return -1;
      unit = i;
    }
  }
  return unit;
}

/// A single body with nv dofs has its joint eliminated, coordinate by coordinate with twists s, and
/// hands on what is left:
///   U = Iᴬ s     D = sᵀU     W = U / D     Iᴬ ← Iᴬ − U Wᵀ
/// (D with the joint's reflected inertia, if it has one.) This is SᵀIᴬS = L diag(D) Lᵀ with
/// L_ik = s_iᵀ W_k.
template <typename Scalar, int nv>
bool inertiaOfBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   Workspace<Scalar>& work) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  BodyScratch<Scalar>& here = work.of(cluster.firstBody);
  auto factor = factorOf<Scalar, nv>(cluster, work);
  for (int k = 0; k < nv; ++k) {
    const Vector6<Scalar> twist = work.jointSubspaces.col(body.velocity + k);
    Vector6<Scalar> push = here.inertia * twist;
    Scalar pivot = twist.dot(push);
    if constexpr (nv == 1) pivot += body.reflectedInertia;
    if (!isPivot(factor, k, pivot)) return false;
    const int unit = unitEntry(twist, body);
    if (unit >= 0) push[unit] = Scalar(0);
    const Scalar inverse = Scalar(1) / pivot;
    Vector6<Scalar> gain = push * inverse;
    here.inertia.subtractDyad(gain, push);
    if (unit >= 0) {
      here.inertia.clear(unit);
      gain[unit] = Scalar(1);
    }
    work.gains.col(cluster.firstDof + k) = gain;
    factor(k, k) = inverse;
    for (int i = k + 1; i < nv; ++i)
      factor(i, k) = work.jointSubspaces.col(body.velocity + i).dot(gain);
  }
  if (cluster.parent != ground)
    work.of(cluster.parent).inertia += inertiaToParent(here.toParent, here.inertia);
  return true;
}

/// A constrained cluster does, all at once where its output body is:
///   D = L Λ Lᵀ    U = B L⁻ᵀ    W = U Λ⁻¹    Iᵃ = A − U Wᵀ
/// with D, B and A of `collectCluster`.
template <typename Scalar>
bool inertiaOfCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                      Workspace<Scalar>& work) {
  const int m = cluster.dofs;
  auto factor = factorOf(cluster, work);
  auto output = work.gains.middleCols(cluster.firstDof, m);
  factor.setZero();
  collectCluster(tree, cluster, work, factor, output, [](int) { return true; });
  const auto isGood = [&](int k, Scalar& pivot) { return isPivot(factor, k, pivot); };
  if (!linalg::factorLdlt(factor, isGood, m)) return false;
  for (int j = 0; j < m; ++j) {  // U L⁻ᵀ
    for (int k = 0; k < j; ++k) output.col(j) -= factor(j, k) * output.col(k);
    if (cluster.parent != ground)
      work.of(cluster.parent)
          .inertia.subtractDyad(Vector6<Scalar>(output.col(j) * factor(j, j)),
                                Vector6<Scalar>(output.col(j)));
  }
  for (int j = 0; j < m; ++j) output.col(j) *= factor(j, j);
  return true;
}

/// Force step over a single body, coordinate by coordinate:
///   u = τ − sᵀP    P ← P + W u     with P = pᴬ + Iᴬ c
/// where Iᴬ has become Iᵃ: sᵀIᴬc is left to the outward step, and Iᵃ c comes last.
template <Bias bias, typename Scalar, int nv>
void forceOfBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                 Workspace<Scalar>& work) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  BodyScratch<Scalar>& here = work.of(cluster.firstBody);
  const auto factor = factorOf<Scalar, nv>(cluster, work);
  for (int k = 0; k < nv; ++k) {
    const Vector6<Scalar> twist = work.jointSubspaces.col(body.velocity + k);
    const Vector6<Scalar> gain = work.gains.col(cluster.firstDof + k);
    const Scalar& torque = work.jointForces[body.velocity + k];
    const Scalar free = torque - twist.dot(here.force);
    here.force += gain * free;
    if (const int unit = unitEntry(twist, body); unit >= 0) here.force[unit] = torque;
    work.reducedForces[cluster.firstDof + k] = free * factor(k, k);
  }
  if constexpr (bias == Bias::withBias) here.force += here.inertia * here.bias;
  if (cluster.parent != ground)
    work.of(cluster.parent).force += here.toParent.wrenchToParent(here.force);
}

/// Force step over a constrained cluster, body by body inward, then at its output body:
///   P_i = p_i + A_i c'_i + Σ X P_child    u = L⁻¹ Gᵀ(τ − Sᵀ(P + A (c − c')))    pᵃ = Σ X P + W u
/// with c' the bias past the parent alone (jointBias), c past the output body.
template <Bias bias, typename Scalar>
void forceOfCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    Workspace<Scalar>& work) {
  const int m = cluster.dofs;
  const ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  auto reduced = work.reducedForces.segment(cluster.firstDof, m);
  reduced.setZero();
  for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i) {
    const TreeBody<Scalar>& body = tree.body(i);
    BodyScratch<Scalar>& here = work.of(i);
    Vector6<Scalar> atJoint = here.force;
    if constexpr (bias == Bias::withBias) {
      atJoint += here.inertia * here.bias;
      here.force += here.inertia * here.jointBias;
    }
    for (int k = 0; k < body.velocities; ++k) {
      const int entry = body.velocity + k;
      const Scalar free = work.jointForces[entry] - work.jointSubspaces.col(entry).dot(atJoint);
      for (int j = 0; j < m; ++j) reduced[j] += scratch.basis(body.local + k, j) * free;
    }
    if (body.parent != ground)
      work.of(body.parent).force += here.toParent.wrenchToParent(here.force);
  }
  const auto factor = factorOf(cluster, work);
  linalg::solveUnitLower(factor, reduced, m);
  if (cluster.parent != ground)
    work.of(cluster.parent).force += work.gains.middleCols(cluster.firstDof, m) * reduced;
  for (int j = 0; j < m; ++j) reduced[j] *= factor(j, j);
}

/// Outward step over a single body, from X a_p + c, the coordinate eliminated last first:
///   ÿ = u / D − Wᵀ a,  a ← a + s ÿ.
template <Bias bias, typename Scalar, int nv>
void accelerateBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    const Vector6<Scalar>& parent, Workspace<Scalar>& work, VectorRef<Scalar>& a) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  BodyScratch<Scalar>& here = work.of(cluster.firstBody);
  here.acceleration = here.toParent.twistToChild(parent);
  if constexpr (bias == Bias::withBias) here.acceleration += here.bias;
  for (int k = nv - 1; k >= 0; --k) {
    const Scalar free = work.reducedForces[cluster.firstDof + k] -
                        work.gains.col(cluster.firstDof + k).dot(here.acceleration);
    here.acceleration += work.jointSubspaces.col(body.velocity + k) * free;
    a[body.velocity + k] = free;
  }
}

/// Outward step over a constrained cluster:  ÿ = L⁻ᵀ (y − Wᵀ a_p),  q̈ = G ÿ + g, then body by body
/// a_i = X_i a_parent + S_i G_i ÿ + (S_i g_i + Ṡ_i q̇_i + v_i × S_i q̇_i).
template <Bias bias, typename Scalar>
void accelerateCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                       const Vector6<Scalar>& parent, Workspace<Scalar>& work,
                       VectorRef<Scalar>& a) {
  const int m = cluster.dofs;
  const ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  auto independent = work.accelerations.segment(cluster.firstDof, m);
  for (int j = 0; j < m; ++j)
    independent[j] =
        work.reducedForces[cluster.firstDof + j] - work.gains.col(cluster.firstDof + j).dot(parent);
  linalg::solveUnitLowerTransposed(factorOf(cluster, work), independent, m);

  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    BodyScratch<Scalar>& here = work.of(i);
    const bool isRoot = body.parent < cluster.firstBody;
    here.acceleration =
        here.toParent.twistToChild(isRoot ? parent : work.of(body.parent).acceleration);
    if constexpr (bias == Bias::withBias) here.acceleration += here.jointBias;
    for (int k = 0; k < body.velocities; ++k) {
      const Scalar free = scratch.basis.row(body.local + k).head(m).dot(independent);
      here.acceleration += work.jointSubspaces.col(body.velocity + k) * free;
      a[body.velocity + k] = bias == Bias::withBias ? free + scratch.offset[body.local + k] : free;
    }
  }
}

}  // namespace articulation

/// Inward, inertias: the joints of a cluster are eliminated and what is left adds to the body that
/// carries it. False if it moves no mass.
template <typename Scalar>
[[nodiscard]] bool articulateInertia(const ClusterTree<Scalar>& tree,
                                     const Cluster<Scalar>& cluster, Workspace<Scalar>& work) {
  if (cluster.constraint) return articulation::inertiaOfCluster(tree, cluster, work);
  return withVelocitySize(cluster.dofs, [&]<int nv>() {
    return articulation::inertiaOfBody<Scalar, nv>(tree, cluster, work);
  });
}

/// Inward, forces, on the inertias of articulateInertia: from pᴬ in `force` and `jointForces` to
/// D⁻¹ u in `reducedForces`, and pᵃ handed on.
template <Bias bias, typename Scalar>
void articulateForce(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                     Workspace<Scalar>& work) {
  if (cluster.constraint) return articulation::forceOfCluster<bias>(tree, cluster, work);
  withVelocitySize(cluster.dofs, [&]<int nv>() {
    articulation::forceOfBody<bias, Scalar, nv>(tree, cluster, work);
  });
}

/// Outward: from D⁻¹ u in `reducedForces` and the acceleration of the body that carries the cluster
/// to accelerations of its bodies and joints.
template <Bias bias, typename Scalar>
void accelerate(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                const Vector6<Scalar>& parent, Workspace<Scalar>& work, VectorRef<Scalar>& a) {
  if (cluster.constraint)
    return articulation::accelerateCluster<bias>(tree, cluster, parent, work, a);
  withVelocitySize(cluster.dofs, [&]<int nv>() {
    articulation::accelerateBody<bias, Scalar, nv>(tree, cluster, parent, work, a);
  });
}

/// The same for all clusters, the ground's acceleration given.
template <Bias bias, typename Scalar>
void accelerate(const ClusterTree<Scalar>& tree, const Vector6<Scalar>& atGround,
                Workspace<Scalar>& work, VectorRef<Scalar>& a) {
  for (const Cluster<Scalar>& cluster : tree.clusters())
    accelerate<bias>(tree, cluster,
                     cluster.parent == ground ? atGround : work.of(cluster.parent).acceleration,
                     work, a);
}

// Compiled once, for speed (articulation.cpp).
extern template bool articulateInertia(const ClusterTree<double>&, const Cluster<double>&,
                                       Workspace<double>&);
extern template void articulateForce<Bias::withBias>(const ClusterTree<double>&,
                                                     const Cluster<double>&, Workspace<double>&);
extern template void articulateForce<Bias::withoutBias>(const ClusterTree<double>&,
                                                        const Cluster<double>&, Workspace<double>&);
extern template void accelerate<Bias::withBias>(const ClusterTree<double>&, const Cluster<double>&,
                                                const Vector6<double>&, Workspace<double>&,
                                                VectorRef<double>&);
extern template void accelerate<Bias::withoutBias>(const ClusterTree<double>&,
                                                   const Cluster<double>&, const Vector6<double>&,
                                                   Workspace<double>&, VectorRef<double>&);

}  // namespace linkwork
