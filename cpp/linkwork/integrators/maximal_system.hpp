#pragma once

#include <vector>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/maximal/constraint_graph.hpp"
#include "linkwork/maximal/sparse_ldu.hpp"

namespace linkwork::maximal {

/// A mechanism in maximal coordinates at one moment.
struct MaximalState {
  Eigen::VectorXd q, v;                     ///< joint coordinates, angles counting turns
  std::vector<PartPose> poses;              ///< by part
  std::vector<Vector6<double>> velocities;  ///< by part: v in the world, ω in its axes
  std::vector<JointPose> joints;            ///< by joint
  Eigen::VectorXd gradients;  ///< Gᵀ of every constraint, 6×k for each part that it moves
  Eigen::VectorXd gaps;       ///< g of every row, by unknown
  std::vector<MotionColumns> normals;  ///< N by joint, of general joints (joint_motion_space.hpp)
};

/// The equations of one step from a knot, with unknowns (v, ω) of every part and impulses (λ, ι) of
/// every constraint, by blocks of the graph:
///
///   m v − b_T − G_xᵀ λ = 0                                   b: momentum at the knot and half the
///   J ω s + (h/2) ω×Jω − b_R − G_θᵀ λ = 0                       impulse of forces there
///   (g + Δg(v, ω)) / h = 0                                    of a general joint Nᵀ log(J(q)⁻¹ E⁺)
///   ½ (A + A(x⁺)) (v, ω) = 0                                 nonholonomic, with −Aᵀλ as for G
///   ι + (h/2) (d u + f u/√(u² + v_s²)) + a (u − u₋) = 0      laws of a joint; u = Δq/h, a
///   armature
///
/// with s = √(1 − h²|ω|²/4), x⁺ = x + h v and the unit quaternion q⁺ = q ⊗ (s, hω/2). G is taken at
/// the knot, and so is N. Changes over the step are computed without cancellation, except those of
/// general joints, and g at the knot is computed again in every step. Loops therefore do not drift,
/// and they converge to rounding. Source: Brüdigam & Manchester, "Linear-Time Variational
/// Integrators in Maximal Coordinates", equations 26, 27, 32 and 33; laws and increments are our
/// own.
class MaximalSystem {
 public:
  MaximalSystem(const ClusterTree<double>& tree, LoopOrder order);

  const ConstraintGraph& graph() const { return graph_; }
  const SparseLdu& factors() const { return ldu_; }
  SparseLdu& factors() { return ldu_; }
  int unknowns() const { return ldu_.layout().unknowns(); }

  /// A state with allocated memory.
  MaximalState emptyNode() const;

  /// Poses and part velocities from q and v.
  void placeAt(const Eigen::VectorXd& q, const Eigen::VectorXd& v, MaximalState& node) const;

  /// Joint poses, gradients and gaps from poses and q.
  void updateConstraints(MaximalState& node) const;

  /// v from part velocities.
  void readVelocities(const std::vector<Vector6<double>>& velocities, MaximalState& node) const;

  /// Adds generalized forces on the joints to (torque; force) of the parts.
  void addJointForces(const MaximalState& node, const Eigen::VectorXd& tau,
                      std::vector<Vector6<double>>& wrenches) const;

  /// Excludes joint Coulomb friction of these strengths, in the layout of v, from now on (null:
  /// nothing).
  void relieve(const Eigen::VectorXd* strengths) { relieved_ = strengths; }

  /// Computes the changes in a step of h with the unknowns x. Returns false if a part turns too
  /// far, unless h|ω| < √2.
  bool move(const MaximalState& node, double h, const Eigen::VectorXd& x);

  /// The same for the input of addLawImpulses. Does nothing if no joint has laws.
  bool moveLaws(const MaximalState& node, double h, const Eigen::VectorXd& x);

  /// Computes the residual of the equations after `move`, with b by part.
  void residual(const MaximalState& node, double h, const std::vector<Vector6<double>>& b,
                const Eigen::VectorXd& x, Eigen::VectorXd& result);

  /// Factors their derivative with respect to x. Returns false if it is singular.
  bool factorStep(const MaximalState& node, double h, const Eigen::VectorXd& x);

  /// Σ of squares of a residual in units of velocity. Corrections reduce it.
  double merit(const Eigen::VectorXd& residual) const;

