#include "linkwork/integrators/integrators.hpp"

#include <algorithm>
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

/// Semi-implicit Euler, order 1:  v' = v + h a(q, w),  q' = q ⊕ h v'. Symplectic where the mass
/// matrix is constant; elsewhere energy drifts by h².
///
/// On trees w = v. Velocities here are those of half a step before their positions: v' is the way
/// (q' ⊖ q)/h. Where loops make a depend on the square of velocities, that half step drains energy,
/// so there w = v + ½ h a of the last step, and v is the way that closed loops have left; what is
/// handed out is tangent to the loops. Energy then oscillates.
class SemiImplicitEuler final : public DifferentialIntegrator {
 public:
  SemiImplicitEuler(const ClusterTree<double>& tree, const EquationsOfMotion& motion,
                    Workspace<double>& work)
      : DifferentialIntegrator(tree, motion, work),
        hasLoops_(std::any_of(tree.clusters().begin(), tree.clusters().end(),
                              [](const Cluster<double>& cluster) {
                                return cluster.constraint && !cluster.constraint->loops.empty();
                              })),
        acceleration_(tree.velocitySize()),
        delta_(tree.velocitySize()),
        way_(Eigen::VectorXd::Zero(tree.velocitySize())),
        ahead_(way_),
        velocity_(way_),
        before_(tree.positionSize()) {}

  void start(const MotionState&) override { isUnderWay_ = false; }

  double step(double h, MotionState& state) override {
    if (!hasLoops_) return DifferentialIntegrator::step(h, state);
    before_ = state.q;
    const double passed = DifferentialIntegrator::step(h, state);
    difference<double>(tree_, before_, state.q, way_);
    way_ /= h;
    ahead_ = 0.5 * h * acceleration_;
    isUnderWay_ = true;
    return passed;
  }

  std::size_t memorySize() const override {
    return hasLoops_ ? 1 + 2 * static_cast<std::size_t>(way_.size()) : 0;
  }
  void remember(std::span<double> into) const override {
    if (!hasLoops_) return;
    into[0] = isUnderWay_ ? 1 : 0;
    std::copy(way_.begin(), way_.end(), into.begin() + 1);
    std::copy(ahead_.begin(), ahead_.end(), into.begin() + 1 + way_.size());
  }
  void recall(const MotionState&, std::span<const double> memory) override {
    if (!hasLoops_) return;
    isUnderWay_ = memory[0] != 0;
    const auto numbers = memory.begin() + 1;
    std::copy_n(numbers, way_.size(), way_.begin());
    std::copy_n(numbers + way_.size(), ahead_.size(), ahead_.begin());
  }

 private:
  void advance(double h, MotionState& state) override {
    velocity_ = state.v;
    if (isUnderWay_) {
      // Where velocities change by more in half a step, the step is long for them, and what is
      // extrapolated would feed on itself.
      constexpr double mostAhead = 0.01;
      state.v = way_;
      const double most = mostAhead * way_.norm(), ahead = ahead_.norm();
      velocity_ = way_ + (ahead > most ? most / ahead : 1.0) * ahead_;
    }
    state.work += h * motion_(0, state.q, velocity_, acceleration_);
    state.v += h * acceleration_;
    delta_ = h * state.v;
    retract<double>(tree_, state.q, delta_, state.q);
  }

  const bool hasLoops_;
  bool isUnderWay_ = false;
  Eigen::VectorXd acceleration_, delta_, way_, ahead_, velocity_, before_;
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
