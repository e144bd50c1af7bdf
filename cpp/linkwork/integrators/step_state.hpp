#pragma once

#include <vector>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/integrators/cluster_displacement.hpp"
#include "linkwork/model/discrete_momenta.hpp"

namespace linkwork {

/// A mechanism at a time knot: poses, motion subspaces, the constraints of loops, and the mass
/// matrix factored by the articulated-body recursion.
class StepState {
 public:
  explicit StepState(const ClusterTree<double>& tree);

  /// Moves to a position on the loops.
  /// @throws SimulationError at a singular pose of a cluster without a previous N, and if a joint
  /// moves no
  ///         mass
  void moveTo(const Eigen::VectorXd& q);

  /// Computes v = M(q)⁻¹ p.
  void velocityOf(const DiscreteMomenta<double>& momenta, Eigen::VectorXd& v);
  /// Computes the velocities that −f on the joints causes: h δv = N δy + δq₀, Nᵀ (f + M δv) = 0.
  /// δq₀ is the auxiliary of the clusters' violations. The δy/h are in work().accelerations.
  void impulseResponse(const Eigen::VectorXd& f, double h, Eigen::VectorXd& dv);

  /// π and j += impulse · (gravity and springs here).
  void addPotentialForces(double impulse, DiscreteMomenta<double>& momenta);
  /// π and j += impulse · (applied forces).
  void addOutsideForces(double impulse, const AppliedForces<double>& forces,
                        DiscreteMomenta<double>& momenta);
  /// Returns a wrench on a body, given in world axes about the origin of the world, in the frame of
  /// the body.
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
