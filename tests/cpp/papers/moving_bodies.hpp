#pragma once

#include <functional>
#include <initializer_list>
#include <utility>
#include <variant>
#include <vector>

#include "papers/multipliers/body_constraints.hpp"

/// Bodies of several kinds in motion under constraints.
namespace linkwork::test {

using AnyBody =
    std::variant<papers::Particle, papers::PlanarBody, papers::RigidBody, papers::StretchingBody>;
using Bodies = std::vector<AnyBody>;

/// Returns a body whose state is the rate of another body's state.
AnyBody rateOf(AnyBody body, const Eigen::VectorXd& acceleration);

/// Returns body + Σ h rate, with a normalized attitude.
AnyBody moved(AnyBody body, std::initializer_list<std::pair<double, AnyBody>> changes);

Eigen::VectorXd velocityOf(const AnyBody& body);
Eigen::Vector3d placeOf(const AnyBody& body);

struct SceneConstraint {
  std::vector<int> bodies;
  std::function<papers::ConstraintRows(const Bodies&, double time)> rows;
};

/// Bodies under constraints and gravity, integrated by RK4.
struct MovingBodies {
  Bodies bodies;
  std::vector<SceneConstraint> constraints;
  Eigen::Vector3d gravity{0, 0, -9.81};
  double stiffness = 0;  ///< of all stretches, with rest length 1
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
  /// Returns the largest violation and the largest relative velocity of the constraints.
  double openness() const;
};

/// The ratio of energy errors with half the step, and the violation at the end of the finer run.
struct Halving {
  double gain, gap;
};
Halving halving(const MovingBodies& scene, double duration, int steps);

/// Bodies of each kind in motion.
papers::RigidBody rigidBody();
papers::StretchingBody stretchingBody();

}  // namespace linkwork::test
