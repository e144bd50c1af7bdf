#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <random>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/maximal/constraint_graph.hpp"
#include "linkwork/maximal/sparse_ldu.hpp"

/// The sparse factorization on the graphs of mechanisms, with random blocks.
namespace linkwork::test {
namespace {

using maximal::BlockLayout;
using maximal::ConstraintGraph;
using maximal::SparseLdu;

struct Filled {
  SparseLdu ldu;
  Eigen::MatrixXd dense;
};

/// Returns random blocks. Diagonal blocks are large enough for elimination without exchanges.
Filled filled(const ConstraintGraph& graph, bool isRankRevealing) {
  std::vector<int> sizes;
  for (const maximal::GraphNode& node : graph.nodes) sizes.push_back(node.size);
  const BlockLayout layout(sizes, graph.edges, graph.mergedInto);
  Filled result{SparseLdu(layout, std::vector<bool>(layout.pivots().size(), isRankRevealing)), {}};
  result.dense.setZero(layout.unknowns(), layout.unknowns());
  Random random(1);
  const auto fill = [&](int row, int column, double diagonal) {
    const BlockLayout::Place place = layout.block(row, column);
    for (int c = 0; c < sizes[at(column)]; ++c)
      for (int r = 0; r < sizes[at(row)]; ++r) {
        const double value = uniform(random, -1, 1) + (r == c ? diagonal : 0);
        result.ldu.data()[place.offset + r + c * place.stride] = value;
        result.dense(layout.first(row) + r, layout.first(column) + c) = value;
      }
  };
  for (int node = 0; node < static_cast<int>(sizes.size()); ++node) fill(node, node, 20);
  for (const auto& [a, b] : graph.edges) fill(a, b, 0), fill(b, a, 0);
  return result;
}

int fill(const ConstraintGraph& graph) {
  std::vector<int> sizes;
  for (const maximal::GraphNode& node : graph.nodes) sizes.push_back(node.size);
  return BlockLayout(sizes, graph.edges, graph.mergedInto).fillBlocks();
}

}  // namespace

TEST_CASE("sparse LDU agrees with a dense factorization", "[maximal]") {
  for (std::uint64_t seed = 0; seed < 12; ++seed)
    for (const auto order : {maximal::LoopOrder::alongCycle, maximal::LoopOrder::denseLast})
      for (const bool isRankRevealing : {false, true}) {
        CAPTURE(seed, isRankRevealing, static_cast<int>(order));
        const RandomMechanism random = randomMechanism(seed);
        const ClusterTree<double> tree = compile(random.mechanism, random.state);
        Filled matrix = filled(ConstraintGraph(tree, order), isRankRevealing);
        REQUIRE(matrix.ldu.factor());
        const Eigen::VectorXd right = Eigen::VectorXd::LinSpaced(matrix.dense.rows(), -1, 2);
        Eigen::VectorXd x = right;
        matrix.ldu.solve(x.data());
        // Almost diagonally dominant: a condition number of several hundred at most.
        CHECK((x - matrix.dense.partialPivLu().solve(right)).norm() < 1e-12 * x.norm());
      }
}

TEST_CASE("the rank decision distinguishes rounding of large sums from small pivots", "[maximal]") {
  // For 2 + 2 · 100 − 2 · 100 − 2, with size 204 row by row, a remainder of 1e-13 of the size is
  // allowed: 2e-11.
  const std::vector<int> sizes{4, 2}, unmerged{-1, -1};
  const std::vector<std::pair<int, int>> edges{{0, 1}};
  Eigen::Matrix<double, 2, 4> lower;
  lower << 1, 1, 1, 1,  //
      1, -1, 2, 2;
  Eigen::Matrix<double, 4, 2> upper;
  upper << 1, 1, 1, -1, 100, 50, -100, -50;
  const auto examined = [&](const Eigen::Matrix2d& left) {
    const BlockLayout layout(sizes, edges, unmerged);
    SparseLdu ldu(layout, {false, true});
    ldu.setZero();
    const auto block = [&](int row, int column, const Eigen::MatrixXd& values) {
      const BlockLayout::Place place = layout.block(row, column);
      for (int c = 0; c < values.cols(); ++c)
        for (int r = 0; r < values.rows(); ++r)
          ldu.data()[place.offset + r + c * place.stride] = values(r, c);
    };
    block(0, 0, Eigen::Matrix4d::Identity());
    block(0, 1, upper);
    block(1, 0, lower);
    block(1, 1, lower * upper + left);
    return ldu.examine(Eigen::VectorXd::Ones(6));
  };
  CHECK(examined(1e-11 * Eigen::Matrix2d::Ones()).empty());
  for (int row : {0, 1})
    for (int column : {0, 1}) {
      CAPTURE(row, column);
      Eigen::Matrix2d left = Eigen::Matrix2d::Zero();
      left(row, column) = 1e-11;
      CHECK(examined(left).empty());
      left(row, column) = 4e-11;
      CHECK(examined(left) == std::vector{1});
    }
}

TEST_CASE("trees have no fill-in, and loops have fill-in only along their cycles", "[maximal]") {
  const auto fillOf = [](const Mechanism& mechanism, maximal::LoopOrder order) {
    const ClusterTree<double> tree = compile(mechanism);
    return fill(ConstraintGraph(tree, order));
  };
  using maximal::LoopOrder;
  CHECK(fillOf(chain({.links = 30}), LoopOrder::alongCycle) == 0);
  CHECK(fillOf(branchingTree(), LoopOrder::alongCycle) == 0);
  const auto along = [&](int units) {
    return fillOf(fourBarChain({.units = units}), LoopOrder::alongCycle);
  };
  const auto last = [&](int units) {
    return fillOf(fourBarChain({.units = units}), LoopOrder::denseLast);
  };
  // The first unit is attached to the ground, which is not a node: two blocks fewer.
  CHECK(along(1) == 8);
  CHECK(along(20) - along(10) == 10 * (along(3) - along(2)));  // linear in the units
  CHECK(last(20) - last(10) > 2 * (last(10) - last(1)));       // quadratic
  CHECK(along(10) * 4 < last(10));
}

}  // namespace linkwork::test
