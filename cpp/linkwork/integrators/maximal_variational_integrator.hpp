#pragma once

#include <vector>

#include "linkwork/integrators/integrator.hpp"
#include "linkwork/integrators/maximal_system.hpp"
#include "linkwork/methods.hpp"

namespace linkwork {

/// The variational integrator in maximal coordinates. Each rigid part has six coordinates. Joints,
/// loops and couplings are equations between them that hold to rounding after each step, with
/// impulses as unknowns (MaximalSystem). Newton's method with backtracking on the sparse LDU
/// factors of body–constraint blocks costs O(n).
///
/// From knot k, with the trapezoidal rule for gravity, springs and applied forces, and the damping
/// and friction of joints at their average velocity over the step:
///
///   momentum at k + half impulses at k  →  v, ω, λ  →  poses at k+1
///   → momentum + half impulses at k+1, projected: M V = p + Gᵀμ, G V = 0
///
/// Order 2, symplectic, preserves the momenta of symmetries to rounding. A part may turn by less
/// than 0.5 rad in a step. Joint limits and contacts are not in the equations
/// (ContactSteps).
/// Source: Brüdigam & Manchester, "Linear-Time Variational Integrators in Maximal Coordinates";
/// start, laws, projection and loops are our own.
class MaximalVariationalIntegrator final : public Integrator {
 public:
  /// @param tree  must outlive the integrator
  /// @throws std::invalid_argument for invalid options
  /// @throws SimulationError if a part has no mass that its joint can move
  explicit MaximalVariationalIntegrator(const ClusterTree<double>& tree,
                                        const MaximalVariationalOptions& options = {});

  void start(const MotionState& state) override;
  double step(double h, StepForces& forces, MotionState& state) override;
  void visitMemory(MemoryVisitor& visit) override;
  void resume(const MotionState& state) override;

  /// Iterations of the root finder in the last step.
  int iterations() const { return iterations_; }

  const maximal::MaximalSystem& system() const { return system_; }

  /// The largest constraint violation |g| of joints and loops [m, rad].
  double gap() const { return here_.gaps.lpNorm<Eigen::Infinity>(); }

 private:
  void gatherForces(double sinceStart, StepForces& forces, const maximal::MaximalState& knot,
                    const Eigen::VectorXd& v);
  double power(const maximal::MaximalState& knot,
               const std::vector<Vector6<double>>& velocities) const;
  void guessOnLine(double h);
  void guessOnParabola(double h);
  void lookAhead(double h);
  void solve(double h);
  bool solveByKnot(double h);
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
  bool isSingular_ = false;                         ///< loops lose rank at this knot
  std::vector<Vector6<double>> rates_, nextRates_;  ///< V̇ by part, for the next guess
  std::vector<Vector6<double>>
      curvatures_;  ///< error of the last guess on a line, over h (h + h_last)
  double lastStep_ = 0;
  bool isFactored_ = false;  ///< whether the factors are those of this knot

  Workspace<double> work_;
  AppliedForces<double> applied_;
  Eigen::VectorXd noVelocity_, jointForces_;
  std::vector<Vector6<double>> forces_;   ///< all forces at a knot, (torque; force) by part
  std::vector<Vector6<double>> momenta_;  ///< b of the step, then p at its end
  Eigen::VectorXd x_, trial_, correction_, residual_;
  double correctionSize_ = 0, correctionBefore_ = 0;
  int iterations_ = 0;
};

}  // namespace linkwork
