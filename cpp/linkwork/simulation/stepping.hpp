#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "linkwork/integrators/methods.hpp"
#include "linkwork/integrators/step_map.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/simulation/acting_forces.hpp"
#include "linkwork/simulation/simulation_state.hpp"

namespace linkwork {

/// The integrator of a simulation, and its clock. State and forces outlive it.
class Stepping {
 public:
  Stepping(SimulationState& state, ActingForces& forces, const SimulationOptions& options);
  Stepping(const Stepping&) = delete;  // integrators point here
  Stepping& operator=(const Stepping&) = delete;

  /// One step, and how long it was [s], at most `most` where steps adapt. One that fails is taken
  /// again in 2, 4 … 64 parts, and after that with the laws of contact met as well as impulses can,
  /// within ContactOptions::allow, and with pushes at its ends alone: large ones, as near dead
  /// centers of loops, would lead far off as forces. On SimulationError the state is that of the
  /// last good one.
  double step(double most = std::numeric_limits<double>::infinity());
  /// Steps that were taken again.
  long retries() const { return retries_; }
  /// Steps that a stretch of time has room for; their number.
  int advance(double seconds);

  double time() const { return startTime_ + static_cast<double>(steps_) * stepSize_; }
  double stepSize() const { return stepSize_; }
  void setStepSize(double seconds);
  const std::string& integrator() const { return integratorName_; }
  void setIntegrator(std::string_view name);
  std::string_view method() const { return method_->name; }
  void setMethod(std::string_view name);

  /// Derivatives of a step begun here and now, as Simulation::stepMap has them.
  void findMap(StepMap& map);

  /// The state was put elsewhere: the next step starts from it.
  void invalidate();
  /// The same, and the clock was set.
  void restart(double time, long retries);

  std::size_t snapshotSize() const;
  void snapshot(std::span<double> into) const;
  void restore(std::span<const double> snapshot);

  /// What the integrators with multipliers ask; good until the next change of forces.
  IntegratorContext bindForces();
  /// Contacts and limits, if the integrator keeps any; else null.
  const contact::UnilateralConstraints* contacts() const { return integrator_->contacts(); }

 private:
  /// The step that is differentiated, by an integrator of its own.
  struct Trial {
    std::unique_ptr<Integrator> integrator;
    std::unique_ptr<StepMapper> mapper;
    MotionState start;  ///< the state as setState would take it: with loops closed
    MotionState end;
    MotionState inItsCharts;  ///< the end in the charts that serve best there
    Eigen::VectorXd braked;   ///< dry friction that may hold there, laid out like v
  };

  int advanceTo(double end);
  void keep();
  void putBack();
  double stepInParts(int parts, double most);
  double stepOnce(double h, double most);
  void count(double passed);
  double takeTrial();
  void requireSmooth();
  void requireFollowed(double h);
  bool canBeStiff() const;
  void requireBalance(double tolerance);
  double energyAt(const MotionState& motion, double part, double& kinetic);
  std::size_t stateNumbers() const;
  bool remembers() const;
  double integratorTag() const;  ///< tells apart what is remembered, by mechanism too; never 0

  SimulationState& state_;
  ActingForces& forces_;
  MotionState lastGood_;
  std::vector<double> lastMemory_;  ///< of the integrator, before a step
  bool wasStarted_ = false;
  bool demandsBalance_ = true;  ///< of energy, in a step that is looked at
  MotionState laterStart_;      ///< where a part of a step begins that is not the first one
  const MotionState* partStart_ = nullptr;  ///< where this part begins
  double partLateness_ = 0;                 ///< Integrator::lateness there
  Eigen::VectorXd change_, read_;
  double missedKinetic_ = 0;    ///< kinetic energy of a step whose balance was missed; 0: none [J]
  double missedTolerance_ = 0;  ///< by which it was missed, of that energy
  const SteppingMethod* method_;
  std::string integratorName_;
  VariationalOptions variational_;
  ContactOptions contact_;  ///< what integrators may leave now
  double mostContactError_;
  std::optional<double> energyTolerance_;
  EquationsOfMotion motion_;
  bool isDamped_;
  std::uint32_t mechanismTag_;
  bool feelsPushes_ = true;  ///< whether contact may act as forces (ContactSteps)
  bool canPush_;             ///< whether anything ever touches or reaches its stop
  ForcesAtNode outside_;     ///< empty where nothing acts
  std::unique_ptr<Integrator> integrator_;
  std::unique_ptr<Trial> trial_;  ///< made when first asked for
  bool isStarted_ = false;        ///< whether the integrator is where the state is
  double stepSize_, startTime_ = 0, remainder_ = 0;
  double sinceStep_ = 0;  ///< where a part of a step begins, from the step's start [s]
  long steps_ = 0, retries_ = 0;
};

}  // namespace linkwork
