#include "linkwork/integrators/step_state.hpp"

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

StepState::StepState(const ClusterTree<double>& tree)
    : tree_(&tree),
      work_(tree),
      q_(tree.initialPosition()),
      rest_(Eigen::VectorXd::Zero(tree.velocitySize())),
      none_(tree),
      gravity_(tree.bodies().size()) {
  for (const Cluster<double>& cluster : tree.clusters()) {
    places_.push_back(cluster.constraint ? static_cast<int>(clusters_.size()) : -1);
    if (cluster.constraint) clusters_.emplace_back(cluster);
  }
}

void StepState::moveTo(const Eigen::VectorXd& q) {
  q_ = q;
  for (const Cluster<double>& cluster : tree_->clusters()) {
    updateJoints<double>(*tree_, cluster, q_, rest_, work_);
    if (!cluster.constraint) continue;
    ClusterDisplacement& displacement =
        clusters_[static_cast<std::size_t>(displacementOf(cluster))];
    displacement.beginAt(*tree_, q_, work_);
    ConstraintWorkspace<double>& workspace = work_.of(*tree_, cluster);
    workspace.basis.leftCols(cluster.dofs) = displacement.startBasis();
    workspace.offset.setZero();
    updateClusterMotion(*tree_, cluster, work_);
  }
  updatePoses(*tree_, work_);
  for (std::size_t i = 0; i < gravity_.size(); ++i)
    gravity_[i] = work_.bodies[i].pose.rotation.transpose() * tree_->gravity();

  resetInertias(*tree_, work_);
  for (auto cluster = tree_->clusters().rbegin(); cluster != tree_->clusters().rend(); ++cluster)
    if (!eliminateInertia(*tree_, *cluster, work_)) throw masslessJoint(*tree_, cluster->firstBody);
}

template <Bias bias>
void StepState::solveMass(Eigen::VectorXd& result) {
  for (auto cluster = tree_->clusters().rbegin(); cluster != tree_->clusters().rend(); ++cluster)
    eliminateForce<bias>(*tree_, *cluster, work_);
  VectorRef<double> accelerations(result);
  accelerate<bias>(*tree_, Vector6<double>(Vector6<double>::Zero()), work_, accelerations);
}

void StepState::velocityOf(const DiscreteMomenta<double>& momenta, Eigen::VectorXd& v) {
  for (std::size_t i = 0; i < momenta.bodies.size(); ++i)
    work_.bodies[i].force = -momenta.bodies[i];
  work_.jointForces = momenta.joints;
  solveMass<Bias::withoutBias>(v);
}

void StepState::impulseResponse(const Eigen::VectorXd& f, double h, Eigen::VectorXd& dv) {
  for (BodyWorkspace<double>& body : work_.bodies) body.force.setZero();
  work_.jointForces = -f;
  if (clusters_.empty()) return solveMass<Bias::withoutBias>(dv);
  // δq₀/h is to δv what the bias of a cluster is to its acceleration.
  for (const ClusterDisplacement& displacement : clusters_) {
    const Cluster<double>& cluster = displacement.cluster();
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
      work_.of(i).jointBias.setZero();
    work_.of(*tree_, cluster).offset = displacement.auxiliary() / h;
    updateClusterMotion(*tree_, cluster, work_);
  }
  solveMass<Bias::withBias>(dv);
}

void StepState::addPotentialForces(double impulse, DiscreteMomenta<double>& momenta) {
  for (std::size_t i = 0; i < momenta.bodies.size(); ++i) {
    const RigidBodyInertia<double>& inertia = tree_->bodies()[i].inertia;
    momenta.bodies[i].head<3>() += impulse * inertia.moment.vector().cross(gravity_[i]);
    momenta.bodies[i].tail<3>() += impulse * inertia.mass * gravity_[i];
  }
  applyJointForces<double>(*tree_, q_, rest_, none_, work_);  // at rest: springs alone
  momenta.joints += impulse * work_.jointForces;
}

void StepState::addOutsideForces(double impulse, const AppliedForces<double>& forces,
                                 DiscreteMomenta<double>& momenta) {
  momenta.joints += impulse * forces.torque;
  if (!forces.hasWrenches) return;
  for (std::size_t i = 0; i < momenta.bodies.size(); ++i)
    momenta.bodies[i] += impulse * inBody(i, forces.wrenches[i]);
}

}  // namespace linkwork
