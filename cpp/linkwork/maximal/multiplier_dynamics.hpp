#pragma once

#include <span>
#include <vector>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/linalg/semidefinite_solver.hpp"
#include "linkwork/maximal/articulated_parts.hpp"

namespace linkwork::maximal {

/// Lagrange multipliers in linear time: rigid parts with six velocities each, tied by joints.
///
///   M y − Jᵀλ = F      J y + c = 0      M = diag(m 1, R I Rᵀ)
///
/// for y accelerations (F forces with −ω×Iω, c = J̇v), changes of velocity (F impulses) or
/// velocities (F forces, first-order), by what the caller puts in.
///
/// **Tree joints** are the primary constraints, eliminated leaves to root in O(n). With rel_j(y)
/// the motion of the child's joint origin, and the child's turning, relative to the parent,
///
///   rel_j(y) = (α_c − α_p; a_c + α_c×r_c − a_p − α_p×r_p),   rel_j(y) + c_j ∈ span(S_j)
///
/// r the way to that origin, S_j being the joint's free motions in world axes; c_j is a 6-vector of
/// which the components along S_j do not matter. A free joint ties nothing.
/// **Auxiliary rows** (loops, couplings, then slips of ConstraintGraph, in this order; redundant
/// ones left out) are J y + c = 0, one number a row. Reflected inertias of joints are part of M.
///
/// What rows ask for and what acts are templates, on numbers and on jets; factors are of numbers
/// (multiplier_slopes.hpp).
///
/// Everything is in world axes, by part: (ω; velocity of the center of mass), (torque about the
/// center of mass; force). After the first call of each, no function allocates but `anticipate`
/// with more rows than ever before. Source: Baraff, "Linear-Time Dynamics using Lagrange
/// Multipliers", sections 6 to 8; closed forms and half solves are our own.
class MultiplierDynamics {
 public:
  /// Throws MechanismError if a nonholonomic constraint holds a body that cannot move,
  /// SimulationError if a joint moves no mass.
  explicit MultiplierDynamics(const ClusterTree<double>& tree);

  const ConstraintGraph& graph() const { return graph_; }
  const ClusterTree<double>& tree() const { return *graph_.tree; }
  int partCount() const { return graph_.partCount(); }
  int auxiliaryRows() const { return auxiliaryRows_; }

  /// The configuration at q, which need not close loops.
  void place(const Eigen::VectorXd& q, PartConfiguration& at) const;

  /// Poses of joints from those of parts, which need not close any joint.
  template <typename Scalar>
  void placeJoints(PartConfigurationOf<Scalar>& at) const;
  /// The same, the coordinates of general joints looked for from those in q.
  template <typename Scalar>
  void placeJoints(const VectorX<Scalar>& q, PartConfigurationOf<Scalar>& at) const;

  /// q of all tree joints from the poses of joints: angles and signs of quaternions next to those
  /// that q held before.
  template <typename Scalar>
  void readPosition(const PartConfigurationOf<Scalar>& at, VectorX<Scalar>& q) const;

  /// (ω; v of the center of mass) of all parts from v of the tree's joints, and back.
  void partVelocities(const PartConfiguration& at, const Eigen::VectorXd& q,
                      const Eigen::VectorXd& v, PartVector& velocities) const;
  template <typename Scalar>
  void jointVelocities(const PartConfigurationOf<Scalar>& at,
                       const PartVectorOf<Scalar>& velocities, VectorX<Scalar>& v) const;

  /// v̇ of the tree's joints from accelerations of all parts.
  void jointAccelerations(const PartConfiguration& at, const PartVector& velocities,
                          const PartVector& accelerations, Eigen::VectorXd& a) const;

  /// Gravity, springs, damping, friction, torques and wrenches as forces on parts [N, N·m];
  /// without the gyroscopic −ω×Iω. Forces of a joint act on both of its parts.
  void gatherForces(const PartConfiguration& at, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                    const AppliedForces<double>& applied, PartVector& forces);

