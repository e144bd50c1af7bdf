#include <Eigen/LU>
#include <array>
#include <catch2/catch.hpp>
#include <limits>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/linalg/rank_revealing.hpp"

/// Small factorizations, compared with the equations that they solve.
namespace linkwork::test {
namespace {

constexpr double epsilonOf = std::numeric_limits<double>::epsilon();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Eigen::MatrixXd randomMatrix(Random& random, int rows, int columns) {
  Eigen::MatrixXd matrix(rows, columns);
  for (double& entry : matrix.reshaped()) entry = uniform(random, -1, 1);
  return matrix;
}

/// Returns B Bᵀ + 1: positive definite, with a condition number of at most 1 + n².
Eigen::MatrixXd definite(Random& random, int n) {
  const Eigen::MatrixXd b = randomMatrix(random, n, n);
  return b * b.transpose() + Eigen::MatrixXd::Identity(n, n);
}

/// For a backward stable solve, |A x − b| is below a small multiple of n ε |A| |x|.
bool solves(const Eigen::MatrixXd& a, const Eigen::VectorXd& x, const Eigen::VectorXd& b) {
  const double size = a.norm() * x.norm() + b.norm();
  return (a * x - b).norm() <= 8 * static_cast<double>(b.size()) * epsilonOf * size;
}

}  // namespace

TEST_CASE("sizes up to the largest are passed as constants, and larger sizes as the largest",
          "[linalg]") {
  for (int size = 1; size <= 9; ++size)
    CHECK(linalg::withSize<6>(size, []<int n>() { return n; }) == std::min(size, 6));
}

TEST_CASE("LDL^T and Cholesky solve for static and dynamic sizes", "[linalg]") {
  Random random(1);
  for (int n = 1; n <= 9; ++n)
    for (int i = 0; i < 10; ++i) {
      CAPTURE(n, i);
      const Eigen::MatrixXd a = definite(random, n);
      const Eigen::VectorXd b = randomMatrix(random, n, 1);
      Eigen::MatrixXd factors = a;
      Eigen::VectorXd x = b;
      REQUIRE(linalg::factorLdlt(factors, linalg::AboveZero(), n));
      linalg::solveLdlt(factors, x, n);
      CHECK(solves(a, x, b));
      // Row by row in a plain array, with all loops unrolled: the same result.
      linalg::withSize<9>(n, [&]<int size>() {
        std::array<std::array<double, size>, size> rows;
        for (int r = 0; r < size; ++r)
          for (int c = 0; c < size; ++c) rows[at(r)][at(c)] = a(r, c);
        const auto entry = [&](int r, int c) -> double& { return rows[at(r)][at(c)]; };
        REQUIRE(linalg::factorLdlt<size>(entry, linalg::AboveZero()));
        Eigen::VectorXd y = b;
        linalg::solveLdlt<size>(entry, y);
        CHECK(y == x);
      });
      factors = a;
      x = b;
      REQUIRE(choleskyInPlace(factors));
      solveLower(factors, x);
      solveLowerTransposed(factors, x);
      CHECK(solves(a, x, b));
    }
}

TEST_CASE("LDL^T passes its pivots to the caller's check in order", "[linalg]") {
  Random random(2);
  Eigen::MatrixXd a = definite(random, 5);
  a.row(3) *= -1, a.col(3) *= -1, a(3, 3) = -10;  // indefinite from the fourth pivot on
  Eigen::MatrixXd factors = a;
  CHECK_FALSE(linalg::factorLdlt(factors, linalg::AboveZero(), 5));
  factors = a;
  std::vector<bool> isPositive;
  const auto note = [&](int k, double pivot) {
    CHECK(static_cast<int>(isPositive.size()) == k);
    isPositive.push_back(pivot > 0);
    return true;
  };
  REQUIRE(linalg::factorLdlt(factors, note, 5));
  CHECK(isPositive == std::vector<bool>{true, true, true, false, true});
  const Eigen::VectorXd b = randomMatrix(random, 5, 1);
  Eigen::VectorXd x = b;
  linalg::solveLdlt(factors, x, 5);
  CHECK((a * x - b).norm() < 1e-12);
  factors(0, 0) = nan;
  CHECK_FALSE(linalg::factorLdlt(factors, linalg::AboveZero(), 5));
}

TEST_CASE("LDL^T of jets is the derivative of the solution", "[linalg]") {
  using Number = Jet<1>;
  Random random(3);
  const Eigen::MatrixXd a = definite(random, 4), change = definite(random, 4);
  const Eigen::VectorXd b = randomMatrix(random, 4, 1);
  Eigen::Matrix<Number, 4, 4> factors;
  Eigen::Matrix<Number, 4, 1> x;
  for (int i = 0; i < 4; ++i) {
    x[i] = Number(b[i]);
    for (int j = 0; j < 4; ++j) {
      factors(i, j) = Number(a(i, j));
      factors(i, j).partials[0] = change(i, j);
    }
  }
  REQUIRE(linalg::factorLdlt<4>(factors, linalg::AboveZero()));
  linalg::solveLdlt<4>(factors, x);
  // d(A⁻¹b) = −A⁻¹ dA A⁻¹ b
  const Eigen::VectorXd solution = a.lu().solve(b);
  const Eigen::VectorXd expected = -a.lu().solve(change * solution);
  for (int i = 0; i < 4; ++i) {
    CHECK(x[i].value == Approx(solution[i]).margin(1e-13));
    CHECK(x[i].partials[0] == Approx(expected[i]).margin(1e-12));
  }
}

TEST_CASE("LU without row exchanges and elimination with row exchanges solve", "[linalg]") {
  Random random(4);
  for (int n = 1; n <= 6; ++n)
    for (int i = 0; i < 10; ++i) {
      CAPTURE(n, i);
      const Eigen::MatrixXd a =
          randomMatrix(random, n, n) + 2 * n * Eigen::MatrixXd::Identity(n, n);
      const Eigen::MatrixXd b = randomMatrix(random, n, 3);
      linalg::withSize<6>(n, [&]<int size>() {
        Eigen::MatrixXd factors = a, x = b;
        REQUIRE(linalg::factorLu<size>(factors.data()));
        linalg::solveLu<size>(factors.data(), x.data(), 3);
        for (int c = 0; c < 3; ++c) CHECK(solves(a, x.col(c), b.col(c)));
      });
      // With reversed rows, every pivot moves.
      const Eigen::MatrixXd turned = a.colwise().reverse();
      Eigen::MatrixXd used = turned;
      Eigen::VectorXd x = b.col(0);
      REQUIRE(linalg::eliminate(used.data(), n, x.data()));
      CHECK(solves(turned, x, b.col(0)));
    }
  Eigen::Matrix2d singular;
  singular << 1, 2, 2, 4;
  Eigen::Vector2d right(1, 1);
  Eigen::Matrix2d factors = singular;
  CHECK_FALSE(linalg::factorLu<2>(factors.data()));
  CHECK_FALSE(linalg::eliminate(singular.data(), 2, right.data(), 1e-12));
  factors << nan, 1, 1, 1;
  CHECK_FALSE(linalg::factorLu<2>(factors.data()));
}

TEST_CASE("full pivoting finds the rank in any units, and a solution if one exists", "[linalg]") {
  Random random(5);
  for (int n = 2; n <= 8; ++n)
    for (int rank = 1; rank <= n; ++rank) {
      const double unit = rank % 2 == 0 ? 1 : 1e-20;
      CAPTURE(n, rank, unit);
      Eigen::MatrixXd a = unit * randomMatrix(random, n, rank) * randomMatrix(random, rank, n);
      for (int i = 0; i < n; ++i) {  // meters and millimeters, newtons and kilonewtons
        a.row(i) *= i % 2 == 0 ? 1e3 : 1;
        a.col(i) *= i % 3 == 0 ? 1e-3 : 1;
      }
      const Eigen::VectorXd b = a * randomMatrix(random, n, 1);
      linalg::FullPivotLu lu(n);
      lu.scale(a.data());
      Eigen::MatrixXd factors = a;
      CHECK(lu.factor(factors.data()) == rank);
      Eigen::VectorXd x = b;
      lu.solve(factors.data(), x.data(), 1);
      // Pivots may be small relative to the matrix: the rank tolerance is 1e-10.
      CHECK((a * x - b).norm() <= 1e-9 * (a.norm() * x.norm() + b.norm()));
      CHECK((x.array() != 0).count() <= rank);
    }
}

TEST_CASE("a semidefinite system has the solution of least weighted norm", "[linalg]") {
  Random random(6);
  for (int n = 2; n <= 8; ++n)
    for (int rank = 1; rank <= n; ++rank) {
      CAPTURE(n, rank);
      const Eigen::MatrixXd rows = randomMatrix(random, n, rank);
      const Eigen::MatrixXd a = rows * rows.transpose();
      const Eigen::VectorXd b = a * randomMatrix(random, n, 1);
      SemidefiniteSolver<double> solver(n);
      CHECK(solver.factor(a) == rank);
      Eigen::VectorXd x(n);
      solver.solve(a, b, x);
      CHECK((a * x - b).norm() <= 1e-9 * b.norm());
      // Least Σ A_ii x_i²: diag(A) x is orthogonal to the null space of A.
      const Eigen::MatrixXd null = a.fullPivLu().kernel();
      if (rank < n)
        CHECK((null.transpose() * a.diagonal().asDiagonal() * x).norm() <=
              1e-7 * null.norm() * (x.norm() + 1));
    }
}

}  // namespace linkwork::test
