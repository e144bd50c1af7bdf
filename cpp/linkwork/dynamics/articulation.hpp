#pragma once

#include "linkwork/dynamics/cluster_columns.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/spatial/scalar_traits.hpp"
#include "linkwork/spatial/twist.hpp"

/// The steps of the articulated-body recursion over one cluster, shared by forward dynamics and the
/// operational-space inertia. Backward pass: inertias alone, then forces, any number of times on
/// the same inertias. Forward pass: accelerations.
///
/// Source: Chignoli et al., section VII; for clusters of one body Featherstone, "Rigid Body
/// Dynamics Algorithms", chapter 7.
namespace linkwork {

/// Whether velocities count: accelerations under all forces, or only their change by applied
/// forces.
enum class Bias { withBias, withoutBias };

/// The m×m factor of a cluster in the workspace: D⁻¹ on its diagonal, L below.
template <typename Scalar, int m = Eigen::Dynamic>
auto factorOf(const Cluster<Scalar>& cluster, Workspace<Scalar>& work) {
  return Eigen::Map<Eigen::Matrix<Scalar, m, m>>(work.factors.data() + cluster.factor, cluster.dofs,
                                                 cluster.dofs);
}

/// The error that names a joint that moves no mass.
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

/// Every body alone: Iᴬ = I, pᴬ = v ×* I v − f_ext (applyForces writes −f_ext to `force`).
template <typename Scalar>
void startArticulation(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work) {
  resetInertias(tree, work);
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    BodyWorkspace<Scalar>& here = work.bodies[i];
    here.force += crossForce(here.velocity, tree.bodies()[i].inertia * here.velocity);
  }
}

namespace articulation {

/// Whether the k-th pivot exceeds the rounding error of its value D_k + Σ L_kl² D_l before the
/// elimination of the preceding coordinates.
template <typename Factor, typename Scalar>
bool isPivot(const Factor& factor, int k, Scalar& pivot) {
  Scalar whole = pivot;
  for (int l = 0; l < k; ++l) whole += factor(k, l) * factor(k, l) / factor(l, l);
  return acceptPivot(pivot, Scalar(4 * epsilon) * whole);
}

/// The index of the only nonzero entry of a unit twist, if known structurally (hasKnownStructure),
/// else −1. After elimination, a body without armature has no inertia along this twist.
template <typename Scalar>
int unitEntry(const Vector6<Scalar>& twist, const TreeBody<Scalar>& body) {
  int unit = -1;
  if constexpr (hasKnownStructure<Scalar>) {
    if (!(body.armature == Scalar(0))) return -1;
    for (int i = 0; i < 6; ++i) {
      if (twist[i] == Scalar(0)) continue;
      if (unit >= 0 || !(twist[i] == Scalar(1))) return -1;
      unit = i;
    }
  }
  return unit;
}

/// Eliminates the joint of a single body with nv dofs, coordinate by coordinate with twists s:
///   U = Iᴬ s     D = sᵀU + a     W = U / D     Iᴬ ← Iᴬ − U Wᵀ
/// with its armature a. This is SᵀIᴬS + a 1 = L diag(D) Lᵀ with L_ik = s_iᵀ W_k.
template <typename Scalar, int nv>
bool inertiaOfBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   Workspace<Scalar>& work) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  BodyWorkspace<Scalar>& here = work.of(cluster.firstBody);
  auto factor = factorOf<Scalar, nv>(cluster, work);
  for (int k = 0; k < nv; ++k) {
    const Vector6<Scalar> twist = work.jointSubspaces.col(body.velocity + k);
    Vector6<Scalar> push = here.inertia * twist;
    Scalar pivot = twist.dot(push);
    pivot += body.armature;
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

/// Eliminates a constrained cluster at once, at its output body:
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
/// where Iᴬ has become Iᵃ. The forward pass subtracts sᵀIᴬc; Iᵃ c is added last.
template <Bias bias, typename Scalar, int nv>
void forceOfBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                 Workspace<Scalar>& work) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  BodyWorkspace<Scalar>& here = work.of(cluster.firstBody);
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

/// Force step over a constrained cluster, backward body by body, then at its output body:
///   P_i = p_i + A_i c'_i + Σ X P_child    u = L⁻¹ Gᵀ(τ − a g − Sᵀ(P + A (c − c')))
///   pᵃ = Σ X P + W u
/// with c' the bias relative to the parent (jointBias), c relative to the output body.
template <Bias bias, typename Scalar>
void forceOfCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    Workspace<Scalar>& work) {
  const int m = cluster.dofs;
  const ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  auto reduced = work.reducedForces.segment(cluster.firstDof, m);
  reduced.setZero();
  for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i) {
    const TreeBody<Scalar>& body = tree.body(i);
    BodyWorkspace<Scalar>& here = work.of(i);
    Vector6<Scalar> atJoint = here.force;
    if constexpr (bias == Bias::withBias) {
      atJoint += here.inertia * here.bias;
      here.force += here.inertia * here.jointBias;
    }
    for (int k = 0; k < body.velocities; ++k) {
      const int entry = body.velocity + k;
      Scalar free = work.jointForces[entry] - work.jointSubspaces.col(entry).dot(atJoint);
      if constexpr (bias == Bias::withBias)
        free -= body.armature * workspace.offset[body.local + k];
      for (int j = 0; j < m; ++j) reduced[j] += workspace.basis(body.local + k, j) * free;
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

/// Forward step over a single body, from X a_p + c, the coordinate eliminated last first:
///   ÿ = u / D − Wᵀ a,  a ← a + s ÿ.
template <Bias bias, typename Scalar, int nv>
void accelerateBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    const Vector6<Scalar>& parent, Workspace<Scalar>& work, VectorRef<Scalar>& a) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  BodyWorkspace<Scalar>& here = work.of(cluster.firstBody);
  here.acceleration = here.toParent.twistToChild(parent);
  if constexpr (bias == Bias::withBias) here.acceleration += here.bias;
  for (int k = nv - 1; k >= 0; --k) {
    const Scalar free = work.reducedForces[cluster.firstDof + k] -
                        work.gains.col(cluster.firstDof + k).dot(here.acceleration);
    here.acceleration += work.jointSubspaces.col(body.velocity + k) * free;
    a[body.velocity + k] = free;
  }
}

