#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "linkwork/dynamics/explicit_steps.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/integrators/integrator.hpp"

// Integrators of a differential equation. They close the loops after each step.

namespace linkwork {
namespace {

class RungeKutta4 final : public Integrator {
 public:
  RungeKutta4(const ClusterTree<double>& tree, Workspace<double>& work)
      : tree_(tree), stages_(tree), work_(work), joints_(tree, work) {}

  void start(const MotionState&) override {}

  double step(double h, StepForces& forces, MotionState& state) override {
    joints_.requireStable(h, rungeKutta4Bound);
    if (!forces.takeCompiledStep("rk4", h, state.v, state)) {
      double power = 0;
      const auto motion = [&](double sinceStart, double weight, const Eigen::VectorXd& q,
                              const Eigen::VectorXd& v, Eigen::VectorXd& a) {
        power += weight * forces.accelerate(sinceStart, q, v, a);
      };
      stepRungeKutta4(tree_, h, motion, stages_, state.q, state.v);
      state.work += h * power;
    }
    requireStillFinite(state);
    closeLoops<double>(tree_, work_, state.q, state.v);
    return h;
  }
  double stabilityBound() const override { return rungeKutta4Bound; }

 private:
  const ClusterTree<double>& tree_;
  StageVectors<double> stages_;
  Workspace<double>& work_;
  const ImplicitJoints joints_;
};

/// Semi-implicit Euler. Symplectic if the mass matrix is constant. If not, energy drifts by h².
///
/// On trees w = v. The velocities lag half a step behind their positions: v' is the displacement
/// (q' ⊖ q)/h. With loops, a depends on the square of velocities, and that half step would
/// dissipate energy. Therefore w = v + ½ h a of the last step there, and v is the displacement
/// after loop closure. The returned velocities are tangent to the loops. Energy then oscillates.
///
/// Springs and dampers too stiff for explicit steps are implicit (implicit_joints.hpp).
class SemiImplicitEuler final : public Integrator {
 public:
  SemiImplicitEuler(const ClusterTree<double>& tree, Workspace<double>& work)
      : tree_(tree),
        stages_(tree),
        work_(work),
        hasLoops_(std::any_of(tree.clusters().begin(), tree.clusters().end(),
                              [](const Cluster<double>& cluster) {
                                return cluster.constraint && !cluster.constraint->isConstant();
                              })),
        joints_(tree, work),
        displacement_(Eigen::VectorXd::Zero(tree.velocitySize())),
        ahead_(displacement_),
        velocity_(displacement_),
        torque_(displacement_),
        before_(tree.positionSize()) {}

  void start(const MotionState&) override { lengthBefore_ = 0; }
  void jump(const MotionState& state) override {
    displacement_ = state.v;
    ahead_.setZero();
  }
  void resume(const MotionState&) override {}

  double step(double h, StepForces& forces, MotionState& state) override {
    if (hasLoops_) before_ = state.q;
    extrapolateVelocity(state);
    stages_.acceleration = state.v;
    const double duration = durationOf(h);
    isStiff_ = joints_.areStiff(h);
    if (isStiff_) {
      stepImplicitly(h, duration, forces, state);
    } else if (duration == h &&
               forces.takeCompiledStep("semi-implicit-euler", h, velocity_, state)) {
      stages_.acceleration = (state.v - stages_.acceleration) / h;
    } else {
      double power = 0;
      const auto motion = [&](double sinceStart, double weight, const Eigen::VectorXd& q,
                              const Eigen::VectorXd& v, Eigen::VectorXd& a) {
        power += weight * forces.accelerate(sinceStart, q, v, a);
      };
      stepSemiImplicitEuler(tree_, tree_.turningRoots(), h, duration, motion, velocity_, stages_,
                            state.q, state.v);
      // Over many steps, forces that depend on the state have the power of the mean velocity.
      if (const Eigen::VectorXd* const torque = forces.changingTorque())
        power += 0.5 * torque->dot(state.v - velocity_);
      state.work += h * power;
    }
    requireStillFinite(state);
    closeLoops<double>(tree_, work_, state.q, state.v);
    if (hasLoops_) noteDisplacement(h, state);
    lengthBefore_ = h;
    return h;
  }

  double lateness() const override { return 0.5 * lengthBefore_; }
  bool resolvesForces() const override { return !isStiff_; }
  double sprungPart(double h) const override {
    return joints_.areStiff(h) ? 0 : joints_.sprungPart(h);
  }

