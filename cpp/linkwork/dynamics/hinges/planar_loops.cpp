#include "linkwork/dynamics/hinges/planar_loops.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/scratch.hpp"

namespace linkwork {

namespace {

/// Whether a rotation keeps the z axis, or turns it round.
bool keepsPlane(const Eigen::Matrix3d& rotation) {
  constexpr double roundingTolerance = 1e-13;
  return elementary::hypot(rotation(0, 2), rotation(1, 2)) <= roundingTolerance;
}

double largestCoefficient(const CouplingRow<double>& coupling) {
  double largest = 0;
  for (const auto& term : coupling.terms) largest = std::max(largest, std::abs(term.coefficient));
  return largest;
}

}  // namespace

std::optional<PlanarLoops> PlanarLoops::from(const ClusterTree<double>& tree,
                                             const Cluster<double>& cluster,
                                             const hinges::PlannedHinge* hinges) {
  // The plane's frame on the carrying body: its origin, and the axes of the first hinge.
  const int first = cluster.firstBody;
  if (cluster.bodyCount > mostLinks || cluster.constraint->rows > mostRows) return std::nullopt;
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

/// Of a link, or of the body that carries the cluster.
const PlanarLoops::Place& PlanarLoops::placeOf(int link, const Places& places) {
  static constexpr Place base{{0, 0}, {{1, 0}, {0, 1}}, {0, 0}};
  return link < 0 ? base : places[at(link)];
}

const PlanarLoops::Curvature& PlanarLoops::curvatureOf(int link, const Curvatures& curvatures) {
  static constexpr Curvature base{{0, 0}, {0, 0}};
  return link < 0 ? base : curvatures[at(link)];
}

/// o and R of every link.
void PlanarLoops::place(const double* cosines, const double* sines, Places& places) const {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const Place& parent = placeOf(link.parent, places);
    Place& here = places[i];
    for (int r = 0; r < 2; ++r) {
      const double* axes = parent.axes[r];
      here.step[r] = axes[0] * link.position[0] + axes[1] * link.position[1];
      here.origin[r] = parent.origin[r] + here.step[r];
      double turned[2];
      for (int c = 0; c < 2; ++c)
        turned[c] = axes[0] * link.placement[0][c] + axes[1] * link.placement[1][c];
      here.axes[r][0] = turned[0] * cosines[i] + turned[1] * sines[i];
      here.axes[r][1] = turned[1] * cosines[i] - turned[0] * sines[i];
    }
  }
}

/// ö of every link at the rates v and `rate(link)`: with both the same, its acceleration at q̈ = 0.
template <typename Rate>
PlanarLoops::Curvatures PlanarLoops::curve(const Places& places, const double* v, Rate rate) const {
  Curvatures curvatures;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const Curvature& parent = curvatureOf(link.parent, curvatures);
    Curvature& here = curvatures[i];
    here.rates[0] = parent.rates[0] + link.sign * v[link.velocity];
    here.rates[1] = parent.rates[1] + link.sign * rate(i);
    const double square = parent.rates[0] * parent.rates[1];
    for (int r = 0; r < 2; ++r) here.bend[r] = parent.bend[r] - square * places[i].step[r];
  }
  return curvatures;
}

/// Calls `visit(row, sign, body, from)` for the points of the pins, with their ways from the origin
/// of their body.
template <typename Visit>
void PlanarLoops::forEachPoint(const Places& places, Visit visit) const {
  int row = 0;
  for (const Pin& pin : pins_) {
    const auto visitPoint = [&](int body, const double* local, double sign) {
      const auto& axes = placeOf(body, places).axes;
      double from[2];
      for (int r = 0; r < 2; ++r) from[r] = axes[r][0] * local[0] + axes[r][1] * local[1];
      visit(row, sign, body, from);
    };
    visitPoint(pin.child, pin.onChild, 1);
    visitPoint(pin.parent, pin.onParent, -1);
    row += 2;
  }
}

/// K, and P_child − P_parent on the right side.
void PlanarLoops::assembleRows(const Cluster<double>& cluster, const Places& places,
                               ConstraintScratch<double>& scratch) const {
  scratch.jacobian.setZero();
  scratch.rightSide.setZero();
  const double unit = 1 / cluster.constraint->length;
  forEachPoint(places, [&](int row, double sign, int body, const double* from) {
    const Place& on = placeOf(body, places);
    const double x = on.origin[0] + from[0], y = on.origin[1] + from[1];
    scratch.rightSide[row] += sign * unit * x;
    scratch.rightSide[row + 1] += sign * unit * y;
    for (int j = body; j >= 0; j = links_[at(j)].parent) {
      const double turning = sign * unit * links_[at(j)].sign;
      scratch.jacobian(row, j) -= turning * (y - places[at(j)].origin[1]);
      scratch.jacobian(row + 1, j) += turning * (x - places[at(j)].origin[0]);
    }
  });
  auto row = static_cast<Eigen::Index>(2 * pins_.size());
  for (const CouplingRow<double>& coupling : cluster.constraint->couplings) {
    const double largest = largestCoefficient(coupling);
    for (const auto& term : coupling.terms)
      scratch.jacobian(row, term.local) = term.coefficient / largest;
    ++row;
  }
}

/// Less the curvature of P_child − P_parent on the right side.
void PlanarLoops::subtractCurvature(const Cluster<double>& cluster, const Places& places,
                                    const Curvatures& curvatures,
                                    ConstraintScratch<double>& scratch) const {
  scratch.rightSide.setZero();
  const double unit = 1 / cluster.constraint->length;
  forEachPoint(places, [&](int row, double sign, int body, const double* from) {
    const Curvature& on = curvatureOf(body, curvatures);
    const double square = on.rates[0] * on.rates[1];
    for (int r = 0; r < 2; ++r)
      scratch.rightSide[row + r] -= sign * unit * (on.bend[r] - square * from[r]);
  });
}

void PlanarLoops::assemble(const Cluster<double>& cluster, const double* cosines,
                           const double* sines, const double* v,
                           ConstraintScratch<double>& scratch) const {
  Places places;
  place(cosines, sines, places);
  assembleRows(cluster, places, scratch);
  const auto rate = [&](std::size_t i) { return v[links_[i].velocity]; };
  subtractCurvature(cluster, places, curve(places, v, rate), scratch);
}

double PlanarLoops::assembleGap(const Cluster<double>& cluster, const double* cosines,
                                const double* sines, const double* q, Places& places,
                                ConstraintScratch<double>& scratch) const {
  place(cosines, sines, places);
  assembleRows(cluster, places, scratch);
  auto row = static_cast<Eigen::Index>(2 * pins_.size());
  for (const CouplingRow<double>& coupling : cluster.constraint->couplings) {
    double& gap = scratch.rightSide[row++];
    for (const auto& term : coupling.terms) gap += term.coefficient * q[term.position];
    gap = (gap - coupling.offset) / largestCoefficient(coupling);
  }
  double reach = 0;
  for (std::size_t i = 0; i < links_.size(); ++i)
    reach = std::max(reach, std::abs(places[i].origin[0]) + std::abs(places[i].origin[1]));
  return reach;
}

void PlanarLoops::assembleTurn(const Cluster<double>& cluster, const Places& places,
                               const double* delta, const double* v,
                               ConstraintScratch<double>& scratch) const {
  const auto rate = [&](std::size_t i) { return delta[i]; };
  subtractCurvature(cluster, places, curve(places, v, rate), scratch);
}

}  // namespace linkwork
