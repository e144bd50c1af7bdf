#pragma once

#include <emscripten/val.h>

#include <optional>
#include <string>
#include <vector>

#include "boundary.hpp"
#include "linkwork/dynamics.hpp"
#include "opening.hpp"

namespace linkwork::binding {

/// A `Model` with the marshalling it needs, as SimulationHandle.
class ModelHandle {
 public:
  emscripten::val open(const emscripten::val& catalogue, const std::string& mechanism,
                       const std::string& state);

  const Model& model() const { return *model_; }
  emscripten::val mechanism() const {
    return guarded([&] { return toJson(model_->mechanism()); });
  }
  emscripten::val outline() const {
    return guarded([&] { return outlineJson(model_->mechanism()); });
  }
  double degreesOfFreedom() const { return model_->degreesOfFreedom(); }
  emscripten::val error() const { return error_; }

  /// q, then v.
  double start();
  /// The same with all joints at zero.
  double zero();
  /// The state assembled with the positions and velocities of `state`: q, then v.
  double assemble(const std::string& state);

 private:
  double stateAddress(const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  std::optional<Model> model_;
  std::vector<double> answer_;
  emscripten::val error_ = emscripten::val::undefined();
};

}  // namespace linkwork::binding
