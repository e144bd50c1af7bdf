#include "linkwork/dynamics/joint_charts.hpp"

#include <cmath>

#include "linkwork/joints/general.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

using detail::written;

using Coordinates = GeneralJoint<double>::Velocity;

/// Maximum violation of a coordinate's range: a joint limit at its end holds to 1e-7.
constexpr double endTolerance = 1e-6;

/// S = Q R by Gram–Schmidt, repeated once for accuracy. Returns the smallest ratio of a column's
/// orthogonal part to its length: 0 if a column vanishes, NaN if one is NaN.
double orthogonalise(FunctionSubspace<double>& q,
                     Eigen::Matrix<double, maxJointCoordinates, maxJointCoordinates>& r) {
  double least = 1;
  r.setZero();
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    const double length = q.col(k).norm();
    for (int pass = 0; pass < 2; ++pass)
      for (Eigen::Index j = 0; j < k; ++j) {
        const double along = q.col(j).dot(q.col(k));
        r(j, k) += along;
        q.col(k) -= along * q.col(j);
      }
    r(k, k) = q.col(k).norm();
    const double left = r(k, k) / length;
    if (!(left >= least)) least = length > 0 ? left : 0;
    q.col(k) /= r(k, k);
  }
  return least;
}

[[noreturn]] void failAt(const ClusterTree<double>& tree, const TreeBody<double>& body,
                         const std::string& problem) {
  const auto place = static_cast<int>(&body - tree.bodies().data());
  throw SimulationError("joint " + detail::quoted(tree.jointName(place)) + ": " + problem);
}

void requireInRange(const ClusterTree<double>& tree, const TreeBody<double>& body,
                    const double* q) {
  for (int k = 0; k < body.velocities; ++k) {
    const auto [lower, upper] = body.function->range(k);
    if (q[k] >= lower - endTolerance && q[k] <= upper + endTolerance) continue;
    failAt(tree, body,
           "coordinate " + std::to_string(k + 1) + " of " + std::to_string(body.velocities) +
               " is " + written(q[k]) + ", outside its range; it is defined from " +
               written(lower) + " to " + written(upper));
  }
}

void requireOwnChart(const ClusterTree<double>& tree, const TreeBody<double>& body,
                     const double* q) {
  const int charts = body.function->charts();
  if (charts == 1) return;
  const double chart = q[body.velocities];
  if (chart >= 0 && chart < charts && chart == std::trunc(chart)) return;
  failAt(tree, body,
         "its last position, the number of its chart, is " + written(chart) +
             "; expected a whole number from 0 to " + std::to_string(charts - 1));
}

}  // namespace

void requireRegularCoordinates(const ClusterTree<double>& tree, const ConstVectorRef<double>& q) {
  const Coordinates rest = Coordinates::Zero(maxJointCoordinates);
  JointMotion<double> motion;
  Eigen::Matrix<double, maxJointCoordinates, maxJointCoordinates> factor;
  for (const int curved : tree.curvedJoints()) {
    const TreeBody<double>& body = tree.body(curved);
    if (!body.function) continue;
    const double* here = q.data() + body.position;
    requireOwnChart(tree, body, here);
    requireInRange(tree, body, here);
    body.function->evaluate(here, rest.data(), motion);
    const double least = orthogonalise(motion.subspace, factor);
    if (least >= leastIndependence) continue;
    failAt(tree, body,
           "its coordinates are singular at q = " + written(std::span(here, at(body.positions))) +
               ": of one column of S only the part " + written(least) +
               " is independent of the others, expected at least " + written(leastIndependence));
  }
}

bool switchCharts(const ClusterTree<double>& tree, Eigen::VectorXd& q, Eigen::VectorXd& v) {
  bool hasChanged = false;
  JointMotion<double> motion;
  Eigen::Matrix<double, maxJointCoordinates, maxJointCoordinates> factor;
  for (const int curved : tree.curvedJoints()) {
    const TreeBody<double>& body = tree.body(curved);
    if (!body.function || body.function->charts() == 1) continue;
    double* here = q.data() + body.position;
    const int chart = body.function->chartFor(here);
    if (chart == static_cast<int>(here[body.velocities])) continue;
    hasChanged = true;
    auto rates = v.segment(body.velocity, body.velocities);
    body.function->evaluate(here, rates.data(), motion);
    const Vector6<double> twist = motion.subspace * rates;
    body.function->toChart(chart, here);
    body.function->evaluate(here, rates.data(), motion);
    orthogonalise(motion.subspace, factor);
    for (int k = body.velocities; k-- > 0;) {  // R v' = Qᵀ twist
      double sum = motion.subspace.col(k).dot(twist);
      for (int j = k + 1; j < body.velocities; ++j) sum -= factor(k, j) * rates[j];
      rates[k] = sum / factor(k, k);
    }
  }
  return hasChanged;
}

}  // namespace linkwork
