#pragma once

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/linalg/cholesky.hpp"

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

/// The m×m factor L of a cluster in the workspace.
template <typename Scalar, int m = Eigen::Dynamic>
auto factorOf(const Cluster<Scalar>& cluster, Workspace<Scalar>& work) {
  return Eigen::Map<Eigen::Matrix<Scalar, m, m>>(work.factors.data() + cluster.factor, cluster.dofs,
                                                 cluster.dofs);
}

/// The error that names a cluster which moves no mass.
template <typename Scalar>
SimulationError masslessCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster) {
  return SimulationError("joint \"" + tree.jointName(cluster.firstBody) +
                         "\" moves no mass: the mass matrix is singular");
}

/// Every body alone: Iᴬ = I.
template <typename Scalar>
void resetInertias(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work) {
  for (std::size_t i = 0; i < work.bodies.size(); ++i)
    work.bodies[i].inertia = ArticulatedInertia<Scalar>(tree.bodies()[i].inertia);
}

namespace articulation {

/// A single body with nv dofs yields to its joint and hands on what is left:
///   U = Iᴬ S     D = SᵀU = L Lᵀ     W = U L⁻ᵀ     Iᵃ = Iᴬ − W Wᵀ
/// (D with the joint's reflected inertia, if it has one.)
template <typename Scalar, int nv>
bool inertiaOfBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   Workspace<Scalar>& work) {
  BodyScratch<Scalar>& here = work.of(cluster.firstBody);
  if constexpr (nv > 0) {
    const Eigen::Matrix<Scalar, 6, nv> subspace =
        work.jointSubspaces.template middleCols<nv>(tree.body(cluster.firstBody).velocity);
    Eigen::Matrix<Scalar, 6, nv> gain;
    for (int k = 0; k < nv; ++k) gain.col(k) = here.inertia * Vector6<Scalar>(subspace.col(k));
    Eigen::Matrix<Scalar, nv, nv> factor = subspace.transpose() * gain;
    if constexpr (nv == 1) factor(0, 0) += tree.body(cluster.firstBody).reflectedInertia;
    if (!choleskyInPlace(factor)) return false;
    divideByLowerTransposed(factor, gain);
    here.inertia.subtractOuter(gain, gain);
    work.gains.template middleCols<nv>(cluster.firstDof) = gain;
    factorOf<Scalar, nv>(cluster, work) = factor;
  }
  if (cluster.parent != ground)
    work.of(cluster.parent).inertia += here.inertia.toParent(here.toParent);
  return true;
}

/// A constrained cluster does. Its inertia is block diagonal, since every child cluster hangs from
/// one body, and its output is one body, so that only 6-wide sums are needed:
///   D = Σ S_iᵀ Iᴬ_i S_i    U = Σ X_i Iᴬ_i S_i    Iᵃ = Σ X_i Iᴬ_i X_iᵀ − W Wᵀ
/// with W and Iᵃ in the output body's frame; the bodies keep their Iᴬ_i.
template <typename Scalar>
bool inertiaOfCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                      Workspace<Scalar>& work) {
  const int m = cluster.dofs;
  auto factor = factorOf(cluster, work);
  auto output = work.gains.middleCols(cluster.firstDof, m);
  factor.setZero();
  output.setZero();
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const BodyScratch<Scalar>& here = work.of(i);
    const auto subspace = work.motionSubspaces.middleCols(tree.firstColumn(i), m);
    const Transform<Scalar>& placement = toOutput(tree, i, work);
    for (int j = 0; j < m; ++j) {
      const Vector6<Scalar> push = here.inertia * Vector6<Scalar>(subspace.col(j));  // Iᴬ_i S_i
      for (int k = j; k < m; ++k) factor(k, j) += subspace.col(k).dot(push);
      output.col(j) += placement.wrenchToParent(push);
    }
    if (cluster.parent != ground)
      work.of(cluster.parent).inertia += here.inertia.toParent(placement);
  }
  if (!choleskyInPlace(factor)) return false;
  divideByLowerTransposed(factor, output);
  if (cluster.parent != ground) work.of(cluster.parent).inertia.subtractOuter(output, output);
  return true;
}

/// Force step over a single body:
///   y = L⁻¹ (τ − SᵀP)    pᵃ = P + W y     with P = pᴬ + Iᴬ c
/// where Iᴬ has become Iᵃ = Iᴬ − W Wᵀ: for y' = L⁻¹ (τ − Sᵀpᴬ), y = y' − Wᵀc and
/// pᵃ = pᴬ + Iᵃ c + W y'.
template <Bias bias, typename Scalar, int nv>
void forceOfBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                 Workspace<Scalar>& work) {
  BodyScratch<Scalar>& here = work.of(cluster.firstBody);
  const int first = tree.body(cluster.firstBody).velocity;
  const auto gain = work.gains.template middleCols<nv>(cluster.firstDof);
  Vector<Scalar, nv> reduced =
      work.jointForces.template segment<nv>(first) -
      work.jointSubspaces.template middleCols<nv>(first).transpose() * here.force;
  solveLower(factorOf<Scalar, nv>(cluster, work), reduced);
  here.force += gain * reduced;
  if constexpr (bias == Bias::withBias) {
    here.force += here.inertia * here.bias;
    reduced -= gain.transpose() * here.bias;
  }
  work.reducedForces.template segment<nv>(cluster.firstDof) = reduced;
  if (cluster.parent != ground)
    work.of(cluster.parent).force += here.toParent.wrenchToParent(here.force);
}

