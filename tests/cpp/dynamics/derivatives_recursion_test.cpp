#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/tape.hpp"

/// Derivatives of forward dynamics by jets through the articulated-body recursion, written down as
/// a program, against those that the library finds from inverse dynamics: ∂ÿ/∂x = −M⁻¹ ∂τ/∂x.
namespace linkwork::test {
namespace {

double largestEntry(const Eigen::MatrixXd& matrix) { return matrix.cwiseAbs().maxCoeff(); }

}  // namespace

TEST_CASE("the articulated-body recursion on jets gives the same derivatives",
          "[dynamics][derivatives]") {
  for (std::uint64_t seed = 1; seed <= 240; ++seed) {
    CAPTURE(seed);
    auto [mechanism, state] = randomMechanism(seed);
    state.wrenches.clear();  // programs have none
    const Fixture on(mechanism, state);
    const int m = on.tree.degreesOfFreedom();
    if (m == 0) continue;
    DerivativesWorkspace work(on.tree);
    ForwardDynamicsDerivatives expected(on.tree);
    forwardDynamicsDerivatives(on.tree, on.q, on.v, on.forces, work, expected);

    // The workspace still holds the state as it moved in the last pass.
    constexpr int width = DerivativeJet::directions;
    const symbolic::Tape tape(forwardDynamicsProgram(on.tree).outputs);
    VectorX<DerivativeJet> a(on.tree.velocitySize() + 1), scratch(tape.registers());
    const DerivativeJet* inputs[] = {work.q.data(), work.v.data(), work.forces.torque.data()};
    tape.run(inputs, a.data(), scratch.data());
    REQUIRE(a[on.tree.velocitySize()].value > 0);  // the guard

    const Eigen::VectorXd accelerations = on.forward();
    const double scale = std::max({1.0, largestEntry(expected.position),
                                   largestEntry(expected.velocity), largestEntry(accelerations)});
    // Both sides solve with M: rounding grows with its condition, and near singular poses with G.
    const double stretch = std::max(1.0, largestEntry(work.basis));
    const double tolerance = 1e3 * epsilon * conditionOf(on.mass()) * stretch * stretch * scale;
    const int first = (2 * m - 1) / width * width;
    for (int direction = first; direction < 2 * m; ++direction) {
      const bool isPosition = direction < m;
      const Eigen::MatrixXd& slopes = isPosition ? expected.position : expected.velocity;
      for (Eigen::Index i = 0; i < on.tree.velocitySize(); ++i)
        CHECK(std::abs(a[i].partials[static_cast<std::size_t>(direction - first)] -
                       slopes(i, direction % m)) <= tolerance);
    }
    for (Eigen::Index i = 0; i < on.tree.velocitySize(); ++i)
      CHECK(std::abs(a[i].value - accelerations[i]) <= tolerance);
  }
}

}  // namespace linkwork::test
