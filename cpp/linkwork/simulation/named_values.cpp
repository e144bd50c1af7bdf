#include "linkwork/simulation/named_values.hpp"

namespace linkwork {

Eigen::VectorXd flatVelocities(const Mechanism& mechanism, const JointValues& values) {
  Eigen::Index size = 0;
  for (const Joint& joint : mechanism.joints) size += velocitySize(joint.type);
  Eigen::VectorXd flat = Eigen::VectorXd::Zero(size);
  Eigen::Index start = 0;
  for (const Joint& joint : mechanism.joints) {
    const auto count = velocitySize(joint.type);
    if (const auto found = values.find(joint.name); found != values.end())
      flat.segment(start, count) = Eigen::VectorXd::Map(found->second.data(), count);
    start += count;
  }
  return flat;
}

JointValues namedVelocities(const Mechanism& mechanism, const Eigen::VectorXd& values) {
  JointValues named;
  const double* next = values.data();
  for (const Joint& joint : mechanism.joints) {
    const double* const end = next + velocitySize(joint.type);
    named.emplace(joint.name, std::vector<double>(next, end));
    next = end;
  }
  return named;
}

AppliedForces<double> appliedForces(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                    const NamedState& state) {
  AppliedForces<double> forces(tree);
  forces.torque = flatVelocities(mechanism, state.tau);
  forces.hasWrenches = !state.wrenches.empty();
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    const auto found = state.wrenches.find(mechanism.bodies[i].name);
    if (found == state.wrenches.end()) continue;
    forces.wrenches[static_cast<std::size_t>(tree.treeBody(static_cast<int>(i)))] = found->second;
  }
  return forces;
}

}  // namespace linkwork
