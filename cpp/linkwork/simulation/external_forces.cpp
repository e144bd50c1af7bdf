#include "linkwork/simulation/external_forces.hpp"

#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork {
namespace {

/// Calls push(body, point, force) for every force at a point, with the paths at its body: point and
/// force in the world.
template <typename Push>
void forEachPoint(const ClusterTree<double>& tree, const ExternalForces& external,
                  const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                  BodyPaths& paths, Push push) {
  const auto inBody = [&](int body, const Eigen::Vector3d& point) -> Eigen::Vector3d {
    return tree.body(body).userFrame * point;
  };
  for (const PointForce& given : external.pointForces) {
    const auto [place, velocity] = paths.motionOf(given.body, inBody(given.body, given.point), q);
    push(given.body, place, given.force);
  }
  if (const auto& pull = external.pull) {
    const auto [place, velocity] =
        paths.motionOf(pull->body, inBody(pull->body, pull->point), q, v.data());
    push(pull->body, place, pullForce(*pull, place, velocity));
  }
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
  updateJointTransforms(tree, q, work);
  if (external.pointForces.empty() && !external.pull) return;

  BodyPaths paths(tree, work);
  const auto push = [&](int body, const Eigen::Vector3d& point, const Eigen::Vector3d& force) {
    Vector6<double>& wrench = gathered.wrenches[static_cast<std::size_t>(body)];
    wrench.head<3>() += point.cross(force);
    wrench.tail<3>() += force;
  };
  forEachPoint(tree, external, q, v, paths, push);
}

void projectForces(const ClusterTree<double>& tree, const ExternalForces& external,
                   const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                   Workspace<double>& work, VectorRef<double> torque) {
  BodyPaths paths(tree, work);
  forEachPoint(tree, external, q, v, paths,
               [&](int, const Eigen::Vector3d&, const Eigen::Vector3d& force) {
                 paths.projectForce(force, q, torque);
               });
  if (external.hasWrenches) paths.project(external.wrenches, q, torque);
}

}  // namespace linkwork
