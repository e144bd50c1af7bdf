#pragma once

#include <vector>

#include "linkwork/mechanism.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// The place of each tree joint's numbers in q and v: one joint after the other, in the order
/// of Mechanism::joints.
struct StateLayout {
  explicit StateLayout(const Mechanism& mechanism);

  std::vector<int> position, velocity;  ///< first entry by joint
  int positionSize = 0, velocitySize = 0;
};

/// q from names; joints not named are at zero (identity quaternions). The state must be valid.
Eigen::VectorXd flatPosition(const Mechanism& mechanism, const NamedState& state);

/// v, tau or a from names; joints not named are zero.
Eigen::VectorXd flatVelocity(const Mechanism& mechanism, const JointValues& values);

/// Numbers laid out like v, or like q, by joint name.
JointValues namedVelocity(const Mechanism& mechanism, const Eigen::VectorXd& flat);
JointValues namedPosition(const Mechanism& mechanism, const Eigen::VectorXd& flat);

}  // namespace linkwork
