// Reads a mechanism from a file and computes with one state of it: what accelerations a motor's
// torque gives, and what torques give those.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "linkwork/dynamics.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : "geared_pendulum.json";
  std::ifstream file(path);
  if (!file) return std::fprintf(stderr, "%s cannot be read\n", path), 1;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    linkwork::Model model(linkwork::mechanismFromJson(text));
    // The motor turns six times as fast as the shoulder.
    const Eigen::VectorXd q = model.position({{"shoulder", {0.3}}, {"motor", {1.8}}});
    const Eigen::VectorXd v = model.velocity({{"shoulder", {0.5}}, {"motor", {3}}});
    const Eigen::VectorXd torque = model.velocity({{"motor", {0.4}}});
    const Eigen::VectorXd a = model.forwardDynamics(q, v, torque);
    for (const auto& [joint, values] : model.namedVelocity(a))
      std::printf("%s accelerates by %.6f rad/s²\n", joint.c_str(), values[0]);

    // On one independent joint, the same motion: G^T tau is what the torques come to there.
    const Eigen::VectorXd same = model.inverseDynamics(q, v, a);
    const double difference =
        (model.projectForces(q, same) - model.projectForces(q, torque)).norm();
    std::printf("inverse dynamics is off by %.1e N·m\n", difference);
    return difference < 1e-12 ? 0 : 1;
  } catch (const linkwork::MechanismError& error) {
    return std::fprintf(stderr, "%s: %s\n", path, error.what()), 1;
  }
}
