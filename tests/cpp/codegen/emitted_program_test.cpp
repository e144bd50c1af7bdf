#include <catch2/catch.hpp>

#include "codegen/link.hpp"
#include "codegen/program_cases.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "symbolic/wasm_machine.hpp"

// Runs emitted code of whole mechanisms and compares it with the recursive algorithms. C++ is
// compiled. Node runs WebAssembly; native tests interpret it.

namespace linkwork::test {
namespace {

/// A native compiler takes a second for a robot or for a dozen random mechanisms. It gets few small
/// mechanisms, and WebAssembly gets all.
#ifdef __EMSCRIPTEN__
constexpr int mostVelocities = 1000;
#else
constexpr int mostVelocities = 8;
#endif

/// Returns the programs of a mechanism. Programs of steps include forward dynamics.
std::vector<ProgramCase> casesOf(const Fixture& on) {
  std::vector<ProgramCase> cases = otherCases(on);
  for (ProgramCase& each : stepCases(on)) cases.push_back(std::move(each));
  return cases;
}

void checkAsWasm(const std::vector<ProgramCase>& cases) {
  for (const ProgramCase& each : cases) checkOutputs(each, runAsWasm(each.program, each.inputs));
}

Fixture randomSubject(std::uint64_t seed) {
  RandomMechanism random = randomMechanism(seed);
  random.state.wrenches.clear();
  return Fixture(random.mechanism, random.state);
}

}  // namespace

#ifndef __EMSCRIPTEN__  // Emscripten has no compiler; WebAssembly is tested below.
namespace {

/// Checks all programs as C++.
void checkCompiled(const std::vector<Fixture>& subjects) {
  std::vector<ProgramCase> cases;
  for (std::size_t i = 0; i < subjects.size(); ++i)
    for (ProgramCase& each : casesOf(subjects[i])) {
      each.program.name += std::to_string(i);
      cases.push_back(std::move(each));
    }
  checkLinked(cases);
}

}  // namespace

TEST_CASE("compiled programs agree on the catalogue", "[codegen]") {
  std::vector<Fixture> subjects;
  for (const std::string_view name : catalogueNames()) {
    Fixture on(catalogueMechanism(name));
    if (on.tree.velocitySize() > mostVelocities) continue;
    stir(on, 1);
    subjects.push_back(std::move(on));
  }
  checkCompiled(subjects);
}

// In parallel parts, because the compiler takes most of the time.
TEMPLATE_TEST_CASE_SIG("compiled programs agree on random mechanisms", "[codegen][slow]",
                       ((std::uint64_t first), first), 0, 20, 40, 60, 80, 100, 120, 140, 160, 180) {
  std::vector<Fixture> subjects;
  for (std::uint64_t seed = first; seed < first + 20; ++seed)
    subjects.push_back(randomSubject(seed));
  checkCompiled(subjects);
}
#endif

TEST_CASE("programs as WebAssembly agree on random mechanisms", "[codegen][slow]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    const Fixture on = randomSubject(seed);
    checkAsWasm(casesOf(on));
    checkAsWasm({forwardCase(on)});
    checkAsWasm(loopCases(on));
  }
}

TEST_CASE("programs as WebAssembly agree on the catalogue", "[codegen]") {
  for (const std::string_view name : catalogueNames()) {
    CAPTURE(name);
    Fixture on(catalogueMechanism(name));
    stir(on, 1);
    checkAsWasm(casesOf(on));
    checkAsWasm({forwardCase(on)});
    checkAsWasm(loopCases(on));
  }
}

TEST_CASE("emitted forward dynamics applies wrenches on bodies", "[codegen]") {
  Vector6<double> wrench;
  wrench << 0.3, -0.1, 0.2, 1, 2, -1;
  std::vector<Fixture> subjects;
  std::vector<symbolic::Program> programs;
  for (const std::string_view name : catalogueNames()) {
    Mechanism mechanism = catalogueMechanism(name);
    mechanism.contact.colliders.clear();  // compiled code has no contact forces
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
    CompiledDynamics compiled;
    compiled.forward = {Counted::run, linked[i].outputs, linked[i].workspace};
    simulation.useCompiled(std::move(compiled));
    const std::span<const double> a = simulation.forwardDynamics();
    CHECK(Counted::calls == 1);
    CHECK(difference(Eigen::Map<const Eigen::VectorXd>(a.data(), on.v.size()),
                     on.generalForward()) < solveTolerance(on));
  }
}

}  // namespace linkwork::test
