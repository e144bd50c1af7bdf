#include "linkwork/joints/setup/arc_length.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/joints/setup/fitted_integral.hpp"

namespace linkwork {

namespace {

double speedAt(const CurveShape& curve, double u) { return length(curveDerivative(curve, u, 1)); }

/// The lengths reached where the pieces of a curve end.
std::vector<double> lengthsAtKnots(const PiecewisePolynomial& lengthTo) {
  std::vector<double> lengths{0};
  for (std::size_t j = 1; j < lengthTo.knots.size(); ++j)
    lengths.push_back(evaluate(lengthTo, lengthTo.knots[j]));
  return lengths;
}

/// u where the length is s, by Newton's method within its piece.
double parameterAt(const CurveShape& curve, const PiecewisePolynomial& lengthTo,
                   const std::vector<double>& lengths, double s) {
  constexpr int mostIterations = 20;
  const auto next = std::upper_bound(lengths.begin() + 1, lengths.end() - 1, s);
  const auto piece = static_cast<std::size_t>(next - lengths.begin()) - 1;
  const double from = lengthTo.knots[piece], to = lengthTo.knots[piece + 1];
  double u = from + (to - from) * (s - lengths[piece]) / (lengths[piece + 1] - lengths[piece]);
  for (int i = 0; i < mostIterations; ++i) {
    const double change = (s - evaluate(lengthTo, u)) / speedAt(curve, u);
    u = std::clamp(u + change, from, to);
    if (std::abs(change) < 1e-15 * lengthTo.end()) break;
  }
  return u;
}

}  // namespace

PiecewisePolynomial parameterByLength(const CurveShape& curve) {
  for (int split = 1; split <= mostPiecesASpan; split *= 2) {
    const auto lengthTo = fittedIntegral(
        splitEvenly(curve.coordinates[0].knots, split), [&](double u) { return speedAt(curve, u); },
        0);
    if (!lengthTo) continue;
    const std::vector<double> lengths = lengthsAtKnots(*lengthTo);
    const auto slowness = [&](double s) {
      return 1 / speedAt(curve, parameterAt(curve, *lengthTo, lengths, s));
    };
    if (const auto parameter = fittedIntegral(lengths, slowness, 0)) return *parameter;
  }
  throw JointDescriptionError(
      "parameter", "the speed of the curve varies too sharply for arc length; spread its points");
}

}  // namespace linkwork
