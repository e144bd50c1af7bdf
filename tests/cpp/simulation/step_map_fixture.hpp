#pragma once

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

#include "dynamics/fixture.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Steps and their difference quotients, for comparison with step maps.
namespace linkwork::test {

/// Returns those without adaptive steps: a map keeps the step length, and differences do not.
inline std::vector<Stepping> fixedSteppings() {
  std::vector<Stepping> steppings = allSteppings();
  std::erase_if(steppings,
                [](const Stepping& stepping) { return stepping.integrator == "adaptive"; });
  return steppings;
}

/// Sets tolerances near rounding. The derivatives of steps are then smooth.
inline SimulationOptions exactly(const Stepping& stepping, double h) {
  SimulationOptions options{
      .method = stepping.method, .integrator = stepping.integrator, .step = h};
  options.energyTolerance = std::numeric_limits<double>::infinity();  // whole steps
  options.variational.minimal.tolerance = 1e-14;
  options.variational.maximal.tolerance = 1e-11;
  return options;
}

/// Rounding of a map: a solve with M amplifies it by the condition number, and derivatives of a
/// step's momenta are differences of M/h that cancel. A small multiple for the solves of a step.
inline double roundingOf(const Simulation& simulation) {
  Eigen::MatrixXd mass(simulation.tree().degreesOfFreedom(), simulation.tree().degreesOfFreedom());
  Workspace<double> work(simulation.tree());
  massMatrix(simulation.tree(), vectorOf(simulation.q()), work, mass);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> principal(mass, Eigen::EigenvaluesOnly);
  const double condition = principal.eigenvalues().maxCoeff() / principal.eigenvalues().minCoeff();
  return 32 * epsilon * condition / simulation.stepSize();
}

/// A simulation whose state is changed in the coordinates of maps.
class Mapped {
 public:
  Mapped(const Mechanism& mechanism, const Stepping& stepping, double h)
      : simulation(mechanism, exactly(stepping, h)),
        tree_(simulation.tree()),
        base_(tree_),
        moved_(tree_),
        closed_(tree_),
        push_(Eigen::VectorXd::Zero(tree_.velocitySize())) {
    step(0);
  }

  /// Takes steps, and closes loops that they leave open. If forces determine velocities, applies
  /// forces that give velocities of about one.
  void step(int count) {
    simulation.step(count);
    settle();
    if (simulation.integrator() == "first-order") pushEvenly();
    setTorque(Eigen::VectorXd::Zero(push_.size()));
  }

  /// Restarts at the current state, with closed loops.
  void settle() {
    Eigen::VectorXd q = vectorOf(simulation.q()), v = vectorOf(simulation.v());
    closeLoops<double>(tree_, closed_, q, v);
    simulation.setState(listOf({q.data(), at(q.size())}), listOf({v.data(), at(v.size())}));
  }

  /// Stores the state from which changes are measured.
  void begin() {
    q_ = vectorOf(simulation.q());
    v_ = vectorOf(simulation.v());
    updateKinematics<double>(tree_, q_, v_, base_);
  }

  /// Moves by δ = (δy, δẏ) from the stored state.
  void moveBy(const Eigen::VectorXd& delta) {
    const int m = tree_.degreesOfFreedom();
    Eigen::VectorXd step(tree_.velocitySize()), rates(m), q(q_), v(v_);
    spanFromIndependent<double>(tree_, delta.head(m), base_, step);
    retract<double>(tree_, q_, step, q);
    closeLoops<double>(tree_, moved_, q, v);
    pickIndependent<double>(tree_, v_, base_, rates);
    rates += delta.tail(m);
    keepCoordinates(tree_, base_, tree_, moved_);
    updateKinematics<double>(tree_, q, v, moved_);
    spanFromIndependent<double>(tree_, rates, moved_, v);
    simulation.setState(listOf({q.data(), at(q.size())}), listOf({v.data(), at(v.size())}));
  }

  /// Sets torques in addition to the constant ones.
  void setTorque(const Eigen::VectorXd& change) {
    const Eigen::VectorXd torque = push_ + change;
    const StateLayout layout(simulation.mechanism());
    for (std::size_t i = 0; i < layout.velocity.size(); ++i) {
      const Joint& joint = simulation.mechanism().joints[i];
      const auto first = torque.data() + layout.velocity[i];
      simulation.setTorque(joint.name, std::span(first, at(velocitySize(joint))));
    }
  }

  /// Returns the difference of a state from (q, v), in coordinates at (q, v).
  Eigen::VectorXd from(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       const std::vector<int>& coordinates) const {
    Eigen::VectorXd way(tree_.velocitySize());
    const auto m = static_cast<Eigen::Index>(coordinates.size());
    difference<double>(tree_, q, vectorOf(simulation.q()), way);
    const Eigen::VectorXd change = vectorOf(simulation.v()) - v;
    Eigen::VectorXd result(2 * m);
    for (Eigen::Index j = 0; j < m; ++j) {
      result[j] = way[coordinates[at(j)]];
      result[m + j] = change[coordinates[at(j)]];
    }
    return result;
  }

