#include "linkwork/integrators/step_tangents.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

constexpr int width = DerivativeJet::directions;

}  // namespace

StepMap::StepMap(const ClusterTree<double>& tree)
    : coordinates(at(tree.degreesOfFreedom())),
      endCoordinates(coordinates),
      state(2 * tree.degreesOfFreedom(), 2 * tree.degreesOfFreedom()),
      torque(2 * tree.degreesOfFreedom(), tree.velocitySize()) {}

void moveTorque(const ClusterTree<double>& tree, int first, VectorX<DerivativeJet>& torque) {
  const int before = 2 * tree.degreesOfFreedom();
  for (int k = 0; k < width; ++k) {
    const int entry = first + k - before;
    if (entry >= 0 && entry < tree.velocitySize()) torque[entry].partials[at(k)] = 1;
  }
}

EndTangents::EndTangents(const ClusterTree<double>& tree)
    : tree_(tree), work_(tree), end_(tree.positionSize()), moved_(tree.velocitySize()) {}

void EndTangents::chooseAt(const MotionState& end, std::vector<int>& coordinates) {
  updateKinematics<double>(tree_, end.q, end.v, work_);
  for (const Cluster<double>& cluster : tree_.clusters())
    for (int j = 0; j < cluster.dofs; ++j)
      coordinates[at(cluster.firstDof + j)] = independentVelocity(tree_, cluster, j, work_);
  end_ = end.q.cast<DerivativeJet>();
}

void EndTangents::read(const JetRoom& jets, int first, StepMap& map) {
  difference<DerivativeJet>(jets.tree, end_, jets.q, moved_);
  const int m = tree_.degreesOfFreedom();
  for (int k = 0; k < width && first + k < directionsOf(tree_); ++k) {
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
