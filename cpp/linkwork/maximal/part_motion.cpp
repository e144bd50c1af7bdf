#include "linkwork/maximal/part_motion.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

namespace linkwork::maximal {

Eigen::Matrix3d inverseInertia(const RigidPart& part) {
  constexpr double nothing = 1e-13;  // relative to the largest moment: rounding error
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(part.inertia);
  Eigen::Vector3d inverse = principal.eigenvalues();
  const double largest = inverse.maxCoeff();
  for (double& moment : inverse) moment = moment > nothing * largest ? 1 / moment : 0;
  return principal.eigenvectors() * inverse.asDiagonal() * principal.eigenvectors().transpose();
}

Eigen::Vector3d spinOf(const RigidPart& part, const Eigen::Matrix3d& inverse,
                       const Eigen::Matrix3d& rotation, const Eigen::Vector3d& momentum,
                       const Eigen::Vector3d& guess) {
  const Eigen::Vector3d local = rotation.transpose() * guess;
  const Eigen::Vector3d missing = rotation.transpose() * momentum - part.inertia * local;
  return guess + rotation * Eigen::Vector3d(inverse * missing);
}

bool steadySpin(const RigidPart& part, const Eigen::Matrix3d& inverse, const PartPose& pose,
                const Eigen::Vector3d& momentum, double h, Eigen::Vector3d& spin) {
  constexpr int maxIterations = 20;
  constexpr double near = 1e-9;
  const Eigen::Vector3d local = pose.rotation.transpose() * momentum;
  const Eigen::Matrix3d localCross = hat(local);
  // Of Newton's method: the error after an iteration is below this times its square.
  const double quadratic = h * h * inverse.norm() * local.norm();
  Eigen::Vector3d here = pose.rotation.transpose() * spin;
  double change = HUGE_VAL;
  for (int i = 0; i < maxIterations; ++i) {
    const Eigen::Vector3d back = -h * here, across = back.cross(local), twice = back.cross(across);
    const AngleFunctions<double> angle(back.squaredNorm());
    const Eigen::Vector3d seen = local + angle.versine() * across + angle.excess() * twice;
    const Eigen::Matrix3d slope =
        -angle.versine() * localCross - angle.excess() * (hat(across) + hat(back) * localCross) +
        (angle.versineSlope() * across + angle.excessSlope() * twice) * back.transpose();
    const Eigen::Matrix3d newton = Eigen::Matrix3d::Identity() + h * inverse * slope;
    const Eigen::Vector3d more =
        newton.inverse() * Eigen::Vector3d(inverse * (seen - part.inertia * here));
    const double before = std::exchange(change, more.lpNorm<Eigen::Infinity>());
    here += more;
    if (!std::isfinite(change)) break;
    const double size = here.lpNorm<Eigen::Infinity>();
    if (quadratic * change * change <= epsilon * size ||
        (change <= near * size && change > 0.5 * before)) {
      spin = pose.rotation * here;
      return true;
    }
  }
  spin = pose.rotation * here;
  return false;
}

}  // namespace linkwork::maximal
