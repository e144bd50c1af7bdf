#include "linkwork/model/term_function.hpp"

#include "linkwork/linalg/index.hpp"
#include "linkwork/model/trajectory.hpp"

namespace linkwork {
namespace {

/// The cubic spline as polynomials of s = (q − middle)/h in [−½, ½], from its values f and second
/// derivatives M at the ends of a piece:
///
///   f(s) = h²/6 (M₀ (½ − s)³ + M₁ (½ + s)³) + (f₀ − h² M₀/6)(½ − s) + (f₁ − h² M₁/6)(½ + s)
PiecewisePolynomial splineThrough(const std::vector<Keyframe>& points, bool repeats) {
  const std::vector<double> second = splineSecondDerivatives(points, repeats);
  PiecewisePolynomial spline;
  spline.coefficients.resize(4);
  for (const Keyframe& point : points) spline.knots.push_back(point.time);
  for (std::size_t j = 0; j + 1 < points.size(); ++j) {
    const double h = spline.width(j), sum = h * h * (second[j] + second[j + 1]),
                 difference = h * h * (second[j + 1] - second[j]);
    const double from = points[j].position, to = points[j + 1].position;
    spline.coefficients[0].push_back((from + to) / 2 - sum / 16);
    spline.coefficients[1].push_back(to - from - difference / 24);
    spline.coefficients[2].push_back(sum / 4);
    spline.coefficients[3].push_back(difference / 6);
  }
  return spline;
}

}  // namespace

TermFunction::TermFunction(const CouplingFunction& function) {
  if (!function.polynomial.empty()) {
    pieces_.knots = {-0.5, 0.5};
    for (const double coefficient : function.polynomial)
      pieces_.coefficients.push_back({coefficient});
    return;
  }
  std::vector<Keyframe> points;
  for (std::size_t i = 0; i < function.positions.size(); ++i)
    points.push_back({function.positions[i], function.values[i]});
  pieces_ = splineThrough(points, function.repeats);
  isHeld_ = !function.repeats;
  if (function.repeats) period_ = pieces_.knots.back() - pieces_.knots.front();
}

std::shared_ptr<const TermFunction> functionOf(const std::optional<CouplingFunction>& function) {
  return function ? std::make_shared<const TermFunction>(*function) : nullptr;
}

}  // namespace linkwork
