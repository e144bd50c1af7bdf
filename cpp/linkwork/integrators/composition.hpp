#pragma once

#include <array>
#include <memory>
#include <vector>

#include "linkwork/integrators/variational_integrator.hpp"

namespace linkwork {

/// A variational integrator of order four, from a symmetric one of order two:
///
///   Φ_h = Ψ_{sh} Ψ_{sh} Ψ_{(1−4s)h} Ψ_{sh} Ψ_{sh},   s = 1 / (4 − 4^{1/3}) ≈ 0.415
///
/// The middle step runs backwards, so that the errors of order three cancel. A composition of maps
/// that keep momenta keeps them too, and remains symmetric and symplectic. Forces that follow the
/// velocity, damping among them, act backwards with it: the order holds, but the middle step adds
/// the energy that the others take more of.
/// Source: Suzuki, "Fractal decomposition of exponential operators", 1990; Hairer, Lubich & Wanner,
/// "Geometric Numerical Integration", section II.4.
class FourthOrderComposition final : public VariationalIntegrator {
  static constexpr double outer = 1 / (4 - 1.5874010519681994748);  // 1 / (4 − ∛4)

 public:
  /// The lengths of Ψ's steps, of h.
  static constexpr std::array parts{outer, outer, 1 - 4 * outer, outer, outer};

  FourthOrderComposition(const ClusterTree<double>& tree,
                         std::unique_ptr<VariationalIntegrator> second);

  void start(const MotionState& state) override { second_->start(state); }
  void step(double h, const ForcesAtNode& forces, MotionState& state) override;
  void relieve(const Eigen::VectorXd* strengths) override { second_->relieve(strengths); }
  std::size_t memorySize() const override { return second_->memorySize(); }
  void remember(std::span<double> into) const override { second_->remember(into); }
  void recall(const MotionState& state, std::span<const double> memory) override {
    second_->recall(state, memory);
  }
  int iterations() const override { return iterations_; }

 private:
  std::unique_ptr<VariationalIntegrator> second_;
  std::vector<double> memoryBefore_;
  MotionState before_;
  int iterations_ = 0;
};

}  // namespace linkwork
