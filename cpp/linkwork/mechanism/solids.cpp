#include "linkwork/mechanism/solids.hpp"

namespace linkwork {

namespace {

Body solid(std::string name, double mass, const Eigen::Vector3d& center,
           const Eigen::Matrix3d& inertia) {
  const auto& i = inertia;
  return {std::move(name), mass, center, {i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)}};
}

}  // namespace

Body cylinder(std::string name, double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
              double radius) {
  const double length = (to - from).norm();
  const Eigen::Vector3d axis = (to - from) / length;
  const double along = mass * radius * radius / 2;
  const double across = mass * (3 * radius * radius + length * length) / 12;
  return solid(std::move(name), mass, (from + to) / 2,
               across * Eigen::Matrix3d::Identity() + (along - across) * axis * axis.transpose());
}

Body box(std::string name, double mass, const Eigen::Vector3d& center,
         const Eigen::Vector3d& size) {
  const Eigen::Vector3d squares = size.cwiseAbs2();
  const Eigen::Vector3d moments = mass / 12 * (squares.sum() - squares.array()).matrix();
  return solid(std::move(name), mass, center, moments.asDiagonal());
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
