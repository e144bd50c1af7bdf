#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/errors.hpp"
#include "papers/multipliers/constrained_bodies.hpp"
#include "papers/multipliers/pivoting_solver.hpp"
#include "papers/multipliers/pushing_forces.hpp"
#include "simulation/allocation_counter.hpp"

/// Bodies of any dimension under any constraints, compared with one dense system of all equations.
namespace linkwork::test {
namespace {

using papers::BodyConstraint;
using papers::ConstrainedBodies;
using papers::ConstraintRole;

enum class Auxiliaries { none, workless, working };

int anyOf(Random& random, int count) {
  return std::min(count - 1, static_cast<int>(uniform(random, 0, count)));
}

/// A forest of two or more trees with bodies of 2 to 12 dimensions. At least one body has no
/// primary constraint.
struct Forest {
  std::vector<int> dimensions;
  std::vector<BodyConstraint> constraints;

  Forest(Random& random, Auxiliaries auxiliaries) {
    const int sizes[] = {2, 3, 3, 4, 6, 6, 9, 12}, bodies = 9 + anyOf(random, 12);
    for (int i = 0; i < bodies; ++i) dimensions.push_back(sizes[anyOf(random, 8)]);
    add({0}, 1);
    for (int i = 2; i < bodies; ++i)
      if (const int parent = anyOf(random, i); i != 7)
        add({parent, i},
            1 + anyOf(random, std::min(dimensions[at(i)], dimensions[at(parent)]) - 1));
    if (auxiliaries == Auxiliaries::none) return;
    add({1}, 1);  // root of a second tree
    add({2}, 1);
    add({4, 3}, 1);
    add({8, 5, 1}, 1);
    for (std::size_t i = constraints.size() - 3; i < constraints.size(); ++i)
      constraints[i].isWorking = auxiliaries == Auxiliaries::working;
  }

  void add(std::vector<int> bodies, int rows) {
    constraints.push_back({.name = "", .bodies = std::move(bodies), .rows = rows});
  }
};

/// Fills all blocks with well-conditioned values.
void fillBlocks(ConstrainedBodies& bodies, Random& random) {
  const auto any = [&](double size) { return uniform(random, -size, size); };
  for (int b = 0; b < static_cast<int>(bodies.forest().nodes().size()); ++b) {
    auto mass = bodies.mass(b);
    for (int j = 0; j < mass.cols(); ++j)
      for (int i = j; i < mass.rows(); ++i)
        mass(i, j) = mass(j, i) = any(0.1) + (i == j ? uniform(random, 1.5, 3) : 0);
  }
  for (int c = 0; c < static_cast<int>(bodies.forest().constraints().size()); ++c)
    for (int place = 0;
         place < static_cast<int>(bodies.forest().constraints()[at(c)].bodies.size()); ++place) {
      auto own = bodies.forces(c, place);
      for (int j = 0; j < own.cols(); ++j)
        for (int i = 0; i < own.rows(); ++i) own(i, j) = any(0.2) + (i == j ? 1 : 0);
      auto keeping = bodies.keepingForces(c, place);
      if (keeping.data() == own.data()) continue;
      for (int j = 0; j < own.cols(); ++j)
        for (int i = 0; i < own.rows(); ++i) keeping(i, j) = own(i, j) + any(0.3);
    }
}

/// Returns [M −Jᵀ or −K; J 0] of all constraints.
Eigen::MatrixXd denseSystem(ConstrainedBodies& bodies) {
  const int n = bodies.unknowns();
  Eigen::MatrixXd system = Eigen::MatrixXd::Zero(n + bodies.rows(), n + bodies.rows());
  for (int b = 0; b < static_cast<int>(bodies.forest().nodes().size()); ++b) {
    const auto mass = bodies.mass(b);
    system.block(bodies.first(b), bodies.first(b), mass.rows(), mass.rows()) = mass;
  }
  for (int c = 0; c < static_cast<int>(bodies.forest().constraints().size()); ++c) {
    const BodyConstraint& constraint = bodies.forest().constraints()[at(c)];
    for (int place = 0; place < static_cast<int>(constraint.bodies.size()); ++place) {
      const int first = bodies.first(constraint.bodies[at(place)]);
      const auto own = bodies.forces(c, place), keeping = bodies.keepingForces(c, place);
      const int row = n + bodies.firstRow(c);
      system.block(row, first, own.cols(), own.rows()) = own.transpose();
      system.block(first, row, own.rows(), own.cols()) = -keeping;
    }
  }
  return system;
}

Eigen::VectorXd randomNumbers(Random& random, int count) {
  Eigen::VectorXd numbers(count);
  for (int i = 0; i < count; ++i) numbers[i] = uniform(random, -1, 1);
  return numbers;
}

}  // namespace

TEST_CASE("bodies of any dimension agree with a dense solve of all equations", "[maximal]") {
  for (const auto auxiliaries : {Auxiliaries::none, Auxiliaries::workless, Auxiliaries::working})
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      CAPTURE(seed, static_cast<int>(auxiliaries));
      Random random(seed);
      const Forest forest(random, auxiliaries);
      ConstrainedBodies bodies(forest.dimensions, forest.constraints);
      fillBlocks(bodies, random);
      const Eigen::VectorXd force = randomNumbers(random, bodies.unknowns());
      const Eigen::VectorXd c = randomNumbers(random, bodies.rows());
      Eigen::VectorXd y(bodies.unknowns()), multipliers(bodies.rows());
      bodies.factor();
      bodies.solve(force, c, y, multipliers);
      CHECK(bodies.auxiliaryRows() == (auxiliaries == Auxiliaries::none ? 0 : 3));
      CHECK(bodies.rank() == bodies.auxiliaryRows());

      const Eigen::MatrixXd system = denseSystem(bodies);
      Eigen::VectorXd right(system.rows()), solution(system.rows());
      right << force, -c;
      solution << y, multipliers;
      const double size = solution.cwiseAbs().maxCoeff();
      // Elimination without exchanges is stable here. The residual is the rounding of sums of
      // several dozen products, and the condition number amplifies it in the solution.
      CHECK((system * solution - right).cwiseAbs().maxCoeff() < 1e-13 * size);
      const Eigen::PartialPivLU<Eigen::MatrixXd> dense(system);
      CHECK((dense.solve(right) - solution).cwiseAbs().maxCoeff() <
            10 * epsilon / dense.rcond() * size);
      CHECK(bodies.unmet() < 1e-13 * size);

      // Forces outside the working directions have no power if velocities satisfy the constraints.
      Eigen::VectorXd v(bodies.unknowns()), unused(bodies.rows());
      bodies.solve(force, Eigen::VectorXd::Zero(bodies.rows()), v, unused);
      for (int i = 0; i < static_cast<int>(forest.constraints.size()); ++i)
        if (!forest.constraints[at(i)].isWorking)
          CHECK(std::abs(bodies.power(i, multipliers, v)) < 1e-13 * size * size);
    }
}

