#include "linkwork/codegen/placement_factors.hpp"

#include <cmath>

#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/elementary.hpp"

namespace linkwork::codegen {

namespace {

void cleanAngle(double& cosine, double& sine) {
  cosine = withoutRounding(cosine, 1);
  sine = withoutRounding(sine, 1);
  if (sine == 0) cosine = std::copysign(1, cosine);
  if (cosine == 0) sine = std::copysign(1, sine);
}

}  // namespace

PlacementFactors factorsOf(const Transform<double>& placement) {
  // Rz(γ) Rx(α) z = (sin γ sin α, −cos γ sin α, cos α); Rx(α) Rz(q₀) begins with the row
  // (cos q₀, −sin q₀, 0).
  PlacementFactors result{};
  const Eigen::Matrix3d& r = placement.rotation;
  const Eigen::Vector3d axis = r.col(2);
  const double sine = elementary::hypot(axis.x(), axis.y());
  const bool leans = withoutRounding(sine, 1) != 0;
  result.cosSlope = axis.z();
  result.sinSlope = leans ? sine : 0;
  result.cosTurn = leans ? -axis.y() / sine : 1;
  result.sinTurn = leans ? axis.x() / sine : 0;
  cleanAngle(result.cosSlope, result.sinSlope);
  cleanAngle(result.cosTurn, result.sinTurn);
  const Eigen::RowVector3d row = result.cosTurn * r.row(0) + result.sinTurn * r.row(1);
  result.cosStart = row.x();
  result.sinStart = -row.y();
  cleanAngle(result.cosStart, result.sinStart);
  const double size = placement.translation.norm();
  for (int k = 0; k < 3; ++k) result.origin[k] = withoutRounding(placement.translation[k], size);
  return result;
}

PlacementFactors slidFactorsOf(const Transform<double>& placement) {
  PlacementFactors result = factorsOf(placement);
  const Eigen::Vector3d& origin = placement.translation;
  const Eigen::Vector3d axis = placement.rotation.col(2);
  const double slide = origin.dot(axis), size = origin.norm();
  Eigen::Vector3d foot = origin - slide * axis;
  for (int k = 0; k < 3; ++k) foot[k] = withoutRounding(foot[k], size);
  const auto count = [](const Eigen::Vector3d& x) { return (x.array() != 0).count(); };
  if (count(foot) >= count(result.origin)) return result;
  result.origin = foot;
  result.slide = slide;
  return result;
}

}  // namespace linkwork::codegen
