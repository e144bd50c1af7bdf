#include "motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "papers/variational/simpson_integrator.hpp"
#include "statistics.hpp"

namespace linkwork::bench {

double Subject::energy(const MotionState& state) {
  updateKinematics<double>(tree, state.q, state.v, work);
  updatePoses(tree, work);
  return kineticEnergy<double>(tree, state.v, work) + potentialEnergy<double>(tree, state.q, work);
}

double Subject::kinetic(const MotionState& state) {
  updateKinematics<double>(tree, state.q, state.v, work);
  return kineticEnergy<double>(tree, state.v, work);
}

double Subject::gap(const MotionState& state) {
  updateKinematics<double>(tree, state.q, state.v, work);
  const ClosureError<double> error = closureError<double>(tree, state.q, work);
  return std::max({error.loopPosition, error.loopAngle, error.coupling});
}

namespace {

template <typename Variational>
Motion motionOf(const Subject& subject, double h, const std::shared_ptr<Variational>& integrator) {
  integrator->start(subject.start);
  return {subject.start,
          [integrator, h](MotionState& state) {
            FreeForces none;
            integrator->step(h, none, state);
          },
          [integrator] { return integrator->iterations(); }};
}

}  // namespace

Motion variational(const Subject& subject, Coordinates coordinates, double h, double tolerance) {
  if (coordinates == Coordinates::maximal) {
    MaximalVariationalOptions options;
    options.tolerance = tolerance;
    return motionOf(subject, h,
                    std::make_shared<MaximalVariationalIntegrator>(subject.tree, options));
  }
  MinimalVariationalOptions options;
  options.rootFinder = RootFinderKind::newton;  // what the papers' methods are compared with
  options.guess = InitialGuess::linear;
  options.tolerance = tolerance;
  return motionOf(subject, h,
                  std::make_shared<MinimalVariationalIntegrator>(subject.tree, options));
}

Motion variationalByImpulses(const Subject& subject, double h, double tolerance) {
  MinimalVariationalOptions options;
  options.rootFinder = RootFinderKind::riqn;
  options.guess = InitialGuess::linear;
  options.tolerance = tolerance;
  return motionOf(subject, h,
                  std::make_shared<MinimalVariationalIntegrator>(subject.tree, options));
}

Motion simpson(const Subject& subject, double h, double tolerance) {
  const auto integrator = std::make_shared<papers::SimpsonIntegrator>(subject.tree, tolerance);
  integrator->start(subject.start);
  return {subject.start, [integrator, h](MotionState& state) { integrator->step(h, state); },
          [integrator] { return integrator->iterations(); }};
}

namespace {

/// Accelerations by a method of methods.hpp, with all memory that it needs.
struct Dynamics {
  Dynamics(const Subject& subject, std::string_view method)
      : none(subject.tree), work(subject.tree) {
    for (const papers::Method& candidate : papers::methods)
      if (candidate.name == method) dynamics = candidate.make(subject.mechanism, subject.tree);
    if (!dynamics) throw std::invalid_argument("no method is named " + std::string(method));
  }

  void operator()(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& a) {
    dynamics->forwardDynamics(q, v, none, a);
  }

