#include "linkwork/constraints/delassus/tree_delassus.hpp"

#include <catch2/catch.hpp>

#include "contact/touching_scenes.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/constraints/delassus/tree_response.hpp"
#include "linkwork/contact/unilateral_rows.hpp"
#include "spatial/arguments.hpp"

/// Dampers along contacts and stops, by the recursion and by W.
namespace linkwork::test {
namespace {

using constraints::ConeBlock;
using constraints::Damper;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A scene, its rows and W.
struct TouchingRows {
  Fixture on;
  constraints::TreeResponse response;
  contact::UnilateralRowSet found;
  std::vector<ConeBlock> blocks;
  MatrixXd w;

  explicit TouchingRows(const TouchingScene& scene) : on(scene.mechanism), response(on.tree) {
    response.place(on.q, on.v);
    const Drives drives(scene.mechanism, on.tree, Tendons(scene.mechanism, on.tree));
    contact::UnilateralRows near(scene.mechanism, on.tree, drives);
    near.setReach(scene.reach, 0);
    near.find(response, found);
    for (const contact::UnilateralConstraint& constraint : found.list) {
      blocks.push_back({constraint.row, constraint.isContact()});
      blocks.back().hasMoments = constraint.hasMoments();
    }
    response.assembleDelassus(found.rows, w);
  }

  Eigen::Index rows() const { return static_cast<Eigen::Index>(found.rows.size()); }
  MatrixXd whole() const { return w.topLeftCorner(rows(), rows()); }
};

/// Returns asymmetric dampers, `strength` times as strong as the rows' average inertia.
std::vector<Damper> dampersFor(const TouchingRows& scene, double strength) {
  std::mt19937_64 random(7);
  const auto number = [&] { return spatial::uniform(random); };
  const double scale = strength / scene.whole().diagonal().mean();
  std::vector<Damper> dampers;
  for (std::size_t i = 0; i < scene.blocks.size(); ++i) {
    const Matrix6<double> turning = Matrix6<double>::NullaryExpr(number);
    dampers.push_back({scale * (Matrix6<double>::Identity() + 0.5 * turning),
                       Vector6<double>::NullaryExpr(number)});
  }
  return dampers;
}

/// p − P u
VectorXd impulsesOf(const TouchingRows& scene, const std::vector<Damper>& dampers,
                    const VectorXd& u) {
  VectorXd impulses(scene.rows());
  for (std::size_t i = 0; i < dampers.size(); ++i) {
    const int row = scene.blocks[i].row, rows = scene.blocks[i].rows();
    impulses.segment(row, rows) =
        dampers[i].impulse.head(rows) -
        dampers[i].damping.topLeftCorner(rows, rows) * u.segment(row, rows);
  }
  return impulses;
}

}  // namespace

TEST_CASE("velocities with dampers change by W times the dampers' impulses", "[contact]") {
  const double strength = GENERATE(0.0, 1.0, 100.0);
  for (const TouchingScene& each : touchingScenes()) {
    INFO(each.name << ", strength " << strength);
    TouchingRows scene(each);
    constraints::DampedDelassus* const damped = scene.response.damped(scene.found.rows);
    REQUIRE(damped);
    damped->plan(scene.blocks);
    const std::vector<Damper> dampers = dampersFor(scene, strength);
    VectorXd u(scene.rows());
    REQUIRE(damped->solve(scene.blocks, dampers, u.data()));
    const VectorXd impulses = impulsesOf(scene, dampers, u);
    // W and u are as accurate as a solve with the mass matrix. Dampers amplify the error of u.
    CHECK(largest(u - scene.whole() * impulses) <=
          (1 + strength) * solveTolerance(scene.on) * largest(scene.whole()) * largest(impulses));
  }
}

TEST_CASE("W is the same as one product, by its columns and by its diagonal", "[contact]") {
  for (const TouchingScene& each : touchingScenes()) {
    INFO(each.name);
    TouchingRows scene(each);
    constraints::DampedDelassus* const damped = scene.response.damped(scene.found.rows);
    REQUIRE(damped);
    const MatrixXd w = scene.whole();
    const double tolerance = solveTolerance(scene.on) * largest(w);
    for (int i = 0; i < w.rows(); ++i)
      CHECK(largest(VectorXd::Map(damped->columns()[i], w.rows()) - w.col(i)) <= tolerance);
    for (const ConeBlock& block : scene.blocks)
      for (int first = block.row; first < block.row + block.rows(); first += 3) {
        const int rows = std::min(3, block.rows());
        CHECK(std::abs(damped->trace(first, rows) - w.diagonal().segment(first, rows).sum()) <=
              3 * tolerance);
      }
    const VectorXd impulses = VectorXd::LinSpaced(w.rows(), -1, 2);
    VectorXd u(w.rows());
    damped->multiply(impulses.data(), u.data());
    CHECK(largest(u - w * impulses) <=
          static_cast<double>(w.rows()) * tolerance * largest(impulses));
  }
}

TEST_CASE("the cost per link of a chain is independent of its length, also over a drum",
          "[contact]") {
  const auto multiplications = [](int links) {
    TouchingRows scene({"", drapedChain({.links = links}), 0.05});
    constraints::DampedDelassus* const damped = scene.response.damped(scene.found.rows);
    damped->plan(scene.blocks);
    return damped->multiplications();
  };
  CHECK(multiplications(80) < 2.1 * multiplications(40));
}

}  // namespace linkwork::test
