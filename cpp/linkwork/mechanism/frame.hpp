#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace linkwork {

/// Where a joint or a shape sits on a body: its frame's pose in the body's frame.
struct Frame {
  Eigen::Vector3d position{0, 0, 0};                             ///< [m]
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  ///< unit to 1e-6

  bool operator==(const Frame&) const = default;
};

}  // namespace linkwork
