#pragma once

#include <algorithm>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/jet.hpp"

/// Forward dynamics of a large cluster with its loops cut: the articulated-body recursion over its
/// spanning tree, with the constraint rows K as additional right sides. With M = Lᵀ D L,
///
///   M q̈ + B a_p + c = τ + Kᵀ λ      K q̈ = 0
///   Λ = K M⁻¹ Kᵀ                    R = Bᵀ M⁻¹ Kᵀ
///   Λ λ = Rᵀ a_p − K M⁻¹ (τ − c)
///   f_p = (I₀ᴬ + R Λ⁻¹ Rᵀ) a_p + p₀ᴬ − R Λ⁻¹ K M⁻¹ (τ − c)
///
/// where q̈ is the acceleration beyond g, a_p that of the output body, f_p the force on it, and I₀ᴬ,
/// p₀ᴬ belong to the spanning tree. K are the rows that Gauss–Jordan elimination leaves: as many
/// as their rank, so Λ is regular where redundant loops close.
///
/// Cost: O(n (1 + r²)) for n velocities and r rows, against O(n m²) by G. No allocation. Not
/// inlined: passes over small clusters stay as they are without it. Source: Popov, Vereshchagin and
/// Zenkevich, "Manipulation Robots" (1978); Sathya and Carpentier, "Constrained Articulated Body
/// Algorithms for Closed-Loop Mechanisms" (2024).
namespace linkwork::cut_loops {

/// The number of multiplications of `eliminate` and `accelerate`, and of their counterparts in
/// articulation.hpp, for n spanning velocities, m of them independent.
inline double cost(double n, double m) {
  const double r = n - m;
  return n * (150 + r * (40 + r / 2)) + r * r * r / 6;
}
inline double costOfBasis(double n, double m) { return n * m * (30 + m / 2) + m * m * m / 6; }

/// The wrenches of the rows on a body of the cluster, or on its output body.
template <typename Scalar>
auto wrenchesOn(int body, const Cluster<Scalar>& cluster, CutLoopsWorkspace<Scalar>& cut) {
  const int place = body < cluster.firstBody ? cluster.bodyCount : body - cluster.firstBody;
  return cut.wrenches.middleCols(place * cut.delassus.rows(), cut.delassus.rows());
}

/// Eliminates a joint coordinate by coordinate, as articulation::inertiaOfBody and forceOfBody do,
/// with all rows. Returns false if it moves no mass.
template <typename Scalar>
[[nodiscard]] bool eliminateJoint(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                                  int index, Workspace<Scalar>& work) {
  const TreeBody<Scalar>& body = tree.body(index);
  BodyWorkspace<Scalar>& here = work.of(index);
  const MatrixX<Scalar>& jacobian = work.of(tree, cluster).jacobian;
  CutLoopsWorkspace<Scalar>& cut = work.of(tree, cluster).cut;
  auto wrenches = wrenchesOn(index, cluster, cut);
  const ArticulatedInertia<Scalar> whole = here.inertia;
  for (int k = 0; k < body.velocities; ++k) {
    const int local = body.local + k;
    const Vector6<Scalar> twist = work.jointSubspaces.col(body.velocity + k);
    const Vector6<Scalar> push = here.inertia * twist;
    Scalar pivot = twist.dot(push) + body.armature;
    if (!acceptPivot(pivot, Scalar(4 * epsilon) * twist.dot(whole * twist))) return false;
    const Scalar inverse = Scalar(1) / pivot;
    const Vector6<Scalar> gain = push * inverse;
    here.inertia.subtractDyad(gain, push);
    const Scalar free = work.jointForces[body.velocity + k] - twist.dot(here.force);
    here.force += gain * free;
    cut.gains.col(local) = gain;
    cut.pivots[local] = inverse;
    cut.free[local] = free;

    cut.active.clear();
    for (Eigen::Index r = 0; r < wrenches.cols(); ++r) {
      const Scalar z = jacobian(r, local) - twist.dot(wrenches.col(r));
      cut.rows(r, local) = z;
      if (vanishes(z)) continue;
      wrenches.col(r) += gain * z;
      cut.multipliers[r] += z * inverse * free;
      cut.active.push_back(static_cast<int>(r));
    }
    for (std::size_t s = 0; s < cut.active.size(); ++s)
      for (std::size_t r = s; r < cut.active.size(); ++r)
        cut.delassus(cut.active[r], cut.active[s]) +=
            cut.rows(cut.active[r], local) * inverse * cut.rows(cut.active[s], local);
  }
  return true;
}

/// Backward: eliminates the joints of a cluster, inertias and forces in one pass, then λ, and adds
/// the remainder to its output body. K is reduced in the workspace; forces are those at q̈ = 0.
/// Returns a body whose joint moves no mass, or −1.
template <typename Scalar>
[[nodiscard]] int eliminate(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                            Workspace<Scalar>& work) {
  CutLoopsWorkspace<Scalar>& cut = work.of(tree, cluster).cut;
  const int rows = static_cast<int>(cut.delassus.rows());
  cut.wrenches.setZero();
  cut.delassus.setZero();
  cut.multipliers.setZero();
  for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i) {
    if (!eliminateJoint(tree, cluster, i, work)) return i;
    const TreeBody<Scalar>& body = tree.body(i);
    const BodyWorkspace<Scalar>& here = work.of(i);
    const auto wrenches = wrenchesOn(i, cluster, cut);
    auto onParent = wrenchesOn(body.parent, cluster, cut);
    for (int r = 0; r < rows; ++r) {
      const Vector6<Scalar> wrench = wrenches.col(r);
      if (!std::all_of(wrench.begin(), wrench.end(), vanishes<Scalar>))
        onParent.col(r) += here.toParent.wrenchToParent(wrench);
    }
    if (body.parent == ground) continue;
    work.of(body.parent).inertia += inertiaToParent(here.toParent, here.inertia);
    work.of(body.parent).force += here.toParent.wrenchToParent(here.force);
  }

