#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"

namespace linkwork::test {

TEST_CASE("the torque at each joint of a chain of 100,000 links supports the weight beyond it") {
  const ChainOptions options{.links = 100000, .length = 0.1, .startAngle = 0.3};
  const Fixture on(chain(options));
  const Eigen::VectorXd torque = on.inverse(Eigen::VectorXd::Zero(options.links));
  // The straight chain beyond revolute joint i has N − i links. Its center is half that many
  // lengths away.
  const double ofOneLink =
      options.mass * options.gravity * options.length * std::sin(options.startAngle) / 2;
  double worst = 0;
  for (int i = 0; i < options.links; ++i) {
    const double beyond = options.links - i;
    worst = std::max(worst, std::abs(std::abs(torque[i]) - ofOneLink * beyond * beyond));
  }
  // Sums with as many terms.
  CHECK(worst <= epsilon * options.links * torque.lpNorm<Eigen::Infinity>());
}

TEST_CASE("forward and inverse dynamics agree on a chain of 100,000 links with axes x, y and z") {
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), y = Eigen::Vector3d::UnitY(),
                        z = Eigen::Vector3d::UnitZ();
  Fixture on(chain({.links = 100000, .length = 0.1, .axes = {x, y, z}}));
  for (int i = 0; i < on.tree.velocitySize(); ++i) {  // crumpled and in motion
    on.q[i] = 2.4 * i;
    on.v[i] = 0.01 * ((i * 377) % 101 - 50);
  }
  on.forces.torque = Eigen::VectorXd::LinSpaced(on.tree.velocitySize(), -1, 1);
  const Eigen::VectorXd needed = on.inverse(on.forward());  // in addition to the applied torques
  // Every link rounds the forces that it propagates.
  const double scale = on.bias().lpNorm<Eigen::Infinity>();
  CHECK(needed.lpNorm<Eigen::Infinity>() <=
        epsilon * static_cast<double>(on.tree.velocitySize()) * scale);
}

}  // namespace linkwork::test
