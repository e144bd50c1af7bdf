#include "linkwork/dynamics/kernels/planar_loops.hpp"

#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

/// Rounding error of a direction.
constexpr double roundingTolerance = 1e-13;

/// Whether a rotation maps the z axis to itself or to its opposite.
bool keepsPlane(const Eigen::Matrix3d& rotation) {
  return elementary::hypot(rotation(0, 2), rotation(1, 2)) <= roundingTolerance;
}

}  // namespace

std::optional<PlanarLoops> PlanarLoops::from(const ClusterTree<double>& tree,
                                             const Cluster<double>& cluster,
                                             const kernels::PlannedRevolute* revolutes) {
  const int first = cluster.firstBody, count = cluster.bodyCount;
  if (count > mostLinks || cluster.constraint->rows > mostRows) return std::nullopt;
  for (const CouplingRow<double>& coupling : cluster.constraint->couplings)
    if (!coupling.isLinear()) return std::nullopt;
  // The plane's frame on the parent body: origin and axes of the first revolute joint there.
  int revolute = first;
  while (revolute < first + count &&
         (tree.body(revolute).joint != JointType::revolute || tree.body(revolute).parent >= first))
    ++revolute;
  if (revolute == first + count) return std::nullopt;
  const Eigen::Matrix3d toPlane = tree.body(revolute).placement.rotation.transpose();

  PlanarLoops result;
  // By link: rotation from the axes of its body to those of the plane, and the sign of their z.
  std::vector<Eigen::Matrix3d> toLink;
  std::vector<double> sides;
  for (int i = first; i < first + count; ++i) {
    const TreeBody<double>& body = tree.body(i);
    const bool isRoot = body.parent < first;
    const Eigen::Matrix3d& toParent = isRoot ? toPlane : toLink[at(body.parent - first)];
    const double side = isRoot ? 1 : sides[at(body.parent - first)];
    const Eigen::Matrix3d axes = toParent * body.placement.rotation;
    const Eigen::Vector3d origin = toParent * body.placement.translation;

    Link link{};
    link.parent = isRoot ? -1 : body.parent - first;
    link.isSlide = body.joint == JointType::prismatic;
    link.coordinate = body.position;
    link.velocity = body.velocity;
    Eigen::Matrix2d placement = Eigen::Matrix2d::Identity();
    if (link.isSlide) {
      if (!(std::abs(axes(2, 2)) <= roundingTolerance)) return std::nullopt;
      for (int r = 0; r < 2; ++r) link.slide[r] = axes(r, 2);
      toLink.push_back(axes);
      sides.push_back(side);
    } else {
      if (body.joint != JointType::revolute || !keepsPlane(axes)) return std::nullopt;
      link.turning = axes(2, 2) * side;
      const double start = revolutes ? revolutes[i - first].start.angle : 0;
      placement = axes.topLeftCorner<2, 2>() * Eigen::Rotation2Dd(-start).toRotationMatrix();
      toLink.emplace_back(Eigen::Matrix3d::Identity());
      sides.push_back(link.turning);
    }
    for (int r = 0; r < 2; ++r) {
      link.position[r] = origin[r];
      for (int c = 0; c < 2; ++c) link.placement[r][c] = placement(r, c);
    }
    result.links_.push_back(link);
  }

  for (const LoopClosure<double>& loop : cluster.constraint->loops) {
    Pin pin{};
    const auto pinOn = [&](int body, const Transform<double>& frame, int& link, double* point) {
      link = body < first ? -1 : body - first;
      const Eigen::Matrix3d& axes = link < 0 ? toPlane : toLink[at(link)];
      const Eigen::Vector3d inPlane = axes * frame.translation;
      point[0] = inPlane.x();
      point[1] = inPlane.y();
      return keepsPlane(axes * frame.rotation);
    };
    const bool parentKeeps = pinOn(loop.parent, loop.parentFrame, pin.parent, pin.onParent);
    const bool childKeeps = pinOn(loop.child, loop.childFrame, pin.child, pin.onChild);
    const bool isPin = loop.joint == JointType::revolute && parentKeeps && childKeeps;
    if (!isPin && loop.joint != JointType::spherical) return std::nullopt;
    result.pins_.push_back(pin);
  }
  return result;
}

}  // namespace linkwork
