#pragma once

// The rows of planar loops, in any scalar; compiled once for each instruction set.

#include <cmath>

#include "linkwork/dynamics/kernels/planar_loops.hpp"
#include "linkwork/linalg/gauss_jordan.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/workspace.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork {

template <typename S>
void PlanarLoops::turn(const S* q, S* cosines, S* sines) const {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const S angle = links_[i].isSlide ? S(0) : q[links_[i].coordinate];
    sineCosine(&angle, &sines[i], &cosines[i], 1);
  }
}

/// o and R of every link.
template <typename S>
void PlanarLoops::place(const S* cosines, const S* sines, const S* q, Places<S>& places) const {
  places[0] = {{0, 0}, {{1, 0}, {0, 1}}, {0, 0}, {0, 0}};
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const Place<S>& parent = of(link.parent, places);
    Place<S>& here = places[i + 1];
    for (int r = 0; r < 2; ++r) {
      const S* axes = parent.axes[r];
      here.step[r] = axes[0] * link.position[0] + axes[1] * link.position[1];
      if (link.isSlide) {
        here.slide[r] = axes[0] * link.slide[0] + axes[1] * link.slide[1];
        here.step[r] += here.slide[r] * q[link.coordinate];
      }
      here.origin[r] = parent.origin[r] + here.step[r];
      S turned[2];
      for (int c = 0; c < 2; ++c)
        turned[c] = axes[0] * link.placement[0][c] + axes[1] * link.placement[1][c];
      here.axes[r][0] = turned[0] * cosines[i] + turned[1] * sines[i];
      here.axes[r][1] = turned[1] * cosines[i] - turned[0] * sines[i];
    }
  }
}

/// ö of every link at the rates v and `rate(link)`: with both the same, its acceleration at q̈ = 0.
template <typename S, typename Rate>
void PlanarLoops::curve(const Places<S>& places, const S* v, Rate rate,
                        Curvatures<S>& curvatures) const {
  curvatures[0] = {{0, 0}, {0, 0}};
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const Curvature<S>& parent = of(link.parent, curvatures);
    Curvature<S>& here = curvatures[i + 1];
    const Place<S>& at = places[i + 1];
    const S other = rate(i);
    here.rates[0] = parent.rates[0] + link.turning * v[link.velocity];
    here.rates[1] = parent.rates[1] + link.turning * other;
    const S square = parent.rates[0] * parent.rates[1];
    for (int r = 0; r < 2; ++r) here.bend[r] = parent.bend[r] - square * at.step[r];
    if (!link.isSlide) continue;
    const S across = parent.rates[0] * other + parent.rates[1] * v[link.velocity];
    here.bend[0] -= across * at.slide[1];
    here.bend[1] += across * at.slide[0];
  }
}

/// Calls `visit(row, sign, body, from)` for the points of the pins; `from` is the vector from the
/// origin of their body.
template <typename S, typename Visit>
void PlanarLoops::forEachPoint(const Places<S>& places, Visit visit) const {
  int row = 0;
  for (const Pin& pin : pins_) {
    const auto visitPoint = [&](int body, const double* local, double sign) {
      const auto& axes = of(body, places).axes;
      S from[2];
      for (int r = 0; r < 2; ++r) from[r] = axes[r][0] * local[0] + axes[r][1] * local[1];
      visit(row, sign, body, from);
    };
    visitPoint(pin.child, pin.onChild, 1);
    visitPoint(pin.parent, pin.onParent, -1);
    row += 2;
  }
}

