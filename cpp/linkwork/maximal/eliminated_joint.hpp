#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/spatial/spatial_blocks.hpp"

/// Elimination of a joint: the articulated inertia and the force that remain on its parent.
namespace linkwork::maximal {

using Vec3 = linkwork::Vec3<double>;
using SpatialVector = linkwork::SpatialVector<double>;
using SpatialInertia = linkwork::SpatialInertia<double>;
using Symmetric = SymmetricMatrix3<double>;

/// Pivots below this part of their diagonal entry, or of the inertia's, are rounding error.
inline constexpr double leastPivot = 4 * epsilon;

/// Magnitude of rounding errors of SᵀÂS for a motion that moves no mass.
inline double sizeAlong(const SpatialVector&, const SpatialInertia&) { return 0; }
inline double sizeAlong(const Turning<double>&, const SpatialInertia& inertia) {
  const Symmetric& j = inertia.rotational;
  return j.xx + j.yy + j.zz;
}

/// A joint of n degrees of freedom with motions S, columns of type Motion, an articulated inertia Â
/// and a force f, all at the joint in world axes. With the armatures ρ and
/// D = SᵀÂS + diag ρ:
///
///   propagated inertia     K = Â − ÂS D⁻¹ SᵀÂ
///   propagated force       f − ÂS D⁻¹ Sᵀf + K c         effort e = D⁻¹Sᵀf
///   acceleration           a = a' + S (e − D⁻¹SᵀÂ a')   a' = a_parent − c
///   forward substitution   x = D^{−1/2} Sᵀf             xᵀx = fᵀS D⁻¹Sᵀf,   e = D^{−T/2} x
///
/// computed with D = L Δ Lᵀ and V = ÂS L⁻ᵀ. Revolute joints are EliminatedJoint<1,
/// Turning<double>>.
template <int n, typename Motion = SpatialVector>
class EliminatedJoint {
 public:
  /// S. The caller writes it before `factor`.
  std::array<Motion, n> motions;

  /// Returns false if D is not positive definite beyond `smallest` of its diagonal.
  bool factor(const double* reflected, const SpatialInertia& inertia,
              double smallest = leastPivot) {
    std::array<SpatialVector, n> v;
    double least[n];
    for (int k = 0; k < n; ++k) v[k] = inertia * motions[k];
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k <= i; ++k) d_[i][k] = dot(motions[i], v[k]);
      d_[i][i] += reflected[i];
      least[i] = smallest * std::max(d_[i][i], sizeAlong(motions[i], inertia));
    }
    const auto isPivot = [&](int k, double pivot) { return pivot > 0 && pivot > least[k]; };
    if (!linalg::factorLdlt<n>(entries(), isPivot)) return false;
    SpatialInertia left = inertia;
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < k; ++j) v[k] = v[k] - d_[k][j] * v[j];
      gain_[k] = d_[k][k] * v[k];
      left = minusDyad(left, v[k], gain_[k]);
    }
    passed_ = left;
    return true;
  }

  /// K about a point from which the joint is at r.
  SpatialInertia inertiaFrom(const Vec3& r) const { return inertiaAbout(-r, passed_); }

  /// Propagates a force. Writes e.
  SpatialVector pass(const SpatialVector& force, const SpatialVector& c, double* effort) const {
    SpatialVector left = force + passed_ * c;
    for (int k = 0; k < n; ++k) {
      effort[k] = along(k, force, effort);
      left = left - effort[k] * gain_[k];
    }
    for (int k = 0; k < n; ++k) effort[k] *= d_[k][k];
    linalg::solveUnitLowerTransposed<n>(entries(), effort);
    return left;
  }

  /// Computes a from a'.
  SpatialVector accelerate(const double* effort, const SpatialVector& before) const {
    double rates[n];
    for (int k = 0; k < n; ++k) rates[k] = -dot(gain_[k], before);
    linalg::solveUnitLowerTransposed<n>(entries(), rates);
    SpatialVector after = before;
    for (int k = 0; k < n; ++k) after = after + (effort[k] + rates[k]) * motions[k];
    return after;
  }

  /// Propagates a force in a forward substitution. Writes x.
  SpatialVector substitute(const SpatialVector& force, double* x) const {
    SpatialVector left = force;
    for (int k = 0; k < n; ++k) {
      x[k] = along(k, force, x);
      left = left - x[k] * gain_[k];
    }
    for (int k = 0; k < n; ++k) x[k] *= std::sqrt(d_[k][k]);
    return left;
  }

  /// effort += factor · D^{−T/2} x.
  void addEffort(double factor, const double* x, double* effort) const {
    double e[n];
    for (int k = 0; k < n; ++k) e[k] = factor * std::sqrt(d_[k][k]) * x[k];
    linalg::solveUnitLowerTransposed<n>(entries(), e);
    for (int k = 0; k < n; ++k) effort[k] += e[k];
  }

 private:
  auto entries() {
    return [this](int i, int k) -> double& { return d_[i][k]; };
  }
  auto entries() const {
    return [this](int i, int k) { return d_[i][k]; };
  }
  /// Entry k of L⁻¹Sᵀf.
  double along(int k, const SpatialVector& force, const double* before) const {
    double sum = dot(motions[k], force);
    for (int j = 0; j < k; ++j) sum -= d_[k][j] * before[j];
    return sum;
  }

  std::array<SpatialVector, n> gain_;  ///< V Δ⁻¹
  double d_[n][n];                     ///< L and Δ⁻¹
  SpatialInertia passed_;              ///< K
};

