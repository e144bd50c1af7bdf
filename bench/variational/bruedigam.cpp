#include <algorithm>
#include <cmath>

#include "experiments.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "mechanisms.hpp"

namespace linkwork::bench {

namespace {

/// Adds a named timing of 1000 steps; `make` may fail as well.
void addTiming(Json& methods, const Effort& effort, const std::string& name,
               const std::function<Motion()>& make, long steps = 1000) {
  Json timing;
  try {
    // Steps that take long are repeated less often.
    const StepTiming first = timeSteps(make, effort.steps(steps), 1);
    const bool isLong = first.failure || first.microseconds * static_cast<double>(steps) > 5e5;
    timing = (isLong ? first : timeSteps(make, effort.steps(steps), effort.repeats(3))).json();
  } catch (const std::exception& error) {
    timing = {{"failure", error.what()}, {"failedStep", 0}};
  }
  timing["name"] = name;
  methods.push_back(timing);
}

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
      // The loop has come so far apart that it cannot be told how far: the line ends.
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

double secondsOf(const std::function<void()>& call, int repeats) {
  double least = 1e9;
  for (int i = 0; i < repeats; ++i) {
    const double start = processorSeconds();
    call();
    least = std::min(least, processorSeconds() - start);
  }
  return least;
}

}  // namespace

Json sparseAgainstDense(const Effort& effort) {
  Json result = Json::array();
  for (const int links : {2, 5, 10, 20, 50, 100, 200}) {
    const Subject subject(pendulum(links));
    MaximalStep step(subject, longStep);
    step.iterate();
    const double sparse = secondsOf(
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
      const double dense = secondsOf([&] { solution = matrix.partialPivLu().solve(f); },
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
  Json result = Json::array();
  for (const bool isClosed : {false, true})
    for (const JointType joint : {JointType::revolute, JointType::spherical})
      for (const int links : {2, 4, 6, 10, 20, 40, 70, 100}) {
        if (isClosed && links < 4) continue;
        Json methods = Json::array();
        try {
          const Subject subject(isClosed ? closedPendulum(links, joint) : pendulum(links, joint));
          for (const Side& side : sides) {
            // One cluster of all links costs O(n³) in minimal coordinates.
            if (isClosed && side.coordinates == Coordinates::minimal && links > 20) continue;
            addTiming(methods, effort, side.name,
                      [&] { return variational(subject, side.coordinates, longStep, 1e-8); });
          }
          if (!isClosed || links <= 20)
            addTiming(methods, effort, "RK4, minimal",
                      [&] { return rungeKutta4(subject, longStep); });
        } catch (const std::exception& error) {
          methods.push_back({{"name", "subject"}, {"failure", error.what()}});
        }
        result.push_back({{"isClosed", isClosed},
                          {"joint", name(joint)},
                          {"links", links},
                          {"methods", methods}});
      }
  return result;
}

Json singularChains(const Effort& effort) {
  Json result = Json::array();
  const auto add = [&](const std::string& kind, int segments, const Mechanism& mechanism,
                       double step) {
    Json methods = Json::array();
    try {
      Subject subject(mechanism);
      const auto measured = [&](const char* name, const std::function<Motion()>& make) {
        addTiming(methods, effort, name, make);
        Json& timing = methods.back();
        if (timing.contains("failure")) return;
        Motion motion = make();
        const double before = subject.energy(motion.state);
        double largest = 0, error = 0, kinetic = 0;
        for (long i = 0; i < effort.steps(1000); ++i) {
          motion.step(motion.state);
          largest = std::max(largest, subject.gap(motion.state));
          kinetic = std::max(kinetic, subject.kinetic(motion.state));
          error = std::max(error, std::abs(subject.energy(motion.state) - before));
        }
        timing["gap"] = largest;
        timing["energyError"] = error / kinetic;
      };
      for (const Side& side : sides)
        measured(side.name, [&] { return variational(subject, side.coordinates, step, 1e-8); });
      measured("RK4, minimal", [&] { return rungeKutta4(subject, step); });
    } catch (const std::exception& error) {
      methods.push_back({{"name", "subject"}, {"failure", error.what()}});
    }
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
      Json methods = Json::array();
      for (const Side& side : sides)
        addTiming(methods, effort, side.name,
                  [&] { return variational(subject, side.coordinates, longStep, desired); });
      result.push_back({{"tolerance", desired}, {"links", links}, {"methods", methods}});
    }
  return result;
}

}  // namespace linkwork::bench
