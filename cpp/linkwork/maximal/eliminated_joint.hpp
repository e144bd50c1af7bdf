#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/spatial/articulated_inertia.hpp"

/// Elimination of a joint: the articulated inertia and the force that remain on its parent.
namespace linkwork::maximal {

/// Pivots below this part of their diagonal entry, or of the inertia's, are rounding error.
inline constexpr double leastPivot = 4 * epsilon;

/// Magnitude of rounding errors of SᵀÂS for a motion that moves no mass.
inline double sizeAlong(const Motion<double>&, const ArticulatedInertia<double>&) { return 0; }
inline double sizeAlong(const AngularMotion<double>&, const ArticulatedInertia<double>& inertia) {
  const SymmetricMatrix3<double>& J = inertia.J;
  return J.xx + J.yy + J.zz;
}

/// A joint of n degrees of freedom with motions S, columns of type Column, an articulated inertia Â
/// and a force f, all at the joint in world axes. With the armatures ρ and
/// D = SᵀÂS + diag ρ:
///
///   propagated inertia     K = Â − ÂS D⁻¹ SᵀÂ
///   propagated force       f − ÂS D⁻¹ Sᵀf + K c         effort e = D⁻¹Sᵀf
///   acceleration           a = a' + S (e − D⁻¹SᵀÂ a')   a' = a_parent − c
///   forward substitution   x = D^{−1/2} Sᵀf             xᵀx = fᵀS D⁻¹Sᵀf,   e = D^{−T/2} x
///
/// computed with D = L Δ Lᵀ and V = ÂS L⁻ᵀ. Revolute joints are EliminatedJoint<1,
/// AngularMotion<double>>.
template <int n, typename Column = Motion<double>>
class EliminatedJoint {
 public:
  /// S. The caller writes it before `factor`.
  std::array<Column, n> motions;