TEST_CASE("the Delassus operator predicts the results of full solves", "[maximal]") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Forest forest(random, Auxiliaries::working);
    ConstrainedBodies bodies(forest.dimensions, forest.constraints);
    fillBlocks(bodies, random);
    bodies.factor();
    // The same bodies with their primary constraints only.
    papers::ForestSolver primary(bodies.forest());
    for (int b = 0; b < static_cast<int>(forest.dimensions.size()); ++b)
      Eigen::Map<Eigen::MatrixXd>(primary.mass(b), bodies.mass(b).rows(), bodies.mass(b).rows()) =
          bodies.mass(b);
    for (const auto& node : bodies.forest().nodes())
      for (int side = 0; node.constraint >= 0 && side < (node.parent >= 0 ? 2 : 1); ++side) {
        const auto block = bodies.forces(node.constraint, side);
        std::copy_n(block.data(), block.size(), primary.forces(node.constraint, side));
      }
    primary.factor();
    const std::vector<int>& auxiliaries = bodies.forest().auxiliaries();
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(bodies.rows());
    Eigen::VectorXd unused(bodies.rows());
    for (int j = 0; j < 3; ++j) {
      Eigen::VectorXd y = Eigen::VectorXd::Zero(bodies.unknowns());
      const BodyConstraint& constraint = forest.constraints[at(auxiliaries[at(j)])];
      for (int place = 0; place < static_cast<int>(constraint.bodies.size()); ++place) {
        const auto keeping = bodies.keepingForces(auxiliaries[at(j)], place);
        y.segment(bodies.first(constraint.bodies[at(place)]), keeping.rows()) = keeping.col(0);
      }
      primary.solve(y.data(), zero.data(), y.data(), unused.data());
      for (int i = 0; i < 3; ++i) {
        double rate;
        bodies.rate(auxiliaries[at(i)], y, &rate);
        CHECK(bodies.delassus().response()(i, j) == Approx(rate).margin(1e-14).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("unilateral auxiliary rows stop approaching motion and release the rest", "[maximal]") {
  papers::PivotingSolver pivoting;
  papers::PushingForces leastSquares;
  int held = 0, free = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Forest forest(random, Auxiliaries::workless);
    ConstrainedBodies bodies(forest.dimensions, forest.constraints);
    fillBlocks(bodies, random);
    const Eigen::VectorXd force = randomNumbers(random, bodies.unknowns());
    const Eigen::VectorXd c = randomNumbers(random, bodies.rows());
    Eigen::VectorXd y(bodies.unknowns()), multipliers(bodies.rows()), other = y;
    auto end = papers::ForcesEnd::gaveUp;
    const auto by = [&end](auto& solver) {
      return [&end, &solver](const Eigen::MatrixXd& w, const Eigen::VectorXd& b,
                             Eigen::VectorXd& mu) { end = solver.solve(w, b, mu); };
    };
    bodies.respond();
    bodies.solve(force, c, other, multipliers, by(leastSquares));
    CHECK(end == papers::ForcesEnd::found);
    bodies.solve(force, c, y, multipliers, by(pivoting));
    CHECK(end == papers::ForcesEnd::found);

    // The dense equations with these multipliers. Their rows result in a instead of 0.
    const Eigen::MatrixXd system = denseSystem(bodies);
    Eigen::VectorXd right(system.rows()), solution(system.rows());
    right << force, -c;
    solution << y, multipliers;
    const double size = solution.cwiseAbs().maxCoeff();
    int row = 0;
    for (const int auxiliary : bodies.forest().auxiliaries()) {
      const int at = bodies.firstRow(auxiliary);
      const double a = bodies.left()[row++], mu = multipliers[at];
      right[bodies.unknowns() + at] += a;
      (mu > 0 ? held : free)++;
      CHECK(mu >= 0);
      CHECK(a >= -1e-13 * size);  // rounding, as in the first test
      CHECK(std::abs(a * mu) <= 1e-13 * size * size);
    }
    CHECK((system * solution - right).cwiseAbs().maxCoeff() < 1e-13 * size);
    // Accelerations are unique. Two complementarity algorithms agree.
    CHECK((y - other).cwiseAbs().maxCoeff() < 1e-11 * size);
  }
  CHECK(held > 10);
  CHECK(free > 10);
}

TEST_CASE("dependent auxiliary rows are counted, and share the load", "[maximal]") {
  // Two particles connected along x. The same row twice more, and once in other units.
  const auto constraint = [](const char* name) {
    return BodyConstraint{.name = name, .bodies = {0, 1}, .rows = 1};
  };
  ConstrainedBodies bodies(std::vector{3, 3},
                           {constraint("first"), constraint("again"), constraint("and again"),
                            constraint("in millimeters")});
  for (int i = 0; i < 4; ++i)
    for (int place = 0; place < 2; ++place)
      bodies.forces(i, place)(0, 0) = (place == 0 ? -1 : 1) * (i == 3 ? 1000 : 1);
  for (int b = 0; b < 2; ++b) bodies.mass(b) = Eigen::Matrix3d::Identity() * (b + 1);
  bodies.factor();
  CHECK(bodies.auxiliaryRows() == 3);
  CHECK(bodies.rank() == 0);  // the primary row implies them all

  ConstrainedBodies two(std::vector{3, 3}, {{"first", {0, 1}, 1, ConstraintRole::auxiliary},
                                            {"again", {0, 1}, 1, ConstraintRole::auxiliary}});
  for (int i = 0; i < 2; ++i)
    for (int place = 0; place < 2; ++place) two.forces(i, place)(0, 0) = place == 0 ? -1 : 1;
  for (int b = 0; b < 2; ++b) two.mass(b) = Eigen::Matrix3d::Identity() * (b + 1);
  two.factor();
  CHECK(two.rank() == 1);
  Eigen::VectorXd force = Eigen::VectorXd::Zero(6), y(6), multipliers(2);
  force[0] = 6;
  two.solve(force, Eigen::Vector2d::Zero(), y, multipliers);
  CHECK(y[0] == Approx(2).epsilon(1e-14));
  CHECK(y[3] == Approx(2).epsilon(1e-14));
  CHECK(multipliers[0] == Approx(2).epsilon(1e-12));  // 4 in total, shared equally
  CHECK(multipliers[1] == Approx(2).epsilon(1e-12));
  CHECK(two.unmet() < 1e-13);
  two.solve(force, Eigen::Vector2d(1, -1), y, multipliers);
  CHECK(two.unmet() == Approx(1));  // contradictory rows
}

TEST_CASE("errors name invalid bodies and constraints", "[maximal]") {
  const auto make = [](std::vector<BodyConstraint> constraints) {
    return ConstrainedBodies(std::vector{3, 6, 6}, std::move(constraints));
  };
  const auto primary = ConstraintRole::primary;
  using Catch::Matchers::Contains;
  CHECK_THROWS_WITH(make({{"ab", {0, 1}, 3},
                          {"bc", {1, 2}, 3},
                          {"ca", {2, 0}, 3, primary},
                          {"bar", {1, 2}, 1, primary},
                          {"rod", {0, 1}, 1, primary}}),
                    Contains("constraints[4] (\"rod\")") && Contains("closes a cycle") &&
                        Contains("body 0 to body 1"));
  CHECK_THROWS_WITH(
      make({{"nail", {0}, 3, primary}, {"hook", {1}, 3, primary}, {"rod", {0, 1}, 1, primary}}),
      Contains("constraints[2] (\"rod\")") && Contains("closes a cycle"));
  CHECK_THROWS_WITH(make({{"nail", {2}, 3, primary}, {"hook", {2}, 3, primary}}),
                    Contains("constraints[1] (\"hook\")") && Contains("body 2 to the ground"));
  CHECK_THROWS_WITH(make({{"", {0, 3}, 1}}), Contains("constraints[0]: acts on body 3"));
  CHECK_THROWS_WITH(make({{"", {1, 1}, 1}}), Contains("names body 1 twice"));
  CHECK_THROWS_WITH(make({{"", {1}, 0}}), Contains("has 0 rows"));
  CHECK_THROWS_WITH(make({{"", {}, 1}}), Contains("acts on no body"));
  CHECK_THROWS_WITH(make({{"", {0, 1, 2}, 1, primary}}), Contains("one body or two, not on 3"));
  CHECK_THROWS_WITH(make({{"weld", {0, 1}, 6, primary}}), Contains("6 on a body of 3"));
  CHECK_THROWS_WITH(make({{"motor", {0, 1}, 1, primary, true}}), Contains("may do no work"));
  CHECK_THROWS_WITH(ConstrainedBodies(std::vector{3, 0}, {}),
                    Contains("bodies[1]: has dimension 0"));

  ConstrainedBodies bodies = make({{"revolute", {0, 1}, 2}, {"rod", {2, 1, 0}, 1}});
  for (const int b : {0, 1, 2}) bodies.mass(b).setIdentity();
  bodies.forces(0, 0).setIdentity();
  bodies.forces(0, 1).setIdentity();
  CHECK_NOTHROW(bodies.factor());
  Eigen::VectorXd y(15), multipliers(3), force = Eigen::VectorXd::Zero(15);
  force[4] = std::nan("");
  CHECK_THROWS_WITH(bodies.solve(force, Eigen::Vector3d::Zero(), y, multipliers),
                    Contains("not finite"));
  bodies.forces(1, 0)(2, 0) = std::nan("");
  CHECK_THROWS_WITH(bodies.factor(), Contains("auxiliary constraint are not finite"));
  bodies.forces(1, 0)(2, 0) = 0;
  bodies.mass(2)(1, 1) = 0;
  CHECK_THROWS_WITH(bodies.factor(), Contains("bodies[2]: the mass matrix"));
  bodies.mass(2)(1, 1) = std::nan("");
  CHECK_THROWS_WITH(bodies.factor(), Contains("bodies[2]: the mass matrix"));
  bodies.mass(2)(1, 1) = 1;
  for (const int place : {0, 1}) bodies.forces(0, place).col(1).setZero();
  CHECK_THROWS_WITH(bodies.factor(), Contains("constraints[0] (\"revolute\"): its rows depend"));
}

TEST_CASE("bodies under constraints allocate nothing after their construction", "[maximal]") {
  if (!allocationsAreCounted) return;
  for (const auto auxiliaries : {Auxiliaries::workless, Auxiliaries::working}) {
    Random random(7);
    const Forest forest(random, auxiliaries);
    ConstrainedBodies bodies(forest.dimensions, forest.constraints);
    fillBlocks(bodies, random);
    const Eigen::VectorXd force = randomNumbers(random, bodies.unknowns());
    const Eigen::VectorXd c = randomNumbers(random, bodies.rows());
    Eigen::VectorXd y(bodies.unknowns()), multipliers(bodies.rows());
    CHECK(allocationsIn([&] {
            bodies.factor();
            bodies.solve(force, c, y, multipliers);
          }) == 0);
  }
}

}  // namespace linkwork::test
