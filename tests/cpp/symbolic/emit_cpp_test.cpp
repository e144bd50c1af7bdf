#include "linkwork/program.hpp"

#include <catch2/catch.hpp>

namespace linkwork::test {

using symbolic::Expression, symbolic::Program;

namespace {

Program someProgram() {
  const auto graph = std::make_shared<symbolic::Graph>();
  const Expression a = graph->input(0, 0), b = graph->input(0, 1);
  const Expression rate = graph->input(1, 0), sine = sin(a);
  return Program::straight(
      "f", {{"q", 2}, {"v", 1}}, graph,
      {sine * rate + 0.1, atan2(sine, b) - sine, choose(a, -b, pow(b, 1.5)), 3});
}

}  // namespace

TEST_CASE("a program printed as C++ names shared values, and inlines the others", "[symbolic]") {
  const symbolic::CppSource source = symbolic::emitCpp(someProgram());
  CHECK(source.workspace == 0);
  CHECK(source.text ==
        "#include <cmath>\n"
        "\n"
        "extern \"C\" void f(const double* const* inputs, double* outputs, double* scratch) {\n"
        "  (void)inputs, (void)outputs, (void)scratch;\n"
        "  [[maybe_unused]] const double* const q = inputs[0];\n"
        "  [[maybe_unused]] const double* const v = inputs[1];\n"
        "  const double t3 = std::sin(q[0]);\n"
        "  outputs[0] = (0.1 + (v[0] * t3));\n"
        "  outputs[1] = (std::atan2(t3, q[1]) - t3);\n"
        "  outputs[2] = (q[0] < 0 ? (-q[1]) : std::pow(q[1], 1.5));\n"
        "  outputs[3] = 3.0;\n"
        "}\n");
}

TEST_CASE("a long program is printed as several functions that share a workspace", "[symbolic]") {
  const symbolic::CppSource source = symbolic::emitCpp(someProgram(), {2});
  CHECK(source.workspace == 3);
  for (const char* piece :
       {"static void fKernel0(", "  const double t1 = std::sin(q[0]);\n  scratch[0] = t1;\n",
        "static void fKernel1(", "  outputs[0] = (0.1 + scratch[1]);\n", "static void fKernel2(",
        "  outputs[1] = (scratch[2] - scratch[0]);\n", "static void fKernel3(",
        "  fKernel0(inputs, outputs, scratch);\n  fKernel1("})
    CHECK(source.text.find(piece) != std::string::npos);
}

}  // namespace linkwork::test
