#include "linkwork/parts.hpp"

namespace linkwork {

namespace {

Body solid(std::string name, double mass, const Eigen::Vector3d& center,
           const Eigen::Matrix3d& inertia) {
  const auto& i = inertia;
  return {std::move(name), mass, center, {i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)}};
}

/// A body of revolution about the line between two points, symmetric about their middle.
Body round(std::string name, double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
           double along, double across) {
  const Eigen::Vector3d axis = (to - from).normalized();
  return solid(std::move(name), mass, (from + to) / 2,
               across * Eigen::Matrix3d::Identity() + (along - across) * axis * axis.transpose());
}

}  // namespace

Body cylinder(std::string name, double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
              double radius) {
  const double length = (to - from).norm();
  return round(std::move(name), mass, from, to, mass * radius * radius / 2,
               mass * (3 * radius * radius + length * length) / 12);
}

Body capsule(std::string name, double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
             double radius) {
  const double length = (to - from).norm(), square = radius * radius;
  const double bar = mass * length / (length + 4 * radius / 3), balls = mass - bar;
  return round(std::move(name), mass, from, to, (bar / 2 + 2 * balls / 5) * square,
               bar * (3 * square + length * length) / 12 +
                   balls * (2 * square / 5 + 3 * length * radius / 8 + length * length / 4));
}

Body box(std::string name, double mass, const Eigen::Vector3d& center,
         const Eigen::Vector3d& size) {
  const Eigen::Vector3d squares = size.cwiseAbs2();
  const Eigen::Vector3d moments = mass / 12 * (squares.sum() - squares.array()).matrix();
  return solid(std::move(name), mass, center, moments.asDiagonal());
}

Body torus(std::string name, double mass, double majorRadius, double minorRadius) {
  const double major = majorRadius * majorRadius, minor = minorRadius * minorRadius;
  const double across = mass * (major / 2 + 5 * minor / 8);
  return solid(std::move(name), mass, Eigen::Vector3d::Zero(),
               Eigen::Vector3d(across, across, mass * (major + 3 * minor / 4)).asDiagonal());
}

Body ellipsoid(std::string name, double mass, const Eigen::Vector3d& semiAxes) {
  const Eigen::Vector3d squares = semiAxes.cwiseAbs2();
  const Eigen::Vector3d moments = mass / 5 * (squares.sum() - squares.array()).matrix();
  return solid(std::move(name), mass, Eigen::Vector3d::Zero(), moments.asDiagonal());
}

Body united(std::string name, std::span<const Body> parts) {
  double mass = 0;
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  for (const Body& part : parts) {
    mass += part.mass;
    moment += part.mass * part.centerOfMass;
  }
  const Eigen::Vector3d center = mass > 0 ? Eigen::Vector3d(moment / mass) : moment;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (const Body& part : parts) {
    const Eigen::Vector3d offset = part.centerOfMass - center;
    inertia +=
        part.inertiaMatrix() + part.mass * (offset.squaredNorm() * Eigen::Matrix3d::Identity() -
                                            offset * offset.transpose());
  }
  return solid(std::move(name), mass, center, inertia);
}

}  // namespace linkwork
