#pragma once

#include <vector>

#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/spatial/displacement.hpp"

namespace linkwork::papers {

/// The equations of one variational step of a tree whose joints have one coordinate each,
///
///   f(u) = −D₁K_d(q_k, q_k + h u) − P = 0,     K_d = Σ_i h/2 V̄_iᵀ G_i V̄_i,   V̄_i = log(Φ_i)/h
///
/// with Φ_i = T_i(k)⁻¹ T_i(k+1) the motion of body i and P the momentum to match. They are
/// evaluated in the ways that Lee et al. compare. Both evaluations use the same discrete Lagrangian
/// and have the same root.
///
/// Jacobian and end momentum are those of the u that a residual or `moveBy` had last.
/// Sources: Lee, Liu, Park and Srinivasa, "A Linear-Time Variational Integrator for Multibody
/// Systems", algorithms 2 and 4; Johnson and Murphey, "Scalable Variational Integrators for
/// Constrained Mechanical Systems in Generalized Coordinates", 2009.
class StepEquations {
 public:
  /// Throws MechanismError if a joint is not revolute, prismatic or helical, or is tied by a loop
  /// or a coupling. The tree must outlive this.
  explicit StepEquations(const ClusterTree<double>& tree);

  int size() const { return static_cast<int>(bodies_.size()); }

  /// Sets out from q_k [q] with a step h [s] and the momentum P, dual to v [N·m·s, N·s].
  void begin(const Eigen::VectorXd& q, double h, const Eigen::VectorXd& momentum);

  /// Moves all bodies by h u.
  void moveBy(const Eigen::VectorXd& u);

  /// f(u) by the discrete recursive Newton–Euler algorithm. O(n).
  void residualByRecursion(const Eigen::VectorXd& u, Eigen::VectorXd& f);

  /// f(u) by derivatives of every body's average velocity for every coordinate that moves it, as
  /// the scalable variational integrator has it:  f_j = −Σ_i (∂hV̄_i/∂q_j)ᵀ G_i V̄_i − P_j. O(n d)
  /// for a tree of depth d, O(n²) for a chain.
  void residualByDerivatives(const Eigen::VectorXd& u, Eigen::VectorXd& f);

  /// ∂f/∂u by the derivative of the recursion, coordinate by coordinate (Algorithm 4). O(n²).
  void jacobian(Eigen::MatrixXd& result);

  /// δ with (∂f/∂u) δ = f by the articulated-body recursion on the derivative, which is not
  /// symmetric: rows are in the frames at k, columns in those at k+1. O(n).
  void newtonResponse(const Eigen::VectorXd& f, Eigen::VectorXd& delta);

  /// δ with M(q_k) δ = f by the articulated-body recursion without velocities: the direction of the
  /// recursive impulse-based quasi-Newton method. O(n).
  void impulseResponse(const Eigen::VectorXd& f, Eigen::VectorXd& delta);

  /// D₂K_d: the momentum at k+1.
  void endMomentum(Eigen::VectorXd& momentum);

 private:
  /// A body with its joint; S is constant.
  struct Body {
    int parent = ground;
    int last = 0;                       ///< last body of its subtree, which is contiguous
    Vector6<double> axis;               ///< S
    Transform<double> start, end;       ///< frame in the parent's at k and at k+1
    Transform<double> pose;             ///< in the world at k
    Vector6<double> worldAxis;          ///< S in the world at k
    Displacement moved;                 ///< Φ
    Vector6<double> twist;              ///< hV̄
    Vector6<double> force;              ///< F; bias force of the articulated-body recursion
    Vector6<double> gain;               ///< Iᴬ S / D
    Vector6<double> pull;               ///< Iᴬᵀ S / D
    double pivot = 0;                   ///< D = Sᵀ Iᴬ S
    Matrix6<double> tangent;            ///< Iᴬ; ∂μ over the motion of the pose at k+1
    Vector6<double> slope, forceSlope;  ///< of that pose and of F along one coordinate
  };

  Body& of(int index) { return bodies_[static_cast<std::size_t>(index)]; }
  void eliminate(bool atEnd);
  void respond(const Eigen::VectorXd& f, bool atEnd, Eigen::VectorXd& delta);

  const ClusterTree<double>& tree_;
  std::vector<Body> bodies_;
  Eigen::VectorXd q_, momentum_;
  double h_ = 0;
  bool isArticulated_ = false;
};

}  // namespace linkwork::papers