  /// Poses, q and constraints at the end of the step.
  void arrive(const MaximalState& node, double h, const Eigen::VectorXd& x,
              MaximalState& next) const;

  /// Factors the matrix of M V = p + Gᵀμ, G V = 0 at the knot: the derivative of the equations of a
  /// step from there up to terms of the size of h. Returns false if it is singular.
  bool factorNode(const MaximalState& node);

  /// Computes velocities at the knot from momenta by these factors. Armatures have momenta
  /// of their own. Writes node.velocities and node.v. Returns false if they are not finite.
  bool project(const std::vector<Vector6<double>>& momenta, MaximalState& node,
               Eigen::VectorXd& workspace);

  /// Computes impulses of damping and friction in the second half of the step, as generalized
  /// forces times time. Returns their work over the whole step.
  double addLawImpulses(const MaximalState& end, double h, Eigen::VectorXd& impulses) const;

 private:
  const TreeBody<double>& bodyOf(const JointConstraint& constraint) const {
    return graph_.tree->body(constraint.body);
  }
  JointResistance resistanceOf(const TreeBody<double>& body, int component) const {
    return resistanceAt(body.velocity + component, body, relieved_);
  }
  enum class Purpose { step, projection };
  struct ConstraintBlocks {
    int gradients = -1;                        ///< in MaximalState::gradients
    std::vector<int> parts;                    ///< whose motion it depends on
    std::vector<BlockLayout::Place> down, up;  ///< constraint × part and back, by those parts
  };

  void findPivots();
  void merge(const BlockLayout& layout, int pivot);
  void mergeSlight(const BlockLayout& layout);
  void weighResiduals();
  Eigen::VectorXd unitsAt(const MaximalState& node) const;
  std::vector<double> lengthsOf(const MaximalState& node) const;
  [[noreturn]] void throwMassless(const BlockLayout& layout, int pivot) const;
  void setUp(const MaximalState& node, Purpose purpose, double h, const Eigen::VectorXd& x);
  void setUpCouplings(const MaximalState& node, bool isStep);
  double moveOf(const MaximalState& node, const CouplingConstraint::Term& term) const;
  void setUpNonholonomic(const MaximalState& node, bool isStep, double h, const Eigen::VectorXd& x);
  void addSlipResidual(const MaximalState& node, double h, const SlipConstraint& constraint,
                       const ConstraintBlocks& blocks, const Eigen::VectorXd& x,
                       Eigen::VectorXd& result);
  void addColumn(BlockLayout::Place place, int column, const Vector6<double>& values,
                 double factor);
  void addRow(BlockLayout::Place place, int row, const Vector6<double>& values, double factor);
  void subtractImpulses(const ConstraintBlocks& blocks, const MaximalState& node, int row, int size,
                        const Eigen::VectorXd& x, Eigen::VectorXd& result) const;
  using JointVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
  void readRates(const MaximalState& node, double h, std::size_t joint);
  JointVector lawImpulses(const MaximalState& node, double h, std::size_t joint) const;
  void lawRows(const MaximalState& node, double h, std::size_t joint, const JointPose& pose,
               RowWrench* rows, double* factors) const;
  int unknown(int node) const { return ldu_.layout().first(node); }

  ConstraintGraph graph_;
  SparseLdu ldu_;
  std::vector<ConstraintBlocks> jointBlocks_, couplingBlocks_, slipBlocks_;
  std::vector<BlockLayout::Place> partBlocks_;  ///< on the diagonal, by part
  std::vector<bool> isCoupled_;                 ///< by joint
  int gradientSize_ = 0;
  const Eigen::VectorXd* relieved_ = nullptr;
  std::vector<double> lengths_;      ///< of arms, by part
  Eigen::VectorXd units_, weights_;  ///< by unknown; of residuals in the merit

  // Results of `move`.
  std::vector<PartChange> changes_;
  std::vector<Eigen::Matrix3d> tangents_, rotations_;  ///< B, and R⁺, by part
  std::vector<JointPose> jointChanges_;
  Eigen::VectorXd rates_;                ///< u by v, of joints with laws
  std::vector<Vector6<double>> twists_;  ///< ξ = log(E_k⁻¹ E_{k+1})/h, of joints that resist it
};

}  // namespace linkwork::maximal