  AppliedForces<double> none;
  Workspace<double> work;
  std::unique_ptr<papers::DynamicsMethod> dynamics;
};

using Maker = std::unique_ptr<Integrator> (&)(const ClusterTree<double>&, Workspace<double>&);

Motion explicitly(const Subject& subject, double h, Maker make) {
  struct Explicit final : FreeForces {
    Explicit(const Subject& on, Maker makeIntegrator)
        : dynamics(on, "articulated-body"), integrator(makeIntegrator(on.tree, dynamics.work)) {}

    double accelerate(double, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& a) override {
      dynamics(q, v, a);
      return 0;
    }

    Dynamics dynamics;
    std::unique_ptr<Integrator> integrator;
  };
  const auto parts = std::make_shared<Explicit>(subject, make);
  parts->integrator->start(subject.start);
  return {subject.start, [parts, h](MotionState& state) {
            parts->integrator->step(h, *parts, state);
            requireStillFinite(state);
          }};
}

}  // namespace

Motion rungeKutta4(const Subject& subject, double h) {
  return explicitly(subject, h, makeRungeKutta4);
}

Motion semiImplicitEuler(const Subject& subject, double h) {
  return explicitly(subject, h, makeSemiImplicitEuler);
}

Motion heun(const Subject& subject, double h) {
  const auto dynamics = std::make_shared<Dynamics>(subject, "articulated-body");
  Eigen::VectorXd a(subject.tree.velocitySize()), nextA = a, q = a, v = a;
  return {subject.start, [dynamics, h, a, nextA, q, v](MotionState& state) mutable {
            (*dynamics)(state.q, state.v, a);
            q = state.q + h * state.v;
            v = state.v + h * a;
            (*dynamics)(q, v, nextA);
            state.q += 0.5 * h * (state.v + v);
            state.v += 0.5 * h * (a + nextA);
          }};
}

Motion driftingRungeKutta4(const Subject& subject, double h) {
  const auto dynamics = std::make_shared<Dynamics>(subject, "lagrange-dense");
  const Eigen::VectorXd a(subject.tree.velocitySize());
  return {subject.start, [dynamics, h, slopes = std::array{a, a, a, a},
                          speeds = std::array{a, a, a, a}, q = a](MotionState& state) mutable {
            constexpr std::array part{0.0, 0.5, 0.5, 1.0};
            for (std::size_t i = 0; i < 4; ++i) {
              const std::size_t last = i == 0 ? 0 : i - 1;
              speeds[i] = state.v;
              q = state.q;
              if (i > 0) {
                speeds[i] += h * part[i] * slopes[last];
                q += h * part[i] * speeds[last];
              }
              (*dynamics)(q, speeds[i], slopes[i]);
            }
            state.q += h / 6 * (speeds[0] + 2 * speeds[1] + 2 * speeds[2] + speeds[3]);
            state.v += h / 6 * (slopes[0] + 2 * slopes[1] + 2 * slopes[2] + slopes[3]);
          }};
}

Json energyErrors(Subject& subject, Motion& motion, double h, long steps, int count) {
  const double before = subject.energy(motion.state);
  Json points = Json::array({Json::array({0.0, 0.0})});
  const long every = std::max(1L, steps / count);
  for (long i = 1; i <= steps; ++i) {
    motion.step(motion.state);
    if (i % every == 0)
      points.push_back({static_cast<double>(i) * h, subject.energy(motion.state) - before});
  }
  return points;
}

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

namespace {

/// A contestant's runs so far.
struct Turns {
  std::vector<double> microseconds;  ///< a step, by run
  double iterations = 0;
  Json failure;
};

void takeTurn(const Contestant& contestant, Turns& turns) {
  long done = 0, iterations = 0;
  try {
    Motion motion = contestant.make();
    const double start = processorSeconds();
    for (; done < contestant.steps; ++done) {
      motion.step(motion.state);
      iterations += motion.iterations();
    }
    const auto steps = static_cast<double>(done);
    turns.microseconds.push_back(1e6 * (processorSeconds() - start) / steps);
    turns.iterations = static_cast<double>(iterations) / steps;
  } catch (const std::exception& error) {
    turns.failure = {{"failure", error.what()}, {"failedStep", done}};
  }
}

}  // namespace

Json timeInTurn(const std::vector<Contestant>& contestants, int rounds) {
  std::vector<Turns> turns(contestants.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < contestants.size(); ++i)
      if (turns[i].failure.is_null()) takeTurn(contestants[i], turns[i]);
  Json result = Json::array();
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    result.push_back(turns[i].failure);
    if (turns[i].failure.is_null())
      result.back() = {{"microseconds", median(turns[i].microseconds)},
                       {"iterations", turns[i].iterations}};
    result.back()["name"] = contestants[i].name;
  }
  return result;
}

long affordableSteps(const std::function<Motion()>& make, long steps, double seconds) {
  constexpr long few = 3, least = 5;
  try {
    Motion motion = make();
    const double start = processorSeconds();
    for (long i = 0; i < few; ++i) motion.step(motion.state);
    const double each = (processorSeconds() - start) / few;
    return std::clamp(static_cast<long>(seconds / each), std::min(least, steps), steps);
  } catch (const std::exception&) {
    return steps;  // which will say why
  }
}

}  // namespace linkwork::bench
