#include "linkwork/contact/coulomb_solver.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include "papers/multipliers/pivoting_solver.hpp"

/// Impact rows whose impulses can be computed by hand.
namespace linkwork::test {
namespace {

using constraints::ConeBlock;
using contact::CoulombOutcome;
using contact::CoulombSolver;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using papers::ForcesEnd;
using papers::PivotingSolver;

constexpr double earthGravity = 9.81;

/// Returns the rows of a block (1 m, 1 kg) on its four lower corners.
MatrixXd cornerRows() {
  MatrixXd rows(12, 6);
  int row = 0;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5})
      for (const int axis : {2, 0, 1}) {
        const Vector3d direction = Vector3d::Unit(axis);
        rows.row(row++) << direction.transpose(), Vector3d(x, y, -0.5).cross(direction).transpose();
      }
  return rows;
}

std::vector<ConeBlock> contactsWith(double friction, int count) {
  std::vector<ConeBlock> blocks;
  for (int i = 0; i < count; ++i) blocks.push_back({3 * i, true, friction});
  return blocks;
}

/// Returns the velocity of the block on an incline after a step of h, over g h.
double slipOnIncline(double slope, double friction) {
  constexpr double h = 1e-3;
  const MatrixXd rows = cornerRows();
  VectorXd inverseMass(6), velocity(6);
  inverseMass << 1, 1, 1, 6, 6, 6;
  velocity << earthGravity * h * std::sin(slope), 0, -earthGravity * h * std::cos(slope), 0, 0, 0;
  const MatrixXd w = rows * inverseMass.asDiagonal() * rows.transpose();
  const VectorXd b = rows * velocity;
  VectorXd lambda = VectorXd::Zero(12);
  CoulombSolver solver;
  const CoulombOutcome outcome = solver.solve(w, b, contactsWith(friction, 4), lambda);
  REQUIRE(outcome.converged);
  velocity += inverseMass.asDiagonal() * (rows.transpose() * lambda);
  CHECK(velocity.tail<5>().norm() < 1e-9 * earthGravity * h);  // it neither turns nor leaves
  return velocity[0] / (earthGravity * h);
}

}  // namespace

TEST_CASE("a block sticks below the friction angle and slides above it", "[contact]") {
  // There are more contacts than dofs. The block slides with g (sin α − μ cos α) h.
  const double friction = GENERATE(0.1, 0.5, 0.9);  // above 1 it would tip over
  const double angle = std::atan(friction);
  for (const double part : {0.5, 0.9, 0.999999})
    CHECK(std::abs(slipOnIncline(part * angle, friction)) < 1e-9);
  for (const double part : {1.000001, 1.1}) {
    const double slope = part * angle;
    CHECK(slipOnIncline(slope, friction) ==
          Approx(std::sin(slope) - friction * std::cos(slope)).margin(1e-9));
  }
}

TEST_CASE("a ball on one contact slides until its surface stops", "[contact]") {
  // m = 1, r = 1, I = 2/5: W = diag(1, 7/2, 7/2). Sliding at v = (3, 4)/5 s with v_n = −n, it
  // sticks if |λ_t| = 2 s/7 is at most μ n.
  const MatrixXd w = Vector3d(1, 3.5, 3.5).asDiagonal();
  CoulombSolver solver;
  const double friction = 0.3;
  for (const double speed : {0.1, 1.0, 1.06, 5.0}) {
    const VectorXd b = Vector3d(-1, 0.6 * speed, 0.8 * speed);
    VectorXd lambda = VectorXd::Zero(3);
    REQUIRE(solver.solve(w, b, contactsWith(friction, 1), lambda).converged);
    const double pull = std::min(speed / 3.5, friction);
    CHECK((lambda - Vector3d(1, -0.6 * pull, -0.8 * pull)).norm() < 1e-8);
  }
  VectorXd lambda = Vector3d(1, 0.2, 0);  // a wrong initial guess: the contact opens
  REQUIRE(solver.solve(w, Vector3d(0.1, 2, 3), contactsWith(friction, 1), lambda).converged);
  CHECK(lambda.norm() < 1e-9);
}

