#include "linkwork/constraints/delassus/tree_response.hpp"

#include <catch2/catch.hpp>

#include "contact/touching_scenes.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/contact/unilateral_rows.hpp"

/// Velocity changes by impulses at contacts and stops, in minimal coordinates, compared with dense
/// matrices.
namespace linkwork::test {
namespace {

using constraints::TreeResponse;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Returns J over the independent velocities, column by column.
MatrixXd jacobianOf(const Fixture& on, const std::vector<constraints::ForceRow>& rows,
                    TreeResponse& response) {
  MatrixXd jacobian(rows.size(), on.tree.degreesOfFreedom());
  for (Eigen::Index k = 0; k < jacobian.cols(); ++k) {
    VectorXd spanning = VectorXd::Zero(on.tree.velocitySize());
    on.update();
    spanFromIndependent<double>(on.tree, VectorXd::Unit(jacobian.cols(), k).eval(), on.work,
                                spanning);
    response.place(on.q, spanning);
    for (std::size_t r = 0; r < rows.size(); ++r)
      jacobian(static_cast<Eigen::Index>(r), k) = response.rate(rows[r]);
  }
  return jacobian;
}

}  // namespace

TEST_CASE("W of contacts and stops is J H⁻¹ Jᵀ", "[contact]") {
  for (const auto& [name, mechanism, reach] : touchingScenes()) {
    INFO(name);
    const Fixture on(mechanism);
    TreeResponse response(on.tree);
    response.place(on.q, on.v);
    const Drives drives(mechanism, on.tree, Tendons(mechanism, on.tree));
    contact::UnilateralRows near(mechanism, on.tree, drives);
    near.setReach(reach, 0);
    contact::UnilateralRowSet found;
    near.find(response, found);
    REQUIRE(found.rows.size() >= 6);

    const MatrixXd jacobian = jacobianOf(on, found.rows, response), mass = on.mass();
    const MatrixXd expected = jacobian * mass.ldlt().solve(jacobian.transpose());
    response.place(on.q, on.v);
    MatrixXd w;
    response.assembleDelassus(found.rows, w);
    const Eigen::Index rows = jacobian.rows();
    CHECK(largest(w.topLeftCorner(rows, rows) - expected) <=
          solveTolerance(on) * largest(expected));

    // Impulses change velocities as W predicts.
    const VectorXd impulses = VectorXd::LinSpaced(rows, -1, 2);
    VectorXd before(rows), after(rows);
    const auto read = [&](VectorXd& rates) {
      for (Eigen::Index r = 0; r < rows; ++r)
        rates[r] = response.rate(found.rows[static_cast<std::size_t>(r)]);
    };
    read(before);
    response.respond(found.rows, impulses.data());
    read(after);
    CHECK(difference(after - before, expected * impulses) <= solveTolerance(on));
  }
}

}  // namespace linkwork::test
