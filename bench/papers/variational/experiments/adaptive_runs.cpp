#include <cmath>

#include "experiments.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/integrators/composed_steps.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/simulation.hpp"
#include "mechanisms.hpp"
#include "statistics.hpp"

namespace linkwork::bench {

namespace {

/// Pendulums of two links that swing in a plane: from 0.8 rad regularly, from 2 rad in chaos.
Mechanism doublePendulum(double startAngle) {
  return chain({.links = 2, .length = 1, .mass = 1, .startAngle = startAngle});
}

Simulation variationalRun(const Mechanism& mechanism, const char* integrator, double step) {
  return Simulation(mechanism, {.method = "variational",
                                .integrator = integrator,
                                .step = step,
                                .variational = {.minimal = {.tolerance = 1e-13}}});
}

/// The integrator `variational`, under gravity alone.
struct Stepper : FreeForces {
  Stepper(const Subject& subject, bool isAdaptive)
      : tree(subject.tree), none(tree), work(tree), state(subject.start) {
    integrator = std::make_unique<MinimalVariationalIntegrator>(
        subject.tree, MinimalVariationalOptions{.tolerance = 1e-13});
    if (isAdaptive) integrator = makeAdaptiveSteps(std::move(integrator), subject.tree);
    integrator->start(state);
  }
  Stepper(const Stepper&) = delete;

  double accelerate(double, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                    Eigen::VectorXd& a) override {
    forwardDynamics(tree, q, v, none, work, a);
    return 0;
  }

  void step(int count) {
    for (int i = 0; i < count; ++i) integrator->step(longStep, *this, state);
  }

  std::vector<double> memory() const {
    std::vector<double> numbers(integrator->memorySize());
    integrator->remember(numbers);
    return numbers;
  }

  const ClusterTree<double>& tree;
  AppliedForces<double> none;
  Workspace<double> work;
  MotionState state;
  std::unique_ptr<Integrator> integrator;
};

/// How far from the start a run ends that turns back after some steps: what is left of q and v.
/// The step density, the last number of the memory, turns back with the motion: it is that of the
/// step which would come next.
double distanceAfterReturn(const Mechanism& mechanism, bool isAdaptive, int steps) {
  const Subject subject(mechanism);
  Stepper run(subject, isAdaptive);
  run.step(steps);
  MotionState turned = run.state;
  run.step(1);
  const double density = run.memory().back();
  turned.v = -turned.v;
  run.state = turned;
  run.integrator->start(run.state);
  if (isAdaptive) {
    std::vector<double> memory = run.memory();
    memory.back() = density;
    run.integrator->recall(run.state, memory);
  }
  run.step(steps);
  return std::max((run.state.q - subject.start.q).lpNorm<Eigen::Infinity>(),
                  (run.state.v + subject.start.v).lpNorm<Eigen::Infinity>());
}

constexpr int longRunSteps = 1000000;  ///< of a long run
constexpr int stride = 20;             ///< of its steps one energy is kept

struct Run {
  Values errors;  ///< E − E₀ [J]
  double meanStep = 0;
};

Run runOf(const Mechanism& mechanism, const char* integrator, double step, const Effort& effort) {
  Simulation simulation = variationalRun(mechanism, integrator, step);
  const auto energy = [&] { return simulation.kineticEnergy() + simulation.potentialEnergy(); };
  const double before = energy();
  const long count = effort.steps(longRunSteps) / stride;
  Run run;
  for (long i = 0; i < count; ++i) {
    simulation.step(stride);
    run.errors.push_back(energy() - before);
  }
  run.meanStep = simulation.time() / static_cast<double>(count * stride);
  return run;
}

/// The mean error of the part of a run before `end`, that is, of the last tenth before it.
double meanBefore(const Values& errors, double end) {
  const auto last = static_cast<std::ptrdiff_t>(end * static_cast<double>(errors.size()));
  return meanOf(Values(errors.begin() + last * 9 / 10, errors.begin() + last));
}

/// Means of runs that start a little apart: if they wander, without a direction, their mean stays
/// at none while their spread grows with the root of the time.
Json wandering(const char* integrator, double step, const Effort& effort) {
  constexpr int count = 16;
  Json result{{"name", integrator}, {"runs", count}};
  std::vector<Values> errors;
  for (int i = 0; i < count; ++i)
    errors.push_back(runOf(doublePendulum(2 + 0.01 * i), integrator, step, effort).errors);
  for (const double part : {1.0 / 64, 1.0 / 16, 1.0 / 4, 1.0}) {
    Values means;
    for (const Values& run : errors) means.push_back(meanBefore(run, part));
    result["parts"].push_back({{"steps", std::lround(part * effort.steps(longRunSteps))},
                               {"mean", meanOf(means)},
                               {"spread", deviation(means)}});
  }
  return result;
}

}  // namespace

Json adaptiveSteps(const Effort& effort) {
  struct Case {
    const char* name;
    Mechanism mechanism;
  };
  const std::vector<Case> cases{{"double pendulum, regular", doublePendulum(0.8)},
                                {"double pendulum, chaotic", doublePendulum(2)},
                                {"chain of ten links", serialChain(10)}};
  Json returns = Json::array(), runs = Json::array(), wanderers = Json::array();
  double chaoticStep = longStep;
  for (const auto& [name, mechanism] : cases) {
    for (const char* integrator : {"second-order", "adaptive"}) {
      Json row{{"mechanism", name}, {"name", integrator}};
      for (const int there : {10, 100, 1000})
        row["distances"].push_back(
            {there,
             distanceAfterReturn(mechanism, std::string_view(integrator) == "adaptive", there)});
      returns.push_back(row);
    }
    const Run adaptive = runOf(mechanism, "adaptive", longStep, effort);
    const Run fixed = runOf(mechanism, "second-order", adaptive.meanStep, effort);
    for (const auto& [integrator, run] :
         {std::pair{"adaptive", &adaptive}, {"second-order", &fixed}}) {
      const double interval = run->meanStep * stride;
      const Line line = fit(run->errors, interval);
      runs.push_back({{"mechanism", name},
                      {"name", integrator},
                      {"step", run->meanStep},
                      {"steps", effort.steps(longRunSteps)},
                      {"slope", line.slope},
                      {"slopeError", line.error},
                      {"wandering", deviation(blockMeans(run->errors, 20))},
                      {"deviation", deviation(run->errors)}});
    }
    if (std::string_view(name) == "double pendulum, chaotic") chaoticStep = adaptive.meanStep;
  }
  wanderers.push_back(wandering("adaptive", longStep, effort));
  wanderers.push_back(wandering("second-order", chaoticStep, effort));
  return {{"returns", returns}, {"runs", runs}, {"wandering", wanderers}};
}

}  // namespace linkwork::bench