  /// The same, of wrenches as applied and of forces of joints dual to v, passive ones included.
  template <typename Scalar>
  void spreadForces(const PartConfigurationOf<Scalar>& at, const VectorX<Scalar>& jointForces,
                    const AppliedForces<Scalar>& applied, PartVectorOf<Scalar>& forces) const;

  /// Adds −ω×Iω to forces.
  void addGyroscopicForces(const PartConfiguration& at, const PartVector& velocities,
                           PartVector& forces) const;

  /// M y, without reflected inertias: momenta of parts, or what inertia answers to accelerations.
  template <typename Scalar>
  void applyInertia(const PartConfigurationOf<Scalar>& at, const PartVectorOf<Scalar>& y,
                    PartVectorOf<Scalar>& result) const;

  /// Factors at a configuration; all functions below but the three that evaluate rows use the last
  /// one. O(n + n m + m³) for m auxiliary rows. Throws SimulationError where a joint moves no mass.
  void factor(const PartConfiguration& at);

  /// y for forces F by part, c by joint (its entries of loops are not looked at) and c of the
  /// auxiliary rows. Rows that depend on each other where the pose is singular share their
  /// multipliers evenly. cost  O(n + m²)
  void solve(const PartVector& forces, const PartVector& c, const Eigen::VectorXd& auxiliary,
             PartVector& y);

  /// λ of the auxiliary rows in the last `solve`.
  const Eigen::VectorXd& auxiliaryMultipliers() const { return auxiliaryMultipliers_; }

  /// What a loop joint exerts on its child in the last `solve`: (torque about the child's joint
  /// origin; force) in world axes [N, N·m]; the opposite acts on the parent, through the same
  /// point. `joint` is a place in ConstraintGraph::joints.
  Vector6<double> reaction(int joint) const;

  /// The same of all joints of the tree and of loops, by ConstraintGraph::joints, for the forces
  /// given to the last `solve` and its y; besides the forces that were given, as those of motors
  /// and springs. −(reflected inertia) v̇ is part of it; forces of couplings and ratios are not,
  /// they are in `auxiliaryMultipliers`. cost  O(n)
  void reactions(const PartVector& forces, const PartVector& y, PartVector& byJoint);

  /// Adds Jᵀλ: what joints of the tree exert (`reactions`; entries of loops are not looked at), and
  /// auxiliary rows by their multipliers, at a configuration of the caller's.
  template <typename Scalar>
  void addConstraintForces(const PartConfigurationOf<Scalar>& at,
                           const PartVectorOf<Scalar>& reactions,
                           const Eigen::VectorXd& multipliers, PartVectorOf<Scalar>& forces) const;

  /// J̇v: what is left of J y + J̇v = 0 when accelerations y are solved for.
  template <typename Scalar>
  void accelerationBias(const PartConfigurationOf<Scalar>& at,
                        const PartVectorOf<Scalar>& velocities, PartVectorOf<Scalar>& c,
                        VectorX<Scalar>& auxiliary) const;

  /// J v, for taking back what a velocity does along constraints.
  template <typename Scalar>
  void velocityViolations(const PartConfigurationOf<Scalar>& at,
                          const PartVectorOf<Scalar>& velocities, PartVectorOf<Scalar>& c,
                          VectorX<Scalar>& auxiliary) const;

  /// g, as displacements along constraints: with them in place of c, y closes them to first order.
  /// Rows of slips and ratios, a disc's height apart, leave positions alone: 0. q as `readPosition`
  /// reads it there.
  template <typename Scalar>
  void positionViolations(const PartConfigurationOf<Scalar>& at, const VectorX<Scalar>& q,
                          PartVectorOf<Scalar>& c, VectorX<Scalar>& auxiliary) const;

