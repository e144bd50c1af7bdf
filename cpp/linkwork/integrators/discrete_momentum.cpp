#include "linkwork/integrators/discrete_momentum.hpp"

#include <numbers>

#include "linkwork/jet.hpp"

namespace linkwork {
namespace {

using Block3x3 = Matrix3<double>;

constexpr auto curvatureSeries = series::slope(series::cotangentSlope);

/// The first `terms` coefficients: enough for θ² < 0.04, where each further one is 1000 times
/// smaller.
template <std::size_t terms, typename Scalar, std::size_t size>
Scalar shortened(const std::array<double, size>& coefficients, const Scalar& x) {
  static_assert(terms <= size);
  Scalar sum(coefficients[terms - 1]);
  for (std::size_t k = terms - 1; k-- > 0;) sum = sum * x + Scalar(coefficients[k]);
  return sum;
}

void addDiagonal(Block3x3& matrix, double value) {
  for (int k = 0; k < 3; ++k) matrix(k, k) += value;
}

void addHat(Block3x3& matrix, const Vector3<double>& v) {
  matrix(0, 1) -= v.z();
  matrix(0, 2) += v.y();
  matrix(1, 0) += v.z();
  matrix(1, 2) -= v.x();
  matrix(2, 0) -= v.y();
  matrix(2, 1) += v.x();
}

}  // namespace

template <typename Scalar>
CotangentSeries<Scalar>::CotangentSeries(const Scalar& x) {
  if (x < Scalar(0.04)) {
    d = shortened<6>(series::cotangent, x);
    slope = shortened<6>(series::cotangentSlope, x);
    curvature = shortened<6>(curvatureSeries, x);
  } else if (x < Scalar(1)) {
    d = polynomial(series::cotangent, x);
    slope = polynomial(series::cotangentSlope, x);
    curvature = polynomial(curvatureSeries, x);
  } else {
    // γ = (θ/2) cot(θ/2) and κ = (θ/2)²/sin²(θ/2): D = (1 − γ)/θ², γ' = (γ − κ)/θ²,
    // κ' = 2 κ (1 − γ)/θ², γ'' = −(γ' + κ')/θ², primes being (d/dθ)/θ.
    const AngleFunctions<Scalar> angle(x);
    const Scalar gamma = angle.cosHalf() / angle.sincHalf();
    const Scalar kappa = Scalar(1) / (angle.sincHalf() * angle.sincHalf());
    const Scalar gammaSlope = (gamma - kappa) / x;
    const Scalar kappaSlope = Scalar(2) * kappa * (Scalar(1) - gamma) / x;
    d = (Scalar(1) - gamma) / x;
    slope = (-gammaSlope - Scalar(2) * d) / x;
    curvature = ((gammaSlope + kappaSlope) / x - Scalar(4) * slope) / x;
  }
}

template <typename Scalar>
DiscreteMomentum<Scalar> discreteMomentum(const RigidBodyInertia<Scalar>& inertia,
                                          const Vector6<Scalar>& moved, double h) {
  const Vector3<Scalar> omega = moved.template head<3>(), v = moved.template tail<3>();
  const Vector6<Scalar> m = (inertia * moved) / Scalar(h);
  const Vector3<Scalar> tau = m.template head<3>(), f = m.template tail<3>();
  const CotangentSeries<Scalar> cotangent(omega.squaredNorm());
  const Vector3<Scalar> c0 = omega.cross(f), c1 = omega.cross(tau) + v.cross(f);
  const Vector3<Scalar> d0 = omega.cross(c0), d1 = omega.cross(c1) + v.cross(c0);

  DiscreteMomentum<Scalar> momentum;
  momentum.even.template head<3>() = tau + cotangent.d * d1 + (cotangent.slope * omega.dot(v)) * d0;
  momentum.even.template tail<3>() = f + cotangent.d * d0;
  momentum.half.template head<3>() = Scalar(0.5) * c1;
  momentum.half.template tail<3>() = Scalar(0.5) * c0;
  return momentum;
}

MomentumInertia momentumTangent(const RigidBodyInertia<double>& inertia,
                                const Vector6<double>& moved, double h) {
  const Vector3<double> omega = moved.head<3>(), v = moved.tail<3>();
  const Vector6<double> m = (inertia * moved) / h;
  const Vector3<double> tau = m.head<3>(), f = m.tail<3>();
  const CotangentSeries<double> cotangent(omega.squaredNorm());
  const double d = cotangent.d, slope = cotangent.slope, dot = omega.dot(v);
  const Vector3<double> c0 = omega.cross(f), c1 = omega.cross(tau) + v.cross(f);
  const Vector3<double> d0 = omega.cross(c0), d1 = omega.cross(c1) + v.cross(c0);

  // K = [K₁ K₀; K₀ 0] over (ω; v), from the products x̃ × m̃ and x̃ × (x̃ × m̃) and from D̃; those
  // with ωᵀ, vᵀ on the right and multiples of 1 and of hats are summed before they are formed.
  const Vector3<double> f1 = d * tau + slope * dot * f;
  Block3x3 k0 = (slope * d0) * omega.transpose();
  k0.noalias() -= (d * f) * omega.transpose();
  addDiagonal(k0, d * omega.dot(f));
  addHat(k0, -0.5 * f - d * c0);
  Block3x3 k1 = (slope * d1 + cotangent.curvature * dot * d0 - f1) * omega.transpose();
  k1.noalias() += (slope * d0 - d * f) * v.transpose();
  addDiagonal(k1, omega.dot(f1) + d * v.dot(f));
  addHat(k1, -0.5 * tau - d * c1 - slope * dot * c0);

  // Jl⁻¹ = [A⁻ 0; B⁻ A⁻] and Jr⁻¹ = [A⁺ 0; B⁺ A⁺], 1 ∓ ½ x̃ + D̃ x̃ x̃. Transposing changes the signs:
  // Jl⁻ᵀ = [A⁺ B⁺; 0 A⁺].
  Block3x3 a = (d * omega) * omega.transpose();
  addDiagonal(a, 1 - d * omega.squaredNorm());
  addHat(a, 0.5 * omega);
  const Vector3<double> along = d * v + (0.5 * slope * dot) * omega;
  Block3x3 b = omega * along.transpose();
  b.noalias() += along * omega.transpose();
  addDiagonal(b, -2 * d * dot - slope * dot * omega.squaredNorm());
  addHat(b, 0.5 * v);

  // N = Jl⁻ᵀ G/h + K, then N Jr⁻¹.
  const double mass = inertia.mass / h;
  const Vector3<double> moment = inertia.moment.vector() / h;
  const Block3x3 aMoment = timesHat(a, moment), rotational = inertia.rotational.matrix() / h;
  k1.noalias() += a * rotational;
  k1 -= timesHat(b, moment);
  const Block3x3 n01 = aMoment + mass * b + k0;
  const Block3x3 n10 = k0 - aMoment;
  MomentumInertia tangent;
  tangent.j.noalias() = k1 * a;
  tangent.j.noalias() += n01 * b;
  tangent.a.noalias() = n01 * a;
  tangent.m.noalias() = (mass * a) * a;
  tangent.b.noalias() = n10 * a;
  tangent.b.noalias() += (mass * a) * b;
  return tangent;
}

template struct CotangentSeries<double>;
template DiscreteMomentum<double> discreteMomentum(const RigidBodyInertia<double>&,
                                                   const Vector6<double>&, double);
template DiscreteMomentum<DerivativeJet> discreteMomentum(const RigidBodyInertia<DerivativeJet>&,
                                                          const Vector6<DerivativeJet>&, double);

}  // namespace linkwork
