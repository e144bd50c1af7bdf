#pragma once

#include <vector>

#include "linkwork/integrators/maximal_system.hpp"
#include "linkwork/integrators/variational_integrator.hpp"
#include "linkwork/methods.hpp"

namespace linkwork {

/// The variational integrator in maximal coordinates: every rigid part has six coordinates of its
/// own, joints, loops and couplings are equations between them that hold to rounding at every step,
/// with impulses as unknowns (MaximalSystem). Newton's method with backtracking on the sparse LDU
/// factors of body–constraint blocks costs O(n).
///
/// From node k, with the trapezoidal rule for gravity, springs and applied forces and the joints'
/// damping and friction at their average velocity over the step:
///
///   momentum at k + half impulses at k  →  v, ω, λ  →  poses at k+1
///   → momentum + half impulses at k+1, projected: M V = p + Gᵀμ, G V = 0
///
/// Order 2, symplectic, keeps momenta of symmetries to rounding. A part may turn by less than a
/// quarter in a step: h |J⁻¹p| < 1.
/// Joint limits and contacts are not among its equations: they need a complementarity problem in
/// place of the projection, and velocities that jump there. impact.hpp stops rows between
/// steps; `start` goes on from the state after it.
/// Source: Brüdigam & Manchester, "Linear-Time Variational Integrators in Maximal Coordinates";
/// start, laws, projection and loops are our own.
class MaximalVariationalIntegrator final : public VariationalIntegrator {
 public:
  /// `tree` must outlive the integrator. Throws std::invalid_argument on options without meaning,
  /// SimulationError if a part cannot move by its mass.
  explicit MaximalVariationalIntegrator(const ClusterTree<double>& tree,
                                        const MaximalVariationalOptions& options = {});

  void start(const MotionState& state) override;
  void step(double h, const ForcesAtNode& forces, MotionState& state) override;

  void relieve(const Eigen::VectorXd* strengths) override { system_.relieve(strengths); }
  std::size_t memorySize() const override;
  void remember(std::span<double> into) const override;
  void recall(const MotionState& state, std::span<const double> memory) override;

  int iterations() const override { return iterations_; }

  const maximal::MaximalSystem& system() const { return system_; }

  /// The largest |g| of all joints and loops that are equations here [m, rad].
  double gap() const { return here_.gaps.lpNorm<Eigen::Infinity>(); }

 private:
  void gatherForces(double sinceStart, const ForcesAtNode& forces,
                    const maximal::MaximalState& node, const Eigen::VectorXd& v);
  double power(const maximal::MaximalState& node,
               const std::vector<Vector6<double>>& velocities) const;
  void guessOnLine(double h);
  void guessOnParabola(double h);
  void lookAhead(double h);
  void solve(double h);
  bool solveByNode(double h);
  double findCorrection();
  bool correct(double h, double& merit);
  [[noreturn]] void failed(double h, const std::string& problem) const;
  [[noreturn]] void turnsTooFar(double h) const;
  void requireState(const MotionState& state) const;
  int first(std::size_t part) const {
    return system_.factors().layout().first(system_.graph().nodeOf[part]);
  }

  MaximalVariationalOptions options_;
  maximal::MaximalSystem system_;
  maximal::MaximalState here_, next_;
  bool isFresh_ = true;                             ///< no step since the start
  bool isSingular_ = false;                         ///< loops lose rank at this node
  std::vector<Vector6<double>> rates_, nextRates_;  ///< V̇ by part, for the next guess
  std::vector<Vector6<double>>
      bends_;  ///< what the last guess on a line missed, over h (h + h_last)
  double lastStep_ = 0;
  bool isFactored_ = false;  ///< whether the factors are those of this node

  Workspace<double> work_;
  AppliedForces<double> applied_;
  Eigen::VectorXd noVelocity_, jointForces_;
  std::vector<Vector6<double>> push_;     ///< all forces at a node, (force; torque) by part
  std::vector<Vector6<double>> momenta_;  ///< b of the step, then p at its end
  Eigen::VectorXd x_, trial_, correction_, residual_;
  double correctionSize_ = 0, correctionBefore_ = 0;
  int iterations_ = 0;
};

}  // namespace linkwork
