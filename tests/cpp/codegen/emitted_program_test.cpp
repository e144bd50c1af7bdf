#include <catch2/catch.hpp>

#include "codegen/link.hpp"
#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/program.hpp"
#include "linkwork/simulation.hpp"

// Emitted code of whole mechanisms, compiled and run, against the recursions that stand: C++
// natively, WebAssembly in Node.

namespace linkwork::test {
namespace {

/// A native compiler takes a second for a robot: it gets small mechanisms and some random ones,
/// WebAssembly all. The same programs run from the tape in forward_program_test.cpp, all of them.
#ifdef __EMSCRIPTEN__
constexpr std::uint64_t randomCount = 200;
constexpr int mostVelocities = 1000;
#else
constexpr std::uint64_t randomCount = 4;
constexpr int mostVelocities = 8;
#endif

void checkLinked(const std::vector<std::string>& names, const std::vector<Fixture>& subjects) {
  std::vector<symbolic::Program> programs;
  for (const Fixture& on : subjects) {
    programs.push_back(forwardDynamicsProgram(on.tree));
    programs.back().name += std::to_string(programs.size());
  }
  std::vector<LinkedProgram> linked = link(programs);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    CAPTURE(names[i]);
    const Fixture& on = subjects[i];
    const std::vector<double>& outputs =
        linked[i].run({on.q.data(), on.v.data(), on.forces.torque.data()});
    CHECK(outputs.back() >= 0);
    CHECK(difference(Eigen::Map<const Eigen::VectorXd>(outputs.data(), on.v.size()), on.forward()) <
          solveTolerance(on));
  }
}

/// Runs a linked program and counts the calls: a simulation falls back where there is none.
struct Counted {
  static void run(const double* const* inputs, double* outputs, double* scratch) {
    ++calls;
    program(inputs, outputs, scratch);
  }
  static inline symbolic::CompiledFunction program = nullptr;
  static inline int calls = 0;
};

}  // namespace

TEST_CASE("emitted forward dynamics agrees on the catalogue", "[codegen]") {
  std::vector<std::string> names;
  std::vector<Fixture> subjects;
  for (const std::string_view name : catalogueNames()) {
    Fixture on(catalogueMechanism(name));
    if (on.tree.velocitySize() > mostVelocities) continue;
    names.emplace_back(name);
    subjects.push_back(std::move(on));
  }
  checkLinked(names, subjects);
}

TEST_CASE("emitted forward dynamics agrees on random mechanisms", "[codegen]") {
  std::vector<std::string> names;
  std::vector<Fixture> subjects;
  for (std::uint64_t seed = 0; seed < randomCount; ++seed) {
    RandomMechanism random = randomMechanism(seed);
    random.state.wrenches.clear();
    names.push_back(std::to_string(seed));
    subjects.emplace_back(random.mechanism, random.state);
  }
  checkLinked(names, subjects);
}

TEST_CASE("emitted forward dynamics feels wrenches on bodies", "[codegen]") {
  Vector6<double> wrench;
  wrench << 0.3, -0.1, 0.2, 1, 2, -1;
  std::vector<Fixture> subjects;
  std::vector<symbolic::Program> programs;
  for (const std::string_view name : catalogueNames()) {
    Mechanism mechanism = catalogueMechanism(name);
    mechanism.contact.colliders.clear();  // whose pushes compiled code does not know
    NamedState state = mechanism.initialState.value_or(NamedState());
    state.wrenches[mechanism.bodies.back().name] = wrench;
    Fixture on(mechanism, state);
    if (on.tree.velocitySize() > mostVelocities) continue;
    programs.push_back(forwardDynamicsProgram(on.tree));
    programs.back().name += std::to_string(programs.size());
    subjects.push_back(std::move(on));
  }
  const std::vector<LinkedProgram> linked = link(programs);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const Fixture& on = subjects[i];
    CAPTURE(on.mechanism.name);
    Simulation simulation(on.mechanism);
    simulation.setWrench(on.mechanism.bodies.back().name,
                         std::vector<double>(wrench.begin(), wrench.end()));
    Counted::program = linked[i].function;
    Counted::calls = 0;
    simulation.useCompiled({Counted::run, linked[i].outputs, linked[i].scratch});
    const std::span<const double> a = simulation.forwardDynamics();
    CHECK(Counted::calls == 1);
    CHECK(difference(Eigen::Map<const Eigen::VectorXd>(a.data(), on.v.size()),
                     on.generalForward()) < solveTolerance(on));
  }
}

}  // namespace linkwork::test
