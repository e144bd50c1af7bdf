#include "model_handle.hpp"

#include <algorithm>

#include "linkwork/mechanism/wording.hpp"
#include "simulation_handle.hpp"

namespace linkwork::binding {

namespace {

Eigen::VectorXd vectorOf(std::span<const double> numbers) {
  return Eigen::VectorXd::Map(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}
Eigen::VectorXd positionOf(const SimulationHandle& at) { return vectorOf(at.simulation().q()); }
Eigen::VectorXd velocityOf(const SimulationHandle& at) { return vectorOf(at.simulation().v()); }

DirectionAxes axesOf(bool inWorld) { return inWorld ? DirectionAxes::world : DirectionAxes::frame; }

std::vector<double> listOf(const Eigen::VectorXd& vector) { return {vector.begin(), vector.end()}; }

std::vector<double> rowOf(const std::vector<Vector6<double>>& vectors) {
  std::vector<double> row;
  for (const Vector6<double>& vector : vectors) row.insert(row.end(), vector.begin(), vector.end());
  return row;
}

std::vector<double> joined(const Eigen::VectorXd& first, const Eigen::VectorXd& second) {
  std::vector<double> both = listOf(first);
  both.insert(both.end(), second.begin(), second.end());
  return both;
}

std::vector<int> placesOf(std::span<const double> numbers) {
  return {numbers.begin(), numbers.end()};
}

/// Adds a matrix, row after row, or a vector.
void append(std::vector<double>& numbers, const Eigen::MatrixXd& matrix) {
  for (const auto& row : matrix.rowwise()) numbers.insert(numbers.end(), row.begin(), row.end());
}
void append(std::vector<double>& numbers, const std::vector<int>& places) {
  numbers.push_back(static_cast<double>(places.size()));
  numbers.insert(numbers.end(), places.begin(), places.end());
}

std::vector<double> listOf(const RecursionPasses& passes) {
  std::vector<double> numbers{static_cast<double>(passes.bodies.size())};
  for (const BodyPasses& body : passes.bodies) {
    numbers.push_back(body.cluster);
    append(numbers, body.velocity);
    append(numbers, body.articulatedInertia);
    append(numbers, body.biasForce);
    append(numbers, body.acceleration);
  }
  numbers.push_back(static_cast<double>(passes.clusters.size()));
  for (const ClusterPasses& cluster : passes.clusters) {
    append(numbers, cluster.bodies);
    append(numbers, cluster.velocities);
    numbers.push_back(cluster.parent);
    append(numbers, cluster.handedInertia);
    append(numbers, cluster.handedForce);
    numbers.push_back(static_cast<double>(cluster.K.rows()));
    numbers.push_back(static_cast<double>(cluster.G.cols()));
    append(numbers, cluster.K);
    append(numbers, cluster.G);
    numbers.push_back(static_cast<double>(cluster.singularValues.size()));
    append(numbers, cluster.singularValues);
  }
  return numbers;
}

/// The source of numbers, read one part after the other.
struct Reader {
  std::span<const double> rest;

  std::span<const double> next(int count) {
    const std::span<const double> taken = rest.first(static_cast<std::size_t>(count));
    rest = rest.subspan(static_cast<std::size_t>(count));
    return taken;
  }
};

}  // namespace

/// Keeps what was found and returns its address.
template <typename Find>
double ModelHandle::answered(Find find) {
  return guardedNumber(error_, [&] {
    answer_ = find();
    return answer(answer_);
  });
}

emscripten::val ModelHandle::open(const emscripten::val& catalogue,
                                  const std::string& mechanismText, const std::string& stateText) {
  return guarded([&] {
    const Mechanism mechanism = openedMechanism(catalogue, mechanismText);
    model_.emplace(mechanism, openedState(stateText, mechanism));
  });
}

double ModelHandle::input(unsigned count) {
  return guardedNumber(error_, [&] {
    input_.resize(count);
    return addressOf(input_);
  });
}

double ModelHandle::start() {
  return answered([&] { return joined(model_->initialPosition(), model_->initialVelocity()); });
}

double ModelHandle::zero() {
  return answered([&] { return joined(model_->position({}), model_->velocity({})); });
}

double ModelHandle::assemble(const std::string& stateText) {
  return answered([&] {
    const NamedState wanted = stateFromJson(stateText, model_->mechanism());
    const NamedState found = model_->assemble(wanted.q, wanted.v);
    Eigen::VectorXd q = model_->position(found.q), v = model_->velocity(found.v);
    model_->close(q, v);
    return joined(q, v);
  });
}

emscripten::val ModelHandle::setFrame(int number, const std::string& name, bool hasInput) {
  return guarded([&] {
    BodyFrame frame{name};
    const std::vector<Site>& sites = model_->mechanism().sites;
    const auto site = std::find_if(sites.begin(), sites.end(),
                                   [&](const Site& each) { return each.name == name; });
    if (hasInput) {
      frame.frame.position = Eigen::Vector3d::Map(input_.data());
      frame.frame.rotation.coeffs() = Eigen::Vector4d::Map(input_.data() + 3);
    } else if (site != sites.end()) {
      frame = {site->body, site->frame};
    }
    if (frame.body != worldName) model_->body(frame.body);  // or it says which there are
    frames_.insert_or_assign(number, std::move(frame));
  });
}

double ModelHandle::relativePose(const SimulationHandle& at, int frame, int reference) {
  return answered([&] {
    const Transform<double> pose =
        model_->relativePose(positionOf(at), frameAt(frame), frameAt(reference));
    Eigen::VectorXd numbers(7);
    numbers << pose.translation, Eigen::Quaterniond(pose.rotation).coeffs();
    return listOf(numbers);
  });
}

double ModelHandle::relativeTwist(const SimulationHandle& at, int frame, int reference) {
  return answered([&] {
    return listOf(
        model_->relativeTwist(positionOf(at), velocityOf(at), frameAt(frame), frameAt(reference)));
  });
}

double ModelHandle::frameTwist(const SimulationHandle& at, int frame, bool inWorld) {
  return answered([&] {
    return listOf(
        model_->frameTwist(positionOf(at), velocityOf(at), frameAt(frame), axesOf(inWorld)));
  });
}

double ModelHandle::frameAcceleration(const SimulationHandle& at, int frame, bool inWorld) {
  return answered([&] {
    return listOf(model_->frameAcceleration(positionOf(at), velocityOf(at), vectorOf(input_),
                                            frameAt(frame), axesOf(inWorld)));
  });
}

double ModelHandle::jacobian(const SimulationHandle& at, int frame, bool inWorld) {
  return answered([&] {
    const Eigen::VectorXd q = positionOf(at);
    const Eigen::MatrixXd matrix = model_->jacobian(q, frameAt(frame), axesOf(inWorld));
    return flat(model_->independentVelocities(q), {&matrix});
  });
}

double ModelHandle::jacobianRate(const SimulationHandle& at, int frame, bool inWorld) {
  return answered([&] {
    const Eigen::VectorXd q = positionOf(at);
    const Eigen::MatrixXd matrix =
        model_->jacobianRate(q, velocityOf(at), frameAt(frame), axesOf(inWorld));
    return flat(model_->independentVelocities(q), {&matrix});
  });
}

double ModelHandle::twists(const SimulationHandle& at) {
  return answered([&] { return rowOf(model_->twists(positionOf(at), velocityOf(at))); });
}

double ModelHandle::accelerations(const SimulationHandle& at) {
  return answered([&] {
    return rowOf(model_->accelerations(positionOf(at), velocityOf(at), vectorOf(input_)));
  });
}

double ModelHandle::centerOfMass(const SimulationHandle& at) {
  return answered([&] {
    const Eigen::VectorXd q = positionOf(at);
    const Eigen::Vector3d center = model_->centerOfMass(q);
    const Eigen::Vector3d velocity = model_->centerOfMassVelocity(q, velocityOf(at));
    const Eigen::MatrixXd matrix = model_->centerOfMassJacobian(q);
    std::vector<double> found = flat(model_->independentVelocities(q), {&matrix});
    found.insert(found.begin(), velocity.begin(), velocity.end());
    found.insert(found.begin(), center.begin(), center.end());
    found.insert(found.begin(), model_->mass());
    return found;
  });
}

double ModelHandle::centroidalMomentum(const SimulationHandle& at) {
  return answered([&] {
    const Eigen::VectorXd q = positionOf(at), v = velocityOf(at);
    const Vector6<double> momentum = model_->centroidalMomentum(q, v);
    const Eigen::MatrixXd matrix = model_->centroidalMomentumMatrix(q);
    const Eigen::MatrixXd rate = model_->centroidalMomentumMatrixRate(q, v);
    std::vector<double> found = flat(model_->independentVelocities(q), {&matrix, &rate});
    found.insert(found.begin(), momentum.begin(), momentum.end());
    return found;
  });
}

double ModelHandle::operationalSpaceInertia(const SimulationHandle& at, bool inWorld) {
  return answered([&] {
    std::vector<NamedEndEffector> endEffectors;
    for (const int number : placesOf(input_)) {
      const BodyFrame& frame = frameAt(number);
      endEffectors.push_back(
          {frame.body, frame.frame, Matrix6<double>::Identity(), axesOf(inWorld)});
    }
    const Eigen::MatrixXd inertia = model_->operationalSpaceInertia(positionOf(at), endEffectors);
    return flat({}, {&inertia});
  });
}

double ModelHandle::inverseKinematics(const SimulationHandle& at, const emscripten::val& held,
                                      double tolerance, int iterations, int searches) {
  return answered([&] {
    std::vector<PoseTarget> targets;
    for (Reader input{input_}; !input.rest.empty();) {
      PoseTarget& target = targets.emplace_back();
      target.frame = frameAt(static_cast<int>(input.next(1)[0]));
      target.position = vectorOf(input.next(3));
      const Eigen::Vector4d rotation = vectorOf(input.next(4));
      if (!rotation.isZero(0)) target.rotation = Eigen::Quaterniond(rotation);
      target.positionWeight = input.next(1)[0];
      target.rotationWeight = input.next(1)[0];
    }
    const InverseKinematicsOptions options{emscripten::vecFromJSArray<std::string>(held), tolerance,
                                           iterations, searches};
    const InverseKinematicsResult found =
        model_->inverseKinematics(positionOf(at), targets, options);
    std::vector<double> numbers = listOf(found.q);
    numbers.insert(numbers.begin(), {found.error, static_cast<double>(found.iterations),
                                     static_cast<double>(found.isReached),
                                     static_cast<double>(found.jointsAtLimits.size())});
    for (const std::string& name : found.jointsAtLimits)
      numbers.push_back(model_->joint(name).index);
    return numbers;
  });
}

double ModelHandle::recursion(const SimulationHandle& at) {
  return answered([&] {
    Reader input{input_};
    const Eigen::VectorXd torque = vectorOf(input.next(model_->velocitySize()));
    std::vector<Vector6<double>> wrenches;
    while (!input.rest.empty()) wrenches.emplace_back(vectorOf(input.next(6)));
    return listOf(model_->recursion(positionOf(at), velocityOf(at), torque, wrenches));
  });
}

double ModelHandle::gravityCompensation(const SimulationHandle& at) {
  return answered([&] { return listOf(model_->gravityCompensation(positionOf(at))); });
}

double ModelHandle::actuatorForces(const SimulationHandle& at) {
  return answered([&] {
    Reader input{input_};
    const Eigen::VectorXd torque = vectorOf(input.next(model_->velocitySize()));
    return listOf(model_->actuatorForces(positionOf(at), torque, placesOf(input.rest)));
  });
}

double ModelHandle::massMatrix(const SimulationHandle& at) {
  return answered([&] {
    const std::vector<int> actuated = placesOf(input_);
    const Eigen::MatrixXd matrix = model_->massMatrix(positionOf(at), actuated);
    return flat(actuated, {&matrix});
  });
}

double ModelHandle::inertialParameters() {
  return answered([&] { return listOf(model_->inertialParameters()); });
}

double ModelHandle::inertialRegressor(const SimulationHandle& at) {
  return answered([&] {
    const Eigen::VectorXd q = positionOf(at);
    const Eigen::MatrixXd matrix = model_->inertialRegressor(q, velocityOf(at), vectorOf(input_));
    return flat(model_->independentVelocities(q), {&matrix});
  });
}

double ModelHandle::fitInertialParameters(int samples, double tolerance) {
  return answered([&] {
    Reader input{input_};
    const Eigen::VectorXd prior =
        vectorOf(input.next(10 * static_cast<int>(model_->mechanism().bodies.size())));
    std::vector<MotionSample> motion(static_cast<std::size_t>(samples));
    for (MotionSample& sample : motion) {
      sample.q = vectorOf(input.next(model_->positionSize()));
      for (Eigen::VectorXd* part : {&sample.v, &sample.a, &sample.tau})
        *part = vectorOf(input.next(model_->velocitySize()));
    }
    const InertialParametersFit fit = model_->fitInertialParameters(motion, prior, tolerance);
    std::vector<double> numbers = listOf(fit.parameters);
    numbers.insert(numbers.begin(), {fit.residual, static_cast<double>(fit.rank)});
    return numbers;
  });
}

}  // namespace linkwork::binding
