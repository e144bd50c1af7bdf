#include <algorithm>
#include <cmath>

#include "experiments.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "mechanisms.hpp"
#include "statistics.hpp"

namespace linkwork::bench {

namespace {

/// Steps of a run of the second paper's experiments.
constexpr long runLength = 1000;

}  // namespace

Json doublePendulumEnergy(const Effort& effort) {
  const long steps = effort.steps(360000);
  Subject subject(pendulum(2));
  Json series = Json::array();
  const auto add = [&](const std::string& name, Motion motion) {
    series.push_back(
        {{"name", name}, {"points", energyErrors(subject, motion, longStep, steps, 400)}});
  };
  for (const Side& side : sides)
    add(std::string("variational, ") + side.name,
        variational(subject, side.coordinates, longStep, tightTolerance));
  add("Heun", heun(subject, longStep));
  return series;
}

Json loopDrift(const Effort& effort) {
  const long steps = effort.steps(60000);
  Subject subject(fourBar());
  Json series = Json::array();
  const auto add = [&](const std::string& name, Motion motion) {
    Json points = Json::array();
    const long every = std::max(1L, steps / 300);
    double largest = 0;
    try {
      for (long i = 1; i <= steps; ++i) {
        motion.step(motion.state);
        largest = std::max(largest, subject.gap(motion.state));
        if (i % every != 0) continue;
        points.push_back({static_cast<double>(i) * longStep, std::max(largest, 1e-18)});
        largest = 0;
      }
    } catch (const SimulationError&) {
      // The loop is so far open that its violation is undefined: the line ends.
    }
    series.push_back({{"name", name}, {"points", points}});
  };
  for (const Side& side : sides)
    add(std::string("variational, ") + side.name,
        variational(subject, side.coordinates, longStep, tightTolerance));
  // Constraints on accelerations only (KKT), as RigidBodyDynamics.jl has them without
  // stabilisation.
  add("RK4 on accelerations", driftingRungeKutta4(subject, longStep));
  return series;
}

namespace {

/// One Newton step of the maximal system, taken apart: equations at a guess x from the start.
struct MaximalStep {
  explicit MaximalStep(const Subject& subject, double step)
      : system(subject.tree, maximal::LoopOrder::alongCycle),
        node(system.emptyNode()),
        length(step) {
    const MotionState start = subject.start;
    system.placeAt(start.q, start.v, node);
    system.updateConstraints(node);
    const auto& parts = system.graph().rigid.parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Vector6<double> momentum = Vector6<double>::Zero();  // from rest, and half an impulse
      momentum.head<3>() = 0.5 * length * parts[i].mass * subject.tree.gravity();
      push.push_back(momentum);
    }
    x = Eigen::VectorXd::Zero(system.unknowns());
    residual = x;
  }

  void evaluate(const Eigen::VectorXd& at, Eigen::VectorXd& result) {
    system.move(node, length, at);
    system.residual(node, length, push, at, result);
  }

  /// x ← x − F⁻¹ f(x); gives the correction's size.
  double iterate() {
    evaluate(x, residual);
    system.factorStep(node, length, x);
    system.factors().solve(residual.data());
    x -= residual;
    return residual.lpNorm<Eigen::Infinity>();
  }

  maximal::MaximalSystem system;
  maximal::MaximalState node;
  double length;
  std::vector<Vector6<double>> push;
  Eigen::VectorXd x, residual;
};

/// The derivative of the equations at the guess, by differences.
Eigen::MatrixXd denseDerivative(MaximalStep& step) {
  const Eigen::Index n = step.x.size();
  Eigen::MatrixXd result(n, n);
  Eigen::VectorXd ahead(n), behind(n), moved = step.x;
  for (Eigen::Index j = 0; j < n; ++j) {
    constexpr double change = 1e-5;
    moved[j] = step.x[j] + change;
    step.evaluate(moved, ahead);
    moved[j] = step.x[j] - change;
    step.evaluate(moved, behind);
    moved[j] = step.x[j];
    result.col(j) = (ahead - behind) / (2 * change);
  }
  step.evaluate(step.x, ahead);
  return result;
}

double medianSeconds(const std::function<void()>& call, int repeats) {
  std::vector<double> seconds;
  for (int i = 0; i < repeats; ++i) {
    const double start = processorSeconds();
    call();
    seconds.push_back(processorSeconds() - start);
  }
  return median(seconds);
}

}  // namespace

Json sparseAgainstDense(const Effort& effort) {
  Json result = Json::array();
  for (const int links : {2, 5, 10, 20, 50, 100, 200}) {
    const Subject subject(pendulum(links));
    MaximalStep step(subject, longStep);
    step.iterate();
    const double sparse = medianSeconds(
        [&] {
          for (int i = 0; i < 10; ++i) {
            step.evaluate(step.x, step.residual);
            step.system.factorStep(step.node, longStep, step.x);
            step.system.factors().solve(step.residual.data());
          }
        },
        effort.repeats(20));
    Json row{{"links", links}, {"sparse", 1e5 * sparse}};
    if (links <= 100) {
      const Eigen::MatrixXd matrix = denseDerivative(step);
      Eigen::VectorXd f(step.x.size()), solution(step.x.size());
      step.evaluate(step.x, f);
      const double dense = medianSeconds([&] { solution = matrix.partialPivLu().solve(f); },
                                         links > 20 ? effort.repeats(3) : effort.repeats(10));
      row["dense"] = 1e6 * dense;
      row["difference"] = (solution - step.residual).norm() / step.residual.norm();
    }
    result.push_back(row);
  }
  return result;
}

