#pragma once

#include <span>
#include <vector>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/linalg/rank_revealing.hpp"
#include "linkwork/maximal/articulated_parts.hpp"

namespace linkwork::maximal {

/// Lagrange multipliers in linear time, for rigid parts with six velocities each and their joints:
///
///   M y − Jᵀλ = F      J y + c = 0      M = diag(m 1, R I Rᵀ)
///
/// y are accelerations (F: forces with −ω×Iω, c = J̇v), changes of velocity (F: impulses) or
/// velocities (F: forces, first-order systems), depending on the caller's F and c.
///
/// **Tree joints** are the primary constraints, eliminated leaves to root in O(n). With rel_j(y)
/// the motion of the child relative to the parent at the child's joint origin,
///
///   rel_j(y) = (α_c − α_p; a_c + α_c×r_c − a_p − α_p×r_p),   rel_j(y) + c_j ∈ span(S_j)
///
/// where r leads to that origin, and S_j are the joint's free motions in world axes. c_j is a
/// 6-vector. Its components along S_j have no effect. A free joint constrains nothing.
/// **Auxiliary rows** are loops, couplings, then nonholonomic constraints of ConstraintGraph, in
/// this order, without redundant ones: J y + c = 0, one number a row. Armatures of joints
/// are part of M.
///
/// Rows and forces are templates for numbers and jets. Factors are of numbers
/// (multiplier_slopes.hpp).
///
/// All vectors are by part in world axes: (ω; velocity of the center of mass), (torque about the
/// center of mass; force). After the first call of each, no function allocates, except
/// `assembleDelassus` with more rows than before.
/// Source: Baraff, "Linear-Time Dynamics using Lagrange Multipliers", sections 6 to 8; closed forms
/// and forward substitution are our own.
class MultiplierDynamics {
 public:
  /// @throws MechanismError if a nonholonomic constraint acts on a body that cannot move
  /// @throws SimulationError if a joint moves no mass
  explicit MultiplierDynamics(const ClusterTree<double>& tree);

  const ConstraintGraph& graph() const { return graph_; }
  const ClusterTree<double>& tree() const { return *graph_.tree; }
  int partCount() const { return graph_.partCount(); }
  int auxiliaryRows() const { return auxiliaryRows_; }

  /// Writes the configuration at q. Loops may be open.
  void place(const Eigen::VectorXd& q, PartConfiguration& at) const;

  /// Writes poses of joints from poses of parts. All joints may be open.
  template <typename Scalar>
  void placeJoints(PartConfigurationOf<Scalar>& at) const;
  /// The same. The search for the coordinates of general joints starts from those in q.
  template <typename Scalar>
  void placeJoints(const VectorX<Scalar>& q, PartConfigurationOf<Scalar>& at) const;

  /// Writes q of all tree joints from the poses of joints. Angles and signs of quaternions are
  /// those closest to the previous q.
  template <typename Scalar>
  void readPosition(const PartConfigurationOf<Scalar>& at, VectorX<Scalar>& q) const;

  /// Converts v of the tree's joints to (ω; v of the center of mass) of all parts, and back.
  void partVelocities(const PartConfiguration& at, const Eigen::VectorXd& q,
                      const Eigen::VectorXd& v, PartVector& velocities) const;
  template <typename Scalar>
  void jointVelocities(const PartConfigurationOf<Scalar>& at,
                       const PartVectorOf<Scalar>& velocities, VectorX<Scalar>& v) const;

  /// Converts accelerations of all parts to v̇ of the tree's joints.
  void jointAccelerations(const PartConfiguration& at, const PartVector& velocities,
                          const PartVector& accelerations, Eigen::VectorXd& a) const;

  /// Writes gravity, springs, damping, friction, torques and wrenches as forces on parts [N, N·m],
  /// without the gyroscopic −ω×Iω. Forces of a joint act on both of its parts.
  void gatherForces(const PartConfiguration& at, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                    const AppliedForces<double>& applied, PartVector& forces);

  /// The same, for applied wrenches and for joint forces dual to v, passive forces included.
  template <typename Scalar>
  void spreadForces(const PartConfigurationOf<Scalar>& at, const VectorX<Scalar>& jointForces,
                    const AppliedForces<Scalar>& applied, PartVectorOf<Scalar>& forces) const;

  /// Adds −ω×Iω to forces.
  void addGyroscopicForces(const PartConfiguration& at, const PartVector& velocities,
                           PartVector& forces) const;

  /// M y without armatures: momenta of parts for velocities y, forces for accelerations y.
  template <typename Scalar>
  void applyInertia(const PartConfigurationOf<Scalar>& at, const PartVectorOf<Scalar>& y,
                    PartVectorOf<Scalar>& result) const;

  /// Factors at a configuration. The functions below use the factors, except those that evaluate
  /// rows and constraint forces. Cost: O(n + n m + m³) for m auxiliary rows.
  /// @throws SimulationError if a joint moves no mass
  void factor(const PartConfiguration& at);

  /// Solves for y. At a singular pose, dependent rows get equal parts of their multipliers.
  ///
  /// @param forces     F by part
  /// @param c          c by joint; entries of loops are ignored
  /// @param auxiliary  c of the auxiliary rows, size m
  /// Cost: O(n + m²).
  void solve(const PartVector& forces, const PartVector& c, const Eigen::VectorXd& auxiliary,
             PartVector& y);

  /// λ of the auxiliary rows in the last `solve`.
  const Eigen::VectorXd& auxiliaryMultipliers() const { return auxiliaryMultipliers_; }

