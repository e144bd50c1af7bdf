#include "papers/general_joints/general_joint.hpp"

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/cluster_columns.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork::papers {

GeneralJoint::GeneralJoint(const ClusterTree<double>& tree)
    : tree_(tree),
      work_(tree),
      restAcceleration_(tree.bodies().size()),
      force_(tree.bodies().size()),
      increment_(tree.bodies().size()),
      handed_(6, tree.degreesOfFreedom()),
      torque_(tree.degreesOfFreedom()) {
  atGround_ << Vector3<double>::Zero(), -tree.gravity();
}

template <typename Visit>
void GeneralJoint::eachBody(const Cluster<double>& cluster, Visit visit) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    visit(i, cluster.constraint
                 ? work_.motionSubspaces.middleCols(tree_.firstColumn(i), cluster.dofs)
                 : work_.jointSubspaces.middleCols(tree_.body(i).velocity, cluster.dofs));
}

/// Recursions 1 to 3: τ̄.
void GeneralJoint::restForces(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                              const AppliedForces<double>& forces) {
  updateKinematics(tree_, q, v, work_);
  if (forces.hasWrenches) updatePoses(tree_, work_);
  applyForces(tree_, q, v, forces, work_);
  for (const Cluster<double>& cluster : tree_.clusters())
    eachBody(cluster, [&](int i, const auto&) {
      const BodyWorkspace<double>& here = work_.of(i);
      const RigidBodyInertia<double>& inertia = tree_.body(i).inertia;
      const Vector6<double>& parent =
          cluster.parent == ground ? atGround_ : restAcceleration_[at(cluster.parent)];
      restAcceleration_[at(i)] = toOutput(tree_, i, work_).twistToChild(parent) + here.bias;
      force_[at(i)] = inertia * restAcceleration_[at(i)] +
                      crossForce(here.velocity, inertia * here.velocity) + here.force;
    });

  for (const TreeBody<double>& body : tree_.bodies()) {
    const Cluster<double>& cluster = tree_.clusterOf(body);
    if (!cluster.constraint) continue;
    for (int k = 0; k < body.velocities; ++k)
      work_.jointForces[body.velocity + k] -=
          body.armature * work_.of(cluster).offset[body.local + k];
  }
  projectForces<double>(tree_, work_.jointForces, work_, torque_);
  for (auto cluster = tree_.clusters().rbegin(); cluster != tree_.clusters().rend(); ++cluster)
    eachBody(*cluster, [&](int i, const auto& subspace) {
      torque_.segment(cluster->firstDof, cluster->dofs) -=
          subspace.transpose().lazyProduct(force_[at(i)]);
      if (cluster->parent != ground)
        force_[at(cluster->parent)] += toOutput(tree_, i, work_).wrenchToParent(force_[at(i)]);
    });
}

/// Recursion 4: J̄, Ω = L Lᵀ and Π.
void GeneralJoint::factor() {
  resetInertias(tree_, work_);
  for (auto cluster = tree_.clusters().rbegin(); cluster != tree_.clusters().rend(); ++cluster) {
    auto omega = factorOf(*cluster, work_);
    auto handed = handed_.middleCols(cluster->firstDof, cluster->dofs);
    omega.setZero();
    handed.setZero();
    addArmature(tree_, *cluster, work_, omega);
    eachBody(*cluster, [&](int i, const auto& subspace) {
      const ArticulatedInertia<double>& inertia = work_.of(i).inertia;
      const Transform<double>& pose = toOutput(tree_, i, work_);
      for (int k = 0; k < cluster->dofs; ++k) {
        const Vector6<double> push = inertia * Vector6<double>(subspace.col(k));
        omega.col(k) += subspace.transpose().lazyProduct(push);
        handed.col(k) += pose.wrenchToParent(push);
      }
      if (cluster->parent != ground) work_.of(cluster->parent).inertia += inertia.toParent(pose);
    });
    if (!choleskyInPlace(omega)) throw masslessJoint(tree_, cluster->firstBody);
    divideByLowerTransposed(omega, handed);
    for (int k = 0; k < cluster->dofs && cluster->parent != ground; ++k) {
      const Vector6<double> column = handed.col(k);
      work_.of(cluster->parent).inertia.subtractDyad(column, column);
    }
    for (int k = 0; k < 6; ++k) solveLowerTransposed(omega, handed.row(k));  // Ad* J̄ S Ω⁻¹
  }
}

void GeneralJoint::solve(VectorRef<double> torque) {
  factor();
  for (Vector6<double>& z : force_) z.setZero();
  for (auto cluster = tree_.clusters().rbegin(); cluster != tree_.clusters().rend(); ++cluster) {
    auto own = torque.segment(cluster->firstDof, cluster->dofs);
    eachBody(*cluster, [&](int i, const auto& subspace) {
      own -= subspace.transpose().lazyProduct(force_[at(i)]);
      if (cluster->parent != ground)
        force_[at(cluster->parent)] += toOutput(tree_, i, work_).wrenchToParent(force_[at(i)]);
    });
    if (cluster->parent != ground)
      force_[at(cluster->parent)] +=
          handed_.middleCols(cluster->firstDof, cluster->dofs).lazyProduct(own);
    const auto omega = factorOf(*cluster, work_);
    solveLower(omega, own);
    solveLowerTransposed(omega, own);
  }
  for (const Cluster<double>& cluster : tree_.clusters()) {
    const Vector6<double>& parent =
        cluster.parent == ground ? atRest_ : increment_[at(cluster.parent)];
    auto own = torque.segment(cluster.firstDof, cluster.dofs);
    own -= handed_.middleCols(cluster.firstDof, cluster.dofs).transpose().lazyProduct(parent);
    eachBody(cluster, [&](int i, const auto& subspace) {
      increment_[at(i)] =
          toOutput(tree_, i, work_).twistToChild(parent) + subspace.lazyProduct(own);
    });
  }
}

void GeneralJoint::forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                                   const AppliedForces<double>& forces, VectorRef<double> a) {
  tree_.requireSizes(q.size(), a.size());
  restForces(q, v, forces);
  solve(torque_);
  spanAccelerations(tree_, torque_, work_, a);
}

}  // namespace linkwork::papers
