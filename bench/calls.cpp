// Single calls on ten mechanisms of the catalogue. Under callgrind what `measured` executes is
// counted (bench/instructions, bench/guard): unlike times these counts are the same in every run of
// a binary. bench/peak times the same calls.
//
//   linkwork_calls count COUNT [PATTERN [MECHANISM...]]
//                                          each call in turn, COUNT times inside `measured`
//   linkwork_calls time [PATTERN]          in turns: their processor time, and that of
//                                          multiplications with additions, round after round
//
// PATTERN is a regular expression that names of the form CALL/MECHANISM are searched for. Names of
// the catalogue take the place of the ten mechanisms.

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <functional>
#include <iostream>
#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/general_dynamics.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/simulation.hpp"

/// Callgrind finds it by this name.
extern "C" [[gnu::noinline]] void measured(const std::function<void()>& call, int count) {
  for (int i = 0; i < count; ++i) call();
}

namespace {

using linkwork::Simulation;

struct Subject {
  std::string_view name, mechanism, options;  ///< the last two as catalogueMechanism takes them
};

const std::vector<Subject> tenSubjects{
    {"chain-20", "chain", R"({"links": 20, "axes": [[0, 1, 0], [1, 0, 0], [0, 0, 1]]})"},
    {"chain-1000", "chain", R"({"links": 1000, "length": 0.01})"},
    {"ball-chain-20", "chain", R"({"links": 20, "joint": "spherical"})"},
    {"mini-cheetah", "miniCheetah", ""},
    {"mit-humanoid", "mitHumanoid", ""},
    {"jvrc-1", "jvrc1", ""},
    {"belt-chain-12", "beltChain", ""},
    {"four-bars-10", "fourBarChain", ""},
    {"tello", "telloHumanoid", ""},
    {"torus-chain-10", "torusChain", ""}};

std::string lastBody(const Simulation& simulation) {
  return simulation.mechanism().bodies.back().name;
}

std::function<void()> forwardDynamics(Simulation& simulation) {
  return [&] { simulation.forwardDynamics(); };
}

std::function<void()> inverseDynamics(Simulation& simulation) {
  return
      [&, zero = std::vector<double>(simulation.v().size())] { simulation.inverseDynamics(zero); };
}

void applyWrench(Simulation& simulation) {
  simulation.setWrench(lastBody(simulation), std::vector<double>{0.1, 0.2, 0.3, 1, 2, 3});
}

/// By the recursion for every mechanism, instead of the kernels of revolute joints.
std::function<void()> generalForwardDynamics(Simulation& simulation) {
  struct CallWorkspace {
    explicit CallWorkspace(const linkwork::ClusterTree<double>& tree)
        : work(tree), forces(tree), a(tree.velocitySize()) {}
    linkwork::Workspace<double> work;
    linkwork::AppliedForces<double> forces;
    Eigen::VectorXd a;
  };
  return
      [&tree = simulation.tree(), workspace = std::make_shared<CallWorkspace>(simulation.tree())] {
        const Eigen::VectorXd &q = tree.initialPosition(), &v = tree.initialVelocity();
        linkwork::updateConstraints(tree, workspace->work.generalPlan, q, v, workspace->work);
        linkwork::generalForwardDynamics<double>(tree, q, v, workspace->forces, workspace->work,
                                                 workspace->a);
      };
}

std::function<void()> massMatrix(Simulation& simulation) {
  struct CallWorkspace {
    explicit CallWorkspace(const linkwork::ClusterTree<double>& tree)
        : work(tree), mass(tree.degreesOfFreedom(), tree.degreesOfFreedom()) {}
    linkwork::Workspace<double> work;
    Eigen::MatrixXd mass;
  };
  return
      [&tree = simulation.tree(), workspace = std::make_shared<CallWorkspace>(simulation.tree())] {
        linkwork::massMatrix(tree, tree.initialPosition(), workspace->work, workspace->mass);
      };
}

std::function<void()> biasForce(Simulation& simulation) {
  struct CallWorkspace {
    explicit CallWorkspace(const linkwork::ClusterTree<double>& tree)
        : work(tree), forces(tree), bias(tree.degreesOfFreedom()) {}
    linkwork::Workspace<double> work;
    linkwork::AppliedForces<double> forces;
    Eigen::VectorXd bias;
  };
  return
      [&tree = simulation.tree(), workspace = std::make_shared<CallWorkspace>(simulation.tree())] {
        linkwork::biasForce(tree, tree.initialPosition(), tree.initialVelocity(), workspace->forces,
                            workspace->work, workspace->bias);
      };
}

/// Makes a simulation ready for a call, which is returned.
struct Call {
  std::string name;
  std::function<std::function<void()>(Simulation&)> prepare;
};

std::vector<Call> calls() {
  std::vector<Call> all{
      {"forward-dynamics", forwardDynamics},
      {"forward-dynamics-general", generalForwardDynamics},
      {"forward-dynamics-wrench",
       [](Simulation& simulation) {
         applyWrench(simulation);
         return forwardDynamics(simulation);
       }},
      {"forward-dynamics-point-force",
       [](Simulation& simulation) {
         simulation.applyPointForce(lastBody(simulation), {0.1, 0, 0}, {1, 2, 3});
         return forwardDynamics(simulation);
       }},
      {"forward-dynamics-pull",
       [](Simulation& simulation) {
         simulation.pull(lastBody(simulation), {0.1, 0, 0}, {1, 1, 1}, 100, 1);
         return forwardDynamics(simulation);
       }},
      {"inverse-dynamics", inverseDynamics},
      {"inverse-dynamics-wrench",
       [](Simulation& simulation) {
         applyWrench(simulation);
         return inverseDynamics(simulation);
       }},
      {"mass-matrix", massMatrix},
      {"bias-force", biasForce},
      {"inverse-operational-space-inertia",
       [](Simulation& simulation) -> std::function<void()> {
         return [&, rows = std::make_shared<linkwork::EndEffectorRows>(
                        simulation.endEffectors({{.body = lastBody(simulation)}}))] {
           simulation.inverseOperationalSpaceInertia(*rows);
         };
       }},
      {"forward-dynamics-derivatives", [](Simulation& simulation) -> std::function<void()> {
         return [&] { simulation.forwardDynamicsDerivatives(); };
       }}};
  for (const linkwork::SteppingMethod& method : linkwork::steppingMethods)
    for (const linkwork::MethodIntegrator& integrator : method.integrators)
      all.push_back({std::string(method.name) + "-" + std::string(integrator.name),
                     [&](Simulation& simulation) -> std::function<void()> {
                       simulation.setMethod(method.name);
                       simulation.setIntegrator(integrator.name);
                       return [&] { simulation.step(); };
                     }});
  return all;
}

/// Calls `visit` with the name of every call that the pattern requests, made ready and made once:
/// what the first one allocates does not count.
template <typename Visit>
void forEachCall(const std::string& pattern, const std::vector<Subject>& subjects, Visit visit) {
  const std::regex wanted(pattern);
  for (const Call& call : calls())
    for (const Subject& subject : subjects) {
      const std::string name = call.name + "/" + std::string(subject.name);
      // A thousand joints have derivatives of three million numbers: their cost is that of writing
      // and solving them.
      if (name == "forward-dynamics-derivatives/chain-1000") continue;
      if (!std::regex_search(name, wanted)) continue;
      Simulation simulation(linkwork::catalogueMechanism(subject.mechanism, subject.options),
                            {.step = 1e-4});
      const std::function<void()> made = call.prepare(simulation);
      made();
      visit(name, made);
    }
}

/// Conditions under which counts are comparable: the compiler, and the instruction set that the
/// library chooses (dynamics/kernels/passes_portable.cpp) among those that valgrind supports.
std::string conditions() {
  std::string compiler = __VERSION__;
#if defined(__x86_64__)
  const bool isV3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi2");
  return compiler + (isV3 ? ", x86-64-v3" : ", x86-64");
#else
  return compiler;
#endif
}

void count(int each, const std::string& pattern, const std::vector<Subject>& subjects) {
  std::cout << conditions() << "\n";
  forEachCall(pattern, subjects, [&](const std::string& name, const std::function<void()>& call) {
    measured(call, each);
    std::cout << name << "\n";
  });
}

double processorTime() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Time of one of many calls [s].
template <typename Function>
double timeOf(int repetitions, const Function& function) {
  const double start = processorTime();
  for (int i = 0; i < repetitions; ++i) function();
  return (processorTime() - start) / repetitions;
}

// Keeps a number in its register, where the compiler neither folds what it does nor packs it into
// vectors.
#if defined(__x86_64__)
#define IN_REGISTER(number) asm volatile("" : "+x"(number))
#else
#define IN_REGISTER(number) asm volatile("" : "+w"(number))
#endif

/// 1000 multiplications with additions, scalars of double precision, enough of them under way that
/// none waits for another: what the processor can do at most.
#if defined(__x86_64__)
[[gnu::target("fma")]]
#endif
[[gnu::noinline]] void
multiplyAdd() {
  constexpr int lanes = 10;
  double x[lanes] = {};
  for (int i = 0; i < 1000 / lanes; ++i)
#pragma GCC unroll 10
    for (double& each : x) {
      each = __builtin_fma(each, 0.5, 1.0);
      IN_REGISTER(each);
    }
}

/// 1000 additions of integers that wait for each other: a cycle each.
[[gnu::noinline]] void cycles() {
  std::uint64_t x = 0, y = 1;
  for (int i = 0; i < 100; ++i)
#pragma GCC unroll 10
    for (int k = 0; k < 10; ++k) {
      x += y;
      asm volatile("" : "+r"(x), "+r"(y));
    }
}

/// A line for each call and round: time of the call, of a multiplication with addition, and of a
/// cycle [s].
void time(const std::string& pattern) {
  forEachCall(pattern, tenSubjects, [](const std::string& name, const std::function<void()>& call) {
    constexpr double batch = 2e-3;  // [s]
    const int repetitions = std::max(1, static_cast<int>(batch / timeOf(3, call)));
    for (int round = 0; round < 31; ++round)
      std::cout << name << ' ' << timeOf(repetitions, call) << ' '
                << timeOf(2000, multiplyAdd) / 1000 << ' ' << timeOf(2000, cycles) / 1000 << '\n';
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  std::vector<Subject> named;
  for (std::size_t i = 3; i < words.size(); ++i) named.push_back({words[i], words[i], ""});
  if (words.size() >= 2 && words[0] == "count")
    count(std::stoi(words[1]), words.size() > 2 ? words[2] : "",
          named.empty() ? tenSubjects : named);
  else if (!words.empty() && words[0] == "time")
    time(words.size() > 1 ? words[1] : "");
  else
    return 2;
  return 0;
}
