#include "linkwork/dynamics/turning_roots.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

bool turnsFreely(const ClusterTree<double>& tree, const TreeBody<double>& body) {
  return body.parent == ground && !tree.clusterOf(body).constraint &&
         (body.joint == JointType::free || body.joint == JointType::spherical);
}

/// What does not resist some turn has no ω that its momentum tells.
bool resists(const Eigen::Matrix3d& inertia) {
  constexpr double nothing = 1e-13;  // of the largest moment: what rounding leaves of none
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(inertia, Eigen::EigenvaluesOnly);
  return principal.eigenvalues().minCoeff() > nothing * principal.eigenvalues().maxCoeff();
}

}  // namespace

std::vector<TurningRoot<double>> turningRoots(const ClusterTree<double>& tree,
                                              Workspace<double>& work) {
  std::vector<TurningRoot<double>> roots;
  const std::vector<TreeBody<double>>& bodies = tree.bodies();
  if (std::none_of(bodies.begin(), bodies.end(),
                   [&](const auto& body) { return turnsFreely(tree, body); }))
    return roots;
  updateKinematics<double>(tree, tree.initialPosition(), tree.initialVelocity(), work);
  std::vector<RigidBodyInertia<double>> carried(bodies.size());
  for (std::size_t i = bodies.size(); i-- > 0;) {
    const TreeBody<double>& body = bodies[i];
    carried[i] += body.inertia;
    if (body.parent != ground)
      carried[at(body.parent)] += carried[i].toParent(work.of(static_cast<int>(i)).toParent);
    if (!turnsFreely(tree, body)) continue;
    TurningRoot<double> root{.position = body.position,
                             .velocity = body.velocity,
                             .floats = body.joint == JointType::free,
                             .rotational = carried[i].rotational};
    if (root.floats && carried[i].mass > 0) {
      root.center = carried[i].moment / carried[i].mass;
      const Transform<double> toCenter{Eigen::Matrix3d::Identity(), -root.center};
      root.rotational = carried[i].toParent(toCenter).rotational;
    }
    if (resists(root.rotational.matrix())) roots.push_back(root);
  }
  std::reverse(roots.begin(), roots.end());
  return roots;
}

}  // namespace linkwork
