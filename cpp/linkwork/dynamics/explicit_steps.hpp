#pragma once

#include <array>

#include "linkwork/dynamics/configuration.hpp"

/// Steps of q̇ = v, v̇ = a(t, q, v) on the joints' groups, without loops. Plain numbers
/// step one mechanism, lanes several; jets differentiate the same step, expressions generate code.
///
/// `tree` is the argument of `retract` and `chartVelocity`: a ClusterTree, or the joints of lanes.
/// `motion(sinceStart, weight, q, v, a)` writes a at a stage; the weights of a step's stages add up
/// to one. h is a number, or an expression in generated code.
namespace linkwork {

/// The outputs of the stages of a step.
template <typename Scalar>
struct StageVectors {
  explicit StageVectors(const ClusterTree<Scalar>& tree)
      : position(tree.positionSize()),
        velocity(tree.velocitySize()),
        delta(velocity),
        rate(velocity),
        acceleration(velocity),
        deltaSum(velocity),
        velocitySum(velocity) {}

  VectorX<Scalar> position, velocity, delta, rate, acceleration, deltaSum, velocitySum;
};

/// Semi-implicit Euler, order 1, with accelerations at velocities w. Its velocities are half a step
/// behind its positions. A force therefore acts over half of this step and half of the one before:
///
///   v' = v + h_m a(q, w),  q' = q ⊕ h v'       h_m = (h + h_before) / 2
///
/// and for floating bodies, which move freely after the force has acted (turning_root.hpp):
///
///   v* = v + h_m (a(q, w) − a₀(w)),  (q', v') = the free motion from v* over h
template <typename Tree, typename Roots, typename Length, typename Motion, typename Ahead,
          typename Stages, typename Vector>
void stepSemiImplicitEuler(const Tree& tree, const Roots& roots, const Length& h,
                           const Length& pushed, Motion&& motion, const Ahead& w, Stages& at,
                           Vector& q, Vector& v) {
  using Scalar = typename Vector::Scalar;
  motion(0.0, 1.0, q, w, at.acceleration);
  for (const TurningRoot<Scalar>& root : roots) root.removeOwn(w, at.acceleration);
  v += Scalar(pushed) * at.acceleration;
  at.delta = Scalar(h) * v;
  for (const TurningRoot<Scalar>& root : roots)
    at.delta.segment(root.velocity, root.velocities()).setZero();
  retract<Scalar>(tree, q, at.delta, q);
  for (const TurningRoot<Scalar>& root : roots) root.move(Scalar(h), q, v);
}

/// The tableau of the classical Runge–Kutta method. Each stage starts from the rates of the one
/// before.
struct RungeKutta4Tableau {
  static constexpr std::array stageTime{0.0, 0.5, 0.5, 1.0};  ///< parts of h
  static constexpr std::array weight{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
};

/// The classical Runge–Kutta method, order 4, in the chart q = q₀ ⊕ δ around the step's start:
///
///   δ̇ = T(δ)⁻¹ v,  v̇ = a(q₀ ⊕ δ, v)
///
/// On groups this is the method of Munthe-Kaas (BIT 38, 1998) with T⁻¹ in closed form.
template <typename Tree, typename Length, typename Motion, typename Stages, typename Vector>
void stepRungeKutta4(const Tree& tree, const Length& h, Motion&& motion, Stages& at, Vector& q,
                     Vector& v) {
  using Scalar = typename Vector::Scalar;
  constexpr auto stageTime = RungeKutta4Tableau::stageTime, weight = RungeKutta4Tableau::weight;
  at.deltaSum.setZero();
  at.velocitySum.setZero();
  for (std::size_t stage = 0; stage < stageTime.size(); ++stage) {
    if (stage == 0) {
      at.delta.setZero();
      at.velocity = v;
    } else {
      const Scalar since(stageTime[stage] * h);
      at.delta = since * at.rate;
      at.velocity = v + since * at.acceleration;
    }
    retract<Scalar>(tree, q, at.delta, at.position);
    chartVelocity<Scalar>(tree, at.delta, at.velocity, at.rate);
    motion(stageTime[stage] * h, weight[stage], at.position, at.velocity, at.acceleration);
    at.deltaSum += Scalar(weight[stage]) * at.rate;
    at.velocitySum += Scalar(weight[stage]) * at.acceleration;
  }
  at.delta = Scalar(h) * at.deltaSum;
  retract<Scalar>(tree, q, at.delta, q);
  v += Scalar(h) * at.velocitySum;
}

/// γ of the Rosenbrock method.
constexpr double rosenbrockPart = 1 - 0.70710678118654752440;

/// The Rosenbrock method ROS2 of ẏ = F(y), y = (q, v), with W = I − γ h A in place of Newton's
/// matrix:
///
///   W k₁ = F(y),  W k₂ = F(y + h k₁) − 2 k₁,  y' = y + (h/2) (3 k₁ + k₂)      γ = 1 − 1/√2
///
/// Order 2 for any A, and L-stable for A = ∂F/∂y. Without forces in A it is symplectic on linear
/// systems. Here A has the diagonals K and D of springs and dampers, A(q, v) = (v, −M⁻¹(K q + D
/// v)). Both stages are then forward dynamics with a larger M:
///
///   (M + B) v̇₁ = f(q, v) − γ h K v                                B = γ h (D + γ h K)
///   (M + B) (v̇₂ + 2 v̇₁) = f(q₁, v₁) − γ h K (v₁ − 2 q̇₁) + 2 B v̇₁      q̇₁ = v + γ h v̇₁
///
/// `motion(sinceStart, weight, q, v, a, added)` writes a = (M + B)⁻¹ (f(q, v) − γ h K v + added);
/// `added` is null at the first stage.
///
/// Source: Verwer, Spee, Blom & Hundsdorfer, "A second-order Rosenbrock method applied to
/// photochemical dispersion problems", SIAM J. Sci. Comput. 20 (1999).
template <typename Tree, typename Motion, typename Stages, typename Vector>
void stepRosenbrock(const Tree& tree, double h, const Eigen::VectorXd& damping,
                    const Eigen::VectorXd& stiffness, Motion&& motion, Stages& at, Vector& q,
                    Vector& v) {
  using Scalar = typename Vector::Scalar;
  const Scalar step(h), part(rosenbrockPart * h);
  motion(0.0, 0.5, q, v, at.acceleration, nullptr);
  at.rate = v + part * at.acceleration;
  at.delta = step * at.rate;
  retract<Scalar>(tree, q, at.delta, at.position);
  at.velocity = v + step * at.acceleration;

  Vector &added = at.deltaSum, &second = at.velocitySum;
  added = stiffness.template cast<Scalar>().cwiseProduct(at.rate + part * at.acceleration) +
          damping.template cast<Scalar>().cwiseProduct(at.acceleration);
  added *= Scalar(2) * part;
  motion(h, 0.5, at.position, at.velocity, second, &added);
  second -= Scalar(2) * at.acceleration;
  at.delta = Scalar(0.5) * step * (at.rate + at.velocity + part * second);
  retract<Scalar>(tree, q, at.delta, q);
  v += Scalar(0.5) * step * (Scalar(3) * at.acceleration + second);
}

}  // namespace linkwork
