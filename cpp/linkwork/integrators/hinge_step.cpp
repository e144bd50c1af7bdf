#include "linkwork/integrators/hinge_step.hpp"

#include <algorithm>

#include "linkwork/integrators/hinge_step_definitions.hpp"

namespace linkwork {

template class HingeStep<double>;

bool suitsHingeStep(const ClusterTree<double>& tree) {
  const Plan* plan = tree.plan();
  if (!plan || !plan->hasMassRows() || !plan->gears().empty()) return false;
  return std::all_of(tree.bodies().begin(), tree.bodies().end(), [](const TreeBody<double>& body) {
    return !body.hasPassiveForces && body.reflectedInertia == 0;
  });
}

}  // namespace linkwork