  /// The wrench of a loop joint on its child in the last `solve`: (torque about the child's joint
  /// origin; force) in world axes [N·m, N]. Its opposite acts on the parent at the same point.
  ///
  /// @param joint  index in ConstraintGraph::joints
  Vector6<double> reaction(int joint) const;

  /// The same for all joints of the tree and of loops, by ConstraintGraph::joints, for the forces
  /// of the last `solve` and its y. The wrenches include −a v̇, with the armature a. They exclude
  /// the forces passed to `solve`, as those of motors and springs, and forces of couplings and
  /// ratios, which are in `auxiliaryMultipliers`. Cost: O(n).
  void reactions(const PartVector& forces, const PartVector& y, PartVector& byJoint);

  /// Adds Jᵀλ at a configuration: the wrenches of tree joints (`reactions`; entries of loops are
  /// ignored), and auxiliary rows times their multipliers.
  template <typename Scalar>
  void addConstraintForces(const PartConfigurationOf<Scalar>& at,
                           const PartVectorOf<Scalar>& reactions,
                           const Eigen::VectorXd& multipliers, PartVectorOf<Scalar>& forces) const;

  /// Writes J̇v, the c of accelerations y: J y + J̇v = 0.
  template <typename Scalar>
  void accelerationBias(const PartConfigurationOf<Scalar>& at,
                        const PartVectorOf<Scalar>& velocities, PartVectorOf<Scalar>& c,
                        VectorX<Scalar>& auxiliary) const;

  /// Writes J v; of a tree joint the whole relative velocity.
  template <typename Scalar>
  void relativeVelocities(const PartConfigurationOf<Scalar>& at,
                          const PartVectorOf<Scalar>& velocities, PartVectorOf<Scalar>& c,
                          VectorX<Scalar>& auxiliary) const;

  /// The same without the motion of joints with armature, which resists changes of its own: the
  /// violation of the constraints by velocities.
  template <typename Scalar>
  void velocityViolations(const PartConfigurationOf<Scalar>& at,
                          const PartVectorOf<Scalar>& velocities, PartVectorOf<Scalar>& c,
                          VectorX<Scalar>& auxiliary) const;

  /// Adds S v̇ of joints with armature, in the layout of v, to c.
  void addArmatureMotions(const PartConfiguration& at, const Eigen::VectorXd& rates,
                          PartVector& c) const;
  /// Adds S⁺ c of joints with armature to rates in the layout of v.
  void addArmatureRates(const PartConfiguration& at, const PartVector& c,
                        Eigen::VectorXd& rates) const;
  bool hasArmature() const;

  /// Writes the constraint violations of positions. With them as c, the displacement y closes the
  /// constraints to first order. Rows of nonholonomic constraints and ratios are zero, except a
  /// disc's height.
  ///
  /// @param q  as `readPosition` writes it at this configuration
  template <typename Scalar>
  void positionViolations(const PartConfigurationOf<Scalar>& at, const VectorX<Scalar>& q,
                          PartVectorOf<Scalar>& c, VectorX<Scalar>& auxiliary) const;

  /// Assembles the Delassus operator W_ij = J_i M̂⁻¹ J_jᵀ of rows, with all joints and auxiliary
  /// rows kept. Symmetric, positive semidefinite. Writes it to the upper left of w, which grows if
  /// it is too small and never shrinks. Cost: O(n k + k²·depth) for k rows.
  void assembleDelassus(std::span<const PartRow> rows, Eigen::MatrixXd& w);

  /// y += M̂⁻¹ Σ J_iᵀ λ_i, with all joints and auxiliary rows kept. Does not change the results of
  /// the last `solve`. Cost: O(n).
  void respond(std::span<const PartRow> rows, const double* multipliers, PartVector& y);

 private:
  /// A row of an auxiliary constraint; or, with kind `part`, a velocity of a tree joint that moves
  /// mass only through its loops. Such a velocity gets an inertia ρ, and a row that cancels it:
  /// rel − μ/ρ = 0, whose multiplier μ is the force ρ v̇ on the joint.
  struct AuxiliaryRow {
    NodeKind kind = NodeKind::joint;
    int item = 0, index = 0;   ///< in the graph (of kind `part`: joint), and among its rows
    double softness = 0;       ///< 1/ρ
    int first = 0, count = 0;  ///< in rowParts_
    Eigen::Vector3d childOffset{0, 0, 0};  ///< of a loop joint at the last configuration
  };

  /// An auxiliary row at a part between its parts and the root: its first entry in its column.
  struct Crossing {
    int row, place;
  };

  int allRows() const { return static_cast<int>(rows_.size()); }  ///< including kind `part`
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
  std::vector<int> rowParts_;               ///< parts of each row
  std::vector<Vector6<double>> rowForces_;  ///< forces on them
  std::vector<ResponseColumn> rowColumns_;
  std::vector<std::vector<Crossing>> crossings_;  ///< by part
  Eigen::VectorXd rowSizes_;                      ///< their diagonal of W at the initial position
  Eigen::MatrixXd gram_;                          ///< W = UᵀU
  Eigen::MatrixXd gramFactor_;                    ///< its L and D⁻¹
  SemidefiniteSolver<double> dependentSolver_{0};
  bool isDependent_ = false;                       ///< whether dependentSolver_ is in use
  Eigen::VectorXd auxiliaryMultipliers_;           ///< of the last solve
  Eigen::VectorXd multipliers_, missing_, rates_;  ///< of all rows

  std::vector<ResponseColumn> columns_;  ///< of the rows of the Delassus operator
  Eigen::MatrixXd coupled_, eliminated_;

  Eigen::VectorXd jointForces_;
  PartVector forces_, response_;
};

}  // namespace linkwork::maximal