/// Forward step over a constrained cluster:  ÿ = L⁻ᵀ (y − Wᵀ a_p),  q̈ = G ÿ + g, then body by body
/// a_i = X_i a_parent + S_i G_i ÿ + (S_i g_i + Ṡ_i q̇_i + v_i × S_i q̇_i).
template <Bias bias, typename Scalar>
void accelerateCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                       const Vector6<Scalar>& parent, Workspace<Scalar>& work,
                       VectorRef<Scalar>& a) {
  const int m = cluster.dofs;
  const ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  auto independent = work.accelerations.segment(cluster.firstDof, m);
  for (int j = 0; j < m; ++j)
    independent[j] =
        work.reducedForces[cluster.firstDof + j] - work.gains.col(cluster.firstDof + j).dot(parent);
  linalg::solveUnitLowerTransposed(factorOf(cluster, work), independent, m);

  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    BodyWorkspace<Scalar>& here = work.of(i);
    const bool isRoot = body.parent < cluster.firstBody;
    here.acceleration =
        here.toParent.twistToChild(isRoot ? parent : work.of(body.parent).acceleration);
    if constexpr (bias == Bias::withBias) here.acceleration += here.jointBias;
    for (int k = 0; k < body.velocities; ++k) {
      const Scalar free = workspace.basis.row(body.local + k).head(m).dot(independent);
      here.acceleration += work.jointSubspaces.col(body.velocity + k) * free;
      a[body.velocity + k] =
          bias == Bias::withBias ? free + workspace.offset[body.local + k] : free;
    }
  }
}

}  // namespace articulation

/// Backward, inertias: eliminates the joints of a cluster and adds the remainder to its parent
/// body. Returns false if it moves no mass.
template <typename Scalar>
[[nodiscard]] bool eliminateInertia(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                                    Workspace<Scalar>& work) {
  if (cluster.constraint) return articulation::inertiaOfCluster(tree, cluster, work);
  return withVelocitySize(cluster.dofs, [&]<int nv>() {
    return articulation::inertiaOfBody<Scalar, nv>(tree, cluster, work);
  });
}

/// Backward, forces, on the inertias of eliminateInertia: from pᴬ in `force` and `jointForces` to
/// D⁻¹ u in `reducedForces`. Propagates pᵃ to the parent.
template <Bias bias, typename Scalar>
void eliminateForce(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    Workspace<Scalar>& work) {
  if (cluster.constraint) return articulation::forceOfCluster<bias>(tree, cluster, work);
  withVelocitySize(cluster.dofs, [&]<int nv>() {
    articulation::forceOfBody<bias, Scalar, nv>(tree, cluster, work);
  });
}

/// Forward: from D⁻¹ u in `reducedForces` and the acceleration of the cluster's parent body to
/// accelerations of its bodies and joints.
template <Bias bias, typename Scalar>
void accelerate(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                const Vector6<Scalar>& parent, Workspace<Scalar>& work, VectorRef<Scalar>& a) {
  if (cluster.constraint)
    return articulation::accelerateCluster<bias>(tree, cluster, parent, work, a);
  withVelocitySize(cluster.dofs, [&]<int nv>() {
    articulation::accelerateBody<bias, Scalar, nv>(tree, cluster, parent, work, a);
  });
}

/// The same for all clusters, with the ground's acceleration given.
template <Bias bias, typename Scalar>
void accelerate(const ClusterTree<Scalar>& tree, const Vector6<Scalar>& atGround,
                Workspace<Scalar>& work, VectorRef<Scalar>& a) {
  for (const Cluster<Scalar>& cluster : tree.clusters())
    accelerate<bias>(tree, cluster,
                     cluster.parent == ground ? atGround : work.of(cluster.parent).acceleration,
                     work, a);
}

// Compiled once, for speed (articulation.cpp).
extern template bool eliminateInertia(const ClusterTree<double>&, const Cluster<double>&,
                                      Workspace<double>&);
extern template void eliminateForce<Bias::withBias>(const ClusterTree<double>&,
                                                    const Cluster<double>&, Workspace<double>&);
extern template void eliminateForce<Bias::withoutBias>(const ClusterTree<double>&,
                                                       const Cluster<double>&, Workspace<double>&);
extern template void accelerate<Bias::withBias>(const ClusterTree<double>&, const Cluster<double>&,
                                                const Vector6<double>&, Workspace<double>&,
                                                VectorRef<double>&);
extern template void accelerate<Bias::withoutBias>(const ClusterTree<double>&,
                                                   const Cluster<double>&, const Vector6<double>&,
                                                   Workspace<double>&, VectorRef<double>&);

}  // namespace linkwork
