#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "linkwork/contact/articulated_response.hpp"
#include "linkwork/contact/coulomb_solver.hpp"
#include "linkwork/contact/unilateral_rows.hpp"
#include "linkwork/dynamics/forces.hpp"

namespace linkwork::contact {

/// Accelerations with what contacts and stops push at an instant:
///
///   v̇ = v̇_free + H⁻¹Jᵀf      0 ≤ f_n ⟂ d/dt u_n ≥ 0      u = J v
///
/// where something touches and does not part. Where it slides, f_t = −μ f_n u_t/|u_t|; where it
/// sticks, f is in Coulomb's cone, with d/dt u_t in place of u_t. A joint at rest is held by its
/// dry friction: |f| ≤ its strength, d/dt u = 0 or all of it. Any method serves: it is asked for
/// its accelerations under a unit force along every row, which gives W = J H⁻¹Jᵀ by differences.
///
/// d/dt u = J v̇ + J̇ v, and J̇ v by central differences of order 4 along the motion, which knows how
/// points of contact wander over surfaces; to some 1e-12 v².
///
/// cost  O(rows) times that of the method
class ContactAccelerations {
 public:
  /// Writes v̇ where these forces act besides all others.
  using Accelerate =
      std::function<void(const AppliedForces<double>& pushes, Eigen::VectorXd& acceleration)>;

  /// The tree outlives it.
  ContactAccelerations(const Mechanism& mechanism, const ClusterTree<double>& tree);

  /// inout  a  v̇ without contacts and stops; with them.
  /// Throws SimulationError where no forces satisfy the laws, as of Painlevé's rod.
  void push(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Accelerate& accelerate,
            Eigen::VectorXd& a);

 private:
  /// Friction of what slides, beside a normal force of one.
  struct Drag {
    std::array<ForceRow, 2> tangents;
    Eigen::Vector2d force;
  };

  bool findActing(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void addTurning(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void addRates(const Eigen::VectorXd& q, const Eigen::VectorXd& a, double* rates);
  void addForce(std::size_t row, double force);
  void addPush(const ForceRow& row, double force);
  void clearPushes();
  void leaveOutHeld(const Eigen::VectorXd& a);
  void solve();

  const ClusterTree<double>& tree_;
  RigidParts rigid_;
  UnilateralRows near_;
  ArticulatedResponse motion_;
  UnilateralRowSet acting_, displaced_;
  std::vector<ConeBlock> blocks_;
  std::vector<std::optional<Drag>> drags_;  ///< by row
  std::vector<double> free_;                ///< the same, f of CoulombRounding
  Eigen::MatrixXd w_;
  Eigen::VectorXd b_, forces_, pushed_;
  CoulombSolver solver_;
  AppliedForces<double> pushes_;
};

}  // namespace linkwork::contact
