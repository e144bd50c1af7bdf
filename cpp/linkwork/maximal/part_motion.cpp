#include "linkwork/maximal/part_motion.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>
#include <utility>

#include "linkwork/spatial/quaternion.hpp"

namespace linkwork::maximal {

Eigen::Matrix3d inverseInertia(const RigidPart& part) {
  constexpr double nothing = 1e-13;  // of the largest moment: what rounding leaves of none
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(part.inertia);
  Eigen::Vector3d inverse = principal.eigenvalues();
  const double largest = inverse.maxCoeff();
  for (double& moment : inverse) moment = moment > nothing * largest ? 1 / moment : 0;
  return principal.eigenvectors() * inverse.asDiagonal() * principal.eigenvectors().transpose();
}

PartPose turned(const PartPose& pose, const Eigen::Vector3d& slide, const Eigen::Vector3d& turn) {
  const Eigen::Quaterniond attitude =
      quaternion::normalized(Eigen::Quaterniond(quaternion::exp(turn) * pose.attitude));
  return {pose.position + slide, attitude, attitude.toRotationMatrix()};
}

Eigen::Vector3d angularMomentum(const RigidPart& part, const Eigen::Matrix3d& rotation,
                                const Eigen::Vector3d& spin) {
  const Eigen::Vector3d local = rotation.transpose() * spin;
  return rotation * Eigen::Vector3d(part.inertia * local);
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
  // Each iteration takes the error down by about h |ω| / 2, to where rounding is in charge: that of
  // L over the least moment of inertia.
  constexpr int maxIterations = 60;
  constexpr double near = 1e-9;
  double change = HUGE_VAL;
  for (int i = 0; i < maxIterations; ++i) {
    const Eigen::Matrix3d middle =
        quaternion::exp(0.5 * h * spin).toRotationMatrix() * pose.rotation;
    const Eigen::Vector3d next = spinOf(part, inverse, middle, momentum, spin);
    const double before = std::exchange(change, (next - spin).lpNorm<Eigen::Infinity>());
    spin = next;
    if (!std::isfinite(change)) return false;
    const double size = spin.lpNorm<Eigen::Infinity>();
    if (change <= std::numeric_limits<double>::epsilon() * size) return true;
    if (change <= near * size && change > 0.5 * before) return true;
  }
  return false;
}

}  // namespace linkwork::maximal
