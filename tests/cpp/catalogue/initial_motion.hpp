#pragma once

#include <Eigen/Geometry>
#include <map>
#include <random>
#include <string>

#include "linkwork/mechanism.hpp"

/// Measurements of the catalogue's mechanisms, computed from their descriptions alone.
namespace linkwork::test::catalogue {

/// Pose and velocity of a body in the world.
struct Motion {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  Eigen::Vector3d spin{0, 0, 0};      ///< angular velocity
  Eigen::Vector3d velocity{0, 0, 0};  ///< of the body's origin

  Eigen::Vector3d velocityAt(const Eigen::Vector3d& point) const {
    return velocity + spin.cross(point - pose.translation());
  }
};

/// Returns the motion of every body in the initial state. Joints must be revolute or prismatic, or
/// spherical or free and at rest. Parents must precede children.
std::map<std::string, Motion> initialMotions(const Mechanism& mechanism);

/// Returns the largest residual, in position and velocity, of couplings and loops (revolute,
/// spherical or rods).
double closureError(const Mechanism& mechanism);

double totalMass(const Mechanism& mechanism);

/// Checks what holds for every mechanism of the catalogue. Loops close to 1e-12 at lengths of about
/// 1 m.
void checkCommonLaws(const Mechanism& mechanism, double gravity, double damping);

/// Returns the pose across a spherical or free joint. Its quaternion comes last.
Eigen::Isometry3d relativePose(const JointValues& positions, const Joint& joint);

/// Returns a frame as a pose, and the only coordinate of a joint, or 0 if it has none.
Eigen::Isometry3d poseOf(const Frame& frame);
double valueOr0(const JointValues& values, const std::string& joint);

class Random {
 public:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

 private:
  std::mt19937 engine_{5};
};

}  // namespace linkwork::test::catalogue
