#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/integrators/composed_steps.hpp"
#include "linkwork/integrators/derivatives/discrete_step_map.hpp"
#include "linkwork/integrators/discrete_recursion.hpp"
#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"

namespace linkwork {
namespace {

using Jet = DerivativeJet;

/// r are the discrete Euler–Lagrange equations, Nᵀ f of discrete_recursion.hpp. In maximal
/// coordinates they are the same, with other momenta: impulses of joints have no part along N.
template <typename Momentum>
class VariationalMapper : public DiscreteStepMapper {
 protected:
  explicit VariationalMapper(const IntegratorContext& context)
      : DiscreteStepMapper(context),
        here_{tree_.initialPosition(), tree_.initialVelocity()},
        joints_(context.tree, context.work, ImplicitJoints::ofVariational),
        recursion_(start_.jets().tree),
        rest_(Jets::Constant(tree_.velocitySize(), Jet(0))),
        arrived_(rest_) {}

  /// Takes the step from `here_` again, by the solver of the method.
  virtual void solve(double h) = 0;

  MotionState here_;

 private:
  void follow(double h, const MotionState& start, const MotionState&) override {
    joints_.requireNotStiff(h);
    here_ = start;
    solve(h);
  }

  void evaluate(double h, const ForceLaw& law) override {
    start_.takeMomenta(start_.momenta);
    start_.applyLaw(law);
    start_.addForces(0.5 * h, rest_);

    recursion_.begin(h, start_.jets().q, start_.jets().work);
    recursion_.evaluate(average_, start_.momenta.bodies, start_.momenta.joints);
    projectForces<Jet>(start_.jets().tree, recursion_.residual(), start_.jets().work, residual_);

    recursion_.momentaAtEnd(end_.momenta.bodies, end_.momenta.joints);
    if (law) findForcesAtEnd(h, law);
    end_.addForces(0.5 * h, rest_);
    end_.correctVelocity();
  }

  /// Computes forces on bodies at the end. The momenta are those of the step itself.
  void findForcesAtEnd(double h, const ForceLaw& law) {
    arrived_ = end_.jets().v;
    if constexpr (std::is_same_v<Momentum, TwistMomentum>)
      evaluateAtForced(h, law);
    else
      requireHeld(law);
    end_.jets().v = arrived_;
    end_.updateKinematics();
    recursion_.momentaAtEnd(end_.momenta.bodies, end_.momenta.joints);
  }

  /// Evaluates forces at the velocity that those at the start alone would produce.
  void evaluateAtForced(double h, const ForceLaw& law) {
    end_.work.forces.wrenches = start_.work.forces.wrenches;
    end_.work.forces.hasWrenches = true;
    end_.addForces(0.5 * h, rest_);
    for (int correction = 0; correction < 2; ++correction) {  // values, then slopes
      end_.correctVelocity();
      end_.updateKinematics();
    }
    end_.applyLaw(law);
  }

  /// Forces are evaluated at velocities of separate parts, which these equations do not contain.
  void requireHeld(const ForceLaw& law) {
    end_.jets().v.setZero();
    end_.updateKinematics();
    end_.applyLaw(law);
    atRest_ = end_.work.forces.wrenches;
    end_.jets().v = arrived_;
    end_.updateKinematics();
    end_.applyLaw(law);
    if (atRest_ != end_.work.forces.wrenches)
      throw SimulationError(
          "a pull or a tendon is damped, which this method does not differentiate");
  }

  ImplicitJoints joints_;
  DiscreteRecursion<Jet, Momentum> recursion_;
  Jets rest_, arrived_;
  std::vector<Vector6<Jet>> atRest_;
};

template <const auto& parts>
class MinimalVariationalMapper final : public VariationalMapper<TwistMomentum> {
 public:
  MinimalVariationalMapper(const IntegratorContext& context,
                           const MinimalVariationalOptions& options)
      : VariationalMapper(context), integrator_(context.tree, options) {
    integrator_.observe([this](double h, const MotionState& start, const Eigen::VectorXd& u,
                               const MotionState& end) { append(h, start, u, end); });
  }

 private:
  void solve(double h) override {
    integrator_.start(here_);
    for (const double part : parts) integrator_.step(part * h, forces_->step, here_);
  }

  MinimalVariationalIntegrator integrator_;
};

template <const auto& parts>
class MaximalVariationalMapper final : public VariationalMapper<ChordMomentum> {
 public:
  MaximalVariationalMapper(const IntegratorContext& context,
                           const MaximalVariationalOptions& options)
      : VariationalMapper(context),
        integrator_(context.tree, options),
        before_{context.tree.initialPosition(), context.tree.initialVelocity()},
        velocity_(context.tree.velocitySize()) {}

 private:
  void solve(double h) override {
    integrator_.start(here_);
    for (const double part : parts) {
      before_ = here_;
      integrator_.step(part * h, forces_->step, here_);
      difference<double>(tree_, before_.q, here_.q, velocity_);
      velocity_ /= part * h;
      append(part * h, before_, velocity_, here_);
    }
  }

  MaximalVariationalIntegrator integrator_;
  MotionState before_;
  Eigen::VectorXd velocity_;
};

/// Throws for the published start, which differs from all other steps.
void requireConsistent(const VariationalOptions& options) {
  if (options.maximal.start != VariationalStart::consistent)
    throw MechanismError("variational.start",
                         "steps have derivatives with a \"consistent\" start alone");
}

constexpr std::array wholeStep{1.0};

}  // namespace

std::unique_ptr<StepMapper> mapMinimalVariational(const IntegratorContext& context,
                                                  const VariationalOptions& options) {
  return std::make_unique<MinimalVariationalMapper<wholeStep>>(context, options.minimal);
}

std::unique_ptr<StepMapper> mapMinimalFourthOrder(const IntegratorContext& context,
                                                  const VariationalOptions& options) {
  return std::make_unique<MinimalVariationalMapper<FourthOrderComposition::parts>>(context,
                                                                                   options.minimal);
}

std::unique_ptr<StepMapper> mapMaximalVariational(const IntegratorContext& context,
                                                  const VariationalOptions& options) {
  requireConsistent(options);
  return std::make_unique<MaximalVariationalMapper<wholeStep>>(context, options.maximal);
}

std::unique_ptr<StepMapper> mapMaximalFourthOrder(const IntegratorContext& context,
                                                  const VariationalOptions& options) {
  requireConsistent(options);
  return std::make_unique<MaximalVariationalMapper<FourthOrderComposition::parts>>(context,
                                                                                   options.maximal);
}

}  // namespace linkwork
