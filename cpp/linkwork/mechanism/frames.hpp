#pragma once

#include <Eigen/Geometry>

#include "linkwork/mechanism.hpp"
#include "linkwork/spatial.hpp"

namespace linkwork {

/// A frame's pose relative to its parent.
inline Transform<double> transformOf(const Frame& frame) {
  return {frame.rotation.normalized().toRotationMatrix(), frame.position};
}

}  // namespace linkwork
