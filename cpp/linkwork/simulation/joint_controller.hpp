#pragma once

#include <Eigen/LU>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/simulation/trajectory.hpp"

namespace linkwork {

/// What a mechanism's motors should do, by joint name.
struct Tracking {
  double stiffness = 100;  ///< K_p: pull towards the trajectory, per inertia [1/s²], at least 0
  double damping = 20;     ///< K_d: against leaving its velocity, per inertia [1/s], at least 0
  std::map<std::string, Trajectory, std::less<>> joints;  ///< of revolute, prismatic and helical
                                                          ///< tree joints

  bool operator==(const Tracking&) const = default;
};

/// Reads {"stiffness", "damping", "joints": {name: …}} where a joint's course is a number to hold
/// or {"center", "waves": [{"amplitude", "frequency", "phase"}], "keyframes": [[time, position],
/// …], "period"}. Throws MechanismError.
Tracking trackingFromJson(std::string_view text);

/// Joint-space PD control with inverse-dynamics feed-forward ("computed torque"):
///
///   τ = ID(q, v, q̈_d + K_d (q̇_d − q̇) + K_p (q_d − q))
///
/// where joints that are not tracked, a floating base among them, move as they must: the inverse
/// dynamics is hybrid (hybrid_dynamics.hpp). With nothing else acting, the error e = q_d − q of
/// every tracked joint obeys ë + K_d ė + K_p e = 0 exactly, rotors, belts and loops included. The
/// law knows gravity and the joints' springs, dampers and friction, but no outside forces, so that
/// a hand that pulls is felt as a spring of inertia times K_p.
///
/// Of a cluster as many joints are tracked as it has dofs, or none; their velocities must
/// determine the others'.
/// Source: Luh, Walker and Paul, "Resolved-acceleration control of mechanical manipulators", 1980;
/// Featherstone, "Rigid Body Dynamics Algorithms", section 9.2.
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
    Eigen::PartialPivLU<Eigen::MatrixXd> factors;
  };

  void setWanted(const ClusterTree<double>& tree, TrackedCluster& tracked, Workspace<double>& work);
  void moveToTracked(const ClusterTree<double>& tree, TrackedCluster& tracked,
                     Workspace<double>& work);

  double stiffness_, damping_;
  std::vector<TrackedCluster> clusters_;
  std::vector<bool> isDriven_;
  AppliedForces<double> nothing_;
  Eigen::VectorXd acceleration_, torque_;
};

}  // namespace linkwork