/// K, and P_child − P_parent on the right side.
template <typename S>
void PlanarLoops::assembleRows(const Cluster<double>& cluster, const Places<S>& places,
                               ConstraintWorkspace<S>& workspace) const {
  workspace.jacobian.setZero();
  workspace.rightSide.setZero();
  const double unit = 1 / cluster.constraint->length;
  forEachPoint(places, [&](int row, double sign, int body, const S* from) {
    const Place<S>& on = of(body, places);
    const S x = on.origin[0] + from[0], y = on.origin[1] + from[1];
    workspace.rightSide[row] += sign * unit * x;
    workspace.rightSide[row + 1] += sign * unit * y;
    for (int j = body; j >= 0; j = links_[at(j)].parent) {
      const Place<S>& joint = of(j, places);
      if (links_[at(j)].isSlide) {
        for (int r = 0; r < 2; ++r) workspace.jacobian(row + r, j) += sign * unit * joint.slide[r];
        continue;
      }
      const double turning = sign * unit * links_[at(j)].turning;
      workspace.jacobian(row, j) -= turning * (y - joint.origin[1]);
      workspace.jacobian(row + 1, j) += turning * (x - joint.origin[0]);
    }
  });
  auto row = static_cast<Eigen::Index>(2 * pins_.size());
  for (const CouplingRow<double>& coupling : cluster.constraint->couplings) {
    const double largest = largestCoefficient(coupling);
    for (const auto& term : coupling.terms)
      workspace.jacobian(row, term.local) = S(term.coefficient / largest);
    ++row;
  }
}

/// Minus the curvature of P_child − P_parent on the right side.
template <typename S>
void PlanarLoops::subtractCurvature(const Cluster<double>& cluster, const Places<S>& places,
                                    const Curvatures<S>& curvatures,
                                    ConstraintWorkspace<S>& workspace) const {
  workspace.rightSide.setZero();
  const double unit = 1 / cluster.constraint->length;
  forEachPoint(places, [&](int row, double sign, int body, const S* from) {
    const Curvature<S>& on = of(body, curvatures);
    const S square = on.rates[0] * on.rates[1];
    for (int r = 0; r < 2; ++r)
      workspace.rightSide[row + r] -= sign * unit * (on.bend[r] - square * from[r]);
  });
}

template <typename S>
void PlanarLoops::assemble(const Cluster<double>& cluster, const S* cosines, const S* sines,
                           const S* q, const S* v, ConstraintWorkspace<S>& workspace) const {
  Places<S> places;
  place(cosines, sines, q, places);
  assembleRows(cluster, places, workspace);
  Curvatures<S> curvatures;
  curve(
      places, v, [&](std::size_t i) { return v[links_[i].velocity]; }, curvatures);
  subtractCurvature(cluster, places, curvatures, workspace);
}

template <typename S>
S PlanarLoops::assembleGap(const Cluster<double>& cluster, const S* cosines, const S* sines,
                           const S* q, Places<S>& places, ConstraintWorkspace<S>& workspace) const {
  using std::abs;
  place(cosines, sines, q, places);
  assembleRows(cluster, places, workspace);
  auto row = static_cast<Eigen::Index>(2 * pins_.size());
  for (const CouplingRow<double>& coupling : cluster.constraint->couplings) {
    S& gap = workspace.rightSide[row++];
    for (const auto& term : coupling.terms) gap += term.coefficient * q[term.position];
    gap = (gap - coupling.offset) / largestCoefficient(coupling);
  }
  S reach(0);
  for (std::size_t i = 1; i <= links_.size(); ++i)
    reach = larger(reach, S(abs(places[i].origin[0]) + abs(places[i].origin[1])));
  return reach;
}

template <typename S>
void PlanarLoops::assembleTurn(const Cluster<double>& cluster, const Places<S>& places,
                               const S* delta, const S* v,
                               ConstraintWorkspace<S>& workspace) const {
  Curvatures<S> curvatures;
  curve(
      places, v, [&](std::size_t i) { return delta[i]; }, curvatures);
  subtractCurvature(cluster, places, curvatures, workspace);
}

template <typename S>
S PlanarLoops::sizeOf(const S* delta, double length) const {
  using std::abs;
  S size(0);
  for (std::size_t i = 0; i < links_.size(); ++i)
    size += abs(delta[i]) / (links_[i].isSlide ? length : 1.0);
  return size;
}

}  // namespace linkwork