  const auto isGood = [](int, Scalar& pivot) { return acceptPivot(pivot); };
  if (!linalg::factorLdlt(cut.delassus, isGood, rows)) return cluster.firstBody;
  linalg::solveUnitLower(cut.delassus, cut.multipliers, rows);
  if (cluster.parent == ground) return -1;
  BodyWorkspace<Scalar>& output = work.of(cluster.parent);
  auto onOutput = wrenchesOn(cluster.parent, cluster, cut);
  for (int r = 0; r < rows; ++r) {  // R L⁻ᵀ
    for (int s = 0; s < r; ++s) onOutput.col(r) -= cut.delassus(r, s) * onOutput.col(s);
    const Vector6<Scalar> wrench = onOutput.col(r), gain = wrench * -cut.delassus(r, r);
    output.inertia.subtractDyad(gain, wrench);
    output.force += gain * cut.multipliers[r];
  }
  return -1;
}

/// Forward: λ, then body by body q̈ − g of the cluster, from the acceleration of its output body.
template <typename Scalar>
void accelerate(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                const Vector6<Scalar>& parent, Workspace<Scalar>& work, VectorRef<Scalar>& a) {
  CutLoopsWorkspace<Scalar>& cut = work.of(tree, cluster).cut;
  const int rows = static_cast<int>(cut.delassus.rows());
  const auto onOutput = wrenchesOn(cluster.parent, cluster, cut);
  for (int r = 0; r < rows; ++r)
    cut.multipliers[r] =
        cut.delassus(r, r) * (Scalar(onOutput.col(r).dot(parent)) - cut.multipliers[r]);
  linalg::solveUnitLowerTransposed(cut.delassus, cut.multipliers, rows);

  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    BodyWorkspace<Scalar>& here = work.of(i);
    const bool isRoot = body.parent < cluster.firstBody;
    here.acceleration =
        here.toParent.twistToChild(isRoot ? parent : work.of(body.parent).acceleration);
    for (int k = body.velocities - 1; k >= 0; --k) {
      const int local = body.local + k;
      const Scalar free = cut.free[local] + Scalar(cut.rows.col(local).dot(cut.multipliers));
      const Scalar own =
          free * cut.pivots[local] - Scalar(cut.gains.col(local).dot(here.acceleration));
      here.acceleration += work.jointSubspaces.col(body.velocity + k) * own;
      a[body.velocity + k] = own;
    }
  }
}

// Compiled once, apart from the passes over small clusters (cut_loops.cpp).
extern template int eliminate(const ClusterTree<double>&, const Cluster<double>&,
                              Workspace<double>&);
extern template void accelerate(const ClusterTree<double>&, const Cluster<double>&,
                                const Vector6<double>&, Workspace<double>&, VectorRef<double>&);

}  // namespace linkwork::cut_loops