/// A spherical joint, S = (1; 0), in closed form. D is the rotational block of Â. K has a linear
/// block only.
class EliminatedBall {
 public:
  bool factor(const double* reflected, const SpatialInertia& inertia,
              double smallest = leastPivot) {
    Symmetric d = inertia.rotational;
    d.xx += reflected[0], d.yy += reflected[1], d.zz += reflected[2];
    if (!invert(d, smallest)) return false;
    hasRoot_ = false;
    const Block3<double>& h = inertia.coupling;
    gain_ = {inverse_ * h.x, inverse_ * h.y, inverse_ * h.z};
    const Symmetric& m = inertia.linear;
    passed_ = {m.xx - dot(h.x, gain_.x), m.yy - dot(h.y, gain_.y), m.zz - dot(h.z, gain_.z),
               m.xy - dot(h.x, gain_.y), m.xz - dot(h.x, gain_.z), m.yz - dot(h.y, gain_.z)};
    return true;
  }

  SpatialInertia inertiaFrom(const Vec3& r) const {
    const Symmetric& m = passed_;
    const Block3<double> h{cross(r, Vec3{m.xx, m.xy, m.xz}), cross(r, Vec3{m.xy, m.yy, m.yz}),
                           cross(r, Vec3{m.xz, m.yz, m.zz})};
    const Vec3 x = cross(r, h.rowX()), y = cross(r, h.rowY()), z = cross(r, h.rowZ());
    return {{x.x, y.y, z.z, y.x, z.x, z.y}, h, m};
  }

  SpatialVector pass(const SpatialVector& force, const SpatialVector& c, double* effort) const {
    (inverse_ * force.angular).to(effort);
    return {{}, force.linear + passed_ * c.linear - gain_.transposedTimes(force.angular)};
  }

  SpatialVector accelerate(const double* effort, const SpatialVector& before) const {
    return {Vec3::from(effort) - gain_ * before.linear, before.linear};
  }

  SpatialVector substitute(const SpatialVector& force, double* x) {
    const Symmetric& r = root();
    const Vec3& n = force.angular;
    x[0] = r.xx * n.x + r.xy * n.y + r.xz * n.z;
    x[1] = r.yy * n.y + r.yz * n.z;
    x[2] = r.zz * n.z;
    return {{}, force.linear - gain_.transposedTimes(n)};
  }

  void addEffort(double factor, const double* x, double* effort) {
    const Symmetric& r = root();
    effort[0] += factor * (r.xx * x[0]);
    effort[1] += factor * (r.xy * x[0] + r.yy * x[1]);
    effort[2] += factor * (r.xz * x[0] + r.yz * x[1] + r.zz * x[2]);
  }

