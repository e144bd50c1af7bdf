#include "simulation/scenes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/fixture.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/parts.hpp"

namespace linkwork::test {

namespace {

bool hasJoints(const Mechanism& mechanism, JointType type) {
  return std::any_of(mechanism.joints.begin(), mechanism.joints.end(),
                     [&](const Joint& joint) { return joint.type == type; });
}

bool touches(const Mechanism& mechanism) { return !mechanism.contact.colliders.empty(); }

bool moves(const Stepping& stepping, const Mechanism& mechanism) {
  const Capabilities& keeps = steppingMethod(stepping.method).find(stepping.integrator)->keeps;
  return (keeps.nonholonomic || mechanism.nonholonomic.empty()) &&
         (keeps.generalJoints || !hasJoints(mechanism, JointType::general));
}

/// Returns the mechanism in free flight without contact. Its base and all its joints move.
Mechanism thrown(Mechanism mechanism) {
  mechanism.contact = {};
  const Fixture on(mechanism);
  Eigen::VectorXd speed(on.tree.degreesOfFreedom()), v(on.tree.velocitySize());
  // The sum along a chain stays small: its end is no faster than its start.
  for (Eigen::Index i = 0; i < speed.size(); ++i)
    speed[i] = 2 * std::sin(1.0 + static_cast<double>(i));
  spanFromIndependent<double>(on.tree, speed, on.work, v);
  mechanism.initialState->v = namedVelocity(mechanism, v);
  return mechanism;
}

std::vector<Scene> everyScene() {
  std::vector<Scene> scenes;
  for (const std::string_view name : catalogueNames()) {
    Mechanism mechanism = catalogueMechanism(name);
    if (hasJoints(mechanism, JointType::free) && mechanism.nonholonomic.empty()) {
      scenes.push_back({std::string(name) + ", thrown", thrown(mechanism)});
      if (!touches(mechanism)) mechanism = catalogueMechanism(name, R"({"base": "fixed"})");
    }
    scenes.push_back({std::string(name), std::move(mechanism)});
  }
  scenes.push_back({"tumbling chain", tumblingChain(4)});
  scenes.push_back({"one of every joint", everyJointType()});
  scenes.push_back({"cam shaft", camShaft()});
  return scenes;
}

}  // namespace

std::vector<Stepping> allSteppings() {
  std::vector<Stepping> all;
  for (const SteppingMethod& method : steppingMethods)
    for (const MethodIntegrator& integrator : method.integrators)
      all.push_back({std::string(method.name), std::string(integrator.name)});
  return all;
}

std::vector<Stepping> inertialSteppings() {
  std::vector<Stepping> all = allSteppings();
  std::erase_if(all, [](const Stepping& each) { return each.integrator == "first-order"; });
  return all;
}

Stepping anyInertialStepping() {
  static const std::vector<Stepping> all = inertialSteppings();
  return all[GENERATE(range(std::size_t{0}, inertialSteppings().size()))];
}

Simulation movingBy(const Mechanism& mechanism, const Stepping& stepping) {
  return Simulation(mechanism,
                    {.method = stepping.method, .integrator = stepping.integrator, .step = 1e-3});
}

double energyOf(Simulation& simulation) {
  return simulation.kineticEnergy() + simulation.potentialEnergy();
}

Mechanism tumblingChain(int links) {
  ChainOptions options;
  options.links = links;
  options.joint = JointType::spherical;
  options.axes = {{1, 2, 0}};
  Mechanism mechanism = chain(options);
  for (const Joint& joint : mechanism.joints) {
    const auto turn = static_cast<double>(&joint - mechanism.joints.data());
    mechanism.initialState->v[joint.name] = {1 - turn, 2, -1.5 + turn};
  }
  return mechanism;
}

Mechanism everyJointType() {
  struct Part {
    JointType type;
    std::string parent;
    std::vector<double> q, v;
  };
  const std::vector<Part> parts{
      {JointType::free, "world", {1, -2, 3, 0, 0.6, 0, 0.8}, {1, -2, 0.5, 0.3, 0.2, 4}},
      {JointType::universal, "free", {0.3, -0.4}, {1, -1}},
      {JointType::spherical, "free", {0, 0, 0.6, 0.8}, {1, 2, -1}},
      {JointType::planar, "universal", {0.1, -0.2, 0.5}, {0.3, 0.2, 1}},
      {JointType::cylindrical, "spherical", {0.7, 0.1}, {-1, 0.4}},
      {JointType::helical, "spherical", {1.2}, {2}},
      {JointType::prismatic, "planar", {0.15}, {-0.6}},
      {JointType::revolute, "cylindrical", {-0.9}, {3}},
      {JointType::fixed, "revolute", {}, {}}};

  Mechanism mechanism;
  mechanism.name = "one of every joint";
  mechanism.initialState.emplace();
  for (const Part& part : parts) {
    const std::string type(name(part.type));
    mechanism.bodies.push_back(cylinder(type, 0.7, {0.05, 0, 0}, {0, 0.02, -0.3}, 0.06));
    Joint joint;
    joint.type = part.type;
    joint.name = "joint " + type;
    joint.parent = part.parent;
    joint.child = type;
    if (hasAxis(part.type)) joint.axis = {0.48, 0.6, 0.64};
    if (part.type == JointType::universal) joint.axis2 = {0.8, 0, -0.6};
    if (part.type == JointType::helical) joint.pitch = 0.1;
    if (part.type != JointType::free) {
      joint.parentFrame.position = {0.1, -0.05, -0.25};
      joint.childFrame.rotation = Eigen::Quaterniond(0.8, 0, 0.6, 0);
    }
    mechanism.initialState->q[joint.name] = part.q;
    mechanism.initialState->v[joint.name] = part.v;
    mechanism.joints.push_back(std::move(joint));
  }
  std::reverse(mechanism.joints.begin(), mechanism.joints.end());
  std::rotate(mechanism.bodies.begin(), mechanism.bodies.begin() + 4, mechanism.bodies.end());
  return mechanism;
}

Mechanism camShaft() {
  Mechanism mechanism;
  mechanism.name = "cam shaft";
  mechanism.initialState.emplace();
  const auto add = [&](const std::string& name, JointType type, const std::string& parent,
                       const Eigen::Vector3d& axis, const Eigen::Vector3d& place, double q,
                       double v) {
    mechanism.bodies.push_back(cylinder(name, 0.7, {0.05, 0, 0}, {0, 0.02, -0.3}, 0.06));
    Joint& joint = mechanism.joints.emplace_back();
    joint.type = type;
    joint.name = name;
    joint.parent = parent;
    joint.child = name;
    joint.axis = axis;
    joint.parentFrame.position = place;
    mechanism.initialState->q[name] = {q};
    mechanism.initialState->v[name] = {v};
  };
  const auto couple = [&](const std::string& driven, const std::string& driver,
                          const std::vector<double>& polynomial) {
    Coupling& coupling = mechanism.couplings.emplace_back();
    coupling.name = driven + " by " + driver;
    coupling.terms = {{driven, 1}, {driver, -1, CouplingFunction{.polynomial = polynomial}}};
  };
  const double crank = 0.3, crankRate = 2, pendulum = 0.2, pendulumRate = -1;
  add("crank", JointType::revolute, "world", {0, 1, 0}, {0, 0, 0}, crank, crankRate);
  add("slide", JointType::prismatic, "world", {0, 0, 1}, {0.3, 0, 0},
      0.1 * crank + 0.05 * crank * crank + 0.01 * std::pow(crank, 4),
      (0.1 + 0.1 * crank + 0.04 * std::pow(crank, 3)) * crankRate);
  add("pendulum", JointType::revolute, "slide", {1, 0, 0}, {0, 0.2, 0}, pendulum, pendulumRate);
  add("rocker", JointType::revolute, "crank", {0, 0, 1}, {0, 0, -0.3},
      0.4 * pendulum + 0.5 * pendulum * pendulum, (0.4 + pendulum) * pendulumRate);
  couple("slide", "crank", {0, 0.1, 0.05, 0, 0.01});
  couple("rocker", "pendulum", {0, 0.4, 0.5});
  return mechanism;
}

std::vector<Scene> scenesOf(const Stepping& stepping) {
  std::vector<Scene> scenes = everyScene();
  std::erase_if(scenes, [&](const Scene& scene) { return !moves(stepping, scene.mechanism); });
  return scenes;
}

std::vector<Scene> smoothScenesOf(const Stepping& stepping) {
  std::vector<Scene> scenes = scenesOf(stepping);
  std::erase_if(scenes, [](const Scene& scene) { return touches(scene.mechanism); });
  return scenes;
}

std::vector<Scene> allScenes() { return smoothScenesOf({"articulated-body", "rk4"}); }

std::vector<Scene> scenesOfPlainJoints() {
  std::vector<Scene> scenes = allScenes();
  std::erase_if(scenes,
                [](const Scene& scene) { return hasJoints(scene.mechanism, JointType::general); });
  return scenes;
}

}  // namespace linkwork::test
