#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "boundary.hpp"
#include "linkwork/json.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/program.hpp"
#include "linkwork/simulation.hpp"
#include "model_handle.hpp"
#include "opening.hpp"

namespace linkwork::binding {

/// A `Simulation` with the marshalling it needs. Arrays come in through `input`, which JavaScript
/// fills in place, and go out as addresses of doubles. After an exception, functions of type double
/// return NaN and leave the error in `error`; functions of type `val` return the error.
class SimulationHandle {
 public:
  /// `catalogue`: the name of a mechanism of the catalogue, of which `mechanism` has the options;
  /// or null.
  emscripten::val open(const emscripten::val& catalogue, const std::string& mechanism,
                       const std::string& state, const std::string& method,
                       const std::string& integrator, const std::string& variational, double step,
                       double allowedContactError, double energyTolerance);

  /// One of a model.
  emscripten::val openModel(const ModelHandle& model, const std::string& state,
                            const std::string& method, const std::string& integrator,
                            const std::string& variational, double step, double allowedContactError,
                            double energyTolerance);
  /// Another one at the same moment.
  emscripten::val openClone(const SimulationHandle& other);

  emscripten::val step(int count);
  double advance(double seconds);
  double time() const { return simulation_->time(); }
  double stepSize() const { return simulation_->stepSize(); }
  emscripten::val setStepSize(double seconds);
  std::string method() const { return std::string(simulation_->method()); }
  emscripten::val setMethod(const std::string& name);
  std::string integrator() const { return simulation_->integrator(); }
  emscripten::val setIntegrator(const std::string& name);

  double positionSize() const { return static_cast<double>(simulation_->q().size()); }
  double velocitySize() const { return static_cast<double>(simulation_->v().size()); }
  /// The simulated mechanism: loops that are functions are joints of it.
  emscripten::val mechanism() const {
    return guarded([&] { return toJson(simulation_->mechanism()); });
  }
  emscripten::val outline() const {
    return guarded([&] { return outlineJson(simulation_->mechanism()); });
  }
  double degreesOfFreedom() const { return simulation_->tree().degreesOfFreedom(); }
  double bodyCount() const { return static_cast<double>(simulation_->mechanism().bodies.size()); }
  double q() { return shown(simulation_->q(), q_, error_); }
  double v() { return shown(simulation_->v(), v_, error_); }
  double poses();
  double velocities();
  double torques() { return shown(simulation_->torques(), torques_, error_); }
  double pullForce();
  double kineticEnergy();
  double potentialEnergy();
  double work();
  double loopError();
  double couplingError();
  emscripten::val error() const { return error_; }

  double input(unsigned count);
  emscripten::val setTorque(const std::string& joint);
  emscripten::val setTorques();
  emscripten::val setWrench(const std::string& body);
  emscripten::val setWrenches();
  double wrenches() { return addressOf(simulation_->wrenches()); }
  double wrenchCount() { return static_cast<double>(simulation_->wrenches().size()); }
  emscripten::val applyPointForce(const std::string& body);
  emscripten::val applyImpulse(const std::string& body);
  void clearForces() { simulation_->clearForces(); }
  emscripten::val pull(const std::string& body, double stiffness, double damping);
  void release() { simulation_->release(); }

  double parameter(const std::string& name);
  emscripten::val setParameter(const std::string& name, double value);

  /// Emits a quantity as a WebAssembly module: the address of its bytes. `keepParameters`: it reads
  /// the mechanism's numbers from memory.
  double compile(const std::string& quantity, bool keepParameters);
  double codeSize() const { return static_cast<double>(code_.bytes.size()); }
  double codeFunctions() const { return code_.functions; }
  /// Runs the module's function from now on, which has this place in the function table.
  void useCompiled(unsigned place, const std::string& quantity);
  /// Whether the module serves still.
  bool isCompiled(const std::string& quantity) const;

  emscripten::val track(const std::string& text, const emscripten::val& functions);
  void stopTracking() { simulation_->stopTracking(); }
  bool isTracking() const { return simulation_->isTracking(); }
  double trackingError();
  double trackingTorque();

  double actuatorCount() const {
    return static_cast<double>(simulation_->mechanism().actuators.size());
  }
  emscripten::val setControl(const std::string& actuator, double control);
  emscripten::val setControls();
  emscripten::val setActivations();
  double controls();
  double activations();
  double actuatorForces();
  double tendonCount() const {
    return static_cast<double>(simulation_->mechanism().tendons.size());
  }
  double tendonLengths();
  double tendonLimitForces();
  /// Numbers of reactions.
  int reactionSize() const {
    const Mechanism& mechanism = simulation_->mechanism();
    return static_cast<int>(6 * (mechanism.joints.size() + mechanism.loops.size()));
  }
  int brokenLoopCount() const { return static_cast<int>(simulation_->brokenLoops().size()); }
  /// As JSON.
  emscripten::val brokenLoops() const;
  emscripten::val setMotor(const std::string& joint, double velocity, double position,
                           double stiffness, double damping, double maxForce);
  emscripten::val removeMotor(const std::string& joint);
  double motorForce(const std::string& joint);
  emscripten::val prescribe(const std::string& text, const emscripten::val& functions);
  double prescribedForces();

  /// Torques of the input; the address of the trajectory, if it is wanted.
  double rollout(int intervals, int hold, bool keepsTrajectory);
  emscripten::val setState();
  /// Reads the input: q, v, and where they are given torques and wrenches, which act alone.
  emscripten::val place(bool hasTorques, bool hasWrenches);
  emscripten::val setNamedState(const std::string& state);
  emscripten::val assemble(const std::string& state);
  emscripten::val reset();
  double snapshotSize() const { return static_cast<double>(simulation_->snapshotSize()); }
  double snapshot();
  emscripten::val restore();
  double forwardDynamics();
  double inverseDynamics();
  /// v̇ of all joints, of which `state` names some.
  double desiredAccelerations(const std::string& state);
  double reactions(bool inJointAxes);
  double contactForces();
  double takeContactEvents();
  /// Reads origin and direction from the input.
  double castRay(double most, int mask);
  /// Of two bodies, or of colliders where their indices are not below 0.
  double closestPoints(const std::string& first, int firstCollider, const std::string& second,
                       int secondCollider, double most);
  /// `shape`: JSON of a collider of the world.
  double overlaps(const std::string& shape, int mask);
  double limitForces();
  double contactError();
  double retries();
  double forwardDynamicsDerivatives();
  double inverseDynamicsDerivatives();
  double stepMap();
  double massMatrix();

  const Simulation& simulation() const { return *simulation_; }

 private:
  double placeOf(std::string_view name) const;

  std::optional<Simulation> simulation_;
  std::vector<double> controls_, activations_, lengths_, limitForces_;
  std::vector<double> input_;
  std::vector<double> q_, v_, poses_, velocities_, torques_;  ///< as shown
  std::vector<double> snapshot_, trajectory_;
  std::vector<double> derivatives_;
  symbolic::WasmCode code_;
  CompiledCode compiled_;  ///< what runs it needs
  std::vector<double> contacts_;
  Eigen::VectorXd desired_;
  Eigen::Vector3d pullForce_ = Eigen::Vector3d::Zero();
  emscripten::val error_ = emscripten::val::undefined();
};

}  // namespace linkwork::binding
