#include "linkwork/simulation/desired_accelerations.hpp"

#include "linkwork/linalg/singular_values.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork {
namespace {

/// Places of the named joints among a cluster's spanning velocities.
std::vector<int> namedPlaces(const Mechanism& mechanism, const ClusterTree<double>& tree,
                             const Cluster<double>& cluster, const JointValues& named) {
  std::vector<int> places;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<double>& body = tree.body(i);
    const Joint& joint = mechanism.joints[static_cast<std::size_t>(body.mechanismJoint)];
    if (!named.contains(joint.name)) continue;
    for (int k = 0; k < velocitySize(joint); ++k) places.push_back(body.local + k);
  }
  return places;
}

}  // namespace

Eigen::VectorXd desiredAccelerations(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                     const JointValues& named, Workspace<double>& work) {
  Eigen::VectorXd a = flatVelocity(mechanism, named);
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const ConstraintWorkspace<double>& workspace = work.of(tree, cluster);
    const Eigen::MatrixXd basis = workspace.basis.leftCols(cluster.dofs);
    const std::vector<int> places = namedPlaces(mechanism, tree, cluster, named);

    Eigen::VectorXd independent = Eigen::VectorXd::Zero(cluster.dofs);
    if (!places.empty()) {
      Eigen::VectorXd desired(static_cast<Eigen::Index>(places.size()));
      for (std::size_t i = 0; i < places.size(); ++i)
        desired[static_cast<Eigen::Index>(i)] =
            a[cluster.velocities[static_cast<std::size_t>(places[i])]];
      const Eigen::MatrixXd rows = basis(places, Eigen::all);
      const Eigen::VectorXd right = desired - workspace.offset(places);
      if (cluster.dofs > 0) independent = SingularValues(rows).solve(right, 0, 1e-10);
      const double gap = (rows * independent - right).lpNorm<Eigen::Infinity>();
      if (!(gap <= 1e-6 * std::max(1.0, desired.lpNorm<Eigen::Infinity>())))
        throw MechanismError(
            "a", "loops or couplings through joint " +
                     detail::quoted(tree.jointName(cluster.firstBody)) +
                     " do not allow these accelerations: they miss by " + detail::written(gap) +
                     "; name fewer of the joints they tie, or give what they allow");
    }
    const Eigen::VectorXd spanning = basis * independent + workspace.offset;
    for (int i = 0; i < cluster.spanning(); ++i)
      a[cluster.velocities[static_cast<std::size_t>(i)]] = spanning[i];
  }
  return a;
}

}  // namespace linkwork