  /// Returns false if D is not positive definite beyond `smallest` of its diagonal.
  bool factor(const double* reflected, const ArticulatedInertia<double>& inertia,
              double smallest = leastPivot) {
    std::array<Force<double>, n> v;
    double least[n];
    for (int k = 0; k < n; ++k) v[k] = inertia * motions[k];
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k <= i; ++k) d_[i][k] = dot(v[k], motions[i]);
      d_[i][i] += reflected[i];
      least[i] = smallest * std::max(d_[i][i], sizeAlong(motions[i], inertia));
    }
    const auto isPivot = [&](int k, double pivot) { return pivot > 0 && pivot > least[k]; };
    if (!linalg::factorLdlt<n>(entries(), isPivot)) return false;
    ArticulatedInertia<double> left = inertia;
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < k; ++j) v[k].addScaled(v[j], -d_[k][j]);
      gain_[k] = v[k] * d_[k][k];
      left.subtractDyad(v[k], gain_[k]);
    }
    passed_ = left;
    return true;
  }

  /// K about a point from which the joint is at r.
  ArticulatedInertia<double> inertiaFrom(const Vec3<double>& r) const { return passed_.shifted(r); }

  /// Propagates a force. Writes e.
  Force<double> pass(const Force<double>& force, const Motion<double>& c, double* effort) const {
    Force<double> left = force + passed_ * c;
    for (int k = 0; k < n; ++k) {
      effort[k] = along(k, force, effort);
      left.addScaled(gain_[k], -effort[k]);
    }
    for (int k = 0; k < n; ++k) effort[k] *= d_[k][k];
    linalg::solveUnitLowerTransposed<n>(entries(), effort);
    return left;
  }

  /// Computes a from a'.
  Motion<double> accelerate(const double* effort, const Motion<double>& before) const {
    double rates[n];
    for (int k = 0; k < n; ++k) rates[k] = -dot(gain_[k], before);
    linalg::solveUnitLowerTransposed<n>(entries(), rates);
    Motion<double> after = before;
    for (int k = 0; k < n; ++k) after += (effort[k] + rates[k]) * motions[k];
    return after;
  }

  /// Propagates a force in a forward substitution. Writes x.
  Force<double> substitute(const Force<double>& force, double* x) const {
    Force<double> left = force;
    for (int k = 0; k < n; ++k) {
      x[k] = along(k, force, x);
      left.addScaled(gain_[k], -x[k]);
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
  double along(int k, const Force<double>& force, const double* before) const {
    double sum = dot(force, motions[k]);
    for (int j = 0; j < k; ++j) sum -= d_[k][j] * before[j];
    return sum;
  }

  std::array<Force<double>, n> gain_;  ///< V Δ⁻¹
  double d_[n][n];                     ///< L and Δ⁻¹
  ArticulatedInertia<double> passed_;  ///< K
};

/// A spherical joint, S = (1; 0), in closed form. D is the rotational block of Â. K has a linear
/// block only.
class EliminatedBall {
 public:
  bool factor(const double* reflected, const ArticulatedInertia<double>& inertia,
              double smallest = leastPivot) {
    SymmetricMatrix3<double> d = inertia.J;
    d.xx += reflected[0], d.yy += reflected[1], d.zz += reflected[2];
    if (!invert(d, smallest)) return false;
    hasRoot_ = false;
    const auto& [J, H, M] = inertia;
    gain_ = inverse_ * H;
    const Vec3<double> x = H.columnX(), y = H.columnY(), z = H.columnZ();
    const Vec3<double> gx = gain_.columnX(), gy = gain_.columnY(), gz = gain_.columnZ();
    passed_ = {M.xx - dot(x, gx), M.yy - dot(y, gy), M.zz - dot(z, gz),
               M.xy - dot(x, gy), M.xz - dot(x, gz), M.yz - dot(y, gz)};
    return true;
  }

  ArticulatedInertia<double> inertiaFrom(const Vec3<double>& r) const {
    return ArticulatedInertia<double>{{}, {}, passed_}.shifted(r);
  }

  Force<double> pass(const Force<double>& force, const Motion<double>& c, double* effort) const {
    (inverse_ * force.n).to(effort);
    return {{}, force.f + passed_ * c.linear - gain_.transposedTimes(force.n)};
  }

  Motion<double> accelerate(const double* effort, const Motion<double>& before) const {
    return {Vec3<double>::from(effort) - gain_ * before.linear, before.linear};
  }

  Force<double> substitute(const Force<double>& force, double* x) {
    const SymmetricMatrix3<double>& r = root();
    const Vec3<double>& n = force.n;
    x[0] = r.xx * n.x + r.xy * n.y + r.xz * n.z;
    x[1] = r.yy * n.y + r.yz * n.z;
    x[2] = r.zz * n.z;
    return {{}, force.f - gain_.transposedTimes(n)};
  }

  void addEffort(double factor, const double* x, double* effort) {
    const SymmetricMatrix3<double>& r = root();
    effort[0] += factor * (r.xx * x[0]);
    effort[1] += factor * (r.xy * x[0] + r.yy * x[1]);
    effort[2] += factor * (r.xz * x[0] + r.yz * x[1] + r.zz * x[2]);
  }

 private:
  /// Inverts by cofactors. Returns false unless D is positive definite beyond a part of its
  /// diagonal.
  bool invert(const SymmetricMatrix3<double>& d, double smallest) {
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
  const SymmetricMatrix3<double>& root() {
    if (hasRoot_) return root_;
    const auto safe = [](double pivot) { return std::sqrt(pivot > 0 ? pivot : 0); };
    const auto over = [](double a, double b) { return b > 0 ? a / b : 0; };
    const SymmetricMatrix3<double>& d = inverse_;
    SymmetricMatrix3<double>& r = root_;
    r.xx = safe(d.xx);
    r.xy = over(d.xy, r.xx), r.xz = over(d.xz, r.xx);
    r.yy = safe(d.yy - r.xy * r.xy);
    r.yz = over(d.yz - r.xy * r.xz, r.yy);
    r.zz = safe(d.zz - r.xz * r.xz - r.yz * r.yz);
    hasRoot_ = true;
    return r;
  }

  SymmetricMatrix3<double> inverse_, passed_;  ///< D⁻¹, K
  Mat3<double> gain_;                          ///< D⁻¹ H
  SymmetricMatrix3<double> root_;
  bool hasRoot_ = false;
};

/// A free joint, S = 1. It propagates nothing to its parent, and e is the acceleration.
class EliminatedFreedom {
  double d_[6][6];  ///< L and Δ⁻¹ of Â
  auto entries() const {
    return [this](int i, int k) { return d_[i][k]; };
  }

 public:
  bool factor(const double* reflected, const ArticulatedInertia<double>& inertia,
              double smallest = leastPivot) {
    const Matrix6<double> matrix = inertia.matrix();
    for (int k = 0; k < 6; ++k) {
      for (int i = k; i < 6; ++i) d_[i][k] = matrix(i, k);
      d_[k][k] += reflected[k];
    }
    double diagonal[6];
    for (int k = 0; k < 6; ++k) diagonal[k] = d_[k][k];
    const auto isPivot = [&](int k, double pivot) {
      return pivot > 0 && pivot > smallest * diagonal[k];
    };
    return linalg::factorLdlt<6>([this](int i, int k) -> double& { return d_[i][k]; }, isPivot);
  }

  ArticulatedInertia<double> inertiaFrom(const Vec3<double>&) const { return {}; }

  Force<double> pass(const Force<double>& force, const Motion<double>&, double* effort) const {
    force.to(effort);
    linalg::solveLdlt<6>(entries(), effort);
    return {};
  }

  Motion<double> accelerate(const double* effort, const Motion<double>&) const {
    return Motion<double>::from(effort);
  }

  Force<double> substitute(const Force<double>& force, double* x) const {
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
