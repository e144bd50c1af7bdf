#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "linkwork/simulation/simulation.hpp"

namespace linkwork::binding {

/// An address of doubles in the WebAssembly memory.
using Address = std::uintptr_t;

/// A `Simulation` with the marshalling it needs: arrays come in through `input`, which JavaScript
/// fills in place, and go out as addresses. JavaScript checks names and sizes beforehand.
class SimulationHandle {
 public:
  emscripten::val open(const std::string& mechanism, const std::string& state,
                       const std::string& method, const std::string& integrator, double step);

  emscripten::val step(int count);
  double time() const { return simulation_->time(); }
  double stepSize() const { return simulation_->stepSize(); }
  emscripten::val setStepSize(double seconds);
  emscripten::val setMethod(const std::string& name);
  emscripten::val setIntegrator(const std::string& name);

  unsigned positionSize() const { return simulation_->q().size(); }
  unsigned velocitySize() const { return simulation_->v().size(); }
  unsigned bodyCount() const { return simulation_->mechanism().bodies.size(); }
  Address q() const { return address(simulation_->q()); }
  Address v() const { return address(simulation_->v()); }
  Address poses() const { return address(simulation_->poses()); }
  Address pullForce();

  double kineticEnergy() const { return simulation_->kineticEnergy(); }
  double potentialEnergy() const { return simulation_->potentialEnergy(); }
  double work() const { return simulation_->work(); }
  double loopError() const { return simulation_->loopError(); }
  double couplingError() const { return simulation_->couplingError(); }

  Address input(unsigned count);
  unsigned outputSize() const { return output_.size(); }
  emscripten::val setTorque(int joint);
  emscripten::val setWrench(int body);
  emscripten::val applyPointForce(int body);
  void clearForces() { simulation_->clearForces(); }
  emscripten::val pull(int body, double stiffness, double damping);
  void release() { simulation_->release(); }
  emscripten::val setState();
  emscripten::val snapshot();
  emscripten::val restore();
  emscripten::val forwardDynamics();
  emscripten::val inverseDynamics();

 private:
  static Address address(std::span<const double> numbers) {
    return reinterpret_cast<Address>(numbers.data());
  }

  std::optional<Simulation> simulation_;
  std::vector<double> input_;
  std::vector<double> output_;
  Eigen::Vector3d pullForce_ = Eigen::Vector3d::Zero();
};

}  // namespace linkwork::binding