/// Force step over a constrained cluster:
///   P_i = pᴬ_i + Iᴬ_i c_i    u = Gᵀτ − Σ S_iᵀ P_i    y = L⁻¹ u    pᵃ = Σ X_i P_i + W y
template <Bias bias, typename Scalar>
void forceOfCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    Workspace<Scalar>& work) {
  const int m = cluster.dofs;
  const ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  auto reduced = work.reducedForces.segment(cluster.firstDof, m);
  for (int j = 0; j < m; ++j) {
    reduced[j] = Scalar(0);
    for (int k = 0; k < cluster.spanning(); ++k)
      reduced[j] +=
          scratch.basis(k, j) * work.jointForces[cluster.velocities[static_cast<std::size_t>(k)]];
  }
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    BodyScratch<Scalar>& here = work.of(i);
    const auto subspace = work.motionSubspaces.middleCols(tree.firstColumn(i), m);
    if constexpr (bias == Bias::withBias) here.force += here.inertia * here.bias;
    for (int j = 0; j < m; ++j) reduced[j] -= subspace.col(j).dot(here.force);
    if (cluster.parent != ground)
      work.of(cluster.parent).force += toOutput(tree, i, work).wrenchToParent(here.force);
  }
  solveLower(factorOf(cluster, work), reduced);
  if (cluster.parent == ground) return;
  work.of(cluster.parent).force += work.gains.middleCols(cluster.firstDof, m) * reduced;
}

/// Outward step over a single body:  ÿ = L⁻ᵀ (y − Wᵀ X a_p),  a = X a_p + c + S ÿ.
template <Bias bias, typename Scalar, int nv>
void accelerateBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    const Vector6<Scalar>& parent, Workspace<Scalar>& work, VectorRef<Scalar>& a) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  BodyScratch<Scalar>& here = work.of(cluster.firstBody);
  here.acceleration = here.toParent.twistToChild(parent);
  Vector<Scalar, nv> joint =
      work.reducedForces.template segment<nv>(cluster.firstDof) -
      work.gains.template middleCols<nv>(cluster.firstDof).transpose() * here.acceleration;
  solveLowerTransposed(factorOf<Scalar, nv>(cluster, work), joint);
  if constexpr (bias == Bias::withBias) here.acceleration += here.bias;
  here.acceleration += work.jointSubspaces.template middleCols<nv>(body.velocity) * joint;
  a.template segment<nv>(body.velocity) = joint;
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
  solveLowerTransposed(factorOf(cluster, work), independent);

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

/// Inward, inertias: the cluster yields to its joints and hands what is left to the body that
/// carries it. False if it moves no mass.
template <typename Scalar>
[[nodiscard]] bool articulateInertia(const ClusterTree<Scalar>& tree,
                                     const Cluster<Scalar>& cluster, Workspace<Scalar>& work) {
  if (cluster.constraint) return articulation::inertiaOfCluster(tree, cluster, work);
  return withVelocitySize(cluster.dofs, [&]<int nv>() {
    return articulation::inertiaOfBody<Scalar, nv>(tree, cluster, work);
  });
}

/// Inward, forces, on the inertias of articulateInertia: from pᴬ in `force` and `jointForces` to y
/// in `reducedForces`, and pᵃ handed on.
template <Bias bias, typename Scalar>
void articulateForce(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                     Workspace<Scalar>& work) {
  if (cluster.constraint) return articulation::forceOfCluster<bias>(tree, cluster, work);
  withVelocitySize(cluster.dofs, [&]<int nv>() {
    articulation::forceOfBody<bias, Scalar, nv>(tree, cluster, work);
  });
}

/// Outward: from y in `reducedForces` and the acceleration of the body that carries the cluster to
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

/// The same for all clusters, the ground's acceleration given.
template <Bias bias, typename Scalar>
void accelerate(const ClusterTree<Scalar>& tree, const Vector6<Scalar>& atGround,
                Workspace<Scalar>& work, VectorRef<Scalar>& a) {
  for (const Cluster<Scalar>& cluster : tree.clusters())
    accelerate<bias>(tree, cluster,
                     cluster.parent == ground ? atGround : work.of(cluster.parent).acceleration,
                     work, a);
}

}  // namespace linkwork
