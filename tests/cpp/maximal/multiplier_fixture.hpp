#pragma once

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/spatial/quaternion.hpp"

namespace linkwork::test {

/// Multipliers at the state of a fixture: poses set, matrix factored, forces collected and solved.
struct MultiplierFixture {
  explicit MultiplierFixture(const Fixture& fixture) : on(fixture), dynamics(fixture.tree) {
    dynamics.place(on.q, here);
    dynamics.partVelocities(here, on.q, on.v, velocities);
    dynamics.gatherForces(here, on.q, on.v, on.forces, forces);
    dynamics.addGyroscopicForces(here, velocities, forces);
    dynamics.accelerationBias(here, velocities, c, auxiliary);
    dynamics.factor(here);
    dynamics.solve(forces, c, auxiliary, y);
  }

  Eigen::VectorXd accelerations() const {
    Eigen::VectorXd a;
    dynamics.jointAccelerations(here, velocities, y, a);
    return a;
  }

  /// Returns zero forces or bias.
  maximal::PartVector zeros() const {
    return maximal::PartVector(forces.size(), Vector6<double>::Zero());
  }
  maximal::PartVector noBias() const {
    return maximal::PartVector(c.size(), Vector6<double>::Zero());
  }
  Eigen::VectorXd noAuxiliary() const { return Eigen::VectorXd::Zero(dynamics.auxiliaryRows()); }

  /// Returns the joint velocities of a velocity change by impulses, without accelerations.
  Eigen::VectorXd jointsOf(const maximal::PartVector& change) const {
    Eigen::VectorXd v;
    dynamics.jointVelocities(here, change, v);
    return v;
  }

  const Fixture& on;
  maximal::MultiplierDynamics dynamics;
  maximal::PartConfiguration here;
  maximal::PartVector velocities, forces, c, y;
  Eigen::VectorXd auxiliary;
};

/// Returns the poses of all parts after a time h with constant velocities.
inline maximal::PartConfiguration drifted(const MultiplierFixture& with,
                                          const maximal::PartVector& velocities, double h) {
  maximal::PartConfiguration moved = with.here;
  for (std::size_t p = 1; p < moved.parts.size(); ++p) {
    PartPose& part = moved.parts[p];
    part.position += h * velocities[p].tail<3>();
    const Eigen::Vector3d turn = h * velocities[p].head<3>();
    part.attitude = (quaternion::exp(turn) * part.attitude).normalized();
    part.rotation = part.attitude.toRotationMatrix();
  }
  with.dynamics.placeJoints(moved);
  return moved;
}

}  // namespace linkwork::test
