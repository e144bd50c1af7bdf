#include "linkwork/simulation/integrators.hpp"

#include "linkwork/mechanism/wording.hpp"
#include "linkwork/tree/configuration.hpp"

namespace linkwork {
namespace {

/// Semi-implicit (symplectic) Euler, order 1:  v' = v + h a(q, v),  q' = q ⊕ h v'.
class SemiImplicitEuler final : public Integrator {
 public:
  explicit SemiImplicitEuler(const ClusterTree<double>& tree)
      : acceleration_(tree.velocitySize()), delta_(tree.velocitySize()) {}

  void step(const ClusterTree<double>& tree, const EquationsOfMotion& motion, double h,
            MotionState& state) override {
    state.work += h * motion(0, state.q, state.v, acceleration_);
    state.v += h * acceleration_;
    delta_ = h * state.v;
    retract<double>(tree, state.q, delta_, state.q);
  }

 private:
  Eigen::VectorXd acceleration_, delta_;
};

/// The classical Runge–Kutta method, order 4, in the chart q = q₀ ⊕ δ around the step's start:
///
///   δ̇ = T(δ)⁻¹ v,  v̇ = a(q₀ ⊕ δ, v)
///
/// On groups this is the method of Munthe-Kaas (BIT 38, 1998) with T⁻¹ in closed form.
class RungeKutta4 final : public Integrator {
 public:
  explicit RungeKutta4(const ClusterTree<double>& tree)
      : position_(tree.positionSize()),
        velocity_(tree.velocitySize()),
        delta_(tree.velocitySize()),
        rate_(tree.velocitySize()),
        acceleration_(tree.velocitySize()),
        deltaSum_(tree.velocitySize()),
        velocitySum_(tree.velocitySize()) {}

  void step(const ClusterTree<double>& tree, const EquationsOfMotion& motion, double h,
            MotionState& state) override {
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
      retract<double>(tree, state.q, delta_, position_);
      chartVelocity<double>(tree, delta_, velocity_, rate_);
      workSum += weight[stage] * motion(stageTime[stage] * h, position_, velocity_, acceleration_);
      deltaSum_ += weight[stage] * rate_;
      velocitySum_ += weight[stage] * acceleration_;
    }
    delta_ = h * deltaSum_;
    retract<double>(tree, state.q, delta_, state.q);
    state.v += h * velocitySum_;
    state.work += h * workSum;
  }

 private:
  Eigen::VectorXd position_, velocity_, delta_, rate_, acceleration_, deltaSum_, velocitySum_;
};

}  // namespace

std::unique_ptr<Integrator> makeIntegrator(std::string_view name, const ClusterTree<double>& tree) {
  if (name == "rk4") return std::make_unique<RungeKutta4>(tree);
  if (name == "semi-implicit-euler") return std::make_unique<SemiImplicitEuler>(tree);
  throw MechanismError("integrator", "no integrator is named " + detail::quoted(name) +
                                         detail::suggestion(name, "integrators", integratorNames));
}

}  // namespace linkwork
