#include "linkwork/model/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "linkwork/elementary.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

/// A symmetric positive definite system in which every unknown is coupled to its neighbors and to
/// the last one: LDLᵀ along the chain, in linear time.
struct Ring {
  explicit Ring(std::size_t size) : diagonal(size), toNext(size), toLast(size), right(size) {}

  std::vector<double> solved() {
    const std::size_t last = right.size() - 1;
    toNext[last - 1] += std::exchange(toLast[last - 1], 0);
    for (std::size_t i = 0; i < last; ++i) {
      const double next = toNext[i] / diagonal[i], end = toLast[i] / diagonal[i];
      diagonal[i + 1] -= next * toNext[i];
      right[i + 1] -= next * right[i];
      diagonal[last] -= end * toLast[i];
      right[last] -= end * right[i];
      if (i + 1 < last) (i + 2 == last ? toNext : toLast)[i + 1] -= next * toLast[i];
    }
    std::vector<double> result = right;
    result[last] /= diagonal[last];
    for (std::size_t i = last; i-- > 0;)
      result[i] = (right[i] - toNext[i] * result[i + 1] - toLast[i] * result[last]) / diagonal[i];
    return result;
  }

  std::vector<double> diagonal, toNext, toLast, right;
};

}  // namespace

/// Second derivatives M at the knots of the cubic spline through (t, x). Continuous slopes at knot
/// i, with h the intervals, require
///   h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (s_i − s_{i-1}),   s = Δx/h.
/// A periodic spline closes the system to a ring. Else the slopes at both ends are zero:
///   h (2 M_0 + M_1) = 6 s_0  and  h (M_{n-2} + 2 M_{n-1}) = −6 s_{n-2}.
/// Source: de Boor, "A Practical Guide to Splines", chapter IV.
std::vector<double> splineSecondDerivatives(const std::vector<Keyframe>& knots, bool repeats) {
  const std::size_t count = knots.size() - (repeats ? 1 : 0);
  Ring system(count);
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    const std::size_t next = (i + 1) % count;
    const double h = knots[i + 1].time - knots[i].time;
    const double slope = (knots[i + 1].position - knots[i].position) / h;
    system.diagonal[i] += 2 * h;
    system.diagonal[next] += 2 * h;
    (next > i ? system.toNext[i] : system.toLast[0]) += h;
    system.right[i] += 6 * slope;
    system.right[next] -= 6 * slope;
  }
  std::vector<double> secondDerivatives = system.solved();
  if (repeats)
    secondDerivatives.push_back(secondDerivatives.front());  // the last knot is the first
  return secondDerivatives;
}

TrajectoryCurve::TrajectoryCurve(Trajectory trajectory, std::string path)
    : trajectory_(std::move(trajectory)), path_(std::move(path)) {
  std::vector<Keyframe>& knots = trajectory_.keyframes;
  if (knots.empty()) return;
  if (trajectory_.period > 0)
    knots.push_back({knots.front().time + trajectory_.period, knots.front().position});
  secondDerivatives_ = splineSecondDerivatives(knots, trajectory_.period > 0);
}

TrajectoryPoint TrajectoryCurve::at(double time) const {
  TrajectoryPoint point = onSpline(time);
  point.position += trajectory_.center + trajectory_.velocity * time;
  point.velocity += trajectory_.velocity;
  for (const Wave& wave : trajectory_.waves) {
    const double rate = 2 * std::numbers::pi * wave.frequency;
    const double angle = rate * time + wave.phase;
    point.position += wave.amplitude * elementary::sin(angle);
    point.velocity += wave.amplitude * rate * elementary::cos(angle);
    point.acceleration -= wave.amplitude * rate * rate * elementary::sin(angle);
  }
  if (!trajectory_.function) return point;
  const TrajectoryPoint free = onFunction(time);
  return {point.position + free.position, point.velocity + free.velocity,
          point.acceleration + free.acceleration};
}

/// With f±k at the time ± k δ, to δ⁴:
///   f' = (4 d₁ − d₂) / 3    d_k = (f_k − f_-k) / 2kδ
///   f" = (4 c₁ − c₂) / 3    c_k = (f_k + f_-k − 2 f₀) / (k δ)²
/// Rounding is 1e-12 of the position in the velocity, 1e-8 of it in the acceleration. At a kink or
/// a jump of f, differences of both widths disagree, or the third difference is as large as the
/// second: the velocity is then the smaller one of both sides, the acceleration zero.
TrajectoryPoint TrajectoryCurve::onFunction(double time) const {
  constexpr double apart = 1.0 / 4096;  // a power of 2: times are exact
  const auto value = [&](double t) {
    const double position = trajectory_.function(t);
    if (std::isfinite(position)) return position;
    throw SimulationError(path_ + ": its function returned " + detail::written(position) + " for " +
                          detail::written(t) + " s; expected a finite number");
  };
  const double here = value(time);
  const double after = value(time + apart) - here, before = value(time - apart) - here;
  const double late = value(time + 2 * apart) - here, early = value(time - 2 * apart) - here;
  const auto agree = [](double narrow, double wide) {
    return std::abs(narrow - wide) <= 0.25 * std::max(std::abs(narrow), std::abs(wide));
  };
  const double d1 = (after - before) / (2 * apart), d2 = (late - early) / (4 * apart);
  const double next = after / apart, last = -before / apart;
  const double velocity = agree(d1, d2)                     ? (4 * d1 - d2) / 3
                          : std::abs(next) < std::abs(last) ? next
                                                            : last;
  const double c1 = (after + before) / (apart * apart), c2 = (late + early) / (4 * apart * apart);
  const double third = std::abs(late - 2 * after + 2 * before - early) / (apart * apart);
  const bool isSmooth = agree(c1, c2) && (third <= 0.25 * std::max(std::abs(c1), std::abs(c2)) ||
                                          third * apart <= 1e-3 * std::abs(velocity));
  const double acceleration = isSmooth ? (4 * c1 - c2) / 3 : 0;
  return {here, velocity, acceleration};
}

TrajectoryPoint TrajectoryCurve::onSpline(double time) const {
  const std::vector<Keyframe>& knots = trajectory_.keyframes;
  if (knots.empty()) return {};
  if (trajectory_.period > 0) {
    const double since = time - knots.front().time;
    time = knots.front().time + since - trajectory_.period * std::floor(since / trajectory_.period);
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
  const double before = secondDerivatives_[i] / (6 * h),
               behind = secondDerivatives_[i + 1] / (6 * h);
  const double start = knots[i].position / h - secondDerivatives_[i] * h / 6;
  const double end = knots[i + 1].position / h - secondDerivatives_[i + 1] * h / 6;
  return {before * w * w * w + behind * u * u * u + start * w + end * u,
          3 * (behind * u * u - before * w * w) + end - start, 6 * (before * w + behind * u)};
}

}  // namespace linkwork
