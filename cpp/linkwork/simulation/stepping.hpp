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
  Stepping(const Stepping&) = delete;  // integrators refer to it
  Stepping& operator=(const Stepping&) = delete;

  /// Makes one step and returns its length [s], at most `most` if steps adapt. A failed step is
  /// repeated in 2, 4 … 64 parts. After that, impulses satisfy the laws of contact approximately,
  /// within ContactOptions::allow, and contact acts only at the ends of the step: large contact
  /// forces, as near dead centers of loops, would cause large errors. After a SimulationError the
  /// state is the last valid one.
  double step(double most = std::numeric_limits<double>::infinity());
  /// Number of repeated steps.
  long retries() const { return retries_; }
  /// Makes all steps that end within a duration; returns their number.
  int advance(double seconds);

  double time() const { return startTime_ + static_cast<double>(steps_) * stepSize_; }
  double stepSize() const { return stepSize_; }
  void setStepSize(double seconds);
  const std::string& integrator() const { return integratorName_; }
  void setIntegrator(std::string_view name);
  std::string_view method() const { return method_->name; }
  void setMethod(std::string_view name);

  /// Derivatives of a step from the current state, as Simulation::stepMap.
  void findMap(StepMap& map);

  /// Call after a change of state: the next step starts from it.
  void invalidate();
  /// The same; also sets the clock.
  void restart(double time, long retries);

  std::size_t snapshotSize() const;
  void snapshot(std::span<double> into) const;
  void restore(std::span<const double> snapshot);

  /// Inputs of the integrators with multipliers; valid until the next change of forces.
  IntegratorContext bindForces();
  /// Contacts and limits of the integrator; null if it has none.
  const contact::UnilateralConstraints* contacts() const { return integrator_->contacts(); }

 private:
  /// The differentiated step, with its own integrator.
  struct Trial {
    std::unique_ptr<Integrator> integrator;
    std::unique_ptr<StepMapper> mapper;
    MotionState start;  ///< the state as set by setState: with closed loops
    MotionState end;
    MotionState inItsCharts;  ///< the end, in its best charts
    Eigen::VectorXd braked;   ///< possible Coulomb friction there, laid out like v
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
  bool hasMemory() const;
  double integratorTag() const;  ///< identifies integrator and mechanism of a memory; never 0

  SimulationState& state_;
  ActingForces& forces_;
  MotionState lastGood_;
  std::vector<double> lastMemory_;  ///< of the integrator, before a step
  bool wasStarted_ = false;
  bool demandsBalance_ = true;              ///< of energy, in a checked step
  MotionState laterStart_;                  ///< start of a part of a step that is not the first one
  const MotionState* partStart_ = nullptr;  ///< start of this part
  double partLateness_ = 0;                 ///< Integrator::lateness there
  Eigen::VectorXd change_, read_;
  double missedKinetic_ = 0;    ///< kinetic energy of a step with an energy error; 0: none [J]
  double missedTolerance_ = 0;  ///< the exceeded tolerance, relative to that energy
  const SteppingMethod* method_;
  std::string integratorName_;
  VariationalOptions variational_;
  ContactOptions contact_;  ///< current tolerances of the integrators
  double mostContactError_;
  std::optional<double> energyTolerance_;
  EquationsOfMotion motion_;
  bool isDamped_;
  std::uint32_t mechanismTag_;
  bool usesContactForces_ = true;  ///< whether contact may act as forces (ContactSteps)
  bool canPush_;                   ///< whether there are contacts or joint limits
  ForcesAtNode outside_;           ///< empty without external forces
  std::unique_ptr<Integrator> integrator_;
  std::unique_ptr<Trial> trial_;  ///< made on first use
  bool isStarted_ = false;        ///< whether the integrator has started at the state
  double stepSize_, startTime_ = 0, remainder_ = 0;
  double sinceStep_ = 0;  ///< start of a part of a step, from the step's start [s]
  long steps_ = 0, retries_ = 0;
};

}  // namespace linkwork
