#pragma once

#include <Eigen/LU>
#include <optional>
#include <vector>

#include "linkwork/dynamics/plan_hybrid_dynamics.hpp"
#include "linkwork/simulation/queries/trajectory.hpp"

namespace linkwork {

/// The law of Tracking on one mechanism: what its motors do at a time and state. The inverse
/// dynamics is hybrid (hybrid_dynamics.hpp), by the kernels of revolute joints where all but what
/// floats is tracked and gears at most tie joints.
class JointController {
 public:
  /// Throws MechanismError, with the path in `tracking`, if a joint is unknown or has not one
  /// coordinate, a number is out of range, or a cluster is tracked by too many or too few joints.
  JointController(const Mechanism& mechanism, const ClusterTree<double>& tree,
                  const Tracking& tracking);

  /// Finds τ at a time and state on the loops; no allocation. Throws SimulationError where the
  /// tracked joints of a cluster do not determine the others.
  void update(const ClusterTree<double>& tree, double time, const Eigen::VectorXd& q,
              const Eigen::VectorXd& v, Workspace<double>& work);

  /// The motors' forces, on the tracked joints, laid out like v, as of the last update [N·m, N].
  const Eigen::VectorXd& torque() const { return torque_; }

  /// v̇ as of the last update where nothing acts besides motors, gravity and the joints themselves;
  /// null where it has not been found on the way.
  const Eigen::VectorXd* acceleration() const { return planned_ ? &acceleration_ : nullptr; }

  /// The largest |q_d − q| of the tracked joints [rad or m].
  double error(double time, const Eigen::VectorXd& q) const;

 private:
  struct TrackedJoint {
    int position, velocity;  ///< its entries in q and v
    int local;               ///< its place among its cluster's spanning velocities
    TrajectoryCurve curve;
  };
  struct TrackedCluster {
    std::size_t index;  ///< in ClusterTree::clusters()
    std::vector<TrackedJoint> joints;
    Eigen::MatrixXd rows;      ///< of G, at the tracked joints
    Eigen::VectorXd desired;   ///< ÿ of the tracked joints less their g
    Eigen::VectorXd solution;  ///< ÿ
    Eigen::MatrixXd gears;     ///< velocities of its joints by those of the tracked, if no loops
    Eigen::PartialPivLU<Eigen::MatrixXd> factors;
  };

  void updateByPlan(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                    const Eigen::VectorXd& v, Workspace<double>& work);
  void setDesired(const ClusterTree<double>& tree, TrackedCluster& tracked,
                  Workspace<double>& work);
  void moveToTracked(const ClusterTree<double>& tree, TrackedCluster& tracked,
                     Workspace<double>& work);

  double stiffness_, damping_;
  std::vector<TrackedCluster> clusters_;
  std::vector<bool> isDriven_;
  std::vector<int> moved_;  ///< clusters of trees in which something is driven
  std::optional<PlanHybridDynamics> planned_;
  AppliedForces<double> nothing_;
  Eigen::VectorXd acceleration_, torque_;
};

}  // namespace linkwork
