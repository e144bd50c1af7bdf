#include "linkwork/dynamics/recursion_passes.hpp"

#include <algorithm>
#include <functional>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/model_parts.hpp"
#include "linkwork/linalg/singular_values.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

namespace {

using Inertia = ArticulatedInertia<double>;

/// Transforms to the frame of the mechanism's body.
Matrix6<double> inBody(const TreeBody<double>& body, const Inertia& inertia) {
  return inertia.toParent(body.userFrame.inverse()).matrix();
}

/// K, G and the singular values of K; joints and poses are up to date.
void describeConstraint(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                        const Eigen::VectorXd& q, const Eigen::VectorXd& v, Workspace<double>& work,
                        ClusterPasses& passes) {
  const int n = cluster.spanning();
  passes.velocities = cluster.velocities;
  passes.K.resize(0, n);
  passes.G = Eigen::MatrixXd::Identity(n, cluster.dofs);
  if (!cluster.constraint) return;
  passes.G = work.of(tree, cluster).basis.leftCols(cluster.dofs);
  assembleConstraints<double>(tree, cluster, q, v, ConstraintLevel::acceleration, work);
  passes.K = work.of(tree, cluster).jacobian;
  Eigen::VectorXd values = SingularValues(passes.K).values();
  std::sort(values.begin(), values.end(), std::greater<>());
  passes.singularValues = values.head(cluster.constraint->rank);
}

/// The backward pass over one cluster, and its contribution to the parent body.
void passBackward(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                  Workspace<double>& work, ClusterPasses& passes) {
  passes.handedInertia.setZero();
  passes.handedForce.setZero();
  const bool isCarried = cluster.parent != ground;
  const BodyWorkspace<double> before =
      isCarried ? work.of(cluster.parent) : BodyWorkspace<double>{};
  if (!eliminateInertia(tree, cluster, work)) throw masslessJoint(tree, cluster.firstBody);
  eliminateForce<Bias::withBias>(tree, cluster, work);
  if (!isCarried) return;
  const TreeBody<double>& parent = tree.body(cluster.parent);
  const BodyWorkspace<double>& after = work.of(cluster.parent);
  passes.handedInertia = inBody(parent, after.inertia) - inBody(parent, before.inertia);
  passes.handedForce = parent.userFrame.wrenchToChild(after.force - before.force);
}

}  // namespace

RecursionPasses recursionPasses(const ClusterTree<double>& tree, int bodies,
                                const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                const AppliedForces<double>& forces, Workspace<double>& work) {
  RecursionPasses result;
  result.bodies.resize(static_cast<std::size_t>(bodies));
  result.clusters.resize(tree.clusters().size());
  updateKinematics<double>(tree, q, v, work);
  if (forces.hasWrenches) updatePoses(tree, work);
  applyForces<double>(tree, q, v, forces, work);

  std::vector<int> mechanismBody(tree.bodies().size(), -1);
  for (int i = bodies - 1; i >= 0; --i) {
    const int place = tree.treeBody(i);
    const TreeBody<double>& body = tree.body(place);
    mechanismBody[static_cast<std::size_t>(place)] = i;
    BodyPasses& passes = result.bodies[static_cast<std::size_t>(i)];
    passes.cluster = body.cluster;
    passes.velocity = body.userFrame.twistToChild(work.of(place).velocity);
    ClusterPasses& cluster = result.clusters[static_cast<std::size_t>(body.cluster)];
    cluster.bodies.insert(cluster.bodies.begin(), i);
  }

  startArticulation(tree, work);
  for (std::size_t c = tree.clusters().size(); c-- > 0;) {
    const Cluster<double>& cluster = tree.clusters()[c];
    ClusterPasses& passes = result.clusters[c];
    passes.parent =
        cluster.parent == ground ? -1 : mechanismBody[static_cast<std::size_t>(cluster.parent)];
    for (const int i : passes.bodies) {
      const TreeBody<double>& body = tree.body(tree.treeBody(i));
      const BodyWorkspace<double>& here = work.of(tree.treeBody(i));
      BodyPasses& seen = result.bodies[static_cast<std::size_t>(i)];
      seen.articulatedInertia = inBody(body, here.inertia);
      seen.biasForce = body.userFrame.wrenchToChild(here.force);
    }
    passBackward(tree, cluster, work, passes);
    describeConstraint(tree, cluster, q, v, work, passes);
  }

  Vector6<double> atGround = Vector6<double>::Zero();
  atGround.tail<3>() = -tree.gravity();
  Eigen::VectorXd a(tree.velocitySize());
  VectorRef<double> joints = a;
  accelerate<Bias::withBias>(tree, atGround, work, joints);
  for (int i = 0; i < bodies; ++i) {
    const int place = tree.treeBody(i);
    result.bodies[static_cast<std::size_t>(i)].acceleration =
        tree.body(place).userFrame.twistToChild(work.of(place).acceleration);
  }
  return result;
}

RecursionPasses Model::recursion(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                 const Eigen::VectorXd& tau,
                                 const std::vector<Vector6<double>>& wrenches) {
  parts_->requirePosition(q);
  parts_->requireVelocity("v", v);
  tree().requireMass();
  return recursionPasses(parts_->tree, static_cast<int>(parts_->mechanism.bodies.size()), q, v,
                         parts_->acting(tau, wrenches), parts_->work);
}

}  // namespace linkwork
