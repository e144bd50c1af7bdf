#pragma once

#include <emscripten/val.h>

#include <optional>
#include <string>
#include <vector>

#include "boundary.hpp"
#include "linkwork/ensemble.hpp"
#include "opening.hpp"

namespace linkwork::binding {

/// An `Ensemble` with the marshalling it needs, as SimulationHandle.
class EnsembleHandle {
 public:
  /// `how` as SimulationHandle::open; `vary`: an array of names; `inFloats`: Precision::floats.
  emscripten::val open(const emscripten::val& catalogue, const std::string& mechanism,
                       const std::string& state, const std::string& method,
                       const std::string& integrator, const std::string& variational, double step,
                       double allowedContactError, double energyTolerance, int count,
                       const emscripten::val& vary, bool inFloats);

  bool inFloats() const { return ensemble_->precision() == Precision::floats; }
  double width() const { return ensemble_->width(); }
  double positionSize() const { return static_cast<double>(ensemble_->positionSize()); }
  double velocitySize() const { return static_cast<double>(ensemble_->velocitySize()); }
  double bodyCount() const { return static_cast<double>(ensemble_->mechanism().bodies.size()); }
  emscripten::val error() const { return error_; }

  double input(unsigned count);
  emscripten::val step(int count);
  /// Reads the input; the address of the trajectory, if it is wanted.
  double rollout(int intervals, int hold, bool keepsTrajectory);

  double q() { return shown(ensemble_->q(), q_, error_); }
  double v() { return shown(ensemble_->v(), v_, error_); }
  double work() { return shown(ensemble_->work(), work_, error_); }
  double torques() { return shown(ensemble_->torques(), torques_, error_); }
  double parameters() { return shown(ensemble_->parameters(), parameters_, error_); }
  double time(int copy);
  double poses();
  double kineticEnergies();
  double potentialEnergies();
  double loopErrors();
  double couplingErrors();

  emscripten::val setTorques();        ///< reads the input
  emscripten::val setParameters();     ///< reads the input
  emscripten::val setState(int copy);  ///< reads the input: q, then v
  emscripten::val setStates();         ///< reads the input: all of q, then all of v
  emscripten::val showStates();        ///< reads the input in the same way
  emscripten::val scatter(double position, double velocity, double seed, int first);
  emscripten::val reset(int copy);
  emscripten::val resetAll();
  /// JSON of its StepShader, and of the PoseShader that goes with it.
  emscripten::val shader() const;
  /// JSON of all CopyFailure.
  emscripten::val failures() const;

 private:
  std::optional<Ensemble> ensemble_;
  std::vector<double> q_, v_, work_, torques_, parameters_;  ///< as shown
  std::vector<double> input_, trajectory_;
  emscripten::val error_ = emscripten::val::undefined();
};

}  // namespace linkwork::binding
