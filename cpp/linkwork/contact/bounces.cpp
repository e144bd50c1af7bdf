#include <algorithm>
#include <cmath>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/linalg/index.hpp"

// Bounces in a solve, as reflections in the kinetic metric.

namespace linkwork::contact {
namespace {

/// Restitution e < 1 acts above this multiple of the speed that gravity adds in a step.
constexpr double bouncingSpeed = 4;

/// Restitution e = 1 acts above this multiple, which covers rounding errors.
constexpr double noSpeed = 1e-6;

/// The most bounces in a solve. More mean a part between two others that are closer to each other
/// than its displacement in the step.
constexpr int mostBounces = 20;

}  // namespace

/// Reverses approaching rows at the velocities of `when`, again and again while that makes other
/// rows approach. Rows take part that are closed, or would close in the step. Velocities along
/// tangents are relative to sticking. Writes all changes of u to `bounced_`. Returns the work [J].
double UnilateralConstraints::bounce(ImpulseResponse& motion, ImpulseResponse::When when,
                                     double h) {
  std::fill(bounced_.begin(), bounced_.end(), 0.0);
  const double lag = when == ImpulseResponse::When::before ? motion.smoothForce().lag : 0;
  for (std::size_t i = 0; i < now_.rows.size(); ++i) {
    rates_[i] = motion.rate(now_.rows[i], when);
    if (lag > 0) rates_[i] += lag * (motion.rate(now_.rows[i]) - rates_[i]);
    rates_[i] -= target_[i];
  }
  double work = 0;
  for (int i = 0;; ++i) {
    bool any = false;
    for (Constraint& constraint : now_.list) {
      const ForceRow& row = now_.rows[at(constraint.row)];
      constraint.isActive =
          constraint.canMove && constraint.keepsGap() &&
          (when == ImpulseResponse::When::before ? constraint.gap + h * motion.rate(row) < 0
                                                 : constraint.gap <= 0);
      constraint.rebound =
          constraint.isActive && bounces(constraint, -rates_[at(constraint.row)], h)
              ? reboundOf(motion, constraint)
              : 0;
      any = any || constraint.rebound > 0;
    }
    if (!any) return work;
    if (i == mostBounces)
      throw SimulationError("something bounces to and fro more than " +
                            std::to_string(mostBounces) + " times in it");
    solveBounce();
    work += respond(motion) + vector(lambda_).dot(vector(target_));
    for (std::size_t k = 0; k < rates_.size(); ++k) {
      rates_[k] += response_[k];
      bounced_[k] += response_[k];
    }
  }
}

/// Whether a row that approaches at a speed bounces.
bool UnilateralConstraints::bounces(const Constraint& constraint, double speed, double h) const {
  const double least = (constraint.restitution < 1 ? bouncingSpeed : noSpeed) * h * gravity_;
  return constraint.restitution > 0 && speed > least;
}

/// Speed after the bounce over the speed s before it, at the gap φ: as if the row arrived at φ = 0
/// and left with a part e of its speed there, at constant acceleration −g:
///
///   s'² = e² (s² + 2 g φ) − 2 g φ
double UnilateralConstraints::reboundOf(const ImpulseResponse& motion,
                                        const Constraint& constraint) const {
  const double e = constraint.restitution;
  if (e == 0 || e == 1) return e;
  const double speed = rates_[at(constraint.row)], time = motion.smoothForce().time;
  const double fall =
      time > 0 ? (speed - motion.rate(now_.rows[at(constraint.row)])) / time * constraint.gap : 0;
  const double squared = e * e + 2 * (e * e - 1) * fall / (speed * speed);
  return std::sqrt(std::clamp(squared, 0.0, 1.0));
}

/// λ of bounces from u = rates_.
void UnilateralConstraints::solveBounce() {
  b_ = rates_;
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  solve(Friction::none);
  stopping_ = lambda_;
  bool hasFriction = false;
  for (const Constraint& constraint : now_.list) {
    lambda_[at(constraint.row)] *= 1 + constraint.rebound;
    hasFriction = hasFriction ||
                  (constraint.isActive && (constraint.friction > 0 || constraint.hasMoments()));
  }
  if (hasFriction) {  // normals separate as fast as without friction
    response_ = rates_;
    addResponse(lambda_, response_);
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    solve(Friction::coulomb);
    stopping_ = lambda_;
    for (const Constraint& constraint : now_.list)
      if (constraint.rebound > 0) b_[at(constraint.row)] -= response_[at(constraint.row)];
    solve(Friction::coulomb);
  }

  // The work λ·(u + ½ W λ) is convex from stopping to bouncing, and negative for stopping. The
  // impulses are the last ones on this line whose work is not positive.
  const auto workOf = [&](const std::vector<double>& impulses) {
    response_.assign(impulses.size(), 0.0);
    addResponse(impulses, response_);
    return vector(impulses).dot(vector(rates_) + 0.5 * vector(response_));
  };
  if (workOf(lambda_) <= 0) return;
  const double stopped = workOf(stopping_);
  for (std::size_t i = 0; i < lambda_.size(); ++i) lambda_[i] -= stopping_[i];
  const double slope = vector(lambda_).dot(vector(rates_) + vector(response_));
  const double curvature = 2 * (workOf(lambda_) - vector(lambda_).dot(vector(rates_)));
  const double root = std::sqrt(std::max(0.0, slope * slope - 2 * curvature * stopped));
  const double part = curvature > 0 ? std::clamp((root - slope) / curvature, 0.0, 1.0) : 0;
  for (std::size_t i = 0; i < lambda_.size(); ++i) lambda_[i] = stopping_[i] + part * lambda_[i];
}

}  // namespace linkwork::contact
