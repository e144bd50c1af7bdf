#pragma once

#include <functional>
#include <utility>

#include "linkwork/integrators/integrator.hpp"

namespace linkwork::test {

/// Forces of a step as functions. By default nothing acts but gravity and passive forces.
class TestForces final : public StepForces {
 public:
  using Gather = std::function<void(double sinceStart, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& v, AppliedForces<double>& forces)>;
  using Accelerate =
      std::function<void(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& a)>;

  TestForces() = default;
  explicit TestForces(Gather gather) : gather_(std::move(gather)) {}

  static TestForces of(Accelerate accelerate) {
    TestForces forces;
    forces.accelerate_ = std::move(accelerate);
    return forces;
  }

  double accelerate(double, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                    Eigen::VectorXd& a) override {
    accelerate_(q, v, a);
    return 0;
  }
  bool act() const override { return static_cast<bool>(gather_); }
  void gather(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
              AppliedForces<double>& forces) override {
    gather_(partStart + sinceStart, q, v, forces);
  }

 private:
  Gather gather_;
  Accelerate accelerate_;
};

/// Nothing acts but gravity and passive forces.
inline StepForces& noForces() {
  static TestForces none;
  return none;
}

/// Takes a step, and restores the state and the integrator if it fails, as simulations do.
inline void attemptStep(Integrator& integrator, double h, StepForces& forces, MotionState& state) {
  SavedStep saved(state);
  saved.save(&integrator, state);
  try {
    integrator.step(h, forces, state);
  } catch (...) {
    saved.restore(integrator, state);
    throw;
  }
}

}  // namespace linkwork::test
