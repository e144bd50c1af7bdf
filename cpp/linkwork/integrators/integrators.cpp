#include "linkwork/integrators/integrators.hpp"

#include <array>
#include <cmath>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/loop_closure.hpp"

namespace linkwork {
namespace {

/// A step of a differential equation, and the loops closed after it.
class DifferentialIntegrator : public Integrator {
 public:
  DifferentialIntegrator(const ClusterTree<double>& tree, const EquationsOfMotion& motion,
                         Workspace<double>& work)
      : tree_(tree), motion_(motion), work_(work) {}

  void start(const MotionState&) override {}

  double step(double h, MotionState& state) override {
    advance(h, state);
    requireStillFinite(state);
    closeLoops<double>(tree_, work_, state.q, state.v);
    return h;
  }

 protected:
  virtual void advance(double h, MotionState& state) = 0;

  const ClusterTree<double>& tree_;
  const EquationsOfMotion& motion_;

 private:
  Workspace<double>& work_;
};

/// Semi-implicit (symplectic) Euler, order 1:  v' = v + h a(q, v),  q' = q ⊕ h v'.
class SemiImplicitEuler final : public DifferentialIntegrator {
 public:
  SemiImplicitEuler(const ClusterTree<double>& tree, const EquationsOfMotion& motion,
                    Workspace<double>& work)
      : DifferentialIntegrator(tree, motion, work),
        acceleration_(tree.velocitySize()),
        delta_(tree.velocitySize()) {}

 private:
  void advance(double h, MotionState& state) override {
    state.work += h * motion_(0, state.q, state.v, acceleration_);
    state.v += h * acceleration_;
    delta_ = h * state.v;
    retract<double>(tree_, state.q, delta_, state.q);
  }

  Eigen::VectorXd acceleration_, delta_;
};

/// The classical Runge–Kutta method, order 4, in the chart q = q₀ ⊕ δ around the step's start:
///
///   δ̇ = T(δ)⁻¹ v,  v̇ = a(q₀ ⊕ δ, v)
///
/// On groups this is the method of Munthe-Kaas (BIT 38, 1998) with T⁻¹ in closed form.
class RungeKutta4 final : public DifferentialIntegrator {
 public:
  RungeKutta4(const ClusterTree<double>& tree, const EquationsOfMotion& motion,
              Workspace<double>& work)
      : DifferentialIntegrator(tree, motion, work),
        position_(tree.positionSize()),
        velocity_(tree.velocitySize()),
        delta_(tree.velocitySize()),
        rate_(tree.velocitySize()),
        acceleration_(tree.velocitySize()),
        deltaSum_(tree.velocitySize()),
        velocitySum_(tree.velocitySize()) {}

 private:
  void advance(double h, MotionState& state) override {
    constexpr std::array stageTime{0.0, 0.5, 0.5, 1.0};
    constexpr std::array weight{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    deltaSum_.setZero();
    velocitySum_.setZero();
    double workSum = 0;
    for (std::size_t stage = 0; stage < stageTime.size(); ++stage) {
      if (stage == 0) {
        delta_.setZero();
        velocity_ = state.v;
      } else {
        delta_ = (stageTime[stage] * h) * rate_;
        velocity_ = state.v + (stageTime[stage] * h) * acceleration_;
      }
      retract<double>(tree_, state.q, delta_, position_);
      chartVelocity<double>(tree_, delta_, velocity_, rate_);
      workSum += weight[stage] * motion_(stageTime[stage] * h, position_, velocity_, acceleration_);
      deltaSum_ += weight[stage] * rate_;
      velocitySum_ += weight[stage] * acceleration_;
    }
    delta_ = h * deltaSum_;
    retract<double>(tree_, state.q, delta_, state.q);
    state.v += h * velocitySum_;
    state.work += h * workSum;
  }

  Eigen::VectorXd position_, velocity_, delta_, rate_, acceleration_, deltaSum_, velocitySum_;
};

}  // namespace

std::unique_ptr<Integrator> makeRungeKutta4(const ClusterTree<double>& tree,
                                            const EquationsOfMotion& motion,
                                            Workspace<double>& work) {
  return std::make_unique<RungeKutta4>(tree, motion, work);
}

std::unique_ptr<Integrator> makeSemiImplicitEuler(const ClusterTree<double>& tree,
                                                  const EquationsOfMotion& motion,
                                                  Workspace<double>& work) {
  return std::make_unique<SemiImplicitEuler>(tree, motion, work);
}

void requireStillFinite(const MotionState& state) {
  if (!state.q.allFinite() || !state.v.allFinite() || !std::isfinite(state.work))
    throw SimulationError("numbers are no longer finite");
}

}  // namespace linkwork
