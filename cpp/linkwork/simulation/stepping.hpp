#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "linkwork/integrators/methods.hpp"
#include "linkwork/integrators/step_map.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/simulation/acting_forces.hpp"
#include "linkwork/simulation/contact_events.hpp"
#include "linkwork/simulation/simulation_state.hpp"

namespace linkwork {

/// Steps of a simulation: its integrator and its clock. State and forces must outlive it.
///
/// A step is an attempt: the state and the memory of the integrator are saved once before it. If it
/// fails, both are restored once, and shorter steps are attempted. No other class saves a state in
/// case of an error.
class Stepping {
 public:
  Stepping(SimulationState& state, ActingForces& forces, const SimulationOptions& options);
  Stepping(const Stepping&) = delete;
  Stepping& operator=(const Stepping&) = delete;

  /// Takes one step. If it fails, it is taken in 2, 4 … 64 parts. If these fail as well, contact
  /// laws may be violated within ContactOptions::allow, and contacts act as impulses at the ends of
  /// parts only: large warm-start forces, as near dead centers of loops, would lead far off.
  ///
  /// @param most  longest step of integrators that adapt [s]
  /// @return      the length of the step [s]
  /// @throws SimulationError if all parts fail; the state is then that before the step
  double step(double most = std::numeric_limits<double>::infinity());
  /// Number of steps that were taken in parts.
  long retries() const { return retries_; }
  /// Takes the steps that fit into a time [s]. Returns their number.
  /// Ends early after a step where `ends` returns true; `due` is then what is left.
  int advance(double seconds, const std::function<bool()>& ends = {});
  double due() const { return remainder_; }
  void setDue(double seconds) { remainder_ = seconds; }

  double time() const { return startTime_ + static_cast<double>(steps_) * stepSize_; }
  double stepSize() const { return stepSize_; }
  void setStepSize(double seconds);
  const std::string& integrator() const { return integratorName_; }
  void setIntegrator(std::string_view name);
  std::string_view method() const { return method_->name; }
  void setMethod(std::string_view name);

  /// Computes the derivatives of a step from the current state, as Simulation::stepMap.
  void findMap(StepMap& map);

  /// Starts the integrator again in the next step, because the state has been changed.
  void invalidate();
  /// The same, and sets the clock.
  void restart(double time, long retries);

  std::size_t snapshotSize() const;
  void snapshot(std::span<double> into) const;
  void restore(std::span<const double> snapshot);
  /// Whether a snapshot is of a mechanism with the same state, which may have other loops.
  bool isOf(const Mechanism& mechanism, std::span<const double> snapshot) const;

  /// Contacts and limits; null if the integrator has none.
  const contact::UnilateralConstraints* contacts() const { return integrator_->contacts(); }
  /// Contacts that began and ended in the steps.
  ContactEvents& events() { return events_; }

 private:
  /// The step that is differentiated, with an integrator of its own.
  struct Trial {
    std::unique_ptr<Integrator> integrator;
    std::unique_ptr<StepMapper> mapper;
    MotionState start;  ///< of a part: first the state as setState would set it, with loops closed
    MotionState end;
    MotionState inItsCharts;  ///< the end in the best charts there
    WarmStartForce held;      ///< Coulomb friction that may hold there
    Eigen::VectorXd torque;   ///< of the user and of actuators
    StepMap part, product;    ///< of a part of it, and scratch
  };

  /// What a step may do to succeed, in the order of attempts.
  enum class Leniency {
    none,
    contactError,  ///< contact laws violated within ContactOptions::allow, no warm-start forces
    energyError    ///< energy not balanced, if the integrator keeps its error bounded
  };

  /// A time at which energies are compared.
  struct Knot {
    double energy = 0, kinetic = 0;  ///< [J]
    double extrapolated = 0;         ///< of the kinetic energy that users read: more than this [J]
  };

  IntegratorContext context();
  int advanceTo(double end, const std::function<bool()>& ends);
  int usualParts() const;
  bool allow(Leniency leniency);
  std::optional<double> attempt(int parts, double most, std::string* problem);
  void undo();
  std::string remarkOn(const std::string& problem);
  void beginPart();
  void checkPart(double h, double passed);
  void count(double passed);
  void mapTrial(StepMap& map);
  int partsOfTrial();
  bool hasLoops() const;
  void requireSmooth();
  void requireSameCharts();
  void requireFollowed(double h);
  bool canBeStiff() const;
  bool isDriven() const;
  void requireBalance(double h, double tolerance);
  Knot knotAt(const MotionState& motion, double part);
  Knot knotBetween(const MotionState& motion, double sinceStart, double late, double early);
  void requireOnPrescribed(double passed);
  void countEnergyAsWork();
  void demandBalanceOfParts();
  double energyAt(const MotionState& motion, const Eigen::VectorXd& v, double& kinetic);
  std::size_t stateNumbers() const;
  bool hasMemory() const;
  static std::uint32_t tagOf(const Mechanism& mechanism);
  double integratorTag() const;  ///< identifies integrator and mechanism in snapshots; never 0

  SimulationState& state_;
  ActingForces& forces_;
  SavedStep saved_;  ///< from before the step
  bool allowsWarmStart_ = true;
  bool demandsBalance_ = true;              ///< of energy
  MotionState laterStart_;                  ///< start of a part of a step, unless it is the first
  const MotionState* partStart_ = nullptr;  ///< start of the current part
  double partLateness_ = 0;                 ///< Integrator::lateness there
  Eigen::VectorXd change_, ahead_;
  double missedKinetic_ = 0;    ///< kinetic energy of a step without balance; 0: none [J]
  double missedTolerance_ = 0;  ///< part of it that may be missing
  const SteppingMethod* method_;
  std::string integratorName_;
  VariationalOptions variational_;
  ContactOptions contact_;  ///< what integrators may violate now
  double mostContactError_;
  contact::ContactTally tally_;  ///< of the current attempt
  ContactEvents events_;
  std::optional<double> energyTolerance_;
  std::uint32_t mechanismTag_;
  std::unique_ptr<Integrator> integrator_;
  std::unique_ptr<Trial> trial_;  ///< created by the first call of findMap
  bool isStarted_ = false;        ///< whether the integrator is at the state
  double stepSize_, startTime_ = 0, remainder_ = 0;
  double sinceStep_ = 0;  ///< start of a part of a step, from the start of the step [s]
  long steps_ = 0, retries_ = 0;
};

}  // namespace linkwork
