#include <Eigen/Dense>
#include <catch2/catch.hpp>

// The recursion itself, to run it on jets: the library only runs inverse dynamics on them.
#include "linkwork/tree/derivatives.hpp"
#include "linkwork/tree/forward_dynamics.cpp"
#include "tree/fixture.hpp"
#include "tree/random_mechanism.hpp"

/// Derivatives of forward dynamics by jets through the articulated-body recursion, against those
/// that the library finds from inverse dynamics: ∂ÿ/∂x = −M⁻¹ ∂τ/∂x.
namespace linkwork::test {

TEST_CASE("the articulated-body recursion on jets gives the same derivatives",
          "[tree][derivatives]") {
  for (std::uint64_t seed = 1; seed <= 240; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    const int m = on.tree.degreesOfFreedom();
    if (m == 0) continue;
    DerivativesWorkspace work(on.tree);
    ForwardDynamicsDerivatives expected(on.tree);
    forwardDynamicsDerivatives(on.tree, on.q, on.v, on.forces, work, expected);

    // The workspace still holds the state as it moved in the last pass.
    constexpr int width = DerivativeJet::directions;
    VectorX<DerivativeJet> a(on.tree.velocitySize());
    forwardDynamics<DerivativeJet>(work.tree, work.q, work.v, work.forces, work.work, a);
    const Eigen::VectorXd accelerations = on.forward();
    const double scale =
        std::max({1.0, expected.position.cwiseAbs().maxCoeff(),
                  expected.velocity.cwiseAbs().maxCoeff(), accelerations.cwiseAbs().maxCoeff()});
    const Eigen::MatrixXd mass = on.mass();
    // Both sides solve with M: rounding grows with its condition, and near singular poses with G.
    const double condition = mass.norm() * mass.inverse().norm();
    const double stretch = std::max(1.0, work.basis.cwiseAbs().maxCoeff());
    const double tolerance = 1e3 * epsilon * condition * stretch * stretch * scale;
    const int first = (2 * m - 1) / width * width;
    for (int direction = first; direction < 2 * m; ++direction) {
      const bool isPosition = direction < m;
      const Eigen::MatrixXd& slopes = isPosition ? expected.position : expected.velocity;
      for (Eigen::Index i = 0; i < a.size(); ++i)
        CHECK(std::abs(a[i].partials[static_cast<std::size_t>(direction - first)] -
                       slopes(i, direction % m)) <= tolerance);
    }
    for (Eigen::Index i = 0; i < a.size(); ++i)
      CHECK(std::abs(a[i].value - accelerations[i]) <= tolerance);
  }
}

}  // namespace linkwork::test
