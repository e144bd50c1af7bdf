#include "linkwork/integrators/composed_steps.hpp"

#include "linkwork/errors.hpp"

namespace linkwork {
namespace {

/// The memory ends with the step density and its arc.
class AdaptiveSteps final : public Integrator {
 public:
  AdaptiveSteps(std::unique_ptr<Integrator> fixed, const ClusterTree<double>& tree)
      : fixed_(std::move(fixed)), acceleration_(tree.velocitySize()) {}

  void start(const MotionState& state) override {
    fixed_->start(state);
    isFirst_ = true;
  }

  double step(double longest, StepForces& forces, MotionState& state) override {
    return stepWithin(std::numeric_limits<double>::infinity(), longest, forces, state);
  }

  bool adapts() const override { return true; }

  double stepWithin(double most, double longest, StepForces& forces, MotionState& state) override {
    forces.accelerate(0, state.q, state.v, acceleration_);
    const double speedSquared = state.v.squaredNorm(), rate = state.v.dot(acceleration_);
    if (!(std::isfinite(speedSquared) && std::isfinite(rate)))
      throw SimulationError("its velocities, or their rates, are too large to be squared");
    StepDensity density = isFirst_ ? StepDensity(longest, speedSquared, rate) : density_;
    const double h = density.next(longest, speedSquared, rate, most);
    fixed_->step(h, forces, state);
    density_ = density;
    isFirst_ = fixed_->hasJumped();
    return h;
  }

  void visitMemory(MemoryVisitor& visit) override {
    fixed_->visitMemory(visit);
    double value = isFirst_ ? 0 : density_.value(), last = isFirst_ ? 0 : density_.last();
    visit(value);
    visit(last);
    if (!visit.isRestoring()) return;
    density_ = StepDensity(value, last);
    isFirst_ = value == 0;
  }
  void resume(const MotionState& state) override { fixed_->resume(state); }

  const contact::UnilateralConstraints* contacts() const override { return fixed_->contacts(); }

 private:
  std::unique_ptr<Integrator> fixed_;
  Eigen::VectorXd acceleration_;
  StepDensity density_;
  bool isFirst_ = true;
};

}  // namespace

std::unique_ptr<Integrator> makeAdaptiveSteps(std::unique_ptr<Integrator> fixed,
                                              const ClusterTree<double>& tree) {
  return std::make_unique<AdaptiveSteps>(std::move(fixed), tree);
}

}  // namespace linkwork
