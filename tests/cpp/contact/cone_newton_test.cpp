#include "linkwork/contact/cone_newton.hpp"
#include "linkwork/contact/coulomb_solver.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "linkwork/spatial.hpp"
#include "spatial/arguments.hpp"

/// One step of Newton's method near solutions from the iterative solver.
namespace linkwork::test {
namespace {

using constraints::ConeBlock;
using contact::ConeNewton;
using contact::CoulombOptions;
using contact::CoulombProblem;
using contact::CoulombSolver;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Three contacts (one without friction), two limits, one joint with dry friction and a contact
/// with moments.
struct SolvedContacts {
  static constexpr int rows = 18;
  std::vector<ConeBlock> blocks{{0, true, 0.5},
                                {3, true, 0},
                                {6, true, 0.3},
                                {9, false},
                                {10, false},
                                {11, false, 0, -0.4, 0.4},
                                {.row = 12,
                                 .isContact = true,
                                 .friction = 0.4,
                                 .hasMoments = true,
                                 .torsion = 0.2,
                                 .rolling = 0.3}};
  MatrixXd w;
  VectorXd b, solution = VectorXd::Zero(rows);
  std::vector<double> rho;
  constraints::DenseDelassus delassus;

  explicit SolvedContacts(unsigned seed) {
    std::mt19937_64 random(seed);
    const auto number = [&] { return spatial::uniform(random); };
    const MatrixXd half = MatrixXd::NullaryExpr(rows, rows, number);
    w = half * half.transpose() + MatrixXd::Identity(rows, rows);
    b = VectorXd::NullaryExpr(rows, number);
    for (const ConeBlock& block : blocks) {
      b[block.row] -= 0.5;  // most of them stay closed
      for (const auto& [first, count] : groupsOf(block))
        for (int i = 0; i < count; ++i)
          rho.push_back(count / w.diagonal().segment(first, count).sum());
    }
    CoulombSolver solver(CoulombOptions{.tolerance = 1e-14});
    solver.solve(w, b, blocks, solution);
  }

  /// Rows of a block with the same ρ: the first and their number.
  static std::vector<std::pair<int, int>> groupsOf(const ConeBlock& block) {
    if (!block.isContact) return {{block.row, 1}};
    if (!block.hasMoments) return {{block.row, 3}};
    return {{block.row, 3}, {block.row + 3, 1}, {block.row + 4, 2}};
  }

  CoulombProblem problem() {
    delassus = constraints::DenseDelassus(w);
    return {&delassus, b.data(), rows, blocks, rho, 0};
  }
  VectorXd velocities(const VectorXd& lambda) const { return w * lambda + b; }

  /// Returns the error after one step from the solution plus `offset`.
  double errorFrom(const VectorXd& offset) {
    VectorXd lambda = solution + offset;
    const VectorXd u = velocities(lambda);
    ConeNewton newton;
    newton.reserve(rows);
    double work = 1e6;
    REQUIRE(newton.step(problem(), u.data(), lambda.data(), work));
    return (lambda - solution).norm();
  }
};

}  // namespace

TEST_CASE("Newton's method converges quadratically near the solution", "[contact]") {
  std::mt19937_64 random(1);
  int sliding = 0, sticking = 0, open = 0, rolling = 0, spinning = 0, held = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    SolvedContacts scene(seed);
    const VectorXd u = scene.velocities(scene.solution);
    REQUIRE(scene.problem().residual(scene.solution.data(), u.data()) < 1e-12);
    for (const ConeBlock& block : scene.blocks) {
      if (!block.isContact || block.friction == 0) continue;
      const bool isOpen = scene.solution[block.row] == 0;
      const bool isSlipping = u.segment<2>(block.row + 1).norm() > 1e-6;
      ++(isOpen ? open : isSlipping ? sliding : sticking);
      if (!block.hasMoments || isOpen) continue;
      const bool rolls = u.segment<2>(block.row + 4).norm() > 1e-6;
      const bool spins = std::abs(u[block.row + 3]) > 1e-6;
      rolling += rolls;
      spinning += spins;
      held += !rolls || !spins;
    }
    constexpr double size = 1e-6;
    const VectorXd offset = size * VectorXd::NullaryExpr(SolvedContacts::rows,
                                                         [&] { return spatial::uniform(random); });
    // The second derivatives are of order one over impulses and sliding velocities of at least
    // 0.01. With a wrong derivative, the error would be a part of 1e-6.
    CHECK(scene.errorFrom(offset) < 1e4 * size * size);
  }
  CHECK(sliding > 10);
  CHECK(sticking > 10);
  CHECK(open > 10);
  CHECK(rolling > 10);
  CHECK(spinning > 10);
  CHECK(held > 10);
}

}  // namespace linkwork::test
