#include "linkwork/dynamics/hinges/planar_loops.hpp"

#include <array>
#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/scratch.hpp"

namespace linkwork {

namespace {

/// Larger clusters take the general way.
constexpr int mostLinks = 24;

/// Whether a rotation keeps the z axis, or turns it round.
bool keepsPlane(const Eigen::Matrix3d& rotation) {
  constexpr double roundingTolerance = 1e-13;
  return elementary::hypot(rotation(0, 2), rotation(1, 2)) <= roundingTolerance;
}

}  // namespace

std::optional<PlanarLoops> PlanarLoops::from(const ClusterTree<double>& tree,
                                             const Cluster<double>& cluster,
                                             const hinges::PlannedHinge* hinges) {
  // The plane's frame on the carrying body: its origin, and the axes of the first hinge.
  const int first = cluster.firstBody;
  if (cluster.bodyCount > mostLinks) return std::nullopt;
  const Eigen::Matrix3d toPlane = tree.body(first).placement.rotation.transpose();
  PlanarLoops result;
  for (int i = first; i < first + cluster.bodyCount; ++i) {
    const TreeBody<double>& body = tree.body(i);
    const bool isRoot = body.parent < first;
    if (body.joint != JointType::revolute) return std::nullopt;
    Transform<double> placement = body.placement;
    if (isRoot) placement = {toPlane * placement.rotation, toPlane * placement.translation};
    if (!keepsPlane(placement.rotation)) return std::nullopt;

    Link link{};
    link.parent = isRoot ? -1 : body.parent - first;
    link.sign = placement.rotation(2, 2) * (isRoot ? 1 : result.links_[at(link.parent)].sign);
    link.velocity = body.velocity;
    const double start = hinges[i - first].start.angle;
    const Eigen::Matrix2d turned =
        placement.rotation.topLeftCorner<2, 2>() * Eigen::Rotation2Dd(-start).toRotationMatrix();
    for (int r = 0; r < 2; ++r) {
      link.position[r] = placement.translation[r];
      for (int c = 0; c < 2; ++c) link.placement[r][c] = turned(r, c);
    }
    result.links_.push_back(link);
  }

  for (const LoopClosure<double>& loop : cluster.constraint->loops) {
    Pin pin{};
    const auto pinOn = [&](int body, const Transform<double>& frame, int& link, double* point) {
      link = body < first ? -1 : body - first;
      const Eigen::Vector3d inPlane = link < 0 ? toPlane * frame.translation : frame.translation;
      point[0] = inPlane.x();
      point[1] = inPlane.y();
      return keepsPlane(link < 0 ? Eigen::Matrix3d(toPlane * frame.rotation) : frame.rotation);
    };
    const bool parentKeeps = pinOn(loop.parent, loop.parentFrame, pin.parent, pin.onParent);
    const bool childKeeps = pinOn(loop.child, loop.childFrame, pin.child, pin.onChild);
    const bool isPin = loop.joint == JointType::revolute && parentKeeps && childKeeps;
    if (!isPin && loop.joint != JointType::spherical) return std::nullopt;
    result.pins_.push_back(pin);
  }
  return result;
}

void PlanarLoops::assemble(const Cluster<double>& cluster, const double* cosines,
                           const double* sines, const double* v,
                           ConstraintScratch<double>& scratch) const {
  std::array<Place, mostLinks> places;
  constexpr Place base{{0, 0}, {{1, 0}, {0, 1}}, 0, {0, 0}};
  const auto placeOf = [&](int link) -> const Place& { return link < 0 ? base : places[at(link)]; };

  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const Place& parent = placeOf(link.parent);
    Place& here = places[i];
    double turned[2][2];
    for (int r = 0; r < 2; ++r) {
      const double* axes = parent.axes[r];
      const double offset = axes[0] * link.position[0] + axes[1] * link.position[1];
      here.origin[r] = parent.origin[r] + offset;
      here.acceleration[r] = parent.acceleration[r] - parent.rate * parent.rate * offset;
      for (int c = 0; c < 2; ++c)
        turned[r][c] = axes[0] * link.placement[0][c] + axes[1] * link.placement[1][c];
      here.axes[r][0] = turned[r][0] * cosines[i] + turned[r][1] * sines[i];
      here.axes[r][1] = turned[r][1] * cosines[i] - turned[r][0] * sines[i];
    }
    here.rate = parent.rate + link.sign * v[link.velocity];
  }

  scratch.jacobian.setZero();
  scratch.rightSide.setZero();
  int row = 0;
  for (const Pin& pin : pins_) {
    const auto addPoint = [&](int body, const double* local, double sign) {
      const Place& on = placeOf(body);
      double point[2];
      for (int r = 0; r < 2; ++r) {
        const double offset = on.axes[r][0] * local[0] + on.axes[r][1] * local[1];
        point[r] = on.origin[r] + offset;
        scratch.rightSide[row + r] -= sign * (on.acceleration[r] - on.rate * on.rate * offset);
      }
      for (int j = body; j >= 0; j = links_[at(j)].parent) {
        const double turning = sign * links_[at(j)].sign;
        scratch.jacobian(row, j) -= turning * (point[1] - places[at(j)].origin[1]);
        scratch.jacobian(row + 1, j) += turning * (point[0] - places[at(j)].origin[0]);
      }
    };
    addPoint(pin.child, pin.onChild, 1);
    addPoint(pin.parent, pin.onParent, -1);
    row += 2;
  }
  if (const double length = cluster.constraint->length; length != 1) {
    scratch.jacobian.topRows(row) /= length;
    scratch.rightSide.head(row) /= length;
  }
  for (const CouplingRow<double>& coupling : cluster.constraint->couplings) {
    for (const auto& term : coupling.terms) scratch.jacobian(row, term.local) = term.coefficient;
    ++row;
  }
}

}  // namespace linkwork
