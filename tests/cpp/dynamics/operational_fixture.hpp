#pragma once

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics/force_response.hpp"

namespace linkwork::test {

/// Returns end-effectors on random bodies, some on the same body: all six directions, a point, or a
/// few random directions. In half of the cases, points are in world axes. Without points, the
/// inverse inertia of a tree of revolute joints takes its fast path.
inline std::vector<EndEffector<double>> randomEndEffectors(const Fixture& on, Random& random,
                                                           int count) {
  std::vector<EndEffector<double>> result;
  const bool inWorldAxes = uniform(random, 0, 1) < 0.5;
  const auto bodies = static_cast<double>(on.tree.bodies().size());
  for (int i = 0; i < count; ++i) {
    const auto body = static_cast<int>(uniform(random, 0, bodies));
    const Eigen::Vector3d point = randomVector(random, 1);
    if (i % 3 == 0) {
      result.push_back(EndEffector<double>::atPoint(body, point));
      if (!inWorldAxes) result.back().axes = DirectionAxes::frame;
      continue;
    }
    EndEffector<double> endEffector{body, {randomRotation(random).toRotationMatrix(), point}};
    if (i % 3 == 1)
      endEffector.directions = Eigen::Matrix<double, 6, 6>::Random().leftCols(
          1 + static_cast<int>(uniform(random, 0, 5)));
    result.push_back(endEffector);
  }
  return result;
}

/// Returns J, column by column, from unit independent velocities.
inline Eigen::MatrixXd jacobianOf(const Fixture& on, const OperationalSpace<double>& space) {
  Eigen::MatrixXd jacobian(space.rows, on.tree.degreesOfFreedom());
  for (int j = 0; j < on.tree.degreesOfFreedom(); ++j) {
    on.update();
    Eigen::VectorXd v(on.tree.velocitySize()), rows(space.rows);
    spanFromIndependent<double>(on.tree, Eigen::VectorXd::Unit(on.tree.degreesOfFreedom(), j),
                                on.work, v);
    updateKinematics<double>(on.tree, on.q, v, on.work);
    velocityAlongRows<double>(on.tree, on.work, space, rows);
    jacobian.col(j) = rows;
  }
  on.update();
  return jacobian;
}

inline Eigen::MatrixXd inverseInertia(const Fixture& on, OperationalSpace<double>& space) {
  Eigen::MatrixXd inverse(space.rows, space.rows);
  inverseOperationalSpaceInertia<double>(on.tree, on.q, on.work, space, inverse);
  on.update();
  return inverse;
}

}  // namespace linkwork::test
