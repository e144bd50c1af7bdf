#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/model/discrete_momenta.hpp"
#include "linkwork/model/motion_state.hpp"

namespace linkwork::contact {
class UnilateralConstraints;
}

namespace linkwork {

/// The equations of motion: writes v̇ at (q, v), `sinceStart` of the step [s], and returns the power
/// of all forces that are neither gravity nor springs nor constraints [W].
using EquationsOfMotion = std::function<double(double sinceStart, const Eigen::VectorXd& q,
                                               const Eigen::VectorXd& v, Eigen::VectorXd& a)>;

/// A whole step of a differential equation by other means than its stages (explicit_steps.hpp),
/// with w as semi-implicit Euler takes it: moves the state on by h [s], or returns false and leaves
/// it.
using WholeStep = std::function<bool(double h, const Eigen::VectorXd& w, MotionState& state)>;

/// A whole step of discrete mechanics by other means (minimal_variational_integrator.hpp): from a
/// state and the momenta there to those after it; u is a guess of the average velocity, then that
/// velocity. False, and only u has changed, where it cannot.
using WholeDiscreteStep =
    std::function<bool(double h, const MotionState& state, const DiscreteMomenta<double>& momenta,
                       Eigen::VectorXd& u, MotionState& arrived, DiscreteMomenta<double>& end)>;

/// What moves a mechanism on. All memory is taken at construction.
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Begins at a state, which must be on the loops.
  virtual void start(const MotionState& state) = 0;

  /// Goes on from a state whose velocities have jumped between two steps.
  virtual void jump(const MotionState& state) { start(state); }

  /// One step of at most h [s] from where the last one led; loops and couplings are closed to
  /// rounding afterwards. Returns the time that has passed. Throws SimulationError if it cannot be
  /// completed; the integrator is as before then, and `state` is anything.
  virtual double step(double h, MotionState& state) = 0;

  /// The same, ending after `most` [s] if it would take longer; whole steps where all are alike.
  virtual double stepWithin(double, double h, MotionState& state) { return step(h, state); }
  /// Whether steps are of lengths that they choose, and may end early.
  virtual bool adapts() const { return false; }

  /// What makes the motion go on exactly as it would have, besides the state. Its size may change
  /// from step to step; `expectedMemory` is that of a memory which begins like the one given.
  virtual std::size_t memorySize() const { return 0; }
  virtual std::size_t expectedMemory(std::span<const double>) const { return memorySize(); }
  virtual void remember(std::span<double>) const {}
  virtual void recall(const MotionState& state, std::span<const double>) { start(state); }

  /// Whether the loops of a state between its steps may be open by more than closureTolerance.
  virtual bool leavesLoopsOpen() const { return false; }

  /// How far its velocities are behind its positions [s].
  virtual double lateness() const { return 0; }

  /// Whether velocities go on from step to step, or are only what forces make them.
  virtual bool hasInertia() const { return true; }

  /// Contacts and limits, if it keeps any; else null.
  virtual const contact::UnilateralConstraints* contacts() const { return nullptr; }
};

/// The classical Runge–Kutta method, order 4, and semi-implicit Euler, order 1, for a differential
/// equation on the joints' groups. Loops drift by the method's error in a step and are closed again
/// (loop_closure.hpp), with the scratch memory given. `whole` takes the steps that it can.
std::unique_ptr<Integrator> makeRungeKutta4(const ClusterTree<double>& tree,
                                            const EquationsOfMotion& motion,
                                            Workspace<double>& work, WholeStep whole = {});
std::unique_ptr<Integrator> makeSemiImplicitEuler(const ClusterTree<double>& tree,
                                                  const EquationsOfMotion& motion,
                                                  Workspace<double>& work, WholeStep whole = {});

/// Throws SimulationError unless all numbers of a state are finite.
void requireStillFinite(const MotionState& state);

}  // namespace linkwork
