#include "linkwork/dynamics/moving_pose.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"

namespace linkwork {

MovingPose::MovingPose(const ClusterTree<double>& given)
    : tree(given),
      base(given),
      work(tree),
      start(given.positionSize()),
      step(given.velocitySize()),
      q(given.positionSize()),
      rest(VectorX<DerivativeJet>::Zero(given.velocitySize())) {}

void moveAlong(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
               MovingPose& moving) {
  moving.start = q.cast<DerivativeJet>();
  retract<DerivativeJet>(moving.tree, moving.start, moving.step, moving.q);
  keepCoordinates(tree, moving.base, moving.tree, moving.work);
  updateKinematics<DerivativeJet>(moving.tree, moving.q, moving.rest, moving.work);
}

void moveWith(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
              const ConstVectorRef<double>& v, MovingPose& moving) {
  updateKinematics<double>(tree, q, v, moving.base);
  moving.step.setZero();
  for (Eigen::Index i = 0; i < v.size(); ++i) moving.step[i].partials[0] = v[i];
  moveAlong(tree, q, moving);
}

}  // namespace linkwork
