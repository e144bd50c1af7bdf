#pragma once

#include <Eigen/LU>
#include <optional>
#include <vector>

#include "linkwork/dynamics/plan_hybrid_dynamics.hpp"
#include "linkwork/model/trajectory.hpp"

namespace linkwork {

/// The tracking controller of one mechanism: motor torques at a time and state. The inverse
/// dynamics is hybrid (hybrid_dynamics.hpp). It uses the kernels of revolute joints if all joints
/// except floating ones are tracked, and joints are coupled by gears only.
class JointController {
 public:
  /// Throws MechanismError, with the path in `tracking`, if a joint is unknown or does not have one
  JointController(const Mechanism& mechanism, const ClusterTree<double>& tree,
                  const Tracking& tracking);

  /// Computes τ at a time and a state with closed loops; no allocation. Throws SimulationError if
  /// the tracked joints of a cluster do not determine the others.
  void update(const ClusterTree<double>& tree, double time, const Eigen::VectorXd& q,
              const Eigen::VectorXd& v, Workspace<double>& work);

  /// Forces of the motors on the tracked joints, laid out like v, from the last update [N·m, N].
  const Eigen::VectorXd& torque() const { return torque_; }

  /// v̇ from the last update, if only motors, gravity and passive joint forces act. Null if the
  /// update did not compute it.
  const Eigen::VectorXd* acceleration() const {
    return planned_ && isAsDesired_ ? &acceleration_ : nullptr;
  }

  /// The largest |q_d − q| of the tracked joints [rad or m].
  double error(double time, const Eigen::VectorXd& q) const;

 private:
  struct TrackedJoint {
    int position, velocity;  ///< its entries in q and v
    int local;               ///< its place among its cluster's spanning velocities
    TrajectoryCurve curve;
    double mostForce;
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

  void updateByClusters(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                        const Eigen::VectorXd& v, Workspace<double>& work);
  void limitForces();
  void updateByPlan(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                    const Eigen::VectorXd& v, Workspace<double>& work);
  void setDesired(const ClusterTree<double>& tree, TrackedCluster& tracked,
                  Workspace<double>& work);
  void moveToTracked(const ClusterTree<double>& tree, TrackedCluster& tracked,
                     Workspace<double>& work);

  double stiffness_, damping_;
  bool feedForward_;
  bool isAsDesired_ = false;  ///< whether the forces produce the desired accelerations
  std::vector<TrackedCluster> clusters_;
  std::vector<bool> isDriven_;
  std::vector<int> moved_;  ///< clusters of trees with tracked joints
  std::optional<PlanHybridDynamics> planned_;
  AppliedForces<double> nothing_;
  Eigen::VectorXd acceleration_, torque_;
};

}  // namespace linkwork
