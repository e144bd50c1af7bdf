#include <catch2/catch.hpp>
#include <cmath>

#include "codegen/link.hpp"
#include "joints/function_scenes.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/program.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/symbolic/differentiation.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"

/// abs, min and max: piecewise functions.
namespace linkwork::test {
namespace {

using symbolic::Expression, symbolic::Program;

/// f and three derivatives by x, at x.
using Derivatives = std::array<double, 4>;

/// A piecewise function and its pieces: on the left of its kinks, and at and on the right of them.
struct PiecewiseFunction {
  std::string name;
  Expression (*written)(const Expression& x);
  double kink;
  Derivatives (*left)(double x);
  Derivatives (*right)(double x);
};

Derivatives sineOf(double x) { return {std::sin(x), std::cos(x), -std::sin(x), -std::cos(x)}; }
Derivatives minusSineOf(double x) { return {-std::sin(x), -std::cos(x), std::sin(x), std::cos(x)}; }
Derivatives cubeOf(double x) { return {x * x * x, 3 * x * x, 6 * x, 6}; }
Derivatives minusCubeOf(double x) { return {-x * x * x, -3 * x * x, -6 * x, -6}; }
Derivatives squareOf(double x) { return {x * x, 2 * x, 2, 0}; }
Derivatives lineOf(double x) { return {2 - x, -1, 0, 0}; }

std::vector<PiecewiseFunction> piecewiseFunctions() {
  const auto absSine = [](const Expression& x) { return abs(sin(x)); };
  const auto absCube = [](const Expression& x) { return abs(x) * x * x; };
  return {{"|sin x|", absSine, 0, minusSineOf, sineOf},
          {"|x| x²", absCube, 0, minusCubeOf, cubeOf},
          // If both are equal, the first one is used.
          {"max(x², 2 − x)", [](const Expression& x) { return max(x * x, 2 - x); }, 1, lineOf,
           squareOf},
          {"min(2 − x, x²)", [](const Expression& x) { return min(2 - x, x * x); }, 1, squareOf,
           lineOf}};
}

Program withDerivatives(const PiecewiseFunction& function) {
  const auto graph = std::make_shared<symbolic::Graph>();
  const Expression x = graph->input(0, 0), one = 1;
  std::vector<Expression> outputs{function.written(x)};
  for (int order = 0; order < 3; ++order)
    outputs.push_back(symbolic::derivativeAlong({&outputs.back(), 1}, {&x, 1}, {&one, 1})[0]);
  return Program::straight("pieces", {{"x", 1}}, graph, outputs);
}

std::vector<double> interpreted(const Program& program, double x) {
  const symbolic::Tape tape(program.expressions());
  std::vector<double> values(static_cast<std::size_t>(program.outputs)),
      workspace(static_cast<std::size_t>(tape.registers()));
  const double* const inputs[] = {&x};
  tape.run(inputs, values.data(), workspace.data());
  return values;
}

}  // namespace

TEST_CASE("abs, min and max have the derivatives of their pieces, and of one piece at kinks",
          "[symbolic]") {
  for (const PiecewiseFunction& function : piecewiseFunctions()) {
    const Program program = withDerivatives(function);
    const symbolic::Tape tape(program.expressions());
    for (const double from : {-1.5, -0.6, -1e-9, 0.0, 1e-9, 0.4, 1.4}) {
      const double x = function.kink + from;
      INFO(function.name << " at " << x);
      const Derivatives expected = from < 0 ? function.left(x) : function.right(x);
      const std::vector<double> found = interpreted(program, x);
      for (std::size_t order = 0; order < 4; ++order)
        CHECK(found[order] == Approx(expected[order]).epsilon(1e-15).margin(1e-15));
      // With jets through the interpreter, each derivative has the next one as its derivative.
      DerivativeJet jet = DerivativeJet::variable(x, 0);
      const DerivativeJet* const inputs[] = {&jet};
      std::array<DerivativeJet, 4> values;
      std::vector<DerivativeJet> workspace(static_cast<std::size_t>(tape.registers()));
      tape.run(inputs, values.data(), workspace.data());
      for (std::size_t order = 0; order < 3; ++order)
        CHECK(values[order].partials[0] ==
              Approx(expected[order + 1]).epsilon(1e-15).margin(1e-15));
    }
  }
}

TEST_CASE("jets and numbers select the same piece", "[symbolic]") {
  const auto bothOf = [](auto x) {
    using std::abs, std::max, std::min;
    return std::array{abs(x), max(x, 1 - x), min(x, 1 - x)};
  };
  for (const double x : {-0.7, 0.0, 0.2, 0.5, 0.9}) {
    const auto numbers = bothOf(x);
    const auto jets = bothOf(Jet<1>::variable(x, 0));
    const std::array slopes{x < 0 ? -1.0 : 1.0, x < 0.5 ? -1.0 : 1.0, x <= 0.5 ? 1.0 : -1.0};
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(jets[i].value == numbers[i]);
      CHECK(jets[i].partials[0] == slopes[i]);
    }
  }
}

TEST_CASE("emitted code selects as the interpreter does, bitwise", "[symbolic]") {
  // Without a sine, because emitted code has its own.
  std::vector<Program> programs;
  for (const PiecewiseFunction& function : piecewiseFunctions())
    if (function.name != "|sin x|") programs.push_back(withDerivatives(function));
  for (std::size_t i = 0; i < programs.size(); ++i) programs[i].name += std::to_string(i);
  std::vector<LinkedProgram> linked = link(programs);
  for (std::size_t i = 0; i < programs.size(); ++i)
    for (double x = -2; x <= 2; x += 0.125)
      CHECK(linked[i].run({&x}) == interpreted(programs[i], x));
}

TEST_CASE("a track with a kink moves as two tracks", "[symbolic]") {
  const auto on = [](const std::string& height, double s, double speed) {
    const CustomJoint track{{"s"}, {CustomJoint::Translation{{"s", "0.1*s^2", height}}}};
    return onFunction(track, {s}, {speed});
  };
  // On each side the track is smooth. No step meets the kink.
  for (const double side : {-1.0, 1.0}) {
    const std::string smooth = side < 0 ? "sin(-s)" : "sin(s)";
    const double q = 0.7 * side, v = 0.4 * side;
    Simulation kinked(on("abs(sin(s))", q, v)), one(on(smooth, q, v)),
        highest(on("max(sin(s), -sin(s))", q, v));
    for (Simulation* simulation : {&kinked, &one, &highest}) simulation->step(100);
    CHECK(kinked.q()[0] == Approx(one.q()[0]).epsilon(1e-13));
    CHECK(highest.q()[0] == Approx(one.q()[0]).epsilon(1e-13));
    const auto drift = [&](double h) {
      Simulation simulation(on("abs(sin(s))", q, v), {.integrator = "rk4", .step = h});
      const auto energy = [&] { return simulation.kineticEnergy() + simulation.potentialEnergy(); };
      const double start = energy();
      simulation.advance(0.1 + h / 2);
      return std::abs(energy() - start);
    };
    CHECK(std::log2(drift(0.005) / drift(0.0025)) == Approx(4).margin(0.1));
  }
  // At rest on the kink, accelerations are those of the right piece.
  CHECK(Simulation(on("abs(s)", 0, 0)).forwardDynamics()[0] ==
        Approx(Simulation(on("s", 0, 0)).forwardDynamics()[0]).epsilon(1e-14));
}

}  // namespace linkwork::test
