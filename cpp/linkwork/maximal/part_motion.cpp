#include "linkwork/maximal/part_motion.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
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
  // Each iteration reduces the error by the factor h |ω| / 2, down to rounding errors of L over the
  // least moment of inertia.
  constexpr int maxIterations = 60;
  constexpr double near = 1e-9;
  const Eigen::Vector3d local = pose.rotation.transpose() * momentum;
  Eigen::Vector3d here = pose.rotation.transpose() * spin;
  double change = HUGE_VAL;
  for (int i = 0; i < maxIterations; ++i) {
    const Eigen::Vector3d back = -h * here, across = back.cross(local);
    const AngleFunctions<double> angle(back.squaredNorm());
    const Eigen::Vector3d seen =
        local + angle.versine() * across + angle.excess() * back.cross(across);
    const Eigen::Vector3d more = inverse * Eigen::Vector3d(seen - part.inertia * here);
    const double before = std::exchange(change, more.lpNorm<Eigen::Infinity>());
    here += more;
    if (!std::isfinite(change)) break;
    // Ends when the next change would be rounding error.
    const double size = here.lpNorm<Eigen::Infinity>(),
                 shrinking = std::min(1.0, 0.5 * back.norm());
    if (shrinking * change <= std::numeric_limits<double>::epsilon() * size ||
        (change <= near * size && change > 0.5 * before)) {
      spin = pose.rotation * here;
      return true;
    }
  }
  spin = pose.rotation * here;
  return false;
}

}  // namespace linkwork::maximal
