#include <catch2/catch.hpp>

#include "ensemble/copies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/ensemble.hpp"
#include "simulation/flat.hpp"

// Accelerations in single precision: copies agree with double precision to the rounding of floats.

namespace linkwork::test {
namespace {

EnsembleOptions floatOptions(const char* integrator, int count) {
  EnsembleOptions options = optionsOf(integrator, count);
  options.precision = Precision::floats;
  return options;
}

/// Returns the largest difference of positions, relative to their size or 1.
double difference(const Ensemble& one, const Ensemble& other) {
  double size = 1;
  for (const double number : other.q()) size = std::max(size, std::abs(number));
  return largestDifference(one.q(), other.q()) / size;
}

}  // namespace

TEST_CASE("accelerations in single precision move copies as double precision does", "[ensemble]") {
  for (const auto& [name, options] :
       {std::pair{"chain", R"({"links": 6, "axes": [[1, 0, 0], [0, 1, 0]], "damping": 0.01})"},
        std::pair{"branchingTree", ""}, std::pair{"gearedChain", ""}, std::pair{"beltChain", ""},
        std::pair{"gearedArm", ""}, std::pair{"miniCheetah", ""}})
    for (const char* integrator : {"rk4", "semi-implicit-euler"}) {
      INFO(name << ", " << integrator);
      Mechanism mechanism = catalogueMechanism(name, options);
      mechanism.contact = {};
      for (Joint& joint : mechanism.joints) {
        joint.limits.reset();
        joint.friction = 0;
      }
      Ensemble floats(mechanism, floatOptions(integrator, 19));
      Ensemble doubles(mechanism, optionsOf(integrator, 19));
      std::vector<double> torques(doubles.v().size());
      for (std::size_t i = 0; i < torques.size(); ++i)
        torques[i] = 0.05 * std::sin(static_cast<double>(i));
      for (Ensemble* each : {&floats, &doubles}) {
        each->scatter(0.05, 0.1, 7);
        each->setTorques(torques);
        each->step(200);
      }
      // Several hundred successive products with errors of 2⁻²⁴. In 0.2 s, the accelerations change
      // angles by a few radians at most.
      CHECK(difference(floats, doubles) <= 1e-5);
      CHECK((difference(floats, doubles) > 0) == (floats.precision() == Precision::floats));
      for (const double error : floats.couplingErrors()) CHECK(error <= 1e-12);
      CHECK(floats.work()[3] == Approx(doubles.work()[3]).epsilon(1e-4).margin(1e-6));
      CHECK(floats.failures().empty());
    }
}

TEST_CASE("many turns do not reduce the precision of floats", "[ensemble]") {
  const Mechanism mechanism = catalogueMechanism("chain", R"({"links": 4})");
  Ensemble floats(mechanism, floatOptions("rk4", 5)), doubles(mechanism, optionsOf("rk4", 5));
  std::vector<double> turned = listOf(floats.q());
  for (double& angle : turned) angle += 20000 * 3.141592653589793;
  const std::vector<double> v(turned.size());
  floats.setStates(turned, v);
  doubles.setStates(turned, v);
  for (Ensemble* each : {&floats, &doubles}) each->step(200);
  CHECK(largestDifference(floats.q(), doubles.q()) <= 1e-5);
}

TEST_CASE(
    "copies in single precision are independent, have their own parameters and stop one by one",
    "[ensemble]") {
  const Mechanism mechanism = catalogueMechanism("chain", R"({"links": 4})");
  const std::string name = mechanism.bodies[1].name + ".mass";
  const auto withMasses = [&](EnsembleOptions options) {
    options.vary = {name};
    return Ensemble(mechanism, options);
  };
  Ensemble few = withMasses(floatOptions("rk4", 3)), many = withMasses(floatOptions("rk4", 40)),
           doubles = withMasses(optionsOf("rk4", 3));
  for (Ensemble* each : {&few, &many, &doubles}) {
    std::vector<double> masses(static_cast<std::size_t>(each->count()));
    for (std::size_t copy = 0; copy < masses.size(); ++copy)
      masses[copy] = 1 + static_cast<double>(copy);
    each->setParameters(masses);
    each->scatter(0.1, 0.1, 3);
    each->step(50);
  }
  CHECK(listOf(few.q()) == listOf(many.q().first(few.q().size())));
  CHECK(difference(few, doubles) <= 1e-5);

  std::vector<double> torques(few.v().size());
  torques[few.velocitySize()] = 1e39;  // exceeds the range of floats
  few.setTorques(torques);
  few.step(2);
  REQUIRE(few.failures().size() == 1);
  CHECK(few.failures()[0].copy == 1);
  CHECK(few.failures()[0].time == Approx(0.05));
}

TEST_CASE("mechanisms without single-precision lanes use double precision", "[ensemble]") {
  for (const char* name : {"fourBar", "torusChain"}) {
    const Mechanism mechanism = catalogueMechanism(name);
    Ensemble asked(mechanism, floatOptions("rk4", 3)), doubles(mechanism, optionsOf("rk4", 3));
    CHECK(asked.precision() == Precision::doubles);
    for (Ensemble* each : {&asked, &doubles}) each->step(20);
    CHECK(listOf(asked.q()) == listOf(doubles.q()));
  }
}

}  // namespace linkwork::test
