#include <Eigen/LU>
#include <Eigen/SVD>
#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/linalg/gauss_jordan.hpp"
#include "linkwork/linalg/singular_values.hpp"
#include "linkwork/spatial.hpp"
#include "spatial/arguments.hpp"

/// Equations whose rank is not known in advance: null spaces, solutions, singular values.
namespace linkwork::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd randomBlock(std::mt19937_64& random, int rows, int columns) {
  return MatrixXd::NullaryExpr(rows, columns, [&] { return spatial::uniform(random); });
}

/// Orders of magnitude from the first to the last row or column.
VectorXd grades(int count, double decades) {
  return VectorXd::NullaryExpr(
      count, [&](Eigen::Index i) { return std::pow(10.0, -decades * i / count); });
}

/// A matrix and its result of Gauss–Jordan elimination.
struct Eliminated {
  MatrixXd k, reduced;
  VectorXd right, reducedRight, units;
  std::vector<int> order;
  int rank = 0;

  Eliminated(const MatrixXd& matrix, const VectorXd& rightSide, const VectorXd& preference,
             int desired, const VectorXd& unitsOfUnknowns = {})
      : k(matrix),
        reduced(matrix),
        right(rightSide),
        reducedRight(rightSide),
        units(unitsOfUnknowns),
        order(static_cast<std::size_t>(matrix.cols())) {
    rank = eliminated().eliminate(preference, desired, 1e-10);
  }

  GaussJordan<double> eliminated() { return {reduced, reducedRight, units, order}; }
  MatrixXd kernel() {
    MatrixXd basis(k.cols(), k.cols() - rank);
    eliminated().kernel(rank, basis);
    return basis;
  }
  VectorXd solution() {
    VectorXd x(k.cols());
    eliminated().solution(rank, x);
    return x;
  }
};

}  // namespace

TEST_CASE("Gauss-Jordan elimination finds rank, null space and a solution at any scale",
          "[linalg]") {
  std::mt19937_64 random(3);
  for (const double scale : {1e-6, 1.0, 1e6})
    for (int rank = 1; rank <= 4; ++rank) {
      CAPTURE(scale, rank);
      const MatrixXd k = scale * randomBlock(random, 5, rank) * randomBlock(random, rank, 7);
      const VectorXd right = k * randomBlock(random, 7, 1);
      Eliminated on(k, right, VectorXd::Ones(7), 5);
      REQUIRE(on.rank == rank);
      // Complete pivoting bounds the growth by a small multiple of the entries.
      const double bound = 1e3 * epsilon * k.norm();
      CHECK((k * on.kernel()).norm() <= bound * on.kernel().norm());
      CHECK(Eigen::FullPivLU<MatrixXd>(on.kernel()).rank() == 7 - rank);
      CHECK((k * on.solution() - right).norm() <= bound * on.solution().norm());
    }
}

TEST_CASE("Gauss-Jordan elimination eliminates the preferred unknowns, up to a given rank",
          "[linalg]") {
  std::mt19937_64 random(4);
  const MatrixXd k = randomBlock(random, 3, 6);
  VectorXd preference = VectorXd::Ones(6);
  preference[1] = preference[4] = preference[5] = 1e6;
  Eliminated on(k, VectorXd::Zero(3), preference, 3);
  REQUIRE(on.rank == 3);
  std::vector<int> dependent(on.order.begin(), on.order.begin() + 3);
  std::sort(dependent.begin(), dependent.end());
  CHECK(dependent == std::vector<int>{1, 4, 5});
  CHECK(Eliminated(k, VectorXd::Zero(3), preference, 2).rank == 2);
}

TEST_CASE("the inverse of Gauss-Jordan elimination solves for further right-hand sides",
          "[linalg]") {
  std::mt19937_64 random(8);
  for (int rows = 1; rows <= 6; ++rows)
    for (int rank = 1; rank <= rows; ++rank) {
      CAPTURE(rows, rank);
      const MatrixXd k = randomBlock(random, rows, rank) * randomBlock(random, rank, 8);
      // The matrix has more rows, with arbitrary entries.
      MatrixXd reduced(9, 8);
      reduced << k, randomBlock(random, 9 - rows, 8);
      VectorXd right = randomBlock(random, 9, 1), x(8), units;
      std::vector<int> order(8), rowOrder(6);
      const GaussJordan<double> reduction{reduced, right, units, order, rows};
      REQUIRE(reduction.invert(VectorXd::Ones(8), rows, 1e-10, rowOrder) == rank);
      Eliminated on(k, VectorXd::Zero(rows), VectorXd::Ones(8), rows);
      CHECK(order == on.order);
      const double bound = 1e3 * epsilon * k.norm();
      for (int other = 0; other < 2; ++other) {
        const VectorXd further = k * randomBlock(random, 8, 1);
        reduction.solution(rank, further, rowOrder, x);
        CHECK((k * x - further).norm() <= bound * x.norm());
        for (int j = rank; j < 8; ++j) CHECK(x[order[static_cast<std::size_t>(j)]] == 0);
      }
    }
}

