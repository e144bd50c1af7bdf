#pragma once

#include <array>
#include <string_view>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/tendons.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/json/value.hpp"

namespace linkwork {

/// A mechanism at a state, read from text, with its workspace. With an empty `stateJson`, uses the
/// mechanism's initialState, or all joints at zero. Throws MechanismError if a file is invalid.
struct QueriedState {
  QueriedState(std::string_view mechanismJson, std::string_view stateJson);

  Mechanism mechanism;
  NamedState state;
  ClusterTree<double> tree;
  Eigen::VectorXd q, v;
  AppliedForces<double> forces;
  Workspace<double> work;
  Tendons tendons;
  Eigen::VectorXd driveTorque;  ///< of actuators without controls, and of tendons, on joints
};

/// A named query of one state. Throws SimulationError if the result is not finite or the pose is
/// singular.
struct StateQuery {
  std::string_view name;
  detail::JsonValue (*answer)(QueriedState& at);
};

/// All queries and their results, each an object of
///
///   info              name, bodies, joints, degreesOfFreedom, clusters, plan, warnings
///   kinematics        position, rotation and twist of every body: its frame in the world, and
///                     [ω; v] of that frame in body axes
///   energy            kinetic, potential
///   inverse-dynamics  tau: forces on an independent set of joints that produce the state's a
///   mass-matrix       joints, massMatrix, bias: H ÿ + bias = τ in the coordinates listed
///   coriolis-matrix   joints, coriolisMatrix: C with C ẏ the velocity-dependent part of bias,
///                     Ḣ = C + Cᵀ
extern const std::array<StateQuery, 6> stateQueries;

namespace detail {

/// A number in a result. Throws SimulationError unless it is finite.
JsonValue finite(double number);

/// Numbers laid out like v, by joint in the order of the mechanism.
JsonValue byJoint(const Mechanism& mechanism, const Eigen::VectorXd& values);

}  // namespace detail
}  // namespace linkwork
