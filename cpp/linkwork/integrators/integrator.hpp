#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/model/discrete_momenta.hpp"
#include "linkwork/model/motion_state.hpp"

namespace linkwork::contact {
class UnilateralConstraints;
}

namespace linkwork {

/// Forces at the knots of a variational step that depend on all others there.
class KnotForces {
 public:
  virtual ~KnotForces() = default;
  /// Adds them to the other applied forces. v are the velocities before the momenta change.
  virtual void addTo(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                     AppliedForces<double>& applied) = 0;
};

/// The forces of a step. Integrators obtain all forces from here.
///
/// `sinceStart` is the time since the start of the step, less `partStart` [s].
class StepForces {
 public:
  virtual ~StepForces() = default;

  /// Writes v̇ at (q, v). Returns the power of all forces without gravity, springs and constraint
  /// forces [W].
  virtual double accelerate(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                            Eigen::VectorXd& a) = 0;

  /// Applied forces of the last `accelerate`, as forces on joints dual to v, if they depend on the
  /// state; else null.
  virtual const Eigen::VectorXd* changingTorque() const { return nullptr; }

  /// The same at the velocities v by the dynamics of another tree with the same joints, whose
  /// armatures include implicit forces. Writes the applied forces on joints into `torque`. `added`
  /// are further forces on joints; null: none. Without an implementation forces are explicit.
  virtual void accelerateImplicitly(double sinceStart, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& v, const ClusterTree<double>&,
                                    Workspace<double>&, const Eigen::VectorXd*,
                                    Eigen::VectorXd& torque, Eigen::VectorXd& a) {
    accelerate(sinceStart, q, v, a);
    torque.setZero();
  }

  /// Whether applied forces can differ from zero. If not, integrators need not call `gather`.
  virtual bool act() const = 0;
  /// Writes the applied forces at (q, v): joint forces and wrenches on bodies.
  virtual void gather(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      AppliedForces<double>& applied) = 0;

  /// Takes a whole step h of an integrator of the method "articulated-body" by compiled code, with
  /// w as in semi-implicit Euler (explicit_steps.hpp). Returns false and leaves the state if there
  /// is no code for it, or if the forces change within the step.
  virtual bool takeCompiledStep(std::string_view, double, const Eigen::VectorXd&, MotionState&) {
    return false;
  }
  /// The same for the method "variational": from a state and its momenta to those after the step.
  /// u is a guess of the average velocity, then that velocity. If it returns false, only u has
  /// changed.
  virtual bool takeCompiledDiscreteStep(double, const MotionState&, const DiscreteMomenta<double>&,
                                        Eigen::VectorXd&, MotionState&, DiscreteMomenta<double>&) {
    return false;
  }

  double partStart = 0;           ///< start of the part that a composition takes [s]
  WarmStartForce warmStart;       ///< of contacts, in `accelerate` and `gather`
  KnotForces* atKnots = nullptr;  ///< null: none
  /// Forces of limits of tendons, by tendon, which reactions include; empty in steps.
  std::vector<double> limitTensions;

  /// Joint Coulomb friction that contacts solve for in this step; null: none.
  const Eigen::VectorXd* relieved() const {
    return warmStart.relieves ? &warmStart.relieved : nullptr;
  }
};

/// Visits the numbers that an integrator stores between steps, in a fixed order. It counts, saves
/// or restores them.
class MemoryVisitor {
 public:
  enum class Task { measure, expect, save, restore };

  /// Counts the numbers.
  MemoryVisitor() = default;
  /// Copies them to `into`, which has as many.
  static MemoryVisitor saving(std::span<double> into) { return {Task::save, into, {}}; }
  /// Copies them from `memory`, which has as many.
  static MemoryVisitor restoring(std::span<const double> memory) {
    return {Task::restore, {}, memory};
  }
  /// Counts those of a memory that begins with these numbers.
  static MemoryVisitor expecting(std::span<const double> memory) {
    return {Task::expect, {}, memory};
  }

  void operator()(std::span<double> numbers) {
    if (task_ == Task::save) std::copy(numbers.begin(), numbers.end(), into_.begin() + offset());
    if (task_ == Task::restore)
      std::copy_n(memory_.begin() + offset(), numbers.size(), numbers.begin());
    size_ += numbers.size();
  }
  void operator()(double& number) { (*this)({&number, 1}); }
  void operator()(bool& flag) {
    double number = flag ? 1 : 0;
    (*this)(number);
    flag = number != 0;
  }
  template <typename Derived>
  void operator()(Eigen::PlainObjectBase<Derived>& numbers) {
    (*this)({numbers.data(), static_cast<std::size_t>(numbers.size())});
  }

  /// Visits a part whose size changes from step to step. It has `memorySize`, `expectedMemory`,
  /// `remember` and `recall`.
  template <typename Part>
  void visitPart(Part& part) {
    const bool isKnown = task_ == Task::measure || task_ == Task::save;
    const std::span<const double> rest = memory_.subspan(std::min(size_, memory_.size()));
    const std::size_t count = isKnown ? part.memorySize() : part.expectedMemory(rest);
    if (task_ == Task::save) part.remember(into_.subspan(size_, count));
    if (task_ == Task::restore) part.recall(rest.first(count));
    size_ += count;
  }

  bool isRestoring() const { return task_ == Task::restore; }
  std::size_t size() const { return size_; }

 private:
  MemoryVisitor(Task task, std::span<double> into, std::span<const double> memory)
      : task_(task), into_(into), memory_(memory) {}
  std::ptrdiff_t offset() const { return static_cast<std::ptrdiff_t>(size_); }

