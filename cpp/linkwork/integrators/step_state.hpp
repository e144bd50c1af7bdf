#pragma once

#include <vector>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/integrators/cluster_displacement.hpp"
#include "linkwork/model/discrete_momenta.hpp"

namespace linkwork {

/// The mechanism where a step begins or ends: poses, motion subspaces, what keeps its loops closed,
/// and the mass matrix factored by the articulated-body recursion.
class StepState {
 public:
  explicit StepState(const ClusterTree<double>& tree);

  /// Goes to a position on the loops. Throws SimulationError at a singular pose of a cluster that
  /// has come from nowhere, and if a joint moves no mass.
  void moveTo(const Eigen::VectorXd& q);

  /// v = M(q)⁻¹ p.
  void velocityOf(const DiscreteMomenta<double>& momenta, Eigen::VectorXd& v);
  /// Velocities that −f on the joints would cause, h δv = N δy + δq₀ with δq₀ the auxiliary of the
  /// clusters' gaps: Nᵀ (f + M δv) = 0. The δy/h stand in work().accelerations.
  void impulseResponse(const Eigen::VectorXd& f, double h, Eigen::VectorXd& dv);

  /// π and j += impulse · (what gravity and springs do here).
  void addPotentialForces(double impulse, DiscreteMomenta<double>& momenta);
  /// π and j += impulse · (forces from outside).
  void addOutsideForces(double impulse, const AppliedForces<double>& forces,
                        DiscreteMomenta<double>& momenta);
  /// A wrench on a body, in world axes about the world's origin, as its own frame has it.
  Vector6<double> inBody(std::size_t body, const Vector6<double>& wrench) const {
    return work_.bodies[body].pose.wrenchToChild(wrench);
  }

  const ClusterTree<double>& tree() const { return *tree_; }
  const Eigen::VectorXd& q() const { return q_; }
  Workspace<double>& work() { return work_; }
  const Workspace<double>& work() const { return work_; }
  std::vector<ClusterDisplacement>& clusters() { return clusters_; }
  const std::vector<ClusterDisplacement>& clusters() const { return clusters_; }
  /// Place in clusters() of a constrained cluster.
  int displacementOf(const Cluster<double>& cluster) const {
    return places_[static_cast<std::size_t>(&cluster - tree_->clusters().data())];
  }

 private:
  template <Bias bias>
  void solveMass(Eigen::VectorXd& result);

  const ClusterTree<double>* tree_;
  Workspace<double> work_;
  std::vector<ClusterDisplacement> clusters_;
  std::vector<int> places_;
  Eigen::VectorXd q_, rest_;
  AppliedForces<double> none_;
  std::vector<Vector3<double>> gravity_;  ///< in the bodies' axes [m/s²]
};

}  // namespace linkwork
