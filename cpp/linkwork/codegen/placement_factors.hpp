#pragma once

#include "linkwork/spatial.hpp"

namespace linkwork::codegen {

/// A placement as T(origin) Rz(turn) Rx(slope) Tz(slide) Rz(start), with rounding errors removed.
struct PlacementFactors {
  double cosTurn, sinTurn, cosSlope, sinSlope, cosStart, sinStart;
  Eigen::Vector3d origin;
  double slide = 0;
};

PlacementFactors factorsOf(const Transform<double>& placement);

/// The same with the origin moved along the resulting z if that leaves fewer numbers.
PlacementFactors slidFactorsOf(const Transform<double>& placement);

}  // namespace linkwork::codegen
