// Times of single calls, natively. Names are `operation/mechanism`, the same as in node.mjs, so
// that bench/report can set the two side by side. Both go through `Simulation`, the public face;
// the mass matrix, which it does not offer, is taken from the tree.

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/simulation.hpp"

namespace {

using linkwork::Mechanism;
using linkwork::Simulation;

struct Subject {
  std::string name;
  std::function<Mechanism()> build;
};

std::vector<Subject> subjects() {
  std::vector<Subject> result;
  for (const int links : {5, 10, 20, 50, 100, 200, 500, 1000})
    result.push_back({"chain-" + std::to_string(links),
                      [links] { return linkwork::chain({.links = links, .length = 0.1}); }});
  result.push_back({"four-bar", [] { return linkwork::fourBar(); }});
  result.push_back({"four-bars-10", [] { return linkwork::fourBarChain(); }});
  result.push_back({"geared-leg", [] { return linkwork::gearedLeg(); }});
  result.push_back({"tello", [] { return linkwork::telloHumanoid(); }});
  return result;
}

/// ABA: v̇ from torques, kinematics included.
void forwardDynamics(benchmark::State& timer, Simulation& simulation) {
  for (auto _ : timer) benchmark::DoNotOptimize(simulation.forwardDynamics().data());
}

/// RNEA: torques from v̇, kinematics included.
void inverseDynamics(benchmark::State& timer, Simulation& simulation) {
  const std::vector<double> acceleration(simulation.v().size(), 0.0);
  for (auto _ : timer) benchmark::DoNotOptimize(simulation.inverseDynamics(acceleration).data());
}

void massMatrix(benchmark::State& timer, Simulation& simulation) {
  const auto& tree = simulation.tree();
  linkwork::Workspace<double> work(tree);
  Eigen::MatrixXd mass(tree.degreesOfFreedom(), tree.degreesOfFreedom());
  for (auto _ : timer) {
    linkwork::massMatrix(tree, tree.initialPosition(), work, mass);
    benchmark::DoNotOptimize(mass.data());
  }
}

/// One step of RK4 at 0.1 ms from the initial state: a long run must not leave the finite numbers.
void step(benchmark::State& timer, Simulation& simulation) {
  const std::vector<double> start = simulation.snapshot();
  int taken = 0;
  for (auto _ : timer) {
    simulation.step();
    if (++taken % 1000 == 0) simulation.restore(start);
  }
}

using Operation = void (*)(benchmark::State&, Simulation&);

void add(const std::string& operation, Operation measure) {
  for (const Subject& subject : subjects()) {
    benchmark::RegisterBenchmark(
        (operation + "/" + subject.name).c_str(), [subject, measure](benchmark::State& timer) {
          Simulation simulation(subject.build(), {.integrator = "rk4", .step = 1e-4});
          measure(timer, simulation);
        });
  }
}

/// From a mechanism's options to its first step, and all of it freed.
void addCreation() {
  for (const int links : {1000, 10000, 100000})
    benchmark::RegisterBenchmark(
        ("create/chain-" + std::to_string(links)).c_str(), [links](benchmark::State& timer) {
          for (auto _ : timer) {
            const Simulation simulation(linkwork::chain({.links = links, .length = 0.1}));
            benchmark::DoNotOptimize(simulation.q().data());
          }
        });
}

/// Steps of 2 ms of every integrator whose motion has inertia, among contacts that have come to
/// rest.
void addContact() {
  const std::vector<Subject> resting{
      {"box-stack", [] { return linkwork::boxStack(); }},
      {"draped-chain", [] { return linkwork::drapedChain(); }},
      {"mit-humanoid",
       [] { return linkwork::mitHumanoid({.base = linkwork::RobotBase::standing}); }}};
  for (const Subject& subject : resting)
    for (const linkwork::SteppingMethod& method : linkwork::steppingMethods)
      for (const linkwork::MethodIntegrator& integrator : method.integrators) {
        if (integrator.name == "first-order") continue;
        const std::string by = std::string(method.name) + "/" + std::string(integrator.name);
        benchmark::RegisterBenchmark(
            ("contact/" + subject.name + "/" + by).c_str(),
            [subject, &method, &integrator](benchmark::State& timer) {
              Simulation simulation(subject.build(), {.method = std::string(method.name),
                                                      .integrator = std::string(integrator.name),
                                                      .step = 2e-3});
              simulation.step(500);
              for (auto _ : timer) simulation.step();
            });
      }
}

}  // namespace

int main(int argc, char** argv) {
  add("forwardDynamics", forwardDynamics);
  add("inverseDynamics", inverseDynamics);
  add("massMatrix", massMatrix);
  add("step", step);
  addCreation();
  addContact();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
