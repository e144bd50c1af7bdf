// Balances a pole on a cart: the exact derivatives of a step make a linear model, the feedback that
// is best for it (LQR) acts on the real one.

#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

int main() {
  linkwork::Simulation simulation(linkwork::cartPendulum(), {.step = 1e-3});
  const Eigen::Vector4d upright(0, std::numbers::pi, 0, 0);
  simulation.setState(std::span(upright.data(), 2), std::span(upright.data() + 2, 2));

  // x' = A x + B u near there, and Riccati's equation for the least of sum(x^T x + u^2).
  const linkwork::StepMap& map = simulation.stepMap();
  const Eigen::Matrix4d a = map.state;
  const Eigen::Vector4d b = map.torque.col(0);
  Eigen::Matrix4d cost = Eigen::Matrix4d::Identity();
  Eigen::RowVector4d gains;
  for (int step = 0; step < 5000; ++step) {
    gains = (b.transpose() * cost * a) / (1 + b.dot(cost * b));
    cost = Eigen::Matrix4d::Identity() + a.transpose() * cost * (a - b * gains);
  }

  const Eigen::Vector4d tilted(0.5, std::numbers::pi - 0.3, 0, 0);
  simulation.setState(std::span(tilted.data(), 2), std::span(tilted.data() + 2, 2));
  Eigen::Vector4d x = tilted - upright;
  for (int step = 0; step < 20000; ++step) {
    const double force = -gains.dot(x);
    simulation.setTorque("rail", std::span(&force, 1));
    simulation.step();
    x << simulation.q()[0], simulation.q()[1], simulation.v()[0], simulation.v()[1];
    x -= upright;
  }
  std::printf("after 20 s the cart is %.1e m from its place, the pole %.1e rad from upright\n",
              std::abs(x[0]), std::abs(x[1]));
  return x.norm() < 1e-3 ? 0 : 1;
}
