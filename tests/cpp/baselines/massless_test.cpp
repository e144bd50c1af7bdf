#include "baselines/subjects.hpp"
#include "dynamics/dense_maximal.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/baselines/methods.hpp"
#include "linkwork/baselines/spanning_tree.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"

/// Bodies without any inertia that a loop holds: the spanning tree's mass matrix is singular, the
/// motion is not.
namespace linkwork::test {
namespace {

Body& bodyNamed(Mechanism& mechanism, const std::string& name) {
  return mechanism
      .bodies[static_cast<std::size_t>(linkwork::bodyNamed(std::as_const(mechanism), name))];
}

void checkMassless(Mechanism mechanism, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    bodyNamed(mechanism, name).mass = 0;
    bodyNamed(mechanism, name).inertia = {};
  }
  const Fixture on(mechanism);
  const Eigen::VectorXd expected = denseForwardDynamics(on);
  for (const baselines::Method& method : baselines::methods) {
    if (!method.isExact || !method.bearsMassless) continue;
    INFO(method.name);
    Eigen::VectorXd a(on.tree.velocitySize());
    method.make(on.mechanism, on.tree)->forwardDynamics(on.q, on.v, on.forces, a);
    CHECK(difference(a, expected) <= 1e-9);
  }
}

}  // namespace

TEST_CASE("methods of the spanning tree bear massless bodies in loops", "[dynamics][baselines]") {
  checkMassless(fourBar(), {"coupler"});
  checkMassless(fourBar(), {"rocker"});
  checkMassless(fourBar(), {"coupler", "rocker"});
  checkMassless(sliderCrank(), {"rod"});

  Mechanism mechanism = fourBar();
  bodyNamed(mechanism, "rocker").mass = 0;
  bodyNamed(mechanism, "rocker").inertia = {};
  const ClusterTree<double> light = compile(mechanism), heavy = compile(fourBar());
  CHECK(baselines::SpanningTree<double>(light).isSingular());
  CHECK_FALSE(baselines::SpanningTree<double>(heavy).isSingular());
}

}  // namespace linkwork::test
