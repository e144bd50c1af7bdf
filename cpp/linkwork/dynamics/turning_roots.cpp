#include "linkwork/dynamics/turning_roots.hpp"

#include <Eigen/Eigenvalues>

namespace linkwork {
namespace {

bool turnsFreely(const ClusterTree<double>& tree, const TreeBody<double>& body) {
  return body.parent == ground && !tree.clusterOf(body).constraint &&
         (body.joint == JointType::free || body.joint == JointType::spherical);
}

/// A body without a moment of inertia about some axis has no ω that follows from its momentum.
bool resists(const Eigen::Matrix3d& inertia) {
  constexpr double nothing = 1e-13;  // of the largest moment: the rounding error of a zero moment
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(inertia, Eigen::EigenvaluesOnly);
  return principal.eigenvalues().minCoeff() > nothing * principal.eigenvalues().maxCoeff();
}

}  // namespace

std::vector<TurningRoot<double>> turningRoots(const ClusterTree<double>& tree) {
  std::vector<TurningRoot<double>> roots;
  for (const TreeBody<double>& body : tree.bodies()) {
    if (!turnsFreely(tree, body)) continue;
    TurningRoot<double> root{.position = body.position,
                             .velocity = body.velocity,
                             .floats = body.joint == JointType::free,
                             .rotational = body.inertia.rotational};
    if (root.floats && body.inertia.mass > 0) {
      root.center = body.inertia.moment.vector() / body.inertia.mass;
      const Transform<double> toCenter{Eigen::Matrix3d::Identity(), -root.center};
      root.rotational = body.inertia.toParent(toCenter).rotational;
    }
    for (double* moment : {&root.rotational.xx, &root.rotational.yy, &root.rotational.zz})
      *moment += body.armature;
    if (resists(root.rotational.matrix())) roots.push_back(root);
  }
  return roots;
}

}  // namespace linkwork
