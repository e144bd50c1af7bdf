#include "linkwork/simulation/applied_forces.hpp"

#include "linkwork/model/state_layout.hpp"

namespace linkwork {

AppliedForces<double> appliedForces(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                    const NamedState& state) {
  AppliedForces<double> forces(tree);
  forces.torque = flatVelocity(mechanism, state.tau);
  forces.hasWrenches = !state.wrenches.empty();
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    const auto found = state.wrenches.find(mechanism.bodies[i].name);
    if (found == state.wrenches.end()) continue;
    forces.wrenches[static_cast<std::size_t>(tree.treeBody(static_cast<int>(i)))] = found->second;
  }
  return forces;
}

}  // namespace linkwork