  Simulation simulation;

 private:
  void pushEvenly() {
    const int m = tree_.degreesOfFreedom();
    Eigen::MatrixXd mass(m, m);
    massMatrix(tree_, vectorOf(simulation.q()), base_, mass);
    const Eigen::VectorXd torque = mass * Eigen::VectorXd::LinSpaced(m, 0.5, 1.5);
    Model model(simulation.mechanism());
    const std::vector<int> coordinates = model.independentVelocities(vectorOf(simulation.q()));
    push_.setZero();
    for (int j = 0; j < m; ++j) push_[coordinates[at(j)]] = torque[j];
  }

  static std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

  const ClusterTree<double>& tree_;
  Workspace<double> base_, moved_, closed_;
  Eigen::VectorXd q_, v_, push_;
};

/// Derivatives by differences over ε, ε/2 and ε/4 with Richardson extrapolation, to ε⁶.
template <typename Function>
Eigen::VectorXd slopeOf(Function&& at, double epsilon) {
  const auto over = [&](double step) {
    return Eigen::VectorXd((at(step) - at(-step)) / (2 * step));
  };
  return (64 * over(epsilon / 4) - 20 * over(epsilon / 2) + over(epsilon)) / 45;
}

/// Returns the largest difference between a map of `steps` steps from the state and the
/// derivatives.
inline double errorOf(Mapped& mapped, const Eigen::MatrixXd& state, const Eigen::MatrixXd& torque,
                      const std::vector<int>& endCoordinates, int steps) {
  Simulation& simulation = mapped.simulation;
  const auto run = [&] {
    for (int i = 0; i < steps; ++i) {
      mapped.settle();
      simulation.step();
    }
  };
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(state.cols());
  const Eigen::VectorXd slack = Eigen::VectorXd::Zero(torque.cols());
  mapped.begin();
  run();
  const Eigen::VectorXd q = vectorOf(simulation.q()), v = vectorOf(simulation.v());
  constexpr double epsilon = 4e-3;
  // If forces determine velocities, these respond to everything at once, by about 0.04.
  const auto answering = [&](const Eigen::MatrixXd& map) {
    const bool isFirstOrder = simulation.integrator() == "first-order";
    return epsilon / (isFirstOrder ? std::max(1.0, 0.1 * map.cwiseAbs().maxCoeff()) : 1.0);
  };
  double largest = 0;
  const auto compare = [&](const auto& column, const Eigen::VectorXd& slope) {
    largest = std::max(largest, (column - slope).cwiseAbs().maxCoeff());
  };
  // Large mechanisms: only some directions.
  const Eigen::Index stride = 1 + state.cols() / 12;
  for (Eigen::Index j = 0; j < state.cols(); j += stride)
    compare(state.col(j), slopeOf(
                              [&](double by) {
                                mapped.moveBy(by * Eigen::VectorXd::Unit(state.cols(), j));
                                run();
                                return mapped.from(q, v, endCoordinates);
                              },
                              answering(state)));
  for (Eigen::Index j = 0; j < torque.cols(); j += stride)
    compare(torque.col(j), slopeOf(
                               [&](double by) {
                                 mapped.moveBy(none);
                                 mapped.setTorque(by * Eigen::VectorXd::Unit(torque.cols(), j));
                                 run();
                                 return mapped.from(q, v, endCoordinates);
                               },
                               answering(torque)));
  mapped.setTorque(slack);
  mapped.moveBy(none);
  return largest;
}

/// Tolerance of differences over 4e-3: 1e-10 for truncation and rounding of each solve;
/// fourth-order steps have five. The second stage of Rosenbrock steps is a whole step off the
/// loops, where differences have more truncation. First-order steps compare velocities a thousandth
/// of a step apart. This amplifies rounding by 1000, and the velocities of thin links by about 1e4
/// more: to 2e-9, over differences of 4e-3 about 1e-6.
inline double roughly(const Simulation& simulation, const StepMap& map) {
  const Eigen::MatrixXd& state = map.state;
  if (simulation.integrator() == "first-order")
    return 1e-6 * std::max({1.0, state.cwiseAbs().maxCoeff(), map.torque.cwiseAbs().maxCoeff()});
  const std::string& integrator = simulation.integrator();
  const double solves = integrator == "fourth-order" ? 5 : integrator == "rosenbrock" ? 3 : 1;
  return solves * 1e-10 * std::max(1.0, state.cwiseAbs().maxCoeff()) +
         (integrator == "rosenbrock" ? 3 : 1) * roundingOf(simulation);
}

}  // namespace linkwork::test
