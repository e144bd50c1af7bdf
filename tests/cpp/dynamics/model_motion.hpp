#pragma once

#include <Eigen/Dense>
#include <functional>

#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics.hpp"
#include "linkwork/dynamics/configuration.hpp"

namespace linkwork::test {

/// A random mechanism as a model, on its loops, with velocities and independent accelerations.
struct ModelMotion {
  explicit ModelMotion(std::uint64_t seed) : ModelMotion(randomMechanism(seed)) {}
  explicit ModelMotion(const RandomMechanism& random)
      : model(random.mechanism, random.state), q(model.initialPosition()) {
    const int m = model.degreesOfFreedom();
    coordinates = model.independentVelocities(q);
    basis = basisAt(q);
    reach = std::max(1.0, largest(basis));
    velocity = model.independent(q, model.initialVelocity());
    acceleration = Eigen::VectorXd::LinSpaced(m, 1, -0.7);
    v = basis * velocity;
    a = basis * acceleration;  // dependent entries are ignored
  }

  Eigen::MatrixXd basisAt(const Eigen::VectorXd& pose) {
    const int m = model.degreesOfFreedom();
    Eigen::MatrixXd columns(model.velocitySize(), m);
    for (int j = 0; j < m; ++j) columns.col(j) = model.spanning(pose, Eigen::VectorXd::Unit(m, j));
    return columns;
  }

  struct State {
    Eigen::VectorXd q, v;
  };
  /// Returns the state after a time, which may be negative.
  State after(double time) {
    State state{q, v + time * dependent()};
    const Eigen::VectorXd step = time * v;
    retract<double>(model.tree(), q, step, state.q);
    model.close(state.q, state.v);
    return state;
  }
  /// Returns the map from columns over ẏ, as chosen at another pose, to columns over ẏ as chosen
  /// here.
  Eigen::MatrixXd toCoordinatesHere(const Eigen::VectorXd& pose) {
    if (coordinates.empty()) return Eigen::MatrixXd(0, 0);
    return basisAt(pose)(coordinates, Eigen::all).inverse();
  }

  /// Returns the time derivative of a function of the state. Central differences at h, h/2 and h/4,
  /// extrapolated twice: error h⁶, and rounding over h.
  Eigen::MatrixXd rateOf(const std::function<Eigen::MatrixXd(const State&)>& f) {
    const double h = 1e-3;
    const auto central = [&](double step) -> Eigen::MatrixXd {
      return (f(after(step)) - f(after(-step))) / (2 * step);
    };
    const Eigen::MatrixXd far = central(h), mid = central(h / 2), near = central(h / 4);
    return (16 * (4 * near - mid) / 3 - (4 * mid - far) / 3) / 15;
  }

  Model model;
  Eigen::VectorXd q, v, a;
  std::vector<int> coordinates;  ///< entries of ẏ
  Eigen::MatrixXd basis;         ///< G
  Eigen::VectorXd velocity, acceleration;
  double reach;  ///< largest entry of G: rounding grows with it

 private:
  /// Returns v̇ = G ÿ + g, under the forces that cause it.
  Eigen::VectorXd dependent() {
    return model.forwardDynamics(q, v, model.inverseDynamics(q, v, a));
  }
};

}  // namespace linkwork::test
