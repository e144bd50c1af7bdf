#include "papers/variational/tree_lagrangian.hpp"

#include "linkwork/spatial/twist.hpp"
#include "papers/variational/single_coordinate_joint.hpp"

namespace linkwork::papers {

TreeLagrangian::TreeLagrangian(const ClusterTree<double>& tree)
    : tree_(tree),
      bodies_(tree.bodies().size()),
      alongVelocity_(tree.velocitySize()),
      alongPosition_(tree.velocitySize()) {
  for (int i = 0; i < size(); ++i) {
    of(i).parent = tree.body(i).parent;
    of(i).axisInBody = axisOf(tree, i);
  }
}

/// Forward: everything at (q, v); springs, which act on their own joints, are counted.
void TreeLagrangian::moveTo(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  alongVelocity_.setZero();
  for (int i = 0; i < size(); ++i) {
    const TreeBody<double>& body = tree_.body(i);
    Body& here = of(i);
    const double position = q[body.position], speed = v[body.velocity];
    here.pose = jointPose(body, position);
    if (here.parent != ground) here.pose = of(here.parent).pose * here.pose;
    here.axis = here.pose.twistToParent(here.axisInBody);
    here.twist = here.axis * speed;
    if (here.parent != ground) here.twist += of(here.parent).twist;
    here.slope = crossMotion(here.twist, here.axis);
    here.momentum = body.inertia * here.pose.twistToChild(here.twist);
    const Vector3<double> gravity = here.pose.rotation.transpose() * tree_.gravity();
    here.weight << body.inertia.moment.vector().cross(gravity), body.inertia.mass * gravity;
    alongPosition_[body.velocity] = -body.stiffness * (position - body.rest);
  }
}

void TreeLagrangian::differentiateByBody(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  moveTo(q, v);
  for (int i = 0; i < size(); ++i) {
    const Body& here = of(i);
    for (int j = i; j != ground; j = of(j).parent) {
      const int at = tree_.body(j).velocity;
      const Vector6<double> axis = here.pose.twistToChild(of(j).axis);
      alongVelocity_[at] += axis.dot(here.momentum);
      alongPosition_[at] +=
          here.pose.twistToChild(of(j).slope).dot(here.momentum) + axis.dot(here.weight);
    }
  }
}

void TreeLagrangian::differentiateByRecursion(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  moveTo(q, v);
  for (int i = 0; i < size(); ++i) {
    Body& here = of(i);
    here.momentum = here.pose.wrenchToParent(here.momentum);
    here.weight = here.pose.wrenchToParent(here.weight);
  }
  for (int i = size() - 1; i >= 0; --i) {
    const Body& here = of(i);
    const int at = tree_.body(i).velocity;
    alongVelocity_[at] = here.axis.dot(here.momentum);
    alongPosition_[at] += here.slope.dot(here.momentum) + here.axis.dot(here.weight);
    if (here.parent == ground) continue;
    of(here.parent).momentum += here.momentum;
    of(here.parent).weight += here.weight;
  }
}

/// With the inertia C_j and the momentum P_j of the subtree of joint j, for k = j and every joint k
/// that supports j:
///
///   L_q̇q̇(j, k) = s_jᵀ C_j s_k           L_q̇q(k, j) = s_kᵀ C_j d_j + P_jᵀ (s_k × s_j)
///   L_q̇q(j, k) = s_jᵀ C_j d_k           L_qq(j, k) = d_jᵀ C_j d_k + P_jᵀ (d_k × s_j) + gᵀ (ω_k ×
///   l)
///
/// ω: angular part of s, l: linear part of C_j s_j, the first moment's derivative for q_j.
void TreeLagrangian::secondDerivatives(double a, Eigen::MatrixXd& result) {
  result.setZero();
  for (int i = 0; i < size(); ++i) of(i).inertia = tree_.body(i).inertia.toParent(of(i).pose);
  for (int i = 0; i < size(); ++i) of(i).momentum = of(i).inertia * of(i).twist;
  for (int j = size() - 1; j >= 0; --j) {
    const Body& here = of(j);
    const int row = tree_.body(j).velocity;
    const Vector6<double> axisMomentum = here.inertia * here.axis;
    const Vector6<double> slopeMomentum = here.inertia * here.slope;
    for (int k = j; k != ground; k = of(k).parent) {
      const Body& support = of(k);
      const int column = tree_.body(k).velocity;
      const double mass = axisMomentum.dot(support.axis);
      const double above =
          slopeMomentum.dot(support.axis) + here.momentum.dot(crossMotion(support.axis, here.axis));
      const double below = axisMomentum.dot(support.slope);
      double curvature = slopeMomentum.dot(support.slope) +
                         here.momentum.dot(crossMotion(support.slope, here.axis)) +
                         tree_.gravity().dot(support.axis.head<3>().cross(axisMomentum.tail<3>()));
      if (k == j) curvature -= tree_.body(j).stiffness;
      const double symmetric = mass - a * a * curvature;
      result(row, column) = symmetric + a * (below - above);
      result(column, row) = symmetric - a * (below - above);
    }
    if (here.parent == ground) continue;
    of(here.parent).inertia += here.inertia;
    of(here.parent).momentum += here.momentum;
  }
}

}  // namespace linkwork::papers
