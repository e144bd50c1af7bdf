#pragma once

#include <functional>
#include <initializer_list>
#include <utility>
#include <variant>
#include <vector>

#include "papers/multipliers/body_constraints.hpp"

/// Bodies of several kinds that move under constraints.
namespace linkwork::test {

using AnyBody =
    std::variant<papers::Particle, papers::PlanarBody, papers::RigidBody, papers::StretchingBody>;
using Bodies = std::vector<AnyBody>;

/// A body whose numbers are the rates of those of another.
AnyBody rateOf(AnyBody body, const Eigen::VectorXd& acceleration);

/// body + Σ h rate, the attitude back to unit length.
AnyBody moved(AnyBody body, std::initializer_list<std::pair<double, AnyBody>> changes);

Eigen::VectorXd velocityOf(const AnyBody& body);
Eigen::Vector3d placeOf(const AnyBody& body);

struct SceneConstraint {
  std::vector<int> bodies;
  std::function<papers::ConstraintRows(const Bodies&, double time)> rows;
};

/// Bodies under constraints and their weight, integrated by RK4.
struct MovingBodies {
  Bodies bodies;
  std::vector<SceneConstraint> constraints;
  Eigen::Vector3d gravity{0, 0, -9.81};
  double stiffness = 0;  ///< of all stretches, at rest at 1
  double time = 0;
  double work = 0;  ///< of all constraints so far

  struct Rates {
    Bodies bodies;
    double power = 0;  ///< of all constraints
    Eigen::VectorXd y, multipliers;
  };

  papers::ConstrainedBodies constrained(const Bodies& now) const;
  Eigen::VectorXd forceOn(const AnyBody& body) const;
  Rates ratesOf(const Bodies& now, double t) const;
  void step(double h);
  double energy() const;
  /// The largest gap and the largest velocity across constraints.
  double openness() const;
};

/// By how much less the energy errs with half the step, and the gaps at the end of the finer run.
struct Halving {
  double gain, gap;
};
Halving halving(const MovingBodies& scene, double duration, int steps);

/// Some of them, in motion.
papers::RigidBody rigidBody();
papers::StretchingBody stretchingBody();

}  // namespace linkwork::test