  ImplicitTree implicitTree(double h) override {
    if (!joints_.areStiff(h)) return {nullptr, 0};
    joints_.setStep(durationOf(h), 1);
    return {&joints_.tree(), durationOf(h)};
  }
  void predict(double h, StepForces& forces, const MotionState& state,
               Eigen::VectorXd& a) override {
    if (!implicitTree(h).tree) return Integrator::predict(h, forces, state, a);
    forces.accelerateImplicitly(0, state.q, state.v, joints_.tree(), joints_.work(), nullptr,
                                torque_, a);
  }

  void visitMemory(MemoryVisitor& visit) override {
    visit(lengthBefore_);
    if (!hasLoops_) return;
    visit(displacement_);
    visit(ahead_);
  }

 private:
  /// The time for which forces change velocities in a step of h: these lag by half a step.
  double durationOf(double h) const { return lengthBefore_ > 0 ? 0.5 * (h + lengthBefore_) : h; }

  void stepImplicitly(double h, double duration, StepForces& forces, MotionState& state) {
    joints_.setStep(duration, 1);
    const auto motion = [&](double sinceStart, double, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& v, Eigen::VectorXd& a) {
      forces.accelerateImplicitly(sinceStart, q, v, joints_.tree(), joints_.work(), nullptr,
                                  torque_, a);
    };
    stepSemiImplicitEuler(tree_, tree_.turningRoots(), h, duration, motion, velocity_, stages_,
                          state.q, state.v);
    if (!forces.warmStart.acts) joints_.requireResolved(h, velocity_, state.v);
    state.work += h * joints_.power(torque_, velocity_, state.v);
  }

  /// Writes w into velocity_.
  void extrapolateVelocity(MotionState& state) {
    velocity_ = state.v;
    if (!hasLoops_ || !(lengthBefore_ > 0)) return;
    // If velocities change by more in half a step, the step is long for them, and the
    // extrapolation would amplify itself.
    constexpr double mostAhead = 0.01;
    state.v = displacement_;
    const double most = mostAhead * displacement_.norm(), ahead = ahead_.norm();
    velocity_ = displacement_ + (ahead > most ? most / ahead : 1.0) * ahead_;
  }

  /// Stores the displacement of a step over h, and its change by half a step of acceleration.
  /// Freely turning roots have their velocity in axes of their own, which have turned already.
  void noteDisplacement(double h, const MotionState& state) {
    difference<double>(tree_, before_, state.q, displacement_);
    displacement_ /= h;
    ahead_ = 0.5 * h * stages_.acceleration;
    for (const TurningRoot<double>& root : tree_.turningRoots()) {
      displacement_.segment(root.velocity, root.velocities()) =
          state.v.segment(root.velocity, root.velocities());
      ahead_.segment(root.velocity, root.velocities()).setZero();
    }
  }

  const ClusterTree<double>& tree_;
  StageVectors<double> stages_;
  Workspace<double>& work_;
  const bool hasLoops_;
  double lengthBefore_ = 0;  ///< of the last step; 0 before the first one
  ImplicitJoints joints_;
  bool isStiff_ = false;
  Eigen::VectorXd displacement_, ahead_, velocity_, torque_, before_;
};

}  // namespace

std::unique_ptr<Integrator> makeRungeKutta4(const ClusterTree<double>& tree,
                                            Workspace<double>& work) {
  return std::make_unique<RungeKutta4>(tree, work);
}

std::unique_ptr<Integrator> makeSemiImplicitEuler(const ClusterTree<double>& tree,
                                                  Workspace<double>& work) {
  return std::make_unique<SemiImplicitEuler>(tree, work);
}

void Integrator::recall(const MotionState& state, std::span<const double> memory) {
  if (const std::size_t size = expectedMemory(memory); size != memory.size())
    throw std::invalid_argument("memory of an integrator: expected " + std::to_string(size) +
                                " numbers, found " + std::to_string(memory.size()));
  MemoryVisitor visitor = MemoryVisitor::restoring(memory);
  visitMemory(visitor);
  resume(state);
}

void requireStillFinite(const MotionState& state) {
  if (!state.q.allFinite() || !state.v.allFinite() || !std::isfinite(state.work))
    throw SimulationError("numbers are no longer finite");
}

}  // namespace linkwork