Json quadraticConvergence(const Effort&) {
  Json series = Json::array();
  for (const int links : {1, 10, 100}) {
    const Subject subject(pendulum(links));
    MaximalStep step(subject, longStep);
    Json points = Json::array();
    for (int i = 1; i <= 12; ++i) {
      const double size = step.iterate();
      points.push_back({i, std::max(size, 1e-17)});
      if (size < 1e-10) break;
    }
    series.push_back(
        {{"name", std::to_string(links) + (links == 1 ? " link" : " links")}, {"points", points}});
  }
  return series;
}

Json againstExplicit(const Effort& effort) {
  constexpr double patience = 0.5;  // for one run [s]: in minimal coordinates one cluster of all
                                    // links of a closed pendulum costs O(n³)
  Json result = Json::array();
  for (const bool isClosed : {false, true})
    for (const JointType joint : {JointType::revolute, JointType::spherical})
      for (const int links : {2, 4, 6, 10, 20, 40, 70, 100}) {
        if (isClosed && links < 4) continue;
        const Subject subject(isClosed ? closedPendulum(links, joint) : pendulum(links, joint));
        std::vector<Contestant> contestants;
        const auto add = [&](const char* name, const std::function<Motion()>& make) {
          contestants.push_back(
              {name, make, affordableSteps(make, effort.steps(runLength), patience)});
        };
        for (const Side& side : sides)
          add(side.name, [&, coordinates = side.coordinates] {
            return variational(subject, coordinates, longStep, 1e-8);
          });
        add("RK4, minimal", [&] { return rungeKutta4(subject, longStep); });
        result.push_back({{"isClosed", isClosed},
                          {"joint", name(joint)},
                          {"links", links},
                          {"methods", timeInTurn(contestants, effort.repeats(3))}});
      }
  return result;
}

namespace {

/// The largest gap, and the largest energy error over the largest kinetic energy, of a run.
void addErrors(Subject& subject, const Contestant& contestant, Json& timing) {
  if (timing.contains("failure")) return;
  Motion motion = contestant.make();
  const double before = subject.energy(motion.state);
  double gap = 0, error = 0, kinetic = 0;
  for (long i = 0; i < contestant.steps; ++i) {
    motion.step(motion.state);
    gap = std::max(gap, subject.gap(motion.state));
    kinetic = std::max(kinetic, subject.kinetic(motion.state));
    error = std::max(error, std::abs(subject.energy(motion.state) - before));
  }
  timing["gap"] = gap;
  timing["energyError"] = error / kinetic;
}

}  // namespace

Json singularChains(const Effort& effort) {
  Json result = Json::array();
  const auto add = [&](const std::string& kind, int segments, const Mechanism& mechanism,
                       double step) {
    Subject subject(mechanism);
    std::vector<Contestant> contestants;
    const long steps = effort.steps(runLength);
    for (const Side& side : sides)
      contestants.push_back({side.name,
                             [&, coordinates = side.coordinates] {
                               return variational(subject, coordinates, step, 1e-8);
                             },
                             steps});
    contestants.push_back({"RK4, minimal", [&] { return rungeKutta4(subject, step); }, steps});
    Json methods = timeInTurn(contestants, effort.repeats(3));
    for (std::size_t i = 0; i < contestants.size(); ++i)
      addErrors(subject, contestants[i], methods[i]);
    result.push_back(
        {{"kind", kind}, {"segments", segments}, {"step", step}, {"methods", methods}});
  };
  for (const int segments : {1, 2, 3, 5, 10, 20}) {
    add("rhombi", segments, rhombusChain(segments), longStep);
    add("parallelograms", segments,
        fourBarChain({.units = segments, .length = 1, .rocker = 1, .width = 1, .startAngle = 2}),
        longStep);
  }
  for (const int segments : {1, 2, 3, 5, 10})
    add("rhombi", segments, rhombusChain(segments), longStep / 10);
  add("Minitaur", 4, hangingMinitaur(), longStep);
  add("Minitaur", 4, hangingMinitaur(), longStep / 10);
  return result;
}

Json minimalAgainstMaximal(const Effort& effort) {
  Json result = Json::array();
  for (const double desired : {1e-6, 1e-8, 1e-10})
    for (const int links : {2, 5, 10, 20, 50, 100}) {
      const Subject subject(pendulum(links));
      std::vector<Contestant> contestants;
      for (const Side& side : sides)
        contestants.push_back({side.name,
                               [&, coordinates = side.coordinates] {
                                 return variational(subject, coordinates, longStep, desired);
                               },
                               effort.steps(runLength)});
      contestants.push_back({"minimal, order 4",
                             [&] { return simpson(subject, longStep, desired); },
                             effort.steps(runLength)});
      const Json methods = timeInTurn(contestants, effort.repeats(3));
      result.push_back({{"tolerance", desired}, {"links", links}, {"methods", methods}});
    }
  return result;
}

}  // namespace linkwork::bench