  /// W_ij = J_i M̂⁻¹ J_jᵀ: what unit multipliers of some rows change along each of them, with all
  /// joints and auxiliary rows kept (constraint anticipation by half solves). Symmetric and
  /// positive semidefinite. It stands in the upper left of w, which grows where it is too small and
  /// never shrinks. cost  O(n k + k²·depth)
  void assembleDelassus(std::span<const PartRow> rows, Eigen::MatrixXd& w);

  /// y += M̂⁻¹ Σ J_iᵀ λ_i, with all joints and auxiliary rows kept. Leaves what the last `solve`
  /// reports alone. cost  O(n)
  void respond(std::span<const PartRow> rows, const double* multipliers, PartVector& y);

 private:
  /// One auxiliary constraint; or, with kind `part`, a velocity of a tree joint that moves no mass
  /// by itself, but with the loops that it is part of. It gets inertia ρ, and a row that takes it
  /// back: its multiplier is the force ρ v̇ on the joint, rel − μ/ρ = 0.
  struct AuxiliaryRow {
    NodeKind kind = NodeKind::joint;
    int item = 0, index = 0;   ///< in the graph (of kind `part`: joint), and among its rows
    double softness = 0;       ///< 1/ρ
    int first = 0, count = 0;  ///< in rowParts_
    Eigen::Vector3d childOffset{0, 0, 0};  ///< of a loop joint at the last configuration
  };

  /// An auxiliary row on its way to the root: its numbers in its column.
  struct Crossing {
    int row, place;
  };

  int allRows() const { return static_cast<int>(rows_.size()); }  ///< with those of kind `part`
  void supportMassless(const PartConfiguration& configuration);
  void supportJoint(int part, const PartConfiguration& configuration);
  void addRow(NodeKind kind, std::size_t item, int index, const std::vector<int>& parts);
  template <typename Scalar>
  void writeForces(const PartConfigurationOf<Scalar>& configuration, const AuxiliaryRow& row,
                   Vector6<Scalar>* forces) const;
  template <typename Scalar>
  Scalar rowRate(const PartConfigurationOf<Scalar>& configuration, const AuxiliaryRow& row,
                 const PartVectorOf<Scalar>& velocities) const;
  template <typename Scalar>
  Scalar rowBias(const PartConfigurationOf<Scalar>& configuration, const AuxiliaryRow& row,
                 const PartVectorOf<Scalar>& velocities) const;
  void projectRows(const PartConfiguration& configuration);
  void multiplyRows();
  bool factorRows();
  void solveRows(Eigen::VectorXd& x);
  double remainder(const PartVector* c, const Eigen::VectorXd* auxiliary, const PartVector& y,
                   Eigen::VectorXd& rows) const;
  void solveFor(const PartVector& forces, const PartVector* c, const Eigen::VectorXd* auxiliary,
                PartVector& y);

  ConstraintGraph graph_;
  ArticulatedParts parts_;

  std::vector<AuxiliaryRow> rows_;
  int auxiliaryRows_ = 0;
  std::vector<int> rowParts_;               ///< that each row moves
  std::vector<Vector6<double>> rowForces_;  ///< by these
  std::vector<ResponseColumn> rowColumns_;
  std::vector<std::vector<Crossing>> crossings_;  ///< by part
  Eigen::VectorXd rowSizes_;                      ///< of their diagonal of W at the start
  Eigen::MatrixXd gram_;                          ///< W = UᵀU
  Eigen::MatrixXd gramFactor_;                    ///< its L and D⁻¹
  SemidefiniteSolver<double> dependentSolver_{0};
  bool isDependent_ = false;                       ///< whether that is in use
  Eigen::VectorXd auxiliaryMultipliers_;           ///< of the last solve
  Eigen::VectorXd multipliers_, missing_, rates_;  ///< of all rows

  std::vector<ResponseColumn> columns_;  ///< of anticipated rows
  Eigen::MatrixXd coupled_, eliminated_;

  Eigen::VectorXd jointForces_;
  PartVector pushes_, response_;
};

}  // namespace linkwork::maximal
