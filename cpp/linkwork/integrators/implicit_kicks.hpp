#pragma once

#include <functional>
#include <memory>

#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/integrators/methods.hpp"

namespace linkwork {

/// Adds implicit springs and dampers of joints to a variational integrator.
///
/// Between two knots, the momenta change by half the impulse of all forces f, the motion is free,
/// and they change by the other half at its end. If springs or dampers are too stiff for explicit
/// steps, each half is implicit, as in RATTLE (implicit_joints.hpp):
///
///   (M + (h/2) C) (v' − v) = (h/2) (f(q) − C v),   C = D + h K
///
/// M is that of the knot, and f includes gravity and forces of contacts. The impulse M (v' − v) is
/// that of the forces f − C v'. The integrator applies this force, on a tree without dampers.
/// Compositions would take kicks backwards, so stiff steps are single ones of order 1.
class ImplicitKicks final : public Integrator {
 public:
  using Make = std::function<std::unique_ptr<Integrator>(const ClusterTree<double>&)>;

  /// @param smooth  takes the steps that are not stiff
  /// @param make    makes the integrator of stiff steps, of order 2, on a tree that outlives it
  ImplicitKicks(std::unique_ptr<Integrator> smooth, const IntegratorContext& context,
                ImplicitJoints joints, const Make& make);

  void start(const MotionState& state) override { steps().start(state); }
  void jump(const MotionState& state) override { steps().jump(state); }
  /// Allocates if joints are stiff and h has changed.
  double step(double h, StepForces& forces, MotionState& state) override;
  void visitMemory(MemoryVisitor& visit) override;
  void resume(const MotionState& state) override;

  ImplicitTree implicitTree(double h) override;
  void predict(double h, StepForces& forces, const MotionState& state, Eigen::VectorXd& a) override;
  bool resolvesForces() const override { return stiffStep_ == 0; }

 private:
  /// The force −C v' at a knot.
  class Kick final : public KnotForces {
   public:
    explicit Kick(ImplicitJoints& joints) : joints_(joints) {}
    void setStep(double h);
    void addTo(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
               AppliedForces<double>& applied) override;

   private:
    ImplicitJoints& joints_;
    double h_ = 0;
    Eigen::VectorXd damping_, a_, noVelocity_;  ///< C, v̇, zeros
  };

  Integrator& steps() { return stiffStep_ > 0 ? *stiff_ : *smooth_; }
  Integrator& otherSteps() { return stiffStep_ > 0 ? *smooth_ : *stiff_; }

  std::unique_ptr<Integrator> smooth_;
  ImplicitJoints joints_;
  const ClusterTree<double> flight_;  ///< without dampers
  std::unique_ptr<Integrator> stiff_;
  Kick kick_;
  Eigen::VectorXd before_, torque_;
  double stiffStep_ = 0;     ///< of the last step if it was implicit, else 0
  bool isRecalled_ = false;  ///< whether both integrators can continue
};

}  // namespace linkwork
