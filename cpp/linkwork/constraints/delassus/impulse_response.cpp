#include "linkwork/constraints/delassus/impulse_response.hpp"

namespace linkwork::constraints {

double ImpulseResponse::rate(const ForceRow& row, When when) const {
  double result = 0;
  if (row.isOfJoint()) {
    row.forEachComponent(
        [&](int k, double factor) { result += factor * jointRate(row.joint, k, when); });
    return result;
  }
  const std::vector<Vector6<double>>& all = velocities(when);
  for (std::size_t side = 0; side < 2; ++side) {
    if (row.parts[side] == groundPart) continue;
    const Vector6<double>& velocity = all[at(row.parts[side])];
    const Eigen::Vector3d offset = row.point - poses()[at(row.parts[side])].position;
    const double along = row.axis.dot(velocity.tail<3>() + velocity.head<3>().cross(offset));
    result += side == 1 ? along : -along;
  }
  return result;
}

}  // namespace linkwork::constraints
