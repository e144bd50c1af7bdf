#include "linkwork/integrators/variational_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linkwork/errors.hpp"
#include "linkwork/integrators/step_density.hpp"

namespace linkwork {
namespace {

/// Steps of a fixed length.
class VariationalSteps : public Integrator {
 public:
  VariationalSteps(std::unique_ptr<VariationalIntegrator> integrator, const ForcesAtNode& forces)
      : integrator_(std::move(integrator)), forces_(forces) {}

  void start(const MotionState& state) override { integrator_->start(state); }

  double step(double h, MotionState& state) override {
    integrator_->step(h, forces_, state);
    return h;
  }

  std::size_t memorySize() const override { return integrator_->memorySize(); }
  std::size_t expectedMemory(std::span<const double> memory) const override {
    return integrator_->expectedMemory(memory);
  }
  void remember(std::span<double> into) const override { integrator_->remember(into); }
  void recall(const MotionState& state, std::span<const double> memory) override {
    integrator_->recall(state, memory);
  }

  const contact::UnilateralConstraints* contacts() const override {
    return integrator_->contacts();
  }

 protected:
  std::unique_ptr<VariationalIntegrator> integrator_;

 private:
  const ForcesAtNode& forces_;
};

/// Steps of a length that follows the motion; the memory's last numbers are the step density and
/// its arc.
class AdaptiveSteps final : public VariationalSteps {
 public:
  AdaptiveSteps(std::unique_ptr<VariationalIntegrator> integrator, const IntegratorContext& context)
      : VariationalSteps(std::move(integrator), context.forces),
        motion_(context.motion),
        acceleration_(context.tree.velocitySize()) {}

  void start(const MotionState& state) override {
    VariationalSteps::start(state);
    isFirst_ = true;
  }

  double step(double longest, MotionState& state) override {
    return stepWithin(std::numeric_limits<double>::infinity(), longest, state);
  }

  bool adapts() const override { return true; }

  double stepWithin(double most, double longest, MotionState& state) override {
    motion_(0, state.q, state.v, acceleration_);
    const double speedSquared = state.v.squaredNorm(), rate = state.v.dot(acceleration_);
    if (!(std::isfinite(speedSquared) && std::isfinite(rate)))
      throw SimulationError("its velocities, or their rates, are too large to be squared");
    StepDensity density = isFirst_ ? StepDensity(longest, speedSquared, rate) : density_;
    const double h = density.next(longest, speedSquared, rate, most);
    VariationalSteps::step(h, state);
    density_ = density;
    isFirst_ = integrator_->hasJumped();
    return h;
  }

  std::size_t memorySize() const override { return VariationalSteps::memorySize() + own; }
  std::size_t expectedMemory(std::span<const double> memory) const override {
    return VariationalSteps::expectedMemory(memory.first(std::max(memory.size(), own) - own)) + own;
  }
  void remember(std::span<double> into) const override {
    const std::size_t rest = into.size() - own;
    VariationalSteps::remember(into.first(rest));
    into[rest] = isFirst_ ? 0 : density_.value();
    into[rest + 1] = isFirst_ ? 0 : density_.last();
  }
  void recall(const MotionState& state, std::span<const double> memory) override {
    const std::size_t rest = memory.size() - own;
    VariationalSteps::recall(state, memory.first(rest));
    density_ = StepDensity(memory[rest], memory[rest + 1]);
    isFirst_ = memory[rest] == 0;
  }

 private:
  static constexpr std::size_t own = 2;

  const EquationsOfMotion& motion_;
  Eigen::VectorXd acceleration_;
  StepDensity density_;
  bool isFirst_ = true;
};

}  // namespace

std::unique_ptr<Integrator> makeFixedSteps(std::unique_ptr<VariationalIntegrator> integrator,
                                           const IntegratorContext& context) {
  return std::make_unique<VariationalSteps>(std::move(integrator), context.forces);
}

std::unique_ptr<Integrator> makeAdaptiveSteps(std::unique_ptr<VariationalIntegrator> integrator,
                                              const IntegratorContext& context) {
  return std::make_unique<AdaptiveSteps>(std::move(integrator), context);
}

}  // namespace linkwork
