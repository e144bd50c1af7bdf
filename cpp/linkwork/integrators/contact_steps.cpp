#include "linkwork/integrators/contact_steps.hpp"

#include "linkwork/dynamics/loop_closure.hpp"

namespace linkwork {
namespace {

/// Any kind of integrator with contacts around its steps.
template <typename Smooth>
class Touching : public Smooth {
 public:
  Touching(std::unique_ptr<Smooth> smooth, const IntegratorContext& context,
           std::unique_ptr<contact::StateResponse> response, double foreseen)
      : smooth_(std::move(smooth)),
        contacts_(context, std::move(response), foreseen,
                  [this](const MotionState& state) { smooth_->start(state); }),
        before_{context.tree.initialPosition(), context.tree.initialVelocity()} {}

  void start(const MotionState& state) override {
    contacts_.forget();
    smooth_->start(state);
  }

  std::size_t memorySize() const override { return smooth_->memorySize(); }
  void remember(std::span<double> into) const override { smooth_->remember(into); }
  void recall(const MotionState& state, std::span<const double> memory) override {
    contacts_.forget();
    smooth_->recall(state, memory);
  }

  const contact::UnilateralConstraints* contacts() const override {
    return &contacts_.constraints();
  }

 protected:
  /// `advance` is the smooth step. After an error all is as before.
  template <typename Advance>
  double around(double h, MotionState& state, Advance advance) {
    before_ = state;
    memory_.resize(smooth_->memorySize());
    smooth_->remember(memory_);
    try {
      contacts_.begin(h, state);
      const double passed = advance();
      contacts_.end(h, state);
      return passed;
    } catch (...) {
      state = before_;
      recall(state, memory_);
      throw;
    }
  }

  std::unique_ptr<Smooth> smooth_;
  ContactSteps contacts_;

 private:
  MotionState before_;
  std::vector<double> memory_;
};

class TouchingIntegrator final : public Touching<Integrator> {
 public:
  using Touching::Touching;

  double step(double h, MotionState& state) override {
    return around(h, state, [&] { return smooth_->step(h, state); });
  }
};

class TouchingVariationalIntegrator final : public Touching<VariationalIntegrator> {
 public:
  using Touching::Touching;

  void step(double h, const ForcesAtNode& forces, MotionState& state) override {
    around(h, state, [&] {
      smooth_->step(h, forces, state);
      return h;
    });
  }

  int iterations() const override { return smooth_->iterations(); }
  bool hasJumped() const override { return contacts_.hasPushed(); }
};

}  // namespace

ContactSteps::ContactSteps(const IntegratorContext& context,
                           std::unique_ptr<contact::StateResponse> response, double foreseen,
                           Restart restart)
    : tree_(context.tree),
      motion_(context.motion),
      work_(context.work),
      response_(std::move(response)),
      foreseen_(foreseen),
      restart_(std::move(restart)),
      constraints_(context.mechanism, context.tree, context.contact),
      acceleration_(context.tree.velocitySize()) {}

void ContactSteps::forget() {
  constraints_.forget();
  isPlaced_ = false;
}

void ContactSteps::begin(double h, MotionState& state) {
  hasPushed_ = false;
  if (!isPlaced_) response_->place(state.q, state.v);
  isPlaced_ = false;
  if (!constraints_.findNear(*response_, h)) return;
  motion_(0, state.q, state.v, acceleration_);
  if (!acceleration_.allFinite()) throw SimulationError("numbers are no longer finite");
  response_->accelerate(acceleration_, {foreseen_ * h, foreseen_ < 1});
  state.work += constraints_.solveStart(*response_, h);
  if (constraints_.hasPushed()) jump(state);
}

void ContactSteps::end(double h, MotionState& state) {
  requireStillFinite(state);
  response_->place(state.q, state.v);
  if (constraints_.correctPositions(*response_, h)) {
    state.q = response_->position();
    state.v = response_->velocity();
    closeLoops<double>(tree_, work_, state.q, state.v);
    response_->place(state.q, state.v);
    hasPushed_ = true;
  }
  state.work += constraints_.solveEnd(*response_, h);
  if (constraints_.hasPushed() || hasPushed_) jump(state);
  response_->settle();
  isPlaced_ = true;
}

void ContactSteps::jump(MotionState& state) {
  state.v = response_->velocity();
  restart_(state);
  hasPushed_ = true;
}

std::unique_ptr<Integrator> withContact(std::unique_ptr<Integrator> smooth,
                                        const IntegratorContext& context,
                                        std::unique_ptr<contact::StateResponse> response,
                                        double foreseen) {
  return std::make_unique<TouchingIntegrator>(std::move(smooth), context, std::move(response),
                                              foreseen);
}

std::unique_ptr<VariationalIntegrator> withContact(
    std::unique_ptr<VariationalIntegrator> smooth, const IntegratorContext& context,
    std::unique_ptr<contact::StateResponse> response) {
  return std::make_unique<TouchingVariationalIntegrator>(std::move(smooth), context,
                                                         std::move(response), 0.5);
}

}  // namespace linkwork