  Task task_ = Task::measure;
  std::span<double> into_;
  std::span<const double> memory_;
  std::size_t size_ = 0;  ///< numbers visited
};

/// A method that advances the state of a mechanism by steps. Allocates in its constructor only.
///
/// If `step` throws, state and integrator are undefined. The caller restores both (SavedStep).
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Starts at a state on the loops.
  virtual void start(const MotionState& state) = 0;
  /// Continues from a state whose velocities have jumped between two steps.
  virtual void jump(const MotionState& state) { start(state); }

  /// Advances the state by at most h [s]. Loops and couplings are then closed to rounding.
  ///
  /// @param state  the state after the last step, or after `start`
  /// @return       the length of the step [s]
  /// @throws SimulationError if the step cannot be completed
  virtual double step(double h, StepForces& forces, MotionState& state) = 0;

  /// Whether the integrator chooses the lengths of its steps.
  virtual bool adapts() const { return false; }
  /// Takes a step of at most `most` [s], if the integrator adapts; else a whole step.
  virtual double stepWithin(double, double h, StepForces& forces, MotionState& state) {
    return step(h, forces, state);
  }

  /// A tree whose inertias include implicit forces for a time [s].
  struct ImplicitTree {
    const ClusterTree<double>* tree;  ///< null: none; valid until another time is returned
    double time;
  };
  /// The tree whose inertias resist impulses in a step of h.
  virtual ImplicitTree implicitTree(double) { return {nullptr, 0}; }
  /// Writes v̇ that a step of h begins with.
  virtual void predict(double, StepForces& forces, const MotionState& state, Eigen::VectorXd& a) {
    forces.accelerate(0, state.q, state.v, a);
  }

  /// Visits all numbers that, together with the state, determine the following steps.
  virtual void visitMemory(MemoryVisitor&) {}
  /// Continues from a state after `visitMemory` has restored the memory.
  virtual void resume(const MotionState& state) { start(state); }

  std::size_t memorySize() {
    MemoryVisitor visitor;
    visitMemory(visitor);
    return visitor.size();
  }
  /// The size of a memory that begins with these numbers; the size may change from step to step.
  std::size_t expectedMemory(std::span<const double> memory) {
    MemoryVisitor visitor = MemoryVisitor::expecting(memory);
    visitMemory(visitor);
    return visitor.size();
  }
  void remember(std::span<double> into) {
    MemoryVisitor visitor = MemoryVisitor::saving(into);
    visitMemory(visitor);
  }
  /// Continues from a state and the memory of another integrator of this kind there.
  /// @throws std::invalid_argument if the memory has a wrong size
  void recall(const MotionState& state, std::span<const double> memory);

  /// Whether loops may be open by more than closureTolerance between steps.
  virtual bool leavesLoopsOpen() const { return false; }
  /// The time by which velocities lag behind positions [s].
  virtual double lateness() const { return 0; }
  /// The largest h² k/m of explicit springs of joints, if velocities are late.
  virtual double sprungPart(double) const { return 0; }
  /// Whether velocities continue from step to step. If not, forces determine them.
  virtual bool hasInertia() const { return true; }
  /// Whether velocities jumped in the last step.
  virtual bool hasJumped() const { return false; }
  /// Whether the last step resolved the forces of all joints. If not, its energy is not checked.
  virtual bool resolvesForces() const { return true; }
  /// Steps of h are unstable for motions of rates λ with h |λ| above this; 0: for none.
  virtual double stabilityBound() const { return 0; }
  /// Contacts and limits; null if the integrator has none.
  virtual const contact::UnilateralConstraints* contacts() const { return nullptr; }
};

/// A state and the memory of its integrator before a step, in case that it fails.
class SavedStep {
 public:
  explicit SavedStep(const MotionState& state) : state_(state) {}

  /// @param integrator  null if it has not started
  void save(Integrator* integrator, const MotionState& state) {
    copy(state, state_);
    isStarted_ = integrator != nullptr;
    if (!isStarted_) return;
    memory_.resize(integrator->memorySize());
    integrator->remember(memory_);
  }
  /// Restores the state, and the memory if it was saved.
  void restore(Integrator& integrator, MotionState& state) const {
    copy(state_, state);
    if (isStarted_) integrator.recall(state, memory_);
  }
  void reserve(std::size_t numbers) { memory_.reserve(numbers); }

  const MotionState& state() const { return state_; }
  bool isStarted() const { return isStarted_; }

 private:
  /// Copies q, v and work.
  static void copy(const MotionState& from, MotionState& to) {
    to.q = from.q;
    to.v = from.v;
    to.work = from.work;
  }

  MotionState state_;
  std::vector<double> memory_;
  bool isStarted_ = false;
};

/// The classical Runge–Kutta method, order 4, semi-implicit Euler, order 1, and a Rosenbrock
/// method, order 2, on the joints' groups (explicit_steps.hpp, rosenbrock.cpp). The drift of loops
/// in a step is removed by closeLoops (loop_closure.hpp), which uses `work`.
std::unique_ptr<Integrator> makeRungeKutta4(const ClusterTree<double>& tree,
                                            Workspace<double>& work);
std::unique_ptr<Integrator> makeSemiImplicitEuler(const ClusterTree<double>& tree,
                                                  Workspace<double>& work);

std::unique_ptr<Integrator> makeRosenbrock(const ClusterTree<double>& tree,
                                           Workspace<double>& work);

/// Rosenbrock steps take springs from h² k/m and dampers from h d/m of this on implicitly, which is
/// more accurate than explicitly.
inline constexpr double rosenbrockExplicit = 0.01;

/// Integrator::stabilityBound of the classical Runge–Kutta method, for real and imaginary λ.
inline constexpr double rungeKutta4Bound = 2.83;

/// Throws SimulationError unless all numbers of a state are finite.
void requireStillFinite(const MotionState& state);

}  // namespace linkwork
