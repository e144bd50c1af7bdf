#pragma once

#include <array>
#include <functional>
#include <vector>

#include "linkwork/constraints/delassus/tree_response.hpp"
#include "linkwork/contact/coulomb_solver.hpp"
#include "linkwork/contact/unilateral_rows.hpp"
#include "linkwork/dynamics/forces.hpp"

namespace linkwork::contact {

/// Accelerations with the forces of contacts and limits at a state:
///
///   v̇ = v̇_free + H⁻¹Jᵀf      0 ≤ f_n ⟂ d/dt u_n ≥ 0      u = J v
///
/// for rows that are closed and do not separate. A sliding contact has f_t = −μ f_n u_t/|u_t|. A
/// sticking one has f in Coulomb's cone, with d/dt u_t in place of u_t. Torsional and rolling
/// friction act in the same way. On moving surfaces u_t is
/// the slip (UnilateralConstraints). Coulomb friction holds a joint at rest: |f| ≤ its strength,
/// and d/dt u = 0 or the full strength acts.
///
/// The method of the accelerations is arbitrary. Its accelerations under a unit force along every
/// row give W = J H⁻¹Jᵀ by differences. d/dt u = J v̇ + J̇ v, with J̇ v by central differences of
/// order 4 along the motion, which include the motion of contact points on surfaces; error 1e-12
/// v².
///
/// Cost: O(rows) evaluations of the method.
class ContactAccelerations {
 public:
  /// Writes v̇ under these forces in addition to all others.
  using Accelerate =
      std::function<void(const AppliedForces<double>& forces, Eigen::VectorXd& acceleration)>;

  /// Tree and drives must outlive this object.
  ContactAccelerations(const Mechanism& mechanism, const ClusterTree<double>& tree,
                       const Drives& drives);

  /// @param a  v̇ without contacts and limits, replaced by v̇ with them, size nv
  /// @throws SimulationError if no forces satisfy the laws, as for Painlevé's rod
  void addContacts(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Accelerate& accelerate,
                   Eigen::VectorXd& a);

 private:
  /// Friction of a contact that slides, spins or rolls, for a normal force of 1 N.
  struct Drag {
    std::array<ForceRow, mostBlockRows - 1> rows;
    std::array<double, mostBlockRows - 1> forces{};
    std::size_t size = 0;

    void add(const ForceRow& row, double force) {
      rows[size] = row;
      forces[size++] = force;
    }
  };

  bool findActing(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void setForces(int drive, double rate, const Eigen::VectorXd& q, ConeBlock& block) const;
  void addTurning(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void addRates(const Eigen::VectorXd& q, const Eigen::VectorXd& a, double* rates);
  void addForce(std::size_t row, double force);
  void addRowForce(const ForceRow& row, double force);
  void clearForces();
  void leaveOutHeld(const Eigen::VectorXd& a);
  void solve();

  const ClusterTree<double>& tree_;
  RigidParts rigid_;
  UnilateralRows near_;
  constraints::TreeResponse motion_;
  UnilateralRowSet acting_, displaced_;
  std::vector<ConeBlock> blocks_;
  std::vector<Drag> drags_;   ///< by row
  std::vector<double> free_;  ///< by row: f of CoulombRounding
  Eigen::MatrixXd w_;
  Eigen::VectorXd b_, forces_, accelerated_;
  CoulombSolver solver_;
  AppliedForces<double> applied_;
};

}  // namespace linkwork::contact
