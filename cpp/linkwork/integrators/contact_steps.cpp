#include "linkwork/integrators/contact_steps.hpp"

#include <algorithm>
#include <type_traits>

#include "linkwork/dynamics/loop_closure.hpp"

namespace linkwork {
namespace {

/// Any kind of integrator with contacts around its steps.
template <typename Smooth>
class Touching : public Smooth {
 public:
  Touching(std::unique_ptr<Smooth> smooth, const IntegratorContext& context,
           std::unique_ptr<contact::StateResponse> response, double predicted)
      : smooth_(std::move(smooth)),
        contacts_(context, std::move(response), predicted,
                  [this](const MotionState& state) {
                    if constexpr (std::is_same_v<Smooth, Integrator>)
                      smooth_->jump(state);
                    else
                      smooth_->start(state);
                  }),
        before_{context.tree.initialPosition(), context.tree.initialVelocity()} {}

  void start(const MotionState& state) override {
    contacts_.forget();
    smooth_->start(state);
  }

  std::size_t memorySize() const override {
    return smooth_->memorySize() + contacts_.constraints().memorySize();
  }
  std::size_t expectedMemory(std::span<const double> memory) const override {
    const std::size_t first = smooth_->memorySize();
    return first +
           contacts_.constraints().expectedMemory(memory.subspan(std::min(first, memory.size())));
  }
  void remember(std::span<double> into) const override {
    smooth_->remember(into.first(smooth_->memorySize()));
    contacts_.constraints().remember(into.subspan(smooth_->memorySize()));
  }
  void recall(const MotionState& state, std::span<const double> memory) override {
    smooth_->recall(state, memory.first(smooth_->memorySize()));
    contacts_.recall(memory.subspan(smooth_->memorySize()));
  }

  const contact::UnilateralConstraints* contacts() const override {
    return &contacts_.constraints();
  }

 protected:
  /// `advance` is the smooth step. After an error all is as before.
  template <typename Advance>
  double around(double h, double late, MotionState& state, Advance advance) {
    before_ = state;
    memory_.resize(smooth_->memorySize());
    smooth_->remember(memory_);
    try {
      return contacts_.constraints().attempt([&] {
        contacts_.begin(h, late, state);
        const double passed = advance();
        contacts_.end(h, state);
        return passed;
      });
    } catch (...) {
      contacts_.cancel();
      state = before_;
      smooth_->recall(state, memory_);
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
    return around(h, smooth_->lateness(), state, [&] { return smooth_->step(h, state); });
  }
  bool leavesLoopsOpen() const override { return smooth_->leavesLoopsOpen(); }
  double lateness() const override { return smooth_->lateness(); }
};

class TouchingVariationalIntegrator final : public Touching<VariationalIntegrator> {
 public:
  using Touching::Touching;

  void step(double h, const ForcesAtNode& forces, MotionState& state) override {
    around(h, 0, state, [&] {
      smooth_->relieve(contacts_.relieved());
      smooth_->step(h, forces, state);
      return h;
    });
  }
  void relieve(const Eigen::VectorXd* strengths) override { smooth_->relieve(strengths); }

