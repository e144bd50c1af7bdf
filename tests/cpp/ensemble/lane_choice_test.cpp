#include <catch2/catch.hpp>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/ensemble/lane_choice.hpp"
#include "spatial/arguments.hpp"

/// SIMD-batched linear systems, each reduced with its own pivots.
namespace linkwork::test {
namespace {

using TwoLanes = Lanes<2>;

/// K x = k with one redundant row. If `isSingular`, two rows are redundant.
void drawSystem(std::mt19937_64& random, bool isSingular, ConstraintWorkspace<double>& workspace) {
  const int rows = 4, n = 6;
  workspace.jacobian =
      MatrixX<double>::NullaryExpr(rows, n, [&] { return spatial::uniform(random); });
  workspace.rightSide =
      VectorX<double>::NullaryExpr(rows, [&] { return spatial::uniform(random); });
  for (int row = isSingular ? 2 : 3; row < rows; ++row) {
    workspace.jacobian.row(row) = 2 * workspace.jacobian.row(0);
    workspace.rightSide[row] = 2 * workspace.rightSide[0];
  }
  workspace.preference = VectorX<double>::Ones(n);
  workspace.order.resize(n);
  workspace.offset.resize(n);
}

}  // namespace

TEST_CASE("SIMD-batched systems are reduced as each is alone", "[ensemble]") {
  std::mt19937_64 random(11);
  int together = 0, apart = 0;
  for (int trial = 0; trial < 300; ++trial) {
    ConstraintWorkspace<double> alone[TwoLanes::width];
    LaneConstraints<TwoLanes> lanes;
    lanes.order.resize(6);
    lanes.offset.resize(6);
    drawSystem(random, false, alone[0]);
    alone[1] = alone[0];
    if (trial % 3 == 0) drawSystem(random, trial % 2 == 0, alone[1]);
    if (trial % 3 == 1) alone[1].jacobian *= 1.5;
    lanes.jacobian.resize(4, 6);
    lanes.rightSide.resize(4);
    lanes.preference = alone[0].preference.cast<TwoLanes>();
    for (int lane = 0; lane < TwoLanes::width; ++lane) {
      for (int i = 0; i < 24; ++i)
        lanes.jacobian.data()[i].set(lane, alone[lane].jacobian.data()[i]);
      for (int i = 0; i < 4; ++i) lanes.rightSide[i].set(lane, alone[lane].rightSide[i]);
    }
    bool isReduced[TwoLanes::width] = {};
    int choices = 0;
    forEachChoice(lanes, TwoLanes(0) < TwoLanes(1), [&](const PivotChooser<TwoLanes>& chooser) {
      ++choices;
      const int found =
          reductionOf<TwoLanes>(lanes, 4, chooser).eliminate(lanes.preference, 3, 1e-10);
      reductionOf<TwoLanes>(lanes, 4).solution(found, lanes.offset);
      for (int lane = 0; lane < TwoLanes::width; ++lane) {
        if (!chooser.agrees().holds[lane]) continue;
        CHECK(!isReduced[lane]);
        isReduced[lane] = true;
        ConstraintWorkspace<double> own = alone[lane];
        CHECK(reductionOf(own, 4).eliminate(own.preference, 3, 1e-10) == found);
        reductionOf(own, 4).solution(found, own.offset);
        CHECK(own.order == lanes.order);
        for (int i = 0; i < 6; ++i) CHECK(own.offset[i] == lanes.offset[i][lane]);
      }
    });
    CHECK((isReduced[0] && isReduced[1]));
    ++(choices == 1 ? together : apart);
    for (int i = 0; i < 24; ++i) CHECK(lanes.jacobian.data()[i][1] == alone[1].jacobian.data()[i]);
  }
  CHECK(together >= 200);
  CHECK(apart >= 80);
}

}  // namespace linkwork::test
