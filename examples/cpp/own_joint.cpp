// A joint of your own, as a function from its coordinates to a pose: a bead that swings in a bowl,
// z = x² + 2 y².

#include <cmath>
#include <cstdio>

#include "linkwork/joint_function.hpp"
#include "linkwork/parts.hpp"
#include "linkwork/simulation.hpp"

int main() {
  linkwork::Joint bowl;
  bowl.name = "bowl";
  bowl.type = linkwork::JointType::general;
  bowl.parent = linkwork::worldName;
  bowl.child = "bead";
  // One template serves numbers, derivatives and compilation: it may compute, but not branch.
  bowl.function = linkwork::UserFunction{linkwork::functionJoint(2, [](const auto* q) {
    using Scalar = std::decay_t<decltype(*q)>;
    auto pose = linkwork::Transform<Scalar>::Identity();
    pose.translation[0] = q[0];
    pose.translation[1] = q[1];
    pose.translation[2] = q[0] * q[0] + 2.0 * (q[1] * q[1]);
    return pose;
  })};
  linkwork::Mechanism mechanism;
  mechanism.name = "bead in a bowl";
  mechanism.bodies = {linkwork::ellipsoid("bead", 0.1, {0.02, 0.02, 0.02})};
  mechanism.joints = {bowl};
  mechanism.initialState.emplace().q["bowl"] = {0.5, 0.2};

  linkwork::Simulation simulation(mechanism, {.step = 1e-3});
  const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
  simulation.step(5000);
  const auto q = simulation.q(), pose = simulation.poses();
  const double energy = simulation.kineticEnergy() + simulation.potentialEnergy();
  const double height = q[0] * q[0] + 2 * q[1] * q[1];
  std::printf("after 5 s the bead is at (%.4f, %.4f), %.1e m off the bowl; energy error %.1e\n",
              pose[0], pose[1], std::abs(pose[2] - height), std::abs(energy / start - 1));
  return std::abs(pose[2] - height) < 1e-12 && std::abs(energy / start - 1) < 1e-6 ? 0 : 1;
}
