#include "linkwork/integrators/revolute_step.hpp"

#include <algorithm>

#include "linkwork/integrators/revolute_step_definitions.hpp"

namespace linkwork {

template class RevoluteStep<double>;

bool momentaOfLargeTurn(const RigidBodyInertia<double>& inertia, const Displacement& moved,
                        double h, Vector6<double>& start, Vector6<double>& end) {
  const Vector6<double> twist = moved.log();
  if (!(twist.head<3>().squaredNorm() < largestTurn * largestTurn)) return false;
  const DiscreteMomentum<double> momentum = discreteMomentum(inertia, twist, h);
  start = momentum.atStart();
  end = momentum.atEnd();
  return true;
}

bool suitsRevoluteStep(const ClusterTree<double>& tree) {
  const Plan* plan = tree.plan();
  if (!plan || !plan->hasMassRows() || !plan->gears().empty()) return false;
  return std::all_of(tree.bodies().begin(), tree.bodies().end(), [](const TreeBody<double>& body) {
    return !body.hasPassiveForces && body.armature == 0;
  });
}

}  // namespace linkwork
