#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"

/// Derivatives of forward dynamics by jets through the articulated-body recursion, generated as a
/// program. Compared with the library's derivatives from inverse dynamics: ∂ÿ/∂x = −M⁻¹ ∂τ/∂x.
namespace linkwork::test {

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
    const symbolic::Tape tape(forwardDynamicsProgram(on.tree).expressions());
    const Eigen::Index n = on.tree.velocitySize();
    VectorX<DerivativeJet> a(n + 1), workspace(tape.registers());
    // In every pass, a force law gets the state that moves in its direction.
    constexpr int width = DerivativeJet::directions;
    Eigen::MatrixXd values(n, 0), slopes(n, 0);
    const auto record = [&](const auto&, const auto&, const auto&) {
      const DerivativeJet* inputs[] = {work.jets.q.data(), work.jets.v.data(),
                                       work.forces.torque.data()};
      tape.run(inputs, a.data(), workspace.data());
      REQUIRE(a[n].value > 0);  // the guard
      const Eigen::Index column = slopes.cols();
      values.conservativeResize(n, values.cols() + 1);
      slopes.conservativeResize(n, column + width);
      for (Eigen::Index i = 0; i < n; ++i) {
        values.rightCols<1>()[i] = a[i].value;
        for (int k = 0; k < width; ++k)
          slopes(i, column + k) = a[i].partials[static_cast<std::size_t>(k)];
      }
    };
    ForwardDynamicsDerivatives expected(on.tree);
    forwardDynamicsDerivatives(on.tree, on.q, on.v, on.forces, work, expected, record);
    REQUIRE(values.cols() == (2 * m + width - 1) / width);

    const Eigen::VectorXd accelerations = on.forward();
    // Both sides solve with M: rounding grows with its condition number, and near singular poses
    // with G.
    const double stretch = std::max(1.0, largest(work.basis));
    const double tolerance = capped(1e3 * epsilon * conditionOf(on.mass()) * stretch * stretch);
    const double scale =
        std::max({largest(accelerations), largest(expected.position), largest(expected.velocity)});
    CHECK(largest(values.colwise() - accelerations) <= tolerance * scale);
    CHECK(largest(slopes.leftCols(m) - expected.position) <= tolerance * scale);
    CHECK(largest(slopes.middleCols(m, m) - expected.velocity) <= tolerance * scale);
    CHECK(slopes.rightCols(slopes.cols() - 2 * m).isZero(0));  // no direction of the state
  }
}

}  // namespace linkwork::test