  int iterations() const override { return smooth_->iterations(); }
  bool hasJumped() const override { return contacts_.hasPushed(); }
};

}  // namespace

ContactSteps::ContactSteps(const IntegratorContext& context,
                           std::unique_ptr<contact::StateResponse> response, double predicted,
                           Restart restart)
    : tree_(context.tree),
      motion_(context.motion),
      work_(context.work),
      response_(std::move(response)),
      predicted_(predicted),
      restart_(std::move(restart)),
      constraints_(context.mechanism, context.tree, context.contact),
      push_(context.push),
      rigid_(context.tree),
      acceleration_(context.tree.velocitySize()) {
  push_.relieved.setZero(context.tree.velocitySize());
}

void ContactSteps::forget() {
  constraints_.forget();
  isPlaced_ = false;
}

void ContactSteps::recall(std::span<const double> memory) {
  forget();
  constraints_.recall(memory);
}

void ContactSteps::begin(double h, double late, MotionState& state) {
  hasPushed_ = false;
  if (!isPlaced_) response_->place(state.q, state.v);
  isPlaced_ = false;
  if (!constraints_.findNear(*response_, h)) return;
  push_.relieves = constraints_.relieve(push_.relieved);
  motion_(0, state.q, state.v, acceleration_);
  if (!acceleration_.allFinite()) throw SimulationError("numbers are no longer finite");
  // Of semi-implicit Euler's step only what acts is half a step behind: spins go on by themselves.
  if (predicted_ == 1)
    for (const TurningRoot<double>& root : tree_.turningRoots())
      root.removeTurning(state.v, acceleration_);
  const bool isPredicted = predicted_ < 1;
  if (late == 0) late = 0.5 * h;
  pushTime_ = isPredicted ? predicted_ * h : 0.5 * h + late;
  response_->accelerate(acceleration_,
                        {pushTime_, isPredicted, isPredicted ? 0 : late / pushTime_});
  state.work += push_.isFelt ? constraints_.bounceStart(*response_, h)
                             : constraints_.solveStart(*response_, h);
  if (constraints_.hasPushed()) jump(state);
  if (!push_.isFelt) return;
  constraints_.findStart(*response_);
  pushSteadily();
}

/// The impulses as forces on parts, through their centers of mass with a moment about them, and on
/// joints.
void ContactSteps::pushSteadily() {
  const std::span<const contact::ForceRow> rows = constraints_.rows();
  push_.torque.setZero(tree_.velocitySize());
  push_.bodies.clear();
  pushed_.clear();
  impulses_.clear();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const contact::ForceRow& row = rows[r];
    const double impulse = constraints_.impulses()[r];
    if (impulse == 0) continue;
    push_.acts = true;
    if (row.isOfJoint()) {
      push_.torque[tree_.body(row.joint).velocity + row.component] +=
          row.sign * impulse / pushTime_;
      addPushed(row, impulse);
      continue;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const int part = row.parts[side];
      if (part == groundPart) continue;
      const double size = side == 1 ? impulse : -impulse;
      const Eigen::Vector3d arm = row.point - response_->poses()[at(part)].position;
      const Eigen::Vector3d force = size / pushTime_ * row.axis;
      pushBody(rigid_.parts[at(part)].body, force, arm.cross(force));
      addPushed({{groundPart, part}, arm, row.axis}, size);
    }
  }
}

void ContactSteps::addPushed(const contact::ForceRow& row, double impulse) {
  pushed_.push_back(row);
  impulses_.push_back(impulse);
}

void ContactSteps::pushBody(int body, const Eigen::Vector3d& force, const Eigen::Vector3d& moment) {
  for (WarmStartForce::OnBody& known : push_.bodies)
    if (known.body == body) {
      known.force += force;
      known.moment += moment;
      return;
    }
  push_.bodies.push_back({body, rigid_.frame(body).inverse().translation, force, moment});
}

/// What the push was given too much, at where the step has led; returns the work of that.
double ContactSteps::takeBack() {
  push_.acts = false;
  if (predicted_ == 1) return 0;
  double work = 0;
  const auto addHalf = [&] {
    for (std::size_t r = 0; r < pushed_.size(); ++r)
      work += 0.5 * impulses_[r] * response_->rate(pushed_[r]);
  };
  for (double& impulse : impulses_) impulse *= 1 - 1 / predicted_;
  for (contact::ForceRow& row : pushed_)
    if (!row.isOfJoint()) row.point += response_->poses()[at(row.parts[1])].position;
  addHalf();
  response_->respond(pushed_, impulses_.data());
  addHalf();
  response_->settle(response_->velocity());
  return work;
}

void ContactSteps::end(double h, MotionState& state) {
  requireStillFinite(state);
  response_->place(state.q, state.v);
  if (push_.acts) {
    state.work += takeBack();
    state.v = response_->velocity();
    hasPushed_ = true;
  }
  if (constraints_.correctPositions(*response_, h)) {
    state.q = response_->position();
    state.v = response_->velocity();
    closeLoops<double>(tree_, work_, state.q, state.v);
    response_->place(state.q, state.v);
    hasPushed_ = true;
  }
  state.work += constraints_.solveEnd(*response_, h, predicted_ == 1);
  if (constraints_.hasPushed() || hasPushed_) jump(state);
  push_.relieves = false;
  response_->settle(state.v);
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
                                        double predicted) {
  return std::make_unique<TouchingIntegrator>(std::move(smooth), context, std::move(response),
                                              predicted);
}

std::unique_ptr<VariationalIntegrator> withContact(
    std::unique_ptr<VariationalIntegrator> smooth, const IntegratorContext& context,
    std::unique_ptr<contact::StateResponse> response) {
  return std::make_unique<TouchingVariationalIntegrator>(std::move(smooth), context,
                                                         std::move(response), 0.5);
}

}  // namespace linkwork
