#include <algorithm>
#include <cmath>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/linalg/index.hpp"

// Bounces at one moment of a step, as reflections in the kinetic metric.

namespace linkwork::contact {
namespace {

/// A bounce of e < 1 counts from a speed of so many times what gravity adds in a step.
constexpr double bouncingSpeed = 4;

/// And one of e = 1 above what rounding leaves.
constexpr double noSpeed = 1e-6;

/// What comes again after so many bounces at once bounces between things that are nearer to each
/// other than its way in the step.
constexpr int mostBounces = 20;

}  // namespace

/// Throws back what comes, at the velocities of `when`, as often as that makes others come. What
/// touches, or would in the step, takes part. Leaves in `bounced_` what all of it changed along the
/// rows, and returns its work.
double UnilateralConstraints::bounce(ImpulseResponse& motion, ImpulseResponse::When when,
                                     double h) {
  std::fill(bounced_.begin(), bounced_.end(), 0.0);
  const double lag = when == ImpulseResponse::When::before ? motion.push().lag : 0;
  for (std::size_t i = 0; i < now_.rows.size(); ++i) {
    rates_[i] = motion.rate(now_.rows[i], when);
    if (lag > 0) rates_[i] += lag * (motion.rate(now_.rows[i]) - rates_[i]);
  }
  double work = 0;
  for (int i = 0;; ++i) {
    bool any = false;
    for (Constraint& constraint : now_.list) {
      const ForceRow& row = now_.rows[at(constraint.row)];
      constraint.counts =
          constraint.canMove && !constraint.isJointFriction() &&
          (when == ImpulseResponse::When::before ? constraint.gap + h * motion.rate(row) < 0
                                                 : constraint.gap <= 0);
      constraint.thrown = constraint.counts && bounces(constraint, -rates_[at(constraint.row)], h)
                              ? thrownBack(motion, constraint)
                              : 0;
      any = any || constraint.thrown > 0;
    }
    if (!any) return work;
    if (i == mostBounces)
      throw SimulationError("something bounces to and fro more than " +
                            std::to_string(mostBounces) + " times in it");
    solveBounce();
    work += respond(motion);
    for (std::size_t k = 0; k < rates_.size(); ++k) {
      rates_[k] += response_[k];
      bounced_[k] += response_[k];
    }
  }
}

/// Whether what comes at a speed is thrown back.
bool UnilateralConstraints::bounces(const Constraint& constraint, double speed, double h) const {
  const double least = (constraint.restitution < 1 ? bouncingSpeed : noSpeed) * h * gravity_;
  return constraint.restitution > 0 && speed > least;
}

/// What part of its speed here something is thrown back with, so that it arrives at the gap's end
/// and leaves there with a part e, its acceleration −g being steady:
///
///   s'² = e² (s² + 2 g φ) − 2 g φ
double UnilateralConstraints::thrownBack(const ImpulseResponse& motion,
                                         const Constraint& constraint) const {
  const double e = constraint.restitution;
  if (e == 0 || e == 1) return e;
  const double speed = rates_[at(constraint.row)], time = motion.push().time;
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
  double friction = 0;
  for (const Constraint& constraint : now_.list) {
    lambda_[at(constraint.row)] *= 1 + constraint.thrown;
    if (constraint.counts) friction = std::max(friction, constraint.friction);
  }
  if (friction > 0) {  // normals leave as fast as without it
    target_ = rates_;
    addResponse(lambda_, target_);
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    solve(Friction::coulomb);
    stopping_ = lambda_;
    for (const Constraint& constraint : now_.list)
      if (constraint.thrown > 0) b_[at(constraint.row)] -= target_[at(constraint.row)];
    solve(Friction::coulomb);
  }

  // The work λ·(u + ½ W λ) is convex along the way from stopping to bouncing, and below 0 where
  // all stop: the last place on it that is not above.
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