TEST_CASE("Gauss-Jordan elimination does not depend on the units of unknowns", "[linalg]") {
  std::mt19937_64 random(5);
  const MatrixXd k = randomBlock(random, 6, 3) * randomBlock(random, 3, 8);
  const VectorXd right = k * randomBlock(random, 8, 1), units = grades(8, 12);
  Eliminated plain(k, right, VectorXd::Ones(8), 6);
  const MatrixXd inUnits = k * units.cwiseInverse().asDiagonal();
  Eliminated other(inUnits, right, VectorXd::Ones(8), 6, units);
  REQUIRE(plain.rank == 3);
  REQUIRE(other.rank == 3);
  CHECK(other.order == plain.order);
  // Each entry of both is accurate to the rounding of one elimination.
  const VectorXd back = units.cwiseInverse().asDiagonal() * other.solution();
  CHECK((back - plain.solution()).norm() <= 1e3 * epsilon * plain.solution().norm());
}

TEST_CASE("singular values agree with Eigen's, including small ones and rows of any size",
          "[linalg]") {
  std::mt19937_64 random(6);
  for (const double scale : {1e-5, 1.0, 1e5})
    for (const double decades : {0.0, 6.0, 12.0})
      for (int rows = 1; rows <= 5; ++rows) {
        CAPTURE(scale, decades, rows);
        const MatrixXd a =
            scale * grades(rows, decades).asDiagonal() * randomBlock(random, rows, 7);
        const SingularValues found(a);
        VectorXd values = found.values();
        std::sort(values.begin(), values.end(), std::greater<>());
        const VectorXd expected = Eigen::JacobiSVD<MatrixXd>(a).singularValues();
        // Eigen's bound is absolute. Ours is relative for rows of different sizes.
        CHECK((values - expected).cwiseAbs().maxCoeff() <= 100 * epsilon * expected[0]);
        CHECK(values.prod() ==
              Approx(std::sqrt((a * a.transpose()).fullPivLu().determinant())).epsilon(1e-6));
        CHECK(found.rank(1e-20) == rows);
        CHECK(found.leastRatio(1e-20) ==
              Approx(values[rows - 1] / values[0]).epsilon(100 * epsilon));
      }
}

TEST_CASE("singular values give the damped least-squares solution and the null-space component",
          "[linalg]") {
  std::mt19937_64 random(7);
  for (const double scale : {1e-4, 1.0, 1e4}) {
    CAPTURE(scale);
    // Two significant directions, and one that is a millionth of them.
    const MatrixXd q = Eigen::HouseholderQR<MatrixXd>(randomBlock(random, 6, 6)).householderQ();
    const MatrixXd p = Eigen::HouseholderQR<MatrixXd>(randomBlock(random, 3, 3)).householderQ();
    const VectorXd sizes = scale * Eigen::Vector3d(2, 0.5, 1e-6);
    const MatrixXd a = p * sizes.asDiagonal() * q.leftCols(3).transpose();
    const SingularValues found(a);
    CHECK(found.rank(1e-8) == 3);
    CHECK(found.rank(1e-4) == 2);
    CHECK(found.leastRatio(1e-8) == Approx(5e-7).epsilon(1e-8));
    CHECK(found.leastRatio(1e-4) == Approx(0.25).epsilon(1e-12));
    CHECK(SingularValues(MatrixXd::Zero(2, 4)).rank(1e-8) == 0);
    CHECK(SingularValues(MatrixXd::Zero(2, 4)).leastRatio(1e-8) == 1);

    const VectorXd b = scale * randomBlock(random, 3, 1), x = randomBlock(random, 6, 1);
    const double damping = 0.01 * scale * scale;
    VectorXd solution = VectorXd::Zero(6);
    for (int i = 0; i < 2; ++i)
      solution += sizes[i] * p.col(i).dot(b) / (sizes[i] * sizes[i] + damping) * q.col(i);
    CHECK((found.solve(b, damping, 1e-4) - solution).norm() <= 1e3 * epsilon * solution.norm());
    const VectorXd rest = x - q.leftCols(2) * (q.leftCols(2).transpose() * x);
    // The accuracy of a direction is ε over the ratio of significant to insignificant values.
    CHECK((found.kernelPart(x, 1e-4) - rest).norm() <= 1e3 * epsilon * x.norm());
  }
}

}  // namespace linkwork::test
