#include "linkwork/program.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "codegen/link.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"
#include "symbolic/wasm_machine.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

EM_JS(int, linkworkTestIsValid, (const void* bytes, int size),
      { return WebAssembly.validate(HEAPU8.slice(bytes, bytes + size)) ? 1 : 0; });
#endif

namespace linkwork::test {
namespace {

using symbolic::Expression;
using symbolic::Program;

/// Returns a random operation on earlier values. If `bounded`, the result is defined everywhere and
/// its size and rounding stay below several hundred.
Expression randomOperation(std::mt19937& random, const std::vector<Expression>& known,
                           bool bounded) {
  const auto any = [&] { return known[random() % known.size()]; };
  const auto positive = [&](const Expression& x) { return bounded ? 1.0 + x * x : x; };
  const auto small = [&](const Expression& x) { return bounded ? x / (1.0 + x * x) : x; };
  switch (random() % 22) {
    case 0:
      return small(pow(positive(small(any())), small(any())));
    case 1:
      return sqrt(positive(any()));
    case 2:
      return tan(small(any()));
    case 3:
      return asin(small(any()));
    case 4:
      return acos(small(any()));
    case 5:
      return atan2(any(), positive(any()));
    case 6:
      return exp(small(any()));
    case 7:
      return log(positive(any()));
    case 8:
      return choose(any(), any(), any());
    case 9:
      return -any();
    case 10:
      return atan(any());
    case 11:
    case 12:
      return sin(any());
    case 13:
    case 14:
      return cos(any());
    case 15:
      return any() / positive(any());
    case 16:
      return abs(any());
    case 17:
      return max(any(), min(any(), any()));
    case 18:
      return small(any()) - small(any());
    case 19:
      return small(any()) * small(any());
    default:
      return small(any()) + small(any());
  }
}

Program randomProgram(std::mt19937& random, int operations, bool bounded) {
  constexpr int elements = 4, outputs = 6;
  const auto graph = std::make_shared<symbolic::Graph>();
  std::vector<Expression> known{0.0, 1.5, -2.0};
  for (int i = 0; i < elements; ++i)
    for (const int array : {0, 1}) known.push_back(graph->input(array, i));
  for (int i = 0; i < operations; ++i) known.push_back(randomOperation(random, known, bounded));
  std::vector<Expression> values;
  for (int i = 0; i < outputs; ++i)
    values.push_back(known[known.size() - 1 - random() % known.size() / 2]);
  return Program::straight("", {{"a", elements}, {"b", elements}}, graph, values);
}

}  // namespace

TEST_CASE("emitted WebAssembly is valid", "[symbolic]") {
  std::mt19937 random(1);
  for (int i = 0; i < 10000; ++i) {
    const Program program = randomProgram(random, static_cast<int>(random() % 60), false);
    const int length = 1 + static_cast<int>(random() % 20);
    const symbolic::WasmCode code = emitWasm(program, {.functionLength = length});
    REQUIRE(WasmMachine(code.bytes).functions() == code.functions + 1);  // the last index
#ifdef __EMSCRIPTEN__
    REQUIRE(linkworkTestIsValid(code.bytes.data(), static_cast<int>(code.bytes.size())));
#endif
  }
}

TEST_CASE("truncated or changed WebAssembly is invalid", "[symbolic]") {
  std::mt19937 random(4);
  const std::vector<std::uint8_t> bytes = emitWasm(randomProgram(random, 40, true)).bytes;
  const auto isValid = [](const std::vector<std::uint8_t>& code) {
    try {
      WasmMachine{code};
      return true;
    } catch (const std::runtime_error&) {
      return false;
    }
  };
  CHECK(isValid(bytes));
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK_FALSE(isValid({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)}));
  // Digits of constants and numbers of registers may change, but hardly instructions and counts.
  int valid = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::vector<std::uint8_t> changed = bytes;
    changed[i] ^= 0x55;
    valid += isValid(changed);
#ifdef __EMSCRIPTEN__
    CHECK((!isValid(changed) ||
           linkworkTestIsValid(changed.data(), static_cast<int>(changed.size()))));
#endif
  }
  CHECK(valid < static_cast<int>(bytes.size()) / 2);
}

