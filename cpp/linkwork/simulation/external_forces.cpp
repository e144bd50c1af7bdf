#include "linkwork/simulation/external_forces.hpp"

#include "linkwork/dynamics/plan_dynamics.hpp"
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

Eigen::Vector3d pullForce(const Pull& pull, const Eigen::Vector3d& point,
                          const Eigen::Vector3d& velocity) {
  return pull.stiffness * (pull.target - point) - pull.damping * velocity;
}

void gatherForces(const ClusterTree<double>& tree, const ExternalForces& external,
                  const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                  Workspace<double>& work, AppliedForces<double>& gathered) {
  gathered.torque = external.torque;
  gathered.hasWrenches = external.actsOnBodies();
  if (!gathered.hasWrenches) return;
  for (std::size_t i = 0; i < gathered.wrenches.size(); ++i)
    gathered.wrenches[i] = external.wrenches[i];
  turnHinges(tree, q, work);
  if (external.pointForces.empty() && !external.pull) return;

  BodyPaths paths(tree, work);
  paths.clear();
  for (const PointForce& force : external.pointForces) paths.add(force.body);
  if (external.pull) paths.add(external.pull->body);
  paths.update(q);

  const auto pointOf = [&](int body, const Eigen::Vector3d& point) -> Eigen::Vector3d {
    return paths.pose(body) * (tree.body(body).userFrame * point);
  };
  const auto push = [&](int body, const Eigen::Vector3d& point, const Eigen::Vector3d& force) {
    Vector6<double>& wrench = gathered.wrenches[static_cast<std::size_t>(body)];
    wrench.head<3>() += point.cross(force);
    wrench.tail<3>() += force;
  };
  for (const PointForce& force : external.pointForces)
    push(force.body, pointOf(force.body, force.point), force.force);
  if (const auto& pull = external.pull) {
    const Eigen::Vector3d point = pointOf(pull->body, pull->point);
    push(pull->body, point, pullForce(*pull, point, paths.velocityAt(pull->body, point, v)));
  }
}

}  // namespace linkwork
