#include "linkwork/catalogue/parts.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

Mechanism rollingDisc(const RollingDiscOptions& options) {
  detail::requireRanges(options);
  const double radius = options.radius, across = options.mass * radius * radius / 4;
  Mechanism mechanism = detail::emptyMechanism("rolling disc", options.gravity);
  Body disc{"disc", options.mass, Eigen::Vector3d::Zero(), {across, across, 2 * across}};
  Shape round;
  round.type = ShapeType::cylinder;
  round.radius = round.endRadius = radius;
  round.length = 0.04 * radius;
  disc.shapes.push_back(round);
  mechanism.bodies.push_back(disc);
  mechanism.joints.push_back(detail::freeJoint("disc"));
  mechanism.nonholonomic.push_back(RollingDisc{.body = "disc", .radius = radius});

  // Body axes at the start: x forward, y up along the disc, z its axis, to the right. Rolling,
  // the center moves by v = ω × (way from the contact to it), ω = −speed/radius z + turning up.
  const Eigen::Quaterniond upright = detail::turn(std::numbers::pi / 2, Eigen::Vector3d::UnitX());
  const Eigen::Quaterniond leaning = detail::turn(options.lean, Eigen::Vector3d::UnitX());
  const Eigen::Quaterniond rotation = leaning * upright;
  const Eigen::Vector3d toCenter(0, radius, 0);
  const Eigen::Vector3d up = rotation.inverse() * Eigen::Vector3d::UnitZ();
  const Eigen::Vector3d spin(0, 0, -options.speed / radius);
  const Eigen::Vector3d turning = spin + options.turning * up, velocity = turning.cross(toCenter);
  mechanism.initialState->q["disc"] = detail::freePosition(rotation * toCenter, rotation);
  mechanism.initialState->v["disc"] = {turning.x(),  turning.y(),  turning.z(),
                                       velocity.x(), velocity.y(), velocity.z()};
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
