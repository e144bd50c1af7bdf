// A box slides over the floor, tips and comes to rest; then the floor supports its weight.

#include <cmath>
#include <cstdio>

#include "linkwork/parts.hpp"
#include "linkwork/simulation.hpp"

int main() {
  constexpr double mass = 2, edge = 0.2;
  linkwork::Mechanism mechanism;
  mechanism.name = "box on the floor";
  mechanism.bodies = {linkwork::box("box", mass, {0, 0, 0}, {edge, edge, edge})};
  linkwork::Joint free;
  free.name = "flight";
  free.type = linkwork::JointType::free;
  free.parent = linkwork::worldName;
  free.child = "box";
  mechanism.joints = {free};
  linkwork::Collider floor, box;
  floor.body = linkwork::worldName;
  floor.type = linkwork::ColliderType::plane;
  box.body = "box";
  box.type = linkwork::ColliderType::box;
  box.size = {edge, edge, edge};
  mechanism.contact.colliders = {floor, box};
  linkwork::NamedState& start = mechanism.initialState.emplace();
  start.q["flight"] = {0, 0, 0.5, 0, 0, 0, 1};
  start.v["flight"] = {0, 3, 0, 2, 0, 0};

  linkwork::Simulation simulation(mechanism, {.step = 2e-3});
  simulation.step(1500);
  double carried = 0;
  for (const linkwork::ContactForce& contact : simulation.contactForces())
    carried += contact.force.z();
  const double height = simulation.poses()[2];
  std::printf("%s, after %.1f s: height %.4f m, speed %.1e, the floor supports %.4f N of %.4f N\n",
              std::string(simulation.method()).c_str(), simulation.time(), height,
              std::sqrt(2 * simulation.kineticEnergy() / mass), carried, 9.81 * mass);
  return std::abs(height - edge / 2) < 1e-4 && std::abs(carried / (9.81 * mass) - 1) < 1e-3 ? 0 : 1;
}
