#include "papers/multipliers/body_constraints.hpp"

#include <cmath>
#include <string>

#include "linkwork/errors.hpp"

namespace linkwork::papers {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

ConstraintRows emptyRows(int rows, const MovingVector& a, const MovingVector& b) {
  ConstraintRows result;
  result.forces[0].setZero(a.columns.cols(), rows);
  result.forces[1].setZero(b.columns.cols(), rows);
  result.gap.setZero(rows);
  result.rate.setZero(rows);
  result.c.setZero(rows);
  return result;
}

/// A row with the gradients na by a and nb by b: its rate, and c but for the gradients' own rates.
void addGradients(ConstraintRows& rows, int i, const Vector3d& na, const MovingVector& a,
                  const Vector3d& nb, const MovingVector& b) {
  rows.forces[0].col(i) += a.columns.transpose() * na;
  rows.forces[1].col(i) += b.columns.transpose() * nb;
  rows.rate[i] += na.dot(a.rate) + nb.dot(b.rate);
  rows.c[i] += na.dot(a.bias) + nb.dot(b.bias);
}

/// n · (x_b − x_a)
void addDifference(ConstraintRows& rows, int i, const Vector3d& n, const MovingVector& a,
                   const MovingVector& b) {
  rows.gap[i] = n.dot(b.value - a.value);
  addGradients(rows, i, -n, a, n, b);
}

/// x_b − x_a = 0 along the first axes: the gradients are rows of P.
template <int axes>
ConstraintRows meet(const MovingVector& a, const MovingVector& b) {
  ConstraintRows rows;
  rows.forces[0] = -a.columns.topRows<axes>().transpose();
  rows.forces[1] = b.columns.topRows<axes>().transpose();
  rows.gap = (b.value - a.value).head<axes>();
  rows.rate = (b.rate - a.rate).head<axes>();
  rows.c = (b.bias - a.bias).head<axes>();
  return rows;
}

}  // namespace

ConstraintRows ConstraintRows::operator+(const ConstraintRows& more) const {
  ConstraintRows both;
  for (std::size_t k = 0; k < 2; ++k) {
    both.forces[k].resize(forces[k].rows(), rows() + more.rows());
    both.forces[k].leftCols(rows()) = forces[k];
    both.forces[k].rightCols(more.rows()) = more.forces[k];
  }
  const auto join = [](Numbers& to, const Numbers& first, const Numbers& second) {
    to.resize(first.size() + second.size());
    to.head(first.size()) = first;
    to.tail(second.size()) = second;
  };
  join(both.gap, gap, more.gap);
  join(both.rate, rate, more.rate);
  join(both.c, c, more.c);
  return both;
}

void ConstraintRows::writeTo(ConstrainedBodies& bodies, int constraint) const {
  int place = 0;
  for (const Forces& block : forces)
    if (block.rows() > 0) bodies.forces(constraint, place++) = block;
}

ConstraintRows coincident(const MovingVector& a, const MovingVector& b) { return meet<3>(a, b); }

ConstraintRows pinned(const MovingVector& a, const MovingVector& b) { return meet<2>(a, b); }

ConstraintRows perpendicular(const MovingVector& t, const MovingVector& u) {
  ConstraintRows rows = emptyRows(1, t, u);
  addGradients(rows, 0, u.value, t, t.value, u);
  rows.gap[0] = t.value.dot(u.value);
  rows.c[0] += 2 * t.rate.dot(u.rate);
  return rows;
}

ConstraintRows inPlane(const MovingVector& n, const MovingVector& a, const MovingVector& b) {
  ConstraintRows rows = emptyRows(1, a, b);
  const Vector3d way = b.value - a.value;
  addDifference(rows, 0, n.value, a, b);
  rows.forces[0].col(0) += n.columns.transpose() * way;
  rows.rate[0] += n.rate.dot(way);
  rows.c[0] += n.bias.dot(way) + 2 * n.rate.dot(b.rate - a.rate);
  return rows;
}

ConstraintRows screwed(const MovingVector& n, const MovingVector& a, const MovingVector& spinA,
                       const MovingVector& b, const MovingVector& spinB, double pitch) {
  ConstraintRows rows = inPlane(n, a, b);
  addGradients(rows, 0, pitch * n.value, spinA, -pitch * n.value, spinB);
  rows.c[0] -= pitch * n.rate.dot(spinB.rate - spinA.rate);
  rows.gap.setZero();
  return rows;
}

ConstraintRows atDistance(const MovingVector& a, const MovingVector& b, double length) {
  ConstraintRows rows = emptyRows(1, a, b);
  const Vector3d way = b.value - a.value;
  addDifference(rows, 0, way / length, a, b);
  rows.gap[0] = (way.squaredNorm() - length * length) / (2 * length);
  rows.c[0] += (b.rate - a.rate).squaredNorm() / length;
  return rows;
}

