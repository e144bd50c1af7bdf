#pragma once

#include <Eigen/Geometry>
#include <map>
#include <random>
#include <string>

#include "linkwork/mechanism/mechanism.hpp"

/// What is measured of the catalogue's mechanisms, by nothing but their descriptions.
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

/// The motion of every body in the initial state, of mechanisms whose joints are revolute or
/// prismatic, or spherical or free and at rest, and listed with parents before children.
std::map<std::string, Motion> initialMotions(const Mechanism& mechanism);

/// The largest residual of loops (revolute, spherical or rods) and couplings, in position and in
/// velocity.
double closureError(const Mechanism& mechanism);

double totalMass(const Mechanism& mechanism);

/// What holds for everything in the catalogue. Loops close to rounding: 1e-12 at lengths about 1.
void checkCommonLaws(const Mechanism& mechanism, double gravity, double damping);

/// The pose across a spherical or a free joint, whose quaternion comes last.
Eigen::Isometry3d relativePose(const JointValues& positions, const Joint& joint);

/// A frame as a pose, and a joint's only number, 0 where there is none.
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
