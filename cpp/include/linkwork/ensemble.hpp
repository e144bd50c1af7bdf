#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/gpu.hpp"
#include "linkwork/simulation.hpp"

namespace linkwork {

/// In what accelerations are computed. States, steps, couplings and the angles of revolute joints
/// are in doubles either way.
enum class Precision {
  doubles,
  /// Of twice as many copies at a time. Four to seven digits are left, the fewer the thinner links
  /// are that turn about themselves: there inertias nearly cancel.
  floats
};

struct EnsembleOptions {
  int count = 1;                      ///< copies, 1 or more
  SimulationOptions simulation = {};  ///< of each
  /// Numbers of the mechanism in which copies differ, by their names in Simulation::parameter; they
  /// begin as the mechanism has them.
  std::vector<std::string> vary = {};
  /// `floats` where copies are SIMD-batched in doubles by "articulated-body", without loops, and
  /// the processor has lanes for it: WebAssembly, AVX-512. Else, doubles.
  Precision precision = Precision::doubles;
  int threads = 1;  ///< that share the copies; 1 where there are none, as in WebAssembly
};

/// Why a copy stopped: as its Simulation would have thrown it.
struct CopyFailure {
  int copy;
  double time;  ///< of its last good state [s]
  std::string message;
};

/// Many copies of one mechanism, each with a state, forces and, where wanted, numbers of its own.
///
/// Copies of revolute joints, gears, belts and floating bodies, without contact, stops and dry
/// friction, move SIMD-batched by "rk4" and "semi-implicit-euler"
/// of the method "articulated-body"; so do loops of revolute joints by "rk4", where the numbers
/// that are set leave the loops' lengths alone: planar loops are solved SIMD-batched, others copy
/// by copy; and trees of revolute joints and floating bodies without gears, springs and damping by
/// "second-order" of "variational", each copy with as many corrections as it needs. All else moves
/// one by one, each copy as a Simulation. Either way, in doubles, a copy moves as a Simulation
/// does: by the same operations in the same order, so bitwise identical where the processor does
/// not fuse products and sums (WebAssembly), else to rounding. A copy depends neither on other
/// copies, nor on their number, nor on threads.
///
/// Flat arrays have a row a copy; within it numbers are laid out as in Simulation. Arrays of the
/// wrong length, numbers that are not finite and names that do not exist throw MechanismError and
/// change nothing. A copy whose step cannot be completed stops at its last good state, and the
/// others go on.
class Ensemble {
 public:
  /// All copies at `state`, else as Simulation starts. Throws as Simulation does.
  explicit Ensemble(const Mechanism& mechanism, const EnsembleOptions& options = {},
                    const std::optional<NamedState>& state = std::nullopt);
  Ensemble(Ensemble&&) noexcept;
  Ensemble& operator=(Ensemble&&) noexcept;
  ~Ensemble();

  int count() const;
  /// How many copies are SIMD-batched; 1: one by one.
  int width() const;
  /// The scalar type of accelerations.
  Precision precision() const;
  std::size_t positionSize() const;  ///< of a row of q
  std::size_t velocitySize() const;  ///< of a row of v
  const Mechanism& mechanism() const;
  double stepSize() const;  ///< [s]

  /// Steps of all copies that have not stopped.
  void step(int count = 1);
  /// `intervals` of `hold` steps each, with the torques of count × intervals × velocitySize
  /// numbers; the last stay. Into `trajectory`, unless it is empty, go count × intervals ×
  /// (positionSize + velocitySize) numbers: q and v where each interval ends.
  void rollout(std::span<const double> controls, int intervals, int hold = 1,
               std::span<double> trajectory = {});

  std::span<const double> q() const;
  std::span<const double> v() const;
  double time(int copy) const;  ///< [s]
  /// By copy, as Simulation has them; valid until the next call of the same kind.
  std::span<const double> work() const;       ///< [J]
  std::span<const double> poses();            ///< 7 numbers a body
  std::span<const double> kineticEnergies();  ///< [J]; compiles copies whose numbers vary again
  std::span<const double> potentialEnergies();
  std::span<const double> loopErrors();      ///< [m]
  std::span<const double> couplingErrors();  ///< [rad or m]

  /// Torques on all tree joints of all copies, laid out like v(); they act until changed.
  void setTorques(std::span<const double> values);
  std::span<const double> torques() const;
  /// Count × vary.size() numbers, a row a copy: from now on each moves as the mechanism with its
  /// numbers does, from the same state.
  void setParameters(std::span<const double> values);
  std::span<const double> parameters() const;

  /// Puts a copy elsewhere, as Simulation::setState; one that had stopped goes on.
  void setState(int copy, std::span<const double> q, std::span<const double> v);
  /// The same for all copies, a row each.
  void setStates(std::span<const double> q, std::span<const double> v);
  /// Sets states that were computed elsewhere, a row each, without closing loops. Queries and steps
  /// start from them.
  void showStates(std::span<const double> q, std::span<const double> v);
  /// Parts the copies: to every independent coordinate and velocity goes a normally distributed
  /// number, with these standard deviations [rad or m, rad/s or m/s], that depends on the seed, the
  /// copy and the coordinate alone. Loops and couplings are closed. `first` is the first copy's
  /// number, where these are a part of more.
  void scatter(double position, double velocity, std::uint64_t seed, int first = 0);
  /// Back to the start: time, work and state, without torques; numbers stay.
  void reset(int copy);
  void reset();

  /// Its steps for a GPU, from the library linkwork_gpu. Throws MechanismError where numbers vary,
  /// other forces than gravity, torques and those of the joints act, or the method is not
  /// "articulated-body"; and as stepShader does.
  StepShader shader() const;

  bool isStopped(int copy) const;
  /// Of the copies that have stopped, in their order.
  std::vector<CopyFailure> failures() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace linkwork