 private:
  /// Inverts by cofactors. Returns false unless D is positive definite beyond a part of its
  /// diagonal.
  bool invert(const Symmetric& d, double smallest) {
    const double xx = d.yy * d.zz - d.yz * d.yz, xy = d.xz * d.yz - d.xy * d.zz,
                 xz = d.xy * d.yz - d.xz * d.yy, zz = d.xx * d.yy - d.xy * d.xy;
    const double determinant = d.xx * xx + d.xy * xy + d.xz * xz;
    if (!(d.xx > 0 && zz > smallest * d.xx * d.yy && determinant > smallest * zz * d.zz))
      return false;
    const double scale = 1 / determinant;
    inverse_ = {scale * xx, scale * (d.xx * d.zz - d.xz * d.xz), scale * zz, scale * xy,
                scale * xz, scale * (d.xy * d.xz - d.xx * d.yz)};
    return true;
  }

  /// R, lower triangular by columns, with D⁻¹ = R Rᵀ. Computed by the first forward substitution.
  const Symmetric& root() {
    if (hasRoot_) return root_;
    const auto safe = [](double pivot) { return std::sqrt(pivot > 0 ? pivot : 0); };
    const auto over = [](double a, double b) { return b > 0 ? a / b : 0; };
    const Symmetric& d = inverse_;
    Symmetric& r = root_;
    r.xx = safe(d.xx);
    r.xy = over(d.xy, r.xx), r.xz = over(d.xz, r.xx);
    r.yy = safe(d.yy - r.xy * r.xy);
    r.yz = over(d.yz - r.xy * r.xz, r.yy);
    r.zz = safe(d.zz - r.xz * r.xz - r.yz * r.yz);
    hasRoot_ = true;
    return r;
  }

  Symmetric inverse_, passed_;  ///< D⁻¹, K
  Block3<double> gain_;         ///< D⁻¹ H
  Symmetric root_;
  bool hasRoot_ = false;
};

/// A free joint, S = 1. It propagates nothing to its parent, and e is the acceleration.
class EliminatedFreedom {
  double d_[6][6];  ///< L and Δ⁻¹ of Â
  auto entries() const {
    return [this](int i, int k) { return d_[i][k]; };
  }

 public:
  bool factor(const double* reflected, const SpatialInertia& inertia,
              double smallest = leastPivot) {
    for (int k = 0; k < 6; ++k) {
      double unit[6] = {}, column[6];
      unit[k] = 1;
      (inertia * SpatialVector::from(unit)).to(column);
      for (int i = k; i < 6; ++i) d_[i][k] = column[i];
      d_[k][k] += reflected[k];
    }
    double diagonal[6];
    for (int k = 0; k < 6; ++k) diagonal[k] = d_[k][k];
    const auto isPivot = [&](int k, double pivot) {
      return pivot > 0 && pivot > smallest * diagonal[k];
    };
    return linalg::factorLdlt<6>([this](int i, int k) -> double& { return d_[i][k]; }, isPivot);
  }

  SpatialInertia inertiaFrom(const Vec3&) const { return {}; }

  SpatialVector pass(const SpatialVector& force, const SpatialVector&, double* effort) const {
    force.to(effort);
    linalg::solveLdlt<6>(entries(), effort);
    return {};
  }

  SpatialVector accelerate(const double* effort, const SpatialVector&) const {
    return SpatialVector::from(effort);
  }

  SpatialVector substitute(const SpatialVector& force, double* x) const {
    force.to(x);
    linalg::solveUnitLower<6>(entries(), x);
    for (int k = 0; k < 6; ++k) x[k] *= std::sqrt(d_[k][k]);
    return {};
  }

  void addEffort(double factor, const double* x, double* effort) const {
    double e[6];
    for (int k = 0; k < 6; ++k) e[k] = factor * std::sqrt(d_[k][k]) * x[k];
    linalg::solveUnitLowerTransposed<6>(entries(), e);
    for (int k = 0; k < 6; ++k) effort[k] += e[k];
  }
};

}  // namespace linkwork::maximal
