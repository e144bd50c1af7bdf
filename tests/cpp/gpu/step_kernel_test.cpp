#ifndef __EMSCRIPTEN__  // Emscripten has no compiler

#include <dlfcn.h>

#include <catch2/catch.hpp>

#include "codegen/link.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/ensemble.hpp"
#include "linkwork/gpu.hpp"
#include "simulation/flat.hpp"

// GPU kernels, run on the CPU: a few definitions replace CUDA's keywords.

namespace linkwork::test {
namespace {

using Move = void (*)(int copies, int steps, double h, double* q, double* v, const double* torque,
                      double* work, int* made);

constexpr const char* onProcessor = R"(
extern "C" void moveOnProcessor(int copies, int steps, double h, double* q, double* v,
                                const double* torque, double* work, int* made) {
  blockDim.x = 4;  // the last block has threads without a copy
  for (blockIdx.x = 0; 4 * blockIdx.x < copies; ++blockIdx.x)
    for (threadIdx.x = 0; threadIdx.x < 4; ++threadIdx.x)
      moveCopies(copies, steps, h, q, v, torque, work, made);
}
)";

struct Kernel {
  std::shared_ptr<void> library;
  Move move;

  explicit Kernel(const std::string& text)
      : library(compileText("#define __device__\n#define __global__\n"
                            "static struct { int x; } blockIdx, blockDim, threadIdx;\n" +
                                text + onProcessor,
                            "-O0")),
        move(reinterpret_cast<Move>(dlsym(library.get(), "moveOnProcessor"))) {}
};

}  // namespace

TEST_CASE("GPU kernels move copies as an ensemble does", "[codegen][slow]") {
  const std::tuple<const char*, Mechanism, const char*> cases[] = {
      {"straight line", chain({.links = 3}), "rk4"},
      {"Euler", chain({.links = 3}), "semi-implicit-euler"},
      {"loops over joints", chain({.links = 60}), "rk4"},
      {"loops", fourBar(), "rk4"},
      {"loops and gears", gearedLeg(), "rk4"}};
  for (const auto& [name, mechanism, integrator] : cases) {
    INFO(name);
    constexpr int count = 6, steps = 30;
    Ensemble ensemble(
        mechanism,
        {.count = count, .simulation = {.method = "articulated-body", .integrator = integrator}});
    ensemble.scatter(0.01, 0.1, 1);
    std::vector<double> torque(ensemble.v().size());
    for (std::size_t i = 0; i < torque.size(); ++i) torque[i] = 1e-3 * static_cast<double>(i % 5);
    ensemble.setTorques(torque);
    std::vector<double> q = listOf(ensemble.q()), v = listOf(ensemble.v()), work(count);
    std::vector<int> made(count);
    const Kernel kernel(stepKernel(compile(mechanism), integrator));
    kernel.move(count, steps, ensemble.stepSize(), q.data(), v.data(), torque.data(), work.data(),
                made.data());
    ensemble.step(steps);
    CHECK(made == std::vector(count, steps));
    // Rounding of 30 steps, and for loops the square of the violation after a step.
    CHECK(largestDifference(q, ensemble.q()) < 1e-10);
    CHECK(largestDifference(v, ensemble.v()) < 1e-8);
    CHECK(largestDifference(work, ensemble.work()) < 1e-10);
  }
}

TEST_CASE("a copy whose step fails stops in a kernel at its last state", "[codegen]") {
  const Mechanism mechanism = chain({.links = 2});
  const Kernel kernel(stepKernel(compile(mechanism), "rk4"));
  std::vector<double> q(4), v{0, 0, 1e300, 1e300}, torque(4), work(2);
  std::vector<int> made{5, 5};
  kernel.move(2, 3, 1e-3, q.data(), v.data(), torque.data(), work.data(), made.data());
  CHECK(made == std::vector{8, -6});
  CHECK(std::vector(q.begin() + 2, q.end()) == std::vector{0.0, 0.0});
}

}  // namespace linkwork::test

#endif
