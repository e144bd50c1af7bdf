#pragma once

#include <optional>

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork::test {

/// A mechanism compiled at a state, with the forces of that state and a workspace. Kinematics and
/// poses are up to date.
struct Fixture {
  explicit Fixture(const Mechanism& description, const std::optional<NamedState>& state = {})
      : mechanism(description), tree(compile(mechanism, state)), work(tree), forces(tree) {
    q = tree.initialPosition();
    v = tree.initialVelocity();
    if (state) {
      forces.torque = flatVelocity(mechanism, state->tau);
      for (const auto& [name, wrench] : state->wrenches)
        forces.wrenches[static_cast<std::size_t>(tree.treeBody(bodyNamed(mechanism, name)))] =
            wrench;
      forces.hasWrenches = !state->wrenches.empty();
    }
    update();
  }

  void update() const {
    updateKinematics<double>(tree, q, v, work);
    updatePoses(tree, work);
  }

  /// Returns v̇ under the state's forces.
  Eigen::VectorXd forward() const { return forward(forces); }
  Eigen::VectorXd forward(const AppliedForces<double>& applied) const {
    Eigen::VectorXd a(tree.velocitySize());
    forwardDynamics(tree, q, v, applied, work, a);
    return a;
  }

  /// Returns the same by the general recursion over clusters only.
  Eigen::VectorXd generalForward() const;

  /// Returns generalized forces on the independent joints that produce v̇, in addition to the
  /// state's forces.
  Eigen::VectorXd inverse(const Eigen::VectorXd& a) const {
    Eigen::VectorXd torque(tree.velocitySize());
    inverseDynamics(tree, q, v, a, forces, work, torque);
    return torque;
  }

  Eigen::MatrixXd mass() const {
    Eigen::MatrixXd matrix(tree.degreesOfFreedom(), tree.degreesOfFreedom());
    massMatrix(tree, q, work, matrix);
    return matrix;
  }

  /// Returns the same by the general composite-body algorithm over clusters only.
  Eigen::MatrixXd generalMass() const;

  Eigen::VectorXd bias() const {
    Eigen::VectorXd force(tree.degreesOfFreedom());
    biasForce(tree, q, v, forces, work, force);
    return force;
  }

  double kinetic() const {
    update();
    return kineticEnergy<double>(tree, v, work);
  }
  double potential() const {
    update();
    return potentialEnergy<double>(tree, q, work);
  }

  Mechanism mechanism;
  ClusterTree<double> tree;
  mutable Workspace<double> work;
  AppliedForces<double> forces;
  Eigen::VectorXd q, v;
};

}  // namespace linkwork::test
