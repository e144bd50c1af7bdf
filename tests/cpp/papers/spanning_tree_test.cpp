#include "papers/clusters/spanning_tree.hpp"
#include "linkwork/dynamics/compile.hpp"

#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "papers/subjects.hpp"

/// The mass matrix of the tree without its loops, and its factors with its sparsity.
namespace linkwork::test {
namespace {

using papers::BranchMatrix;
using papers::SpanningTree;

/// Returns a full symmetric matrix, or its lower triangle.
Eigen::MatrixXd dense(const BranchMatrix& packed, bool isSymmetric) {
  const int size = packed.pattern().size();
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  for (int k = 0; k < size; ++k) {
    const double* entry = packed.row(k);
    for (const int j : packed.pattern().path(k)) {
      matrix(k, j) = *entry++;
      if (isSymmetric) matrix(j, k) = matrix(k, j);
    }
  }
  return matrix;
}

/// Returns H column by column: the change of the forces at rest by unit accelerations.
Eigen::MatrixXd massByInverseDynamics(const Fixture& on, SpanningTree& spanning) {
  const AppliedForces<double> none(on.tree);
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(spanning.size());
  const Eigen::VectorXd atRest = spanning.unbalancedForces(on.q, on.v, unit, none);
  Eigen::MatrixXd mass(spanning.size(), spanning.size());
  for (int k = 0; k < spanning.size(); ++k) {
    unit[spanning.entry(k)] = 1;
    mass.col(k) = spanning.unbalancedForces(on.q, on.v, unit, none) - atRest;
    unit[spanning.entry(k)] = 0;
  }
  return mass;
}

/// Returns G of all clusters, coordinates × dofs.
Eigen::MatrixXd basisOf(const Fixture& on, const SpanningTree& spanning) {
  Eigen::MatrixXd basis(spanning.size(), on.tree.degreesOfFreedom());
  Eigen::VectorXd column(on.tree.velocitySize());
  for (int j = 0; j < basis.cols(); ++j) {
    spanFromIndependent<double>(on.tree, Eigen::VectorXd::Unit(basis.cols(), j), on.work, column);
    for (int k = 0; k < spanning.size(); ++k) basis(k, j) = column[spanning.entry(k)];
  }
  return basis;
}

void checkMass(const Fixture& on) {
  SpanningTree spanning(on.tree);
  spanning.update(on.q, on.v);
  const Eigen::MatrixXd expected = massByInverseDynamics(on, spanning);
  BranchMatrix& packed = spanning.massMatrix();
  const Eigen::MatrixXd mass = dense(packed, true);
  // Sums of several hundred terms, not larger than the forces at rest.
  CHECK((mass - expected).norm() <= 1e-11 * expected.norm());

  const Eigen::MatrixXd basis = basisOf(on, spanning);
  const Eigen::MatrixXd reduced = basis.transpose() * mass * basis;
  const double tolerance = capped(1e-13 * amplification(on) * amplification(on));
  CHECK((reduced - on.mass()).norm() <= tolerance * reduced.norm());

  // H = LᵀL, and L has entries only on the paths: no fill-in. Backward stable.
  REQUIRE(packed.factor());
  const Eigen::MatrixXd lower = dense(packed, false);
  CHECK((lower.transpose() * lower - mass).norm() <= 1e-14 * mass.rows() * mass.norm());

  Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(mass.rows(), -1, 2);
  const Eigen::VectorXd b = lower.transpose() * (lower * x);
  Eigen::VectorXd solution = b;
  packed.solveTransposed(solution);
  packed.solve(solution);
  CHECK(difference(solution, x) <= capped(1e3 * epsilon * conditionOf(mass)));
}

}  // namespace

TEST_CASE("the spanning tree's mass matrix agrees with Newton–Euler, and LTL factors it",
          "[dynamics][papers]") {
  onRobots(checkMass);
  onRandomMechanisms(checkMass);
}

TEST_CASE("the mass matrix has the sparsity of its branches", "[dynamics][papers]") {
  BranchingTreeOptions options;
  const Mechanism mechanism = branchingTree(options);
  const ClusterTree<double> tree = compile(mechanism);
  const SpanningTree spanning(tree);
  std::size_t entries = 0;
  for (int k = 0; k < spanning.size(); ++k) {
    entries += static_cast<std::size_t>(spanning.pattern().depth(k)) + 1;
    CHECK(spanning.pattern().path(k).back() == k);
  }
  CHECK(spanning.pattern().entries() == entries);
  CHECK(entries < static_cast<std::size_t>(spanning.size() * (spanning.size() + 1) / 4));
}

TEST_CASE("a solve with the columns of a path does not change the other entries",
          "[dynamics][papers]") {
  // λ = (−, 0, 0, 2, 2): two branches of unequal length.
  BranchMatrix matrix(papers::BranchPattern({ground, 0, 0, 2, 2}));
  for (int k = 0; k < 5; ++k) {
    double* entry = matrix.row(k);
    for (const int j : matrix.pattern().path(k)) *entry++ = j == k ? 5 + k : 1.0 / (1 + j + k);
  }
  REQUIRE(matrix.factor());
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(5, 2);
  all << 1, 2, 0, 0, 3, 4, 0, 0, 5, 6;
  Eigen::MatrixXd path(3, 2);
  path << 1, 2, 3, 4, 5, 6;
  for (int column = 0; column < 2; ++column) matrix.solveTransposed(all.col(column));
  matrix.solveTransposedOnPath(4, path);
  CHECK((path.row(0) - all.row(0)).norm() < 1e-15);
  CHECK((path.row(1) - all.row(2)).norm() < 1e-15);
  CHECK((path.row(2) - all.row(4)).norm() < 1e-15);
  CHECK(all.row(1).norm() == 0);
  CHECK(all.row(3).norm() == 0);

  BranchMatrix singular(papers::BranchPattern({ground, 0}));
  singular.row(0)[0] = singular.row(1)[0] = singular.row(1)[1] = 1;  // [1 1; 1 1]
  CHECK_FALSE(singular.factor());
}

}  // namespace linkwork::test
