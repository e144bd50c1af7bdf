#include "linkwork/variational/discrete_momentum.hpp"

#include <numbers>

namespace linkwork {
namespace {

using Vec3 = Vector3<double>;
using Mat3 = Matrix3<double>;

constexpr auto curvatureSeries = series::slope(series::cotangentSlope);

/// The first `terms` coefficients: enough for θ² < 0.04, where each further one is 1000 times
/// smaller.
template <std::size_t terms, std::size_t size>
double shortened(const std::array<double, size>& coefficients, double x) {
  static_assert(terms <= size);
  double sum = coefficients[terms - 1];
  for (std::size_t k = terms - 1; k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

/// a × (b × c) as a matrix on c, plus the sum with a and b exchanged:  âb̂ + b̂â.
Mat3 symmetricHats(const Vec3& a, const Vec3& b) {
  const Mat3 outer = a * b.transpose();
  Mat3 result = outer + outer.transpose();
  result.diagonal().array() -= 2 * a.dot(b);
  return result;
}

/// âb̂ = b aᵀ − (a·b) 1.
Mat3 hats(const Vec3& a, const Vec3& b) {
  Mat3 result = b * a.transpose();
  result.diagonal().array() -= a.dot(b);
  return result;
}

}  // namespace

CotangentSeries::CotangentSeries(double x) {
  if (x < 0.04) {
    d = shortened<6>(series::cotangent, x);
    slope = shortened<6>(series::cotangentSlope, x);
    curvature = shortened<6>(curvatureSeries, x);
  } else if (x < 1) {
    d = polynomial(series::cotangent, x);
    slope = polynomial(series::cotangentSlope, x);
    curvature = polynomial(curvatureSeries, x);
  } else {
    // γ = (θ/2) cot(θ/2) and κ = (θ/2)²/sin²(θ/2): D = (1 − γ)/θ², γ' = (γ − κ)/θ²,
    // κ' = 2 κ (1 − γ)/θ², γ'' = −(γ' + κ')/θ², primes being (d/dθ)/θ.
    const AngleFunctions<double> angle(x);
    const double gamma = angle.cosHalf() / angle.sincHalf();
    const double kappa = 1 / (angle.sincHalf() * angle.sincHalf());
    const double gammaSlope = (gamma - kappa) / x;
    const double kappaSlope = 2 * kappa * (1 - gamma) / x;
    d = (1 - gamma) / x;
    slope = (-gammaSlope - 2 * d) / x;
    curvature = ((gammaSlope + kappaSlope) / x - 4 * slope) / x;
  }
}

DiscreteMomentum discreteMomentum(const RigidBodyInertia<double>& inertia,
                                  const Vector6<double>& moved, double h) {
  const Vec3 omega = moved.head<3>(), v = moved.tail<3>();
  const Vector6<double> m = (inertia * moved) / h;
  const Vec3 tau = m.head<3>(), f = m.tail<3>();
  const CotangentSeries cotangent(omega.squaredNorm());
  const Vec3 c0 = omega.cross(f), c1 = omega.cross(tau) + v.cross(f);
  const Vec3 d0 = omega.cross(c0), d1 = omega.cross(c1) + v.cross(c0);

  DiscreteMomentum momentum;
  momentum.even << tau + cotangent.d * d1 + cotangent.slope * omega.dot(v) * d0,
      f + cotangent.d * d0;
  momentum.half << 0.5 * c1, 0.5 * c0;
  return momentum;
}

Matrix6<double> momentumTangent(const RigidBodyInertia<double>& inertia,
                                const Vector6<double>& moved, double h) {
  const Vec3 omega = moved.head<3>(), v = moved.tail<3>();
  const Vector6<double> m = (inertia * moved) / h;
  const Vec3 tau = m.head<3>(), f = m.tail<3>();
  const CotangentSeries cotangent(omega.squaredNorm());
  const double d = cotangent.d, slope = cotangent.slope, dot = omega.dot(v);
  const Vec3 c0 = omega.cross(f), c1 = omega.cross(tau) + v.cross(f);
  const Vec3 d0 = omega.cross(c0), d1 = omega.cross(c1) + v.cross(c0);

  // K = [K₁ K₀; K₀ 0] over (ω; v), from the products x̃ × m̃ and x̃ × (x̃ × m̃) and from D̃.
  const Mat3 twice0 = hat(c0) + hats(omega, f);
  const Mat3 twice1 = hat(c1) + hats(omega, tau) + hats(v, f);
  const Mat3 k0 = slope * d0 * omega.transpose() - 0.5 * hat(f) - d * twice0;
  const Mat3 k1 = (slope * d1 + cotangent.curvature * dot * d0) * omega.transpose() +
                  slope * d0 * v.transpose() - 0.5 * hat(tau) - d * twice1 - slope * dot * twice0;

  // Jl⁻¹ = [A⁻ 0; B⁻ A⁻] and Jr⁻¹ = [A⁺ 0; B⁺ A⁺]: 1 ∓ ½ x̃ + D̃ x̃ x̃.
  Mat3 even = d * hats(omega, omega);
  even.diagonal().array() += 1;
  const Mat3 corner = d * symmetricHats(omega, v) + slope * dot * hats(omega, omega);
  const Mat3 halfOmega = hat(0.5 * omega), halfV = hat(0.5 * v);
  // Their transposes flip the sign of the halves: Jl⁻ᵀ = [A⁺ B⁺; 0 A⁺].
  const Mat3 a = even + halfOmega, b = corner + halfV;

  // N = Jl⁻ᵀ G/h + K, then N Jr⁻¹.
  const Mat3 j = inertia.rotational.matrix() / h, moment = hat(inertia.moment / h);
  const double mass = inertia.mass / h;
  const Mat3 n00 = a * j - b * moment + k1;
  const Mat3 n01 = a * moment + mass * b + k0;
  const Mat3 n10 = k0 - a * moment;
  const Mat3 n11 = mass * a;
  Matrix6<double> tangent;
  tangent.topLeftCorner<3, 3>() = n00 * a + n01 * b;
  tangent.topRightCorner<3, 3>() = n01 * a;
  tangent.bottomLeftCorner<3, 3>() = n10 * a + n11 * b;
  tangent.bottomRightCorner<3, 3>() = n11 * a;
  return tangent;
}

}  // namespace linkwork