double nearestParameter(const Curve& curve, const Vector3d& x, double start) {
  double parameter = start;
  for (int i = 0; i < 50; ++i) {
    const CurvePoint at = curve(parameter);
    const Vector3d way = x - at.point;
    const double square = at.tangent.squaredNorm();
    // Half the second derivative of |x − r|²; where that is not convex, the curve taken as
    // straight.
    const double slope = square - way.dot(at.curvature);
    const double change = way.dot(at.tangent) / (slope > 0.1 * square ? slope : square);
    parameter += change;
    if (std::abs(change) <= 4 * epsilon * (1 + std::abs(parameter))) return parameter;
  }
  throw SimulationError("no point of the curve next to parameter " + std::to_string(start) +
                        " is nearest");
}

ConstraintRows onCurve(const MovingVector& r, const MovingVector& t, const MovingVector& q,
                       const MovingVector& b) {
  ConstraintRows rows = emptyRows(2, r, b);
  const double slide = t.value.dot(b.rate - r.rate) / t.value.squaredNorm();
  Eigen::Index least = 0;
  t.value.cwiseAbs().minCoeff(&least);
  const Vector3d first = t.value.cross(Vector3d::Unit(least)).normalized();
  const std::array<Vector3d, 2> normals{first, t.value.cross(first).normalized()};
  for (int i = 0; i < 2; ++i) {
    const Vector3d& n = normals[static_cast<std::size_t>(i)];
    addDifference(rows, i, n, r, b);
    rows.c[i] -= n.dot(2 * slide * t.rate + slide * slide * q.value);
  }
  return rows;
}

ConstraintRows onSurface(const SurfaceValue& h, const MovingVector& p,
                         const std::array<MovingVector, 3>& axes, const MovingVector& b) {
  ConstraintRows rows = emptyRows(1, p, b);
  Matrix3d frame, frameRate;
  for (int i = 0; i < 3; ++i) {
    frame.col(i) = axes[static_cast<std::size_t>(i)].value;
    frameRate.col(i) = axes[static_cast<std::size_t>(i)].rate;
  }
  const Matrix3d inverse = frame.inverse();
  const Vector3d n = inverse.transpose() * h.gradient, slide = inverse * (b.rate - p.rate);
  addDifference(rows, 0, n, p, b);
  rows.gap[0] = h.value;
  rows.c[0] += slide.dot(h.curvature * slide) - 2 * n.dot(frameRate * slide);
  return rows;
}

ConstraintRows knifeEdge(const MovingVector& n, const MovingVector& x) {
  const MovingVector world;
  ConstraintRows rows = emptyRows(1, world, x);
  addGradients(rows, 0, Vector3d::Zero(), world, n.value, x);
  rows.c[0] += n.rate.dot(x.rate);
  return rows;
}

ConstraintRows velocityRatio(const MovingVector& axisA, const MovingVector& spinA, double alpha,
                             const MovingVector& axisB, const MovingVector& spinB, double beta) {
  ConstraintRows rows = emptyRows(1, spinA, spinB);
  addGradients(rows, 0, alpha * axisA.value, spinA, beta * axisB.value, spinB);
  rows.c[0] += alpha * axisA.rate.dot(spinA.rate) + beta * axisB.rate.dot(spinB.rate);
  return rows;
}

ConstraintRows rolling(const MovingVector& center, const MovingVector& spin, const Vector3d& r,
                       const Vector3d& rRate) {
  const MovingVector world;
  ConstraintRows rows = emptyRows(3, world, center);
  const Vector3d turn = spin.rate.cross(rRate);
  for (int i = 0; i < 3; ++i) {
    const Vector3d n = Vector3d::Unit(i);
    // n · (ω × r) = (r × n) · ω
    addGradients(rows, i, Vector3d::Zero(), world, n, center);
    rows.forces[1].col(i) += spin.columns.transpose() * r.cross(n);
    rows.rate[i] += spin.rate.dot(r.cross(n));
    rows.c[i] += spin.bias.dot(r.cross(n)) + turn[i];
  }
  rows.gap[2] = center.value.z() + r.z();
  return rows;
}

DiscContact DiscContact::of(const MovingVector& axis, double radius) {
  const Vector3d up = Vector3d::UnitZ(), k = axis.value, kRate = axis.rate;
  const Vector3d p = up - k.z() * k, pRate = -kRate.z() * k - k.z() * kRate;
  const Vector3d u = p.normalized();
  return {-radius * u, -radius * (pRate - u * u.dot(pRate)) / p.norm()};
}

}  // namespace linkwork::papers
