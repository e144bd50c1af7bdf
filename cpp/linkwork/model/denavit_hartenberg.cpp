#include "linkwork/model/denavit_hartenberg.hpp"

#include <cmath>

#include "linkwork/elementary.hpp"

namespace linkwork {

Transform<double> alignDenavitHartenberg(const Transform<double>& next) {
  constexpr double steepEnough = 0.15;
  constexpr double parallel = 1e-14;
  const Eigen::Vector3d axis = next.rotation.col(2);
  const Eigen::Vector3d& origin = next.translation;
  const double sine = elementary::hypot(axis.x(), axis.y());

  Eigen::Vector3d x{-axis.y(), axis.x(), 0};  // z × axis
  double slide = 0;
  if (sine >= steepEnough) {
    x /= sine;
    // origin + t axis is the foot on the next axis: it lies in the plane of x and z.
    const double t = (x.x() * origin.y() - x.y() * origin.x()) / sine;
    slide = origin.z() + t * axis.z();
  } else if (sine > parallel) {
    x /= sine;
  } else if (const double distance = elementary::hypot(origin.x(), origin.y()); distance > 0) {
    x = {origin.x() / distance, origin.y() / distance, 0};
  } else {
    x = Eigen::Vector3d::UnitX();
  }
  Transform<double> alignment = Transform<double>::Identity();
  alignment.rotation.col(0) = x;
  alignment.rotation.col(1) = Eigen::Vector3d(-x.y(), x.x(), 0);
  alignment.translation.z() = slide;
  return alignment;
}

}  // namespace linkwork