/// Painlevé's rod, m = 1, length 2, at an angle θ, sliding on its lower end with friction μ:
/// I = 1/3, arm (−cos θ, −sin θ), W_nn = 1 + 3 cos²θ, W_nt = −3 sin θ cos θ.
TEST_CASE("Painlevé's rod has no acceleration, but an impulse", "[contact]") {
  const double theta = 0.8, c = std::cos(theta), s = std::sin(theta);
  MatrixXd w(3, 3);
  w << 1 + 3 * c * c, -3 * s * c, 0, -3 * s * c, 1 + 3 * s * s, 0, 0, 0, 4;
  PivotingSolver pivoting;

  // It slides, and friction −μ f_n turns it into the ground: a = (W_nn − μ |W_nt|) f_n − g.
  const auto accelerate = [&](double friction, VectorXd& f) {
    const MatrixXd a = MatrixXd::Constant(1, 1, w(0, 0) + friction * w(0, 1));
    return pivoting.solve(a, VectorXd::Constant(1, -earthGravity), f);
  };
  VectorXd f(1);
  REQUIRE(accelerate(0.5, f) == ForcesEnd::found);
  CHECK(f[0] == Approx(earthGravity / (w(0, 0) + 0.5 * w(0, 1))).epsilon(1e-12));
  CHECK(accelerate(2, f) == ForcesEnd::impossible);
  CHECK(f[0] == 1);  // the direction in which the force diverges

  // In a step of any length: a finite impulse brings it to rest.
  CoulombSolver solver;
  for (const double h : {1e-2, 1e-4, 1e-6}) {
    const VectorXd b = Vector3d(-earthGravity * h, -1, 0);  // friction towards +t
    VectorXd lambda = VectorXd::Zero(3);
    REQUIRE(solver.solve(w, b, contactsWith(2, 1), lambda).converged);
    const Vector3d u = w * lambda + b;
    CHECK(u.norm() < 1e-8);
    const Vector3d stops(3 * s * c / 4, (1 + 3 * c * c) / 4, 0);  // det = 4
    CHECK((lambda - stops).norm() < 2 * earthGravity * h + 1e-8);
  }
}

TEST_CASE("a limit and a contact are solved together", "[contact]") {
  // Coordinates x, z of unit mass on a floor with friction. x is at its limit, and the load towards
  // the limit exceeds friction.
  MatrixXd rows(4, 2);
  rows << 0, 1, 1, 0, 0, 0, -1, 0;
  const MatrixXd w = rows * rows.transpose();
  const VectorXd b = rows * Eigen::Vector2d(0.7, -1);
  std::vector<ConeBlock> blocks = contactsWith(0.2, 1);
  blocks.push_back({3});
  VectorXd lambda = VectorXd::Zero(4);
  CoulombSolver solver;
  REQUIRE(solver.solve(w, b, blocks, lambda).converged);
  CHECK((w * lambda + b).norm() < 1e-9);
  CHECK(lambda[0] == Approx(1).epsilon(1e-9));
  // Both can stop x. Friction and limit add up to 0.7.
  CHECK(lambda[3] - lambda[1] == Approx(0.7).epsilon(1e-9));
  CHECK(lambda[3] >= 0.5 - 1e-9);
}

TEST_CASE("the solver reports contradictory constraints", "[contact]") {
  // Two rows that contradict each other: u ≥ 1 and −u ≥ 1.
  MatrixXd w(2, 2);
  w << 1, -1, -1, 1;
  VectorXd lambda = VectorXd::Zero(2);
  const std::vector<ConeBlock> blocks{{0}, {1}};
  CoulombSolver solver;
  const CoulombOutcome outcome = solver.solve(w, Eigen::Vector2d(-1, -1), blocks, lambda);
  CHECK_FALSE(outcome.converged);
  CHECK(outcome.residual >= 0.99);
  CHECK(lambda.allFinite());

  const Eigen::Vector2d broken(-1, std::nan(""));
  CHECK_FALSE(solver.solve(w, broken, blocks, lambda).converged);
}

TEST_CASE("the work on contradictory constraints is bounded", "[contact]") {
  // Ten independent pairs of rows that contradict each other.
  constexpr int rows = 20;
  MatrixXd w = MatrixXd::Zero(rows, rows);
  std::vector<ConeBlock> blocks;
  for (int i = 0; i < rows; i += 2) {
    w.block<2, 2>(i, i) << 1, -1, -1, 1;
    blocks.insert(blocks.end(), {{i}, {i + 1}});
  }
  const VectorXd b = VectorXd::Constant(rows, -1);
  const auto outcomeOf = [&](const contact::CoulombOptions& options) {
    VectorXd lambda = VectorXd::Zero(rows);
    const CoulombOutcome outcome = CoulombSolver(options).solve(w, b, blocks, lambda);
    CHECK_FALSE(outcome.converged);
    CHECK(outcome.residual >= 0.99);
    CHECK(lambda.allFinite());
    return outcome;
  };
  const contact::CoulombOptions whole;
  CHECK(outcomeOf(whole).sweeps == whole.sweeps);
  constexpr double sweep = 6 * rows * rows, newton = rows * rows * rows / 3.0 + 10 * rows * rows;
  for (const double most : {3 * sweep, 3 * (sweep + newton)}) {
    const CoulombOutcome outcome = outcomeOf({.work = most});
    CHECK(outcome.work >= most);
    CHECK(outcome.work < most + sweep + newton);
    CHECK(outcome.sweeps < whole.sweeps);
  }
  CHECK(outcomeOf({.work = sweep}).newtonSteps == 0);
  CHECK(outcomeOf({.work = 10 * newton}).newtonSteps > 0);
}

}  // namespace linkwork::test
