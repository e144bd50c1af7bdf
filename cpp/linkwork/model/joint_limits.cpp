#include "linkwork/model/joint_limits.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "linkwork/elementary.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

bool hasLimits(const Joint& joint) {
  return joint.limits || joint.ballLimits || !joint.coordinateLimits.empty();
}

std::vector<JointLimit> limitsOf(const Mechanism& mechanism, const ClusterTree<double>& tree) {
  using Measure = JointLimit::Measure;
  constexpr double open = std::numeric_limits<double>::infinity();
  std::vector<JointLimit> limits;
  for (std::size_t i = 0; i < tree.bodies().size(); ++i) {
    const TreeBody<double>& body = tree.bodies()[i];
    const Joint& joint = mechanism.joints[at(body.mechanismJoint)];
    const int tied = tree.clusterOf(body).constraint ? body.cluster : -1;
    const auto add = [&](Measure measure, int component, const JointLimits& range) {
      if (range.lower == -open && range.upper == open) return;
      limits.push_back(
          {measure, static_cast<int>(i), component, body.position + component, range, tied});
    };
    if (joint.limits) add(Measure::coordinate, 0, *joint.limits);
    for (std::size_t k = 0; k < joint.coordinateLimits.size(); ++k)
      add(Measure::coordinate, static_cast<int>(k), joint.coordinateLimits[k]);
    if (!joint.ballLimits) continue;
    const BallLimits& ball = *joint.ballLimits;
    add(Measure::cone, 0, {-open, ball.cone, ball.restitution});
    add(Measure::twist, 0, ball.twist);
    add(Measure::turn, 0, {-open, ball.turn, ball.restitution});
  }
  for (std::size_t i = 0; i < mechanism.tendons.size(); ++i)
    if (const std::optional<JointLimits>& range = mechanism.tendons[i].limits)
      limits.push_back({Measure::length, ground, 0, 0, *range, -1, static_cast<int>(i)});
  return limits;
}

MeasuredLimit measure(const JointLimit& limit, const Eigen::VectorXd& q) {
  MeasuredLimit result{q[limit.position]};
  if (limit.measure == JointLimit::Measure::coordinate) {
    result.along[limit.component] = 1;
    return result;
  }
  const double x = q[limit.position], y = q[limit.position + 1], z = q[limit.position + 2],
               w = q[limit.position + 3];
  const auto along = [&](double a, double b, double c) {
    const double length = std::sqrt(a * a + b * b + c * c);
    if (length > 0)
      result.along.head<3>() << a / length, b / length, c / length;
    else
      result.along[0] = 1;
  };
  if (limit.measure == JointLimit::Measure::cone) {
    result.value = 2 * elementary::atan2(elementary::hypot(x, y), elementary::hypot(w, z));
    along(w * x + y * z, w * y - x * z, 0);
  } else if (limit.measure == JointLimit::Measure::turn) {
    result.value = 2 * elementary::atan2(std::sqrt(x * x + y * y + z * z), std::abs(w));
    if (w < 0)
      along(-x, -y, -z);
    else
      along(x, y, z);
  } else {
    const double axial = w * w + z * z;
    result.value = std::remainder(2 * elementary::atan2(z, w), 2 * std::numbers::pi);
    result.along[2] = 1;
    if (axial > 0) result.along.head<2>() << (z * x - w * y) / axial, (z * y + w * x) / axial;
  }
  return result;
}

}  // namespace linkwork
