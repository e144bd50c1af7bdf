#pragma once

#include <emscripten/val.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "boundary.hpp"
#include "linkwork/dynamics.hpp"
#include "opening.hpp"

namespace linkwork::binding {

class SimulationHandle;

/// A `Model` with the marshalling it needs, as SimulationHandle. Functions of a state take a
/// simulation in that state. Frames have numbers. Axes are the world's or the frame's own. Matrices
/// go out after the coordinates of their columns, places in v, row by row.
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
  double input(unsigned count);

  /// q, then v.
  double start();
  /// The same with all joints at zero.
  double zero();
  /// The state assembled with the positions and velocities of `state`: q, then v.
  double assemble(const std::string& state);

  /// Gives a number to a frame: a site's or a body's by name, or one whose position and quaternion
  /// in the body are the input.
  emscripten::val setFrame(int number, const std::string& name, bool hasInput);
  double relativePose(const SimulationHandle& at, int frame, int reference);
  double relativeTwist(const SimulationHandle& at, int frame, int reference);
  double frameTwist(const SimulationHandle& at, int frame, bool inWorld);
  double frameAcceleration(const SimulationHandle& at, int frame,
                           bool inWorld);  ///< a is the input
  double jacobian(const SimulationHandle& at, int frame, bool inWorld);
  double jacobianRate(const SimulationHandle& at, int frame, bool inWorld);
  double twists(const SimulationHandle& at);
  double accelerations(const SimulationHandle& at);  ///< a is the input
  /// Mass, center, its velocity, then its Jacobian.
  double centerOfMass(const SimulationHandle& at);
  /// Momentum, matrix, and the rate of the matrix.
  double centroidalMomentum(const SimulationHandle& at);
  /// Of the frames whose numbers are the input.
  double operationalSpaceInertia(const SimulationHandle& at, bool inWorld);
  /// From the simulation's state; the targets' frames, positions, quaternions or zeros, and
  /// weights are the input. Error, iterations, whether it is reached, q.
  double inverseKinematics(const SimulationHandle& at, const emscripten::val& held,
                           double tolerance, int iterations, int searches);
  /// Under the torques of the input, and the wrenches if they follow: counts before what they
  /// count.
  double recursion(const SimulationHandle& at);
  double gravityCompensation(const SimulationHandle& at);
  /// Forces on the joints that are driven alone, instead of those of the input, which come first;
  /// places in v of what is driven follow.
  double actuatorForces(const SimulationHandle& at);
  /// Over the velocities whose places in v are the input.
  double massMatrix(const SimulationHandle& at);
  double inertialParameters();
  double inertialRegressor(const SimulationHandle& at);  ///< a is the input
  /// The prior is the input, then q, v, a and τ of every sample. Residual, rank, parameters.
  double fitInertialParameters(int samples, double tolerance);

 private:
  template <typename Find>
  double answered(Find find);
  const BodyFrame& frameAt(int number) const { return frames_.at(number); }

  std::optional<Model> model_;
  std::unordered_map<int, BodyFrame> frames_;
  std::vector<double> input_, answer_;
  emscripten::val error_ = emscripten::val::undefined();
};

}  // namespace linkwork::binding
