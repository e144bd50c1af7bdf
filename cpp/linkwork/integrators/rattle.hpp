#pragma once

#include <memory>

#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/integrators/rattle_steps.hpp"

namespace linkwork {

/// RATTLE (rattle_steps.hpp). Springs and dampers too stiff for explicit steps are implicit
/// (implicit_joints.hpp).
class Rattle final : public Integrator {
 public:
  explicit Rattle(const IntegratorContext& context);

  void start(const MotionState& state) override { steps().start(state); }
  /// Allocates if joints are stiff and h has changed.
  double step(double h, StepForces& forces, MotionState& state) override;
  void visitMemory(MemoryVisitor& visit) override;
  void resume(const MotionState& state) override { steps().resume(state); }

  bool resolvesForces() const override { return stiffStep_ == 0; }
  const contact::UnilateralConstraints* contacts() const override { return steps().contacts(); }

 private:
  /// Steps of h with implicit forces.
  struct Implicit {
    Implicit(const IntegratorContext& context, const ImplicitJoints& joints, double h);

    double h;
    ClusterTree<double> tree;
    Workspace<double> work;
    RattleSteps steps;
  };

  const RattleSteps& steps() const { return stiffStep_ > 0 ? implicit_->steps : explicit_; }
  RattleSteps& steps() { return stiffStep_ > 0 ? implicit_->steps : explicit_; }
  void makeImplicit(double h);

  const IntegratorContext context_;
  RattleSteps explicit_;
  ImplicitJoints joints_;
  std::unique_ptr<Implicit> implicit_;
  Eigen::VectorXd before_;  ///< v before an implicit step
  double stiffStep_ = 0;    ///< of the last step if it was implicit, else 0
};

}  // namespace linkwork
