#include "linkwork/dynamics/plan_hybrid_dynamics.hpp"

#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

bool PlanHybridDynamics::serves(const ClusterTree<double>& tree,
                                const std::vector<bool>& isDriven) {
  if (!tree.plan() || !tree.plan()->keepsJoints()) return false;
  for (std::size_t c = 0; c < isDriven.size(); ++c)
    if (!isDriven[c] && tree.clusters()[c].dofs > 0 &&
        tree.plan()->placeOf(static_cast<int>(c)).kind != Plan::Segment::Kind::floating)
      return false;
  return true;
}

PlanHybridDynamics::PlanHybridDynamics(const ClusterTree<double>& tree,
                                       const std::vector<bool>& isDriven) {
  for (std::size_t c = 0; c < isDriven.size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    for (int j = 0; j < cluster.dofs; ++j)
      (isDriven[c] ? driven_ : floating_)
          .push_back({cluster.firstDof + j, tree.plan()->keptVelocity(static_cast<int>(c), j)});
  }
  const auto floating = static_cast<Eigen::Index>(floating_.size());
  if (floating > 0) mass_.resize(tree.degreesOfFreedom(), tree.degreesOfFreedom());
  factor_.resize(floating, floating);
  change_.resize(floating);
}

void PlanHybridDynamics::solve(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                               const ConstVectorRef<double>& v, VectorRef<double> a,
                               const AppliedForces<double>& forces, Workspace<double>& work,
                               VectorRef<double> torque) {
  updateJointTransforms(tree, q, work);
  rnea(tree, q, v, a, forces, work, torque);
  if (floating_.empty()) return;
  massMatrix(tree, q, work, mass_);
  const int count = static_cast<int>(floating_.size());
  for (int i = 0; i < count; ++i) {
    const Entry& entry = floating_[at(i)];
    change_[i] = -torque[entry.velocity];
    torque[entry.velocity] = 0;
    for (int j = 0; j <= i; ++j) factor_(i, j) = mass_(entry.dof, floating_[at(j)].dof);
  }
  if (!linalg::factorLdlt(factor_, linalg::AboveZero(), count))
    throw SimulationError("a floating body has no mass: the mass matrix is singular");
  linalg::solveLdlt(factor_, change_, count);
  for (int i = 0; i < count; ++i) a[floating_[at(i)].velocity] = change_[i];
  for (const Entry& entry : driven_)
    for (int i = 0; i < count; ++i)
      torque[entry.velocity] += mass_(entry.dof, floating_[at(i)].dof) * change_[i];
}

}  // namespace linkwork
