#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/explicit_steps.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/integrators/integrator.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

/// A Rosenbrock method (stepRosenbrock) whose W has the springs and dampers of joints if they are
/// stiff. M + B is then the mass matrix with the armatures of ImplicitJoints.
///
/// Stiff springs that move fast gain energy by forces that are not in W, of inertia. Such a step is
/// an error.
class Rosenbrock final : public Integrator {
 public:
  Rosenbrock(const ClusterTree<double>& tree, Workspace<double>& work)
      : tree_(tree),
        work_(work),
        joints_(tree, work, rosenbrockExplicit, rosenbrockExplicit),
        stages_(tree),
        none_(Eigen::VectorXd::Zero(tree.velocitySize())),
        before_(none_),
        torque_(none_) {}

  void start(const MotionState&) override { gained_ = 0; }
  void jump(const MotionState&) override {}
  void resume(const MotionState&) override {}
  void visitMemory(MemoryVisitor& visit) override {
    if (joints_.canBeStiff()) visit(gained_);
  }

  /// Allocates if joints are stiff and h has changed.
  double step(double h, StepForces& forces, MotionState& state) override {
    isStiff_ = joints_.areStiff(h);
    before_ = state.v;
    const Energy before = isStiff_ ? energyOf(state) : Energy{};
    if (isStiff_) joints_.setStep(rosenbrockPart * h, 1);
    double power = 0;
    const auto motion = [&](double sinceStart, double weight, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& v, Eigen::VectorXd& a,
                            const Eigen::VectorXd* added) {
      power += weight * accelerate(sinceStart, q, v, added, forces, a);
    };
    stepRosenbrock(tree_, h, isStiff_ ? joints_.damping() : none_,
                   isStiff_ ? joints_.stiffness() : none_, motion, stages_, state.q, state.v);
    state.work += h * power;
    requireStillFinite(state);
    closeLoops<double>(tree_, work_, state.q, state.v);
    if (isStiff_ && !forces.warmStart.acts && !forces.warmStart.relieves) {
      joints_.requireResolved(h, before_, state.v);
      // The work of changing forces is not known well enough.
      if (!forces.changingTorque())
        requireNoGain(0.5 * h * torque_.dot(before_ + state.v), before, energyOf(state));
    }
    return h;
  }

  bool resolvesForces() const override { return !isStiff_; }

  ImplicitTree implicitTree(double h) override {
    if (!joints_.areStiff(h)) return {nullptr, 0};
    joints_.setStep(rosenbrockPart * h, 1);
    return {&joints_.tree(), rosenbrockPart * h};
  }
  void predict(double h, StepForces& forces, const MotionState& state,
               Eigen::VectorXd& a) override {
    isStiff_ = implicitTree(h).tree != nullptr;
    accelerate(0, state.q, state.v, nullptr, forces, a);
  }

 private:
  struct Energy {
    double kinetic = 0, all = 0;
  };

  Energy energyOf(const MotionState& state) {
    updateKinematics<double>(tree_, state.q, state.v, work_);
    updatePoses(tree_, work_);
    const double kinetic = kineticEnergy<double>(tree_, state.v, work_);
    return {kinetic, kinetic + potentialEnergy<double>(tree_, state.q, work_)};
  }

  /// Throws if the energy of successive stiff steps grows by more than the work of applied forces.
  void requireNoGain(double work, const Energy& before, const Energy& after) {
    constexpr double most = 0.05;  // of the kinetic energy and what the step exchanges with it
    const double gain = after.all - before.all - work,
                 exchanged = after.kinetic - gain - before.kinetic;
    gained_ = std::max(0.0, gained_ + gain);
    if (gained_ > most * (std::max(before.kinetic, after.kinetic - gain) + std::abs(exchanged)) +
                      1e-12 * std::abs(after.all))
      throw SimulationError("stiff joints gain " + detail::written(gained_) +
                            " J: the step is too long for their motion");
  }

  /// The accelerations of a stage. Returns the power of the forces.
  double accelerate(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                    const Eigen::VectorXd* added, StepForces& forces, Eigen::VectorXd& a) {
    if (!isStiff_) return forces.accelerate(sinceStart, q, v, a);
    forces.accelerateImplicitly(sinceStart, q, v, joints_.tree(), joints_.work(), added, torque_,
                                a);
    return torque_.dot(v) + dissipation<double>(tree_, q, v);
  }

  const ClusterTree<double>& tree_;
  Workspace<double>& work_;
  ImplicitJoints joints_;
  StageVectors<double> stages_;
  bool isStiff_ = false;
  double gained_ = 0;  ///< energy that successive stiff steps have gained [J]
  const Eigen::VectorXd none_;
  Eigen::VectorXd before_, torque_;
};

}  // namespace

std::unique_ptr<Integrator> makeRosenbrock(const ClusterTree<double>& tree,
                                           Workspace<double>& work) {
  return std::make_unique<Rosenbrock>(tree, work);
}

}  // namespace linkwork
