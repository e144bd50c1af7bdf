#include "linkwork/integrators/step_tangents.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

/// Newton's method on a cluster's positions as closeLoops has it, on jets. At a gap g of the values
/// a correction leaves g² of the gap and g of its slopes: so there is one more than values need.
void closePosition(const ClusterTree<DerivativeJet>& tree, const Cluster<DerivativeJet>& cluster,
                   JetWorkspace& jets) {
  constexpr double closed = 1e-10;
  constexpr int most = 25;
  ConstraintWorkspace<DerivativeJet>& workspace = jets.work.of(tree, cluster);
  const int rows = cluster.constraint->rows, rank = cluster.constraint->rank;
  double gap = 1;
  for (int iteration = 0; gap > closed && iteration < most; ++iteration) {
    updateJoints<DerivativeJet>(tree, cluster, jets.q, jets.v, jets.work);
    assembleConstraints<DerivativeJet>(tree, cluster, jets.q, jets.v, ConstraintLevel::position,
                                       jets.work);
    gap = workspace.rightSide.head(rows).lpNorm<Eigen::Infinity>().value;
    const GaussJordan<DerivativeJet> reduction = reductionOf(workspace, rows);
    reduction.solution(reduction.eliminate(workspace.preference, rank, rankTolerance),
                       workspace.correction);
    workspace.correction = -workspace.correction;
    retract<DerivativeJet>(tree, cluster, workspace.correction, jets.q);
  }
}

}  // namespace

StepMap::StepMap(const ClusterTree<double>& tree)
    : coordinates(at(tree.degreesOfFreedom())),
      endCoordinates(coordinates),
      state(2 * tree.degreesOfFreedom(), 2 * tree.degreesOfFreedom()),
      torque(2 * tree.degreesOfFreedom(), tree.velocitySize()) {}

void moveTorque(const ClusterTree<double>& tree, int first, VectorX<DerivativeJet>& torque) {
  const int before = 2 * tree.degreesOfFreedom();
  for (int k = 0; k < DerivativeJet::directions; ++k) {
    const int entry = first + k - before;
    if (entry >= 0 && entry < tree.velocitySize()) torque[entry].partials[at(k)] = 1;
  }
}

EndTangents::EndTangents(const ClusterTree<double>& tree, Workspace<double>& closing)
    : tree_(tree),
      closing_(closing),
      work_(tree),
      end_(tree.positionSize()),
      moved_(tree.velocitySize()) {}

void EndTangents::chooseAt(const MotionState& end, std::vector<int>& coordinates) {
  updateKinematics<double>(tree_, end.q, end.v, work_);
  for (const Cluster<double>& cluster : tree_.clusters())
    for (int j = 0; j < cluster.dofs; ++j)
      coordinates[at(cluster.firstDof + j)] = independentVelocity(tree_, cluster, j, work_);
  end_ = end.q.cast<DerivativeJet>();
  findHeld(end);
}

/// Which velocities closing has held, by the order that it leaves where it pivots.
void EndTangents::findHeld(const MotionState& end) {
  for (const Cluster<double>& cluster : tree_.clusters()) {
    if (!cluster.constraint || !cluster.constraint->explicitForm) continue;
    updateJoints<double>(tree_, cluster, end.q, end.v, closing_);
    if (!solveConstraints<double>(tree_, cluster, end.q, end.v, closing_))
      throw singularPose(tree_, cluster);
  }
}

void EndTangents::close(JetWorkspace& jets) {
  keepCoordinates(tree_, closing_, jets.tree, jets.work);
  for (const Cluster<DerivativeJet>& cluster : jets.tree.clusters()) {
    if (!cluster.constraint) continue;
    closePosition(jets.tree, cluster, jets);
    updateJoints<DerivativeJet>(jets.tree, cluster, jets.q, jets.v, jets.work);
    closeVelocity<DerivativeJet>(jets.tree, cluster, jets.q, jets.work, jets.v);
  }
}

void EndTangents::read(const JetWorkspace& jets, int first, StepMap& map) {
  difference<DerivativeJet>(jets.tree, end_, jets.q, moved_);
  const int m = tree_.degreesOfFreedom();
  for (int k = 0; k < DerivativeJet::directions && first + k < directionsOf(tree_); ++k) {
    const int direction = first + k;
    auto column = direction < 2 * m ? map.state.col(direction) : map.torque.col(direction - 2 * m);
    for (int j = 0; j < m; ++j) {
      const int entry = map.endCoordinates[at(j)];
      column[j] = moved_[entry].partials[at(k)];
      column[m + j] = jets.v[entry].partials[at(k)];
    }
  }
}

}  // namespace linkwork
