#include "linkwork/simulation/external_forces.hpp"

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork {
namespace {

/// The wrench, about the world's origin, of a force at a point of a body.
Vector6<double> wrenchAt(const Eigen::Vector3d& point, const Eigen::Vector3d& force) {
  Vector6<double> wrench;
  wrench << point.cross(force), force;
  return wrench;
}

}  // namespace

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

Eigen::Vector3d pullForce(const ClusterTree<double>& tree, const Pull& pull,
                          const Workspace<double>& work) {
  const Eigen::Vector3d point = bodyPose(tree, pull.body, work) * pull.point;
  const Eigen::Vector3d velocity = pointVelocity(tree, pull.body, pull.point, work);
  return pull.stiffness * (pull.target - point) - pull.damping * velocity;
}

void gatherForces(const ClusterTree<double>& tree, const ExternalForces& external,
                  const Workspace<double>& work, AppliedForces<double>& gathered) {
  gathered.torque = external.torque;
  gathered.hasWrenches = external.actsOnBodies();
  if (!gathered.hasWrenches) return;
  for (std::size_t i = 0; i < gathered.wrenches.size(); ++i)
    gathered.wrenches[i] = external.wrenches[i];
  const auto push = [&](int body, const Eigen::Vector3d& point, const Eigen::Vector3d& force) {
    gathered.wrenches[static_cast<std::size_t>(body)] +=
        wrenchAt(bodyPose(tree, body, work) * point, force);
  };
  for (const PointForce& force : external.pointForces) push(force.body, force.point, force.force);
  if (external.pull)
    push(external.pull->body, external.pull->point, pullForce(tree, *external.pull, work));
}

double workRate(const ClusterTree<double>& tree, const AppliedForces<double>& gathered,
                const ConstVectorRef<double>& v, const Workspace<double>& work) {
  double power = gathered.torque.dot(v) + dissipation<double>(tree, v);
  if (!gathered.hasWrenches) return power;
  for (std::size_t i = 0; i < gathered.wrenches.size(); ++i) {
    const BodyScratch<double>& here = work.bodies[i];
    power += gathered.wrenches[i].dot(here.pose.twistToParent(here.velocity));
  }
  return power;
}

}  // namespace linkwork
