#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/integrators/integrator.hpp"
#include "papers/methods.hpp"

/// Shared parts of the experiments: a mechanism in motion under one integrator, and measurements.
namespace linkwork::bench {

using Json = nlohmann::json;

/// A mechanism compiled, with memory to measure its states.
struct Subject {
  explicit Subject(const Mechanism& description)
      : mechanism(description),
        tree(compile(mechanism)),
        work(tree),
        start{tree.initialPosition(), tree.initialVelocity()} {}

  /// Kinetic and potential [J].
  double energy(const MotionState& state);
  /// Energy of motion alone [J].
  double kinetic(const MotionState& state);
  /// The largest constraint violation of a loop [m or rad].
  double gap(const MotionState& state);

  Mechanism mechanism;
  ClusterTree<double> tree;
  Workspace<double> work;
  MotionState start;  ///< the mechanism's initial state, unless something better is put here
};

/// No applied forces.
class FreeForces : public StepForces {
 public:
  double accelerate(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                    Eigen::VectorXd&) override {
    return 0;
  }
  bool act() const override { return false; }
  void gather(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
              AppliedForces<double>&) override {}
};

/// Steps of one length from the subject's start. The subject must outlive it.
struct Motion {
  MotionState state;
  std::function<void(MotionState&)> step;
  std::function<int()> iterations = [] { return 0; };
};

/// On a correction of velocities [rad/s, m/s].
inline constexpr double tightTolerance = 1e-10;

/// Steps of Lee's experiments, and of Brüdigam's [s].
inline constexpr double shortStep = 1e-3, longStep = 1e-2;

enum class Coordinates { minimal, maximal };

struct Side {
  const char* name;
  Coordinates coordinates;
};
inline constexpr Side sides[] = {{"minimal", Coordinates::minimal},
                                 {"maximal", Coordinates::maximal}};

/// The library's own integrators.
Motion variational(const Subject& subject, Coordinates coordinates, double h, double tolerance);
/// The same in minimal coordinates by RIQN instead of Newton's method.
Motion variationalByImpulses(const Subject& subject, double h, double tolerance);

/// A variational integrator of order 4 in minimal coordinates (simpson_integrator.hpp). For joints
/// of one coordinate, without loops.
Motion simpson(const Subject& subject, double h, double tolerance);

/// The library's explicit integrators: the accelerations of the recursion on clusters, loops closed
/// after every step.
Motion rungeKutta4(const Subject& subject, double h);
Motion semiImplicitEuler(const Subject& subject, double h);

/// Heun's method: the mean of the slopes at a step's start and at where Euler's method leads. For
/// joints of one coordinate.
Motion heun(const Subject& subject, double h);

/// The classical Runge–Kutta method with loops as constraints on accelerations only, by Lagrange
/// multipliers: positions drift. For joints of one coordinate.
Motion driftingRungeKutta4(const Subject& subject, double h);

/// A run's energy at about `count` moments: [[time, E − E₀]…].
Json energyErrors(Subject& subject, Motion& motion, double h, long steps, int count);

/// A way to step a subject, to be timed against others.
struct Contestant {
  std::string name;
  std::function<Motion()> make;  ///< may throw, as its steps may
  long steps;                    ///< of one run from the start
};

/// What a step of each costs: [{name, microseconds, iterations} or {name, failure, failedStep}…].
/// The contestants take turns, `rounds` times a run each; microseconds are the median over the
/// rounds of a run's processor time a step, iterations their mean over the steps.
Json timeInTurn(const std::vector<Contestant>& contestants, int rounds);

/// How many of `steps` steps take at most so many seconds, as the first few of them suggest: at
/// least five.
long affordableSteps(const std::function<Motion()>& make, long steps, double seconds);

double processorSeconds();

}  // namespace linkwork::bench