TEST_CASE("linked programs agree with the interpreter", "[symbolic]") {
  std::mt19937 random(2);
  std::vector<Program> programs;
  for (int i = 0; i < 20; ++i) {
    programs.push_back(randomProgram(random, 20 * i, true));
    programs.back().name = "program" + std::to_string(i);
  }
  std::vector<LinkedProgram> linked = link(programs);
  std::uniform_real_distribution<double> any(-3, 3);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    CAPTURE(i);
    const symbolic::Tape tape(programs[i].expressions());
    for (int repeat = 0; repeat < 5; ++repeat) {
      std::vector<double> a(4), b(4), workspace(static_cast<std::size_t>(tape.registers()));
      for (double& entry : a) entry = any(random);
      for (double& entry : b) entry = any(random);
      if (repeat == 4) a[0] = 2e6;  // sines and cosines of angles beyond the polynomial's range
      std::vector<double> expected(static_cast<std::size_t>(programs[i].outputs));
      const double* inputs[] = {a.data(), b.data()};
      tape.run<double>(inputs, expected.data(), workspace.data());
      // A rounding error of an operation grows through hundreds of operations, most with
      // derivatives below 1. `choose` jumps only where its condition vanishes.
      for (const std::vector<double>& found :
           {linked[i].run({a.data(), b.data()}), runAsWasm(programs[i], {a, b})})
        for (std::size_t k = 0; k < expected.size(); ++k)
          CHECK(found[k] == Approx(expected[k]).epsilon(1e-9).margin(1e-9));
    }
  }
}

TEST_CASE("inputs and cosines that are also outputs are used before and after others",
          "[symbolic]") {
  const auto graph = std::make_shared<symbolic::Graph>();
  const Expression x = graph->input(0, 0), y = graph->input(0, 1);
  const Expression further = 1 + y, c = cos(x);
  const Program program = Program::straight(
      "", {{"a", 2}}, graph, {c * (2 + c), further * (3 + further), c, x, x * (4 + x)});
  const double cosine = std::cos(0.3);
  const std::vector<double> expected{cosine * (2 + cosine), 1.5 * 4.5, cosine, 0.3, 0.3 * 4.3};
  const std::vector<double> found = runAsWasm(program, {{0.3, 0.5}});
  for (std::size_t k = 0; k < expected.size(); ++k) CHECK(found[k] == Approx(expected[k]));
}

TEST_CASE("sines and cosines of emitted code agree with the standard library", "[symbolic]") {
  constexpr int count = 999;
  const auto graph = std::make_shared<symbolic::Graph>();
  std::vector<Expression> values;
  for (int i = 0; i < count; ++i) {
    const Expression angle = graph->input(0, i);
    values.push_back(sin(angle));
    values.push_back(cos(angle));
  }
  const Program program = Program::straight("turns", {{"x", count}}, graph, values);
  LinkedProgram turns = link(program);
  std::mt19937 random(3);
  for (const double size : {1e-3, 1.0, 10.0, 1e5, 1e9}) {
    std::uniform_real_distribution<double> any(-size, size);
    std::vector<double> x(count);
    for (double& entry : x) entry = any(random);
    x[7] = 0;
    for (const std::vector<double>& found : {turns.run({x.data()}), runAsWasm(program, {x})})
      for (std::size_t i = 0; i < count; ++i) {
        // Within 1.5 units in the last place, and in absolute terms near zeros of large angles.
        CHECK(std::abs(found[2 * i] - std::sin(x[i])) < 2.3e-16);
        CHECK(std::abs(found[2 * i + 1] - std::cos(x[i])) < 2.3e-16);
      }
  }
  std::vector<double> x(count, std::numeric_limits<double>::infinity());
  for (const double value : turns.run({x.data()})) CHECK(std::isnan(value));
  for (const double value : runAsWasm(program, {x})) CHECK(std::isnan(value));
}

}  // namespace linkwork::test
