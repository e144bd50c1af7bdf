#include "linkwork/simulation/trajectory.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace linkwork {
namespace {

/// Second derivatives M at the knots of the cubic spline through (t, x). Equal slopes on both sides
/// of knot i, with h the intervals, say
///   h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (s_i − s_{i-1}),   s = Δx/h,
/// which a period closes in a ring; otherwise the slopes at both ends are zero:
///   h (2 M_0 + M_1) = 6 s_0  and  h (M_{n-2} + 2 M_{n-1}) = −6 s_{n-2}.
/// Source: de Boor, "A Practical Guide to Splines", chapter IV.
std::vector<double> bendsOf(const std::vector<Keyframe>& knots, bool repeats) {
  const auto count = static_cast<Eigen::Index>(knots.size());
  Eigen::MatrixXd system = Eigen::MatrixXd::Zero(count, count);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(count);
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    const double h = knots[i + 1].time - knots[i].time;
    const double slope = (knots[i + 1].position - knots[i].position) / h;
    const auto here = static_cast<Eigen::Index>(i), next = here + 1;
    system(here, here) += 2 * h;
    system(here, next) += h;
    system(next, next) += 2 * h;
    system(next, here) += h;
    right[here] += 6 * slope;
    right[next] -= 6 * slope;
  }
  if (repeats) {  // the last knot is the first again: its equation joins the first's
    system.row(0) += system.row(count - 1);
    right[0] += right[count - 1];
    system.row(count - 1).setZero();
    system(count - 1, count - 1) = 1;
    system(count - 1, 0) = -1;
    right[count - 1] = 0;
  }
  const Eigen::VectorXd bends = system.partialPivLu().solve(right);
  return {bends.data(), bends.data() + bends.size()};
}

}  // namespace

TrajectoryCurve::TrajectoryCurve(Trajectory trajectory) : course_(std::move(trajectory)) {
  std::vector<Keyframe>& knots = course_.keyframes;
  if (knots.empty()) return;
  if (course_.period > 0)
    knots.push_back({knots.front().time + course_.period, knots.front().position});
  bends_ = bendsOf(knots, course_.period > 0);
}

TrajectoryPoint TrajectoryCurve::at(double time) const {
  TrajectoryPoint point = onSpline(time);
  point.position += course_.center;
  for (const Wave& wave : course_.waves) {
    const double rate = 2 * std::numbers::pi * wave.frequency;
    const double angle = rate * time + wave.phase;
    point.position += wave.amplitude * std::sin(angle);
    point.velocity += wave.amplitude * rate * std::cos(angle);
    point.acceleration -= wave.amplitude * rate * rate * std::sin(angle);
  }
  return point;
}

TrajectoryPoint TrajectoryCurve::onSpline(double time) const {
  const std::vector<Keyframe>& knots = course_.keyframes;
  if (knots.empty()) return {};
  if (course_.period > 0) {
    const double since = time - knots.front().time;
    time = knots.front().time + since - course_.period * std::floor(since / course_.period);
  } else if (time <= knots.front().time || time >= knots.back().time) {
    return {(time <= knots.front().time ? knots.front() : knots.back()).position, 0, 0};
  }
  const auto after = std::upper_bound(knots.begin() + 1, knots.end() - 1, time,
                                      [](double t, const Keyframe& knot) { return t < knot.time; });
  const auto i = static_cast<std::size_t>(after - knots.begin()) - 1;
  // On [t_i, t_{i+1}], with u from its start and w to its end:
  //   x = (M_i w³ + M_{i+1} u³)/6h + (x_i/h − M_i h/6) w + (x_{i+1}/h − M_{i+1} h/6) u
  const double h = knots[i + 1].time - knots[i].time;
  const double u = time - knots[i].time, w = h - u;
  const double before = bends_[i] / (6 * h), behind = bends_[i + 1] / (6 * h);
  const double start = knots[i].position / h - bends_[i] * h / 6;
  const double end = knots[i + 1].position / h - bends_[i + 1] * h / 6;
  return {before * w * w * w + behind * u * u * u + start * w + end * u,
          3 * (behind * u * u - before * w * w) + end - start, 6 * (before * w + behind * u)};
}

}  // namespace linkwork
