#include "motion.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "linkwork/tree/configuration.hpp"
#include "linkwork/tree/energy.hpp"
#include "linkwork/tree/kinematics.hpp"
#include "linkwork/tree/loop_closure.hpp"
#include "linkwork/variational/maximal_variational_integrator.hpp"
#include "linkwork/variational/minimal_variational_integrator.hpp"

namespace linkwork::bench {

double Subject::energy(const MotionState& state) {
  updateKinematics<double>(tree, state.q, state.v, work);
  updatePoses(tree, work);
  return kineticEnergy(tree, work) + potentialEnergy<double>(tree, state.q, work);
}

double Subject::kinetic(const MotionState& state) {
  updateKinematics<double>(tree, state.q, state.v, work);
  return kineticEnergy(tree, work);
}

double Subject::gap(const MotionState& state) {
  updateKinematics<double>(tree, state.q, state.v, work);
  const ClosureError<double> error = closureError<double>(tree, state.q, work);
  return std::max({error.loopPosition, error.loopAngle, error.coupling});
}

Motion variational(const Subject& subject, Coordinates coordinates, double h, double tolerance) {
  std::shared_ptr<VariationalIntegrator> integrator;
  if (coordinates == Coordinates::minimal) {
    MinimalVariationalOptions options;
    options.tolerance = tolerance;
    integrator = std::make_shared<MinimalVariationalIntegrator>(subject.tree, options);
  } else {
    MaximalVariationalOptions options;
    options.tolerance = tolerance;
    integrator = std::make_shared<MaximalVariationalIntegrator>(subject.tree, options);
  }
  Motion motion{subject.start, {}};
  integrator->start(motion.state);
  motion.step = [integrator, h](MotionState& state) { integrator->step(h, {}, state); };
  motion.iterations = [integrator] { return integrator->iterations(); };
  return motion;
}

HeunIntegrator::HeunIntegrator(const ClusterTree<double>& tree)
    : trial_{tree.initialPosition(), tree.initialVelocity()},
      a_(tree.velocitySize()),
      nextA_(tree.velocitySize()),
      velocity_(tree.velocitySize()) {}

void HeunIntegrator::step(const ClusterTree<double>& tree, const EquationsOfMotion& motion,
                          double h, MotionState& state) {
  motion(0, state.q, state.v, a_);
  velocity_ = h * state.v;
  retract<double>(tree, state.q, velocity_, trial_.q);
  trial_.v = state.v + h * a_;
  motion(h, trial_.q, trial_.v, nextA_);
  velocity_ = 0.5 * h * (state.v + trial_.v);
  retract<double>(tree, state.q, velocity_, state.q);
  state.v += 0.5 * h * (a_ + nextA_);
}

namespace {

/// Accelerations by a method, with all memory it needs.
struct Dynamics {
  Dynamics(const Subject& subject, std::string_view method)
      : none(subject.tree), work(subject.tree) {
    for (const baselines::Method& candidate : baselines::methods)
      if (candidate.name == method) dynamics = candidate.make(subject.mechanism, subject.tree);
    if (!dynamics) throw std::invalid_argument("no method is named " + std::string(method));
  }

  AppliedForces<double> none;
  Workspace<double> work;
  std::unique_ptr<baselines::DynamicsMethod<double>> dynamics;
};

}  // namespace

Motion explicitly(const Subject& subject, std::string_view name, double h, std::string_view method,
                  bool closesLoops) {
  const auto dynamics = std::make_shared<Dynamics>(subject, method);
  std::shared_ptr<Integrator> integrator;
  if (name == "heun")
    integrator = std::make_shared<HeunIntegrator>(subject.tree);
  else
    integrator = makeIntegrator(name, subject.tree);
  const EquationsOfMotion motion = [dynamics](double, const Eigen::VectorXd& q,
                                              const Eigen::VectorXd& v, Eigen::VectorXd& a) {
    dynamics->dynamics->forwardDynamics(q, v, dynamics->none, a);
    return 0.0;
  };
  return {subject.start,
          [&subject, dynamics, integrator, motion, h, closesLoops](MotionState& state) {
            integrator->step(subject.tree, motion, h, state);
            if (closesLoops) closeLoops<double>(subject.tree, dynamics->work, state.q, state.v);
            if (!state.v.allFinite()) throw SimulationError("numbers are no longer finite");
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

Json StepTiming::json() const {
  if (failure) return {{"failure", *failure}, {"failedStep", failedStep}};
  return {{"microseconds", microseconds}, {"iterations", iterations}};
}

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

StepTiming timeSteps(const std::function<Motion()>& make, long steps, int repeats) {
  StepTiming timing;
  timing.microseconds = std::numeric_limits<double>::infinity();
  for (int repeat = 0; repeat < repeats; ++repeat) {
    Motion motion = make();
    long done = 0, iterations = 0;
    const double start = processorSeconds();
    try {
      for (; done < steps; ++done) {
        motion.step(motion.state);
        iterations += motion.iterations();
      }
    } catch (const std::exception& error) {
      timing.failure = error.what();
      timing.failedStep = done;
      return timing;
    }
    const double each = (processorSeconds() - start) / static_cast<double>(steps);
    timing.microseconds = std::min(timing.microseconds, 1e6 * each);
    timing.iterations = static_cast<double>(iterations) / static_cast<double>(steps);
  }
  return timing;
}

}  // namespace linkwork::bench
