#include "linkwork/integrators/integrators.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/dynamics/explicit_steps.hpp"
#include "linkwork/dynamics/loop_closure.hpp"

namespace linkwork {
namespace {

/// A step of a differential equation, and the loops closed after it.
class DifferentialIntegrator : public Integrator {
 public:
  DifferentialIntegrator(const ClusterTree<double>& tree, const EquationsOfMotion& motion,
                         Workspace<double>& work, WholeStep whole)
      : tree_(tree),
        stages_(tree),
        motion_(motion),
        work_(work),
        whole_(whole ? std::move(whole)
                     : [](double, const Eigen::VectorXd&, MotionState&) { return false; }) {}

  void start(const MotionState&) override {}

  double step(double h, MotionState& state) override {
    advance(h, state);
    requireStillFinite(state);
    closeLoops<double>(tree_, work_, state.q, state.v);
    return h;
  }

 protected:
  virtual void advance(double h, MotionState& state) = 0;

  /// The equations of motion at a stage, which adds to the mean power of the step.
  auto motion(double& power) const {
    return [this, &power](double sinceStart, double weight, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& v,
                          Eigen::VectorXd& a) { power += weight * motion_(sinceStart, q, v, a); };
  }

  /// Whether the step is done already.
  bool advanceWhole(double h, const Eigen::VectorXd& w, MotionState& state) const {
    return whole_(h, w, state);
  }

  const ClusterTree<double>& tree_;
  StageVectors<double> stages_;

 private:
  const EquationsOfMotion& motion_;
  Workspace<double>& work_;
  WholeStep whole_;
};

/// Semi-implicit Euler. Symplectic where the mass matrix is constant; elsewhere energy drifts by
/// h².
///
/// On trees w = v. Velocities here are those of half a step before their positions: v' is the way
/// (q' ⊖ q)/h. Where loops make a depend on the square of velocities, that half step drains energy,
/// so there w = v + ½ h a of the last step, and v is the way that closed loops have left; what is
/// handed out is tangent to the loops. Energy then oscillates.
class SemiImplicitEuler final : public DifferentialIntegrator {
 public:
  SemiImplicitEuler(const ClusterTree<double>& tree, const EquationsOfMotion& motion,
                    Workspace<double>& work, WholeStep whole)
      : DifferentialIntegrator(tree, motion, work, std::move(whole)),
        hasLoops_(std::any_of(tree.clusters().begin(), tree.clusters().end(),
                              [](const Cluster<double>& cluster) {
                                return cluster.constraint && !cluster.constraint->loops.empty();
                              })),
        way_(Eigen::VectorXd::Zero(tree.velocitySize())),
        ahead_(way_),
        velocity_(way_),
        before_(tree.positionSize()) {}

  void start(const MotionState&) override { lengthBefore_ = 0; }
  void jump(const MotionState& state) override {
    way_ = state.v;
    ahead_.setZero();
  }

  double step(double h, MotionState& state) override {
    if (!hasLoops_) {
      DifferentialIntegrator::step(h, state);
    } else {
      before_ = state.q;
      DifferentialIntegrator::step(h, state);
      noteWay(h, state);
    }
    lengthBefore_ = h;
    return h;
  }

  double lateness() const override { return 0.5 * lengthBefore_; }

  std::size_t memorySize() const override {
    return hasLoops_ ? 1 + 2 * static_cast<std::size_t>(way_.size()) : 1;
  }
  void remember(std::span<double> into) const override {
    into[0] = lengthBefore_;
    if (!hasLoops_) return;
    std::copy(way_.begin(), way_.end(), into.begin() + 1);
    std::copy(ahead_.begin(), ahead_.end(), into.begin() + 1 + way_.size());
  }
  void recall(const MotionState&, std::span<const double> memory) override {
    lengthBefore_ = memory[0];
    if (!hasLoops_) return;
    const auto numbers = memory.begin() + 1;
    std::copy_n(numbers, way_.size(), way_.begin());
    std::copy_n(numbers + way_.size(), ahead_.size(), ahead_.begin());
  }

 private:
  void advance(double h, MotionState& state) override {
    velocity_ = state.v;
    if (hasLoops_ && lengthBefore_ > 0) {
      // Where velocities change by more in half a step, the step is long for them, and what is
      // extrapolated would feed on itself.
      constexpr double mostAhead = 0.01;
      state.v = way_;
      const double most = mostAhead * way_.norm(), ahead = ahead_.norm();
      velocity_ = way_ + (ahead > most ? most / ahead : 1.0) * ahead_;
    }
    stages_.acceleration = state.v;
    const double pushed = lengthBefore_ > 0 ? 0.5 * (h + lengthBefore_) : h;
    if (pushed == h && advanceWhole(h, velocity_, state)) {
      stages_.acceleration = (state.v - stages_.acceleration) / h;
      return;
    }
    double power = 0;
    stepSemiImplicitEuler(tree_, tree_.turningRoots(), h, pushed, motion(power), velocity_, stages_,
                          state.q, state.v);
    state.work += h * power;
  }

  /// How a step has moved in the end, and what half a push more would change of it. What turns by
  /// itself has its velocity in axes of its own, and has turned already.
  void noteWay(double h, const MotionState& state) {
    difference<double>(tree_, before_, state.q, way_);
    way_ /= h;
    ahead_ = 0.5 * h * stages_.acceleration;
    for (const TurningRoot<double>& root : tree_.turningRoots()) {
      way_.segment(root.velocity, root.velocities()) =
          state.v.segment(root.velocity, root.velocities());
      ahead_.segment(root.velocity, root.velocities()).setZero();
    }
  }

  const bool hasLoops_;
  double lengthBefore_ = 0;  ///< of the last step; 0 before the first one
  Eigen::VectorXd way_, ahead_, velocity_, before_;
};

class RungeKutta4 final : public DifferentialIntegrator {
 public:
  using DifferentialIntegrator::DifferentialIntegrator;

 private:
  void advance(double h, MotionState& state) override {
    if (advanceWhole(h, state.v, state)) return;
    double power = 0;
    stepRungeKutta4(tree_, h, motion(power), stages_, state.q, state.v);
    state.work += h * power;
  }
};

}  // namespace

std::unique_ptr<Integrator> makeRungeKutta4(const ClusterTree<double>& tree,
                                            const EquationsOfMotion& motion,
                                            Workspace<double>& work, WholeStep whole) {
  return std::make_unique<RungeKutta4>(tree, motion, work, std::move(whole));
}

std::unique_ptr<Integrator> makeSemiImplicitEuler(const ClusterTree<double>& tree,
                                                  const EquationsOfMotion& motion,
                                                  Workspace<double>& work, WholeStep whole) {
  return std::make_unique<SemiImplicitEuler>(tree, motion, work, std::move(whole));
}

void requireStillFinite(const MotionState& state) {
  if (!state.q.allFinite() || !state.v.allFinite() || !std::isfinite(state.work))
    throw SimulationError("numbers are no longer finite");
}

}  // namespace linkwork
