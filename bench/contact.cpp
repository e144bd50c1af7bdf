// The cost of contact as mechanisms grow, and drift at rest: tables for bench/contact.
//
//   linkwork_contact [growth] [dropped] [tumbling] [drift]

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/tracking.hpp"
#include "timing.hpp"

namespace linkwork::bench {
namespace {

struct Stepping {
  std::string method, integrator;
};

/// All but first-order motion, whose bodies have no inertia.
std::vector<Stepping> steppings() {
  std::vector<Stepping> all;
  for (const SteppingMethod& method : steppingMethods)
    for (const MethodIntegrator& integrator : method.integrators)
      if (integrator.name != "first-order")
        all.push_back({std::string(method.name), std::string(integrator.name)});
  return all;
}

std::string labelOf(const Stepping& by) {
  return "| `" + by.method + "` / `" + by.integrator + "` |";
}

/// A chain that swings down from 1 rad on to a wall, which a ball at its end touches.
Mechanism chainOnWall(int links, bool touches) {
  constexpr double length = 0.1, radius = 0.05, angle = 1;
  Mechanism mechanism = chain({.links = links, .length = length, .startAngle = angle});
  if (!touches) return mechanism;
  Simulation start(mechanism);
  const auto pose = start.poses().last(7);
  const Eigen::Vector3d origin(pose[0], pose[1], pose[2]);
  const Eigen::Vector3d along = origin.normalized();  // of the straight chain, from its pivot
  const Eigen::Vector3d tip = origin + length * along;
  const Eigen::Quaterniond turn(pose[6], pose[3], pose[4], pose[5]);
  Collider ball;
  ball.body = mechanism.bodies.back().name;
  ball.type = ColliderType::sphere;
  ball.radius = radius;
  ball.friction = 0.3;
  ball.frame.position = turn.conjugate() * (tip - origin);
  // It falls square to itself, so the tip moves against the wall and not along it.
  const Eigen::Vector3d down = Eigen::Vector3d(0, 1, 0).cross(along);
  const Eigen::Vector3d normal = down.z() > 0 ? down : Eigen::Vector3d(-down);
  Collider wall;
  wall.body = std::string(worldName);
  wall.type = ColliderType::plane;
  wall.friction = 0.3;
  wall.frame.position = tip - radius * normal;
  wall.frame.rotation = Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), normal);
  mechanism.contact.colliders = {wall, ball};
  return mechanism;
}

/// Steps of 0.1 ms from the start, again and again.
class Steps {
 public:
  Steps(const Stepping& by, int links, bool touches)
      : simulation_(chainOnWall(links, touches), {by.method, by.integrator, 1e-4, {}}),
        start_(simulation_.snapshot()),
        touching_(touches ? 1 : 0) {}

  void take() {
    simulation_.step();
    if (simulation_.contactForces().size() != touching_) {
      std::cerr << "the chain does not touch where it should\n";
      std::exit(1);
    }
    if (++taken_ % 10 == 0) simulation_.restore(start_);
  }

 private:
  Simulation simulation_;
  std::vector<double> start_;
  std::size_t touching_;
  int taken_ = 0;
};

/// The slope of log y over log x.
double exponentOf(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = std::log(x[i]), b = std::log(y[i]);
    n += 1, sx += a, sy += b, sxx += a * a, sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/// Times of a step with a contact, over those without, and how both grow from 100 links on.
void printGrowth() {
  const std::vector<int> sizes{10, 30, 100, 300, 1000};
  std::cout << "| a step [µs], over one without contact |";
  for (const int links : sizes) std::cout << ' ' << (links == 10 ? "n = " : "") << links << " |";
  std::cout << " exponent | without |\n| --- |";
  for (std::size_t i = 0; i < sizes.size() + 2; ++i) std::cout << " ---: |";
  std::cout << std::endl;
  for (const Stepping& by : steppings()) {
    std::cout << labelOf(by);
    std::vector<double> large, with, without;
    for (const int links : sizes) {
      Steps free(by, links, false), touching(by, links, true);
      const std::vector<Timing> timings = compare(
          {{"without", [&] { free.take(); }}, {"with", [&] { touching.take(); }}}, 15, 2e-2);
      std::cout << std::fixed << std::setprecision(timings[1].microseconds < 100 ? 1 : 0) << ' '
                << timings[1].microseconds << std::setprecision(2) << ", " << timings[1].ratio
                << " |" << std::flush;
      if (links < 100) continue;
      large.push_back(links);
      without.push_back(timings[0].microseconds);
      with.push_back(timings[1].microseconds);
    }
    std::cout << ' ' << exponentOf(large, with) << " | " << exponentOf(large, without) << " |"
              << std::endl;
  }
}

/// Times of a step of chains that fall over a bar and pile up on the ground, in the second after
/// the first 0.4 s.
void printDropped() {
  std::cout << "| a step of 1 ms [ms] |";
  const std::vector<int> sizes{20, 40, 80};
  for (const int links : sizes) std::cout << ' ' << links << " links, contacts |";
  std::cout << "\n| --- |";
  for (std::size_t i = 0; i < sizes.size(); ++i) std::cout << " ---: |";
  std::cout << std::endl;
  for (const Stepping& by : steppings()) {
    std::cout << labelOf(by);
    for (const int links : sizes) {
      Simulation simulation(drapedChain({.links = links, .barHeight = 0.3}),
                            {by.method, by.integrator, 1e-3, {}});
      simulation.advance(0.4);
      std::vector<double> times;
      std::size_t contacts = 0;
      for (int i = 0; i < 1000; ++i) {
        times.push_back(secondsOf({{}, [&] { simulation.step(); }}, 1));
        contacts += simulation.contactForces().size();
      }
      std::sort(times.begin(), times.end());
      std::cout << std::fixed << std::setprecision(2) << ' ' << 1e3 * times[500] << ", at most "
                << 1e3 * times.back() << "; " << contacts / 1000 << " |" << std::flush;
    }
    std::cout << std::endl;
  }
}

void addBody(Mechanism& mechanism, const Body& body, const std::string& parent, Joint joint,
             Collider collider) {
  mechanism.bodies.push_back(body);
  joint.name = "joint of " + body.name;
  joint.parent = parent;
  joint.child = body.name;
  mechanism.joints.push_back(joint);
  collider.body = body.name;
  collider.friction = 0.6;
  mechanism.contact.colliders.push_back(collider);
}

Mechanism groundAlone() {
  Mechanism mechanism;
  mechanism.initialState = NamedState{};
  Collider& plane = mechanism.contact.colliders.emplace_back();
  plane.body = std::string(worldName);
  plane.type = ColliderType::plane;
  plane.friction = 0.6;
  return mechanism;
}

/// A grid of boxes of 0.2 m and 1 kg that fall from random poses.
Mechanism tumblingBoxes(int count) {
  constexpr double size = 0.2, inertia = size * size / 6;
  const int side = static_cast<int>(std::lround(std::cbrt(count)));
  Mechanism mechanism = groundAlone();
  std::mt19937 generator(1);
  const auto random = [&] { return generator() / 4294967296.0; };
  Joint joint;
  joint.type = JointType::free;
  Collider box;
  box.type = ColliderType::box;
  box.size = {size, size, size};
  for (int i = 0; i < count; ++i) {
    const Body body{"box " + std::to_string(i), 1, {0, 0, 0}, {inertia, inertia, inertia, 0, 0, 0}};
    addBody(mechanism, body, std::string(worldName), joint, box);
    Eigen::Vector4d turn(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5);
    turn.normalize();
    mechanism.initialState->q["joint of " + body.name] = {0.3 * (i % side) + 0.1 * random(),
                                                          0.3 * (i / side % side) + 0.1 * random(),
                                                          0.3 * (1 + i / side / side),
                                                          turn[0],
                                                          turn[1],
                                                          turn[2],
                                                          turn[3]};
  }
  return mechanism;
}

/// Chains of capsules of 0.2 m and 0.5 kg on ball joints that fall across each other.
Mechanism fallingChains(int chains, int links) {
  constexpr double length = 0.2, radius = 0.04, mass = 0.5;
  constexpr double across = mass * (length * length / 12 + radius * radius / 4);
  Mechanism mechanism = groundAlone();
  Joint joint;
  Collider capsule;
  capsule.type = ColliderType::capsule;
  capsule.radius = radius;
  capsule.length = length - 2 * radius;
  capsule.frame.position = {0, 0, length / 2};
  for (int c = 0; c < chains; ++c) {
    std::string parent(worldName);
    for (int i = 0; i < links; ++i) {
      const Body body{std::to_string(c) + "." + std::to_string(i),
                      mass,
                      {0, 0, length / 2},
                      {across, across, mass * radius * radius / 2, 0, 0, 0}};
      joint.type = i == 0 ? JointType::free : JointType::spherical;
      joint.parentFrame.position = {0, 0, i == 0 ? 0 : length};
      addBody(mechanism, body, parent, joint, capsule);
      parent = body.name;
    }
    const Eigen::Vector4d turn = Eigen::Vector4d(0.64, 0.1, 0.05, 0.76).normalized();
    mechanism.initialState->q["joint of " + std::to_string(c) + ".0"] = {
        0.15 * c, 0.1 * (c % 3), 0.5 + 0.15 * c, turn[0], turn[1], turn[2], turn[3]};
  }
  return mechanism;
}

/// Times of the steps of the first two seconds of scenes that fall apart.
void printTumbling() {
  struct Scene {
    std::string name;
    Mechanism mechanism;
  };
  std::vector<Scene> scenes;
  for (const int count : {27, 64, 125})
    scenes.push_back({std::to_string(count) + " boxes", tumblingBoxes(count)});
  scenes.push_back({"a chain of 80", fallingChains(1, 80)});
  scenes.push_back({"10 chains of 10", fallingChains(10, 10)});
  std::cout << "| a step of 2 ms [ms]: mean, median, worst |";
  for (const Scene& scene : scenes) std::cout << ' ' << scene.name << " |";
  std::cout << "\n| --- |";
  for (std::size_t i = 0; i < scenes.size(); ++i) std::cout << " ---: |";
  std::cout << std::endl << std::fixed << std::setprecision(2);
  for (const Stepping& by :
       {Stepping{"articulated-body", "semi-implicit-euler"},
        Stepping{"variational", "second-order"}, Stepping{"multipliers", "rattle"}}) {
    std::cout << labelOf(by);
    for (const Scene& scene : scenes) {
      Simulation simulation(scene.mechanism, {by.method, by.integrator, 2e-3, {}});
      std::vector<double> times;
      double sum = 0;
      for (int i = 0; i < 1000; ++i) {
        times.push_back(1e3 * secondsOf({{}, [&] { simulation.step(); }}, 1));
        sum += times.back();
      }
      std::sort(times.begin(), times.end());
      std::cout << ' ' << sum / 1000 << ", " << times[500] << ", " << times.back() << " |"
                << std::flush;
    }
    std::cout << std::endl;
  }
}

/// Motors that hold every joint of a humanoid where it starts.
Tracking holding(const Mechanism& mechanism) {
  Tracking tracking{10000, 1000, {}};
  for (const Joint& joint : mechanism.joints) {
    if (joint.type != JointType::revolute || joint.name.find("Rotor") != std::string::npos)
      continue;
    const auto found = mechanism.initialState->q.find(joint.name);
    Trajectory trajectory;
    if (found != mechanism.initialState->q.end()) trajectory.center = found->second[0];
    tracking.joints.emplace(joint.name, trajectory);
  }
  return tracking;
}

/// The poses of all bodies, and their energy.
struct Rest {
  explicit Rest(Simulation& simulation)
      : poses(simulation.poses().begin(), simulation.poses().end()),
        energy(simulation.kineticEnergy() + simulation.potentialEnergy()),
        work(simulation.work()) {}

  /// The furthest that a body has come [m].
  double distanceTo(const Rest& other) const {
    double furthest = 0;
    for (std::size_t i = 0; i < poses.size(); i += 7)
      furthest = std::max(furthest,
                          std::hypot(poses[i] - other.poses[i], poses[i + 1] - other.poses[i + 1],
                                     poses[i + 2] - other.poses[i + 2]));
    return furthest;
  }

  std::vector<double> poses;
  double energy, work;
};

/// The drift after `duration`, from `settled` on.
void printDrift(const std::string& name, const Mechanism& mechanism, bool isHeld, double step,
                double settled, double duration) {
  std::cout << std::defaultfloat << "\n| " << name << ", " << 1000 * step
            << " ms | moved [mm] | energy [J] | less work [J] | kinetic at the end [J] |\n"
            << "| --- | ---: | ---: | ---: | ---: |" << std::endl;
  std::cout << std::scientific << std::setprecision(0);
  for (const Stepping& by : steppings()) {
    Simulation simulation(mechanism, {by.method, by.integrator, step, {}});
    if (isHeld) simulation.track(holding(mechanism));
    if (settled > 0) simulation.advance(settled);
    const Rest start(simulation);
    simulation.advance(duration);
    const Rest end(simulation);
    std::cout << labelOf(by) << ' ' << 1000 * end.distanceTo(start) << " | "
              << end.energy - start.energy << " | "
              << end.energy - end.work - (start.energy - start.work) << " | "
              << simulation.kineticEnergy() << " |" << std::endl;
  }
}

}  // namespace
}  // namespace linkwork::bench

int main(int argc, char** argv) {
  using namespace linkwork;
  const std::set<std::string> wanted(argv + 1, argv + argc);
  if (wanted.empty() || wanted.count("growth")) bench::printGrowth();
  if (wanted.empty() || wanted.count("dropped")) bench::printDropped();
  if (wanted.empty() || wanted.count("tumbling")) bench::printTumbling();
  if (wanted.empty() || wanted.count("drift")) {
    bench::printDrift("ten boxes on each other, 60 s", boxStack({.boxes = 10}), false, 2e-3, 0, 60);
    bench::printDrift("MIT Humanoid on its feet, 10 s", mitHumanoid({.base = RobotBase::standing}),
                      true, 1e-3, 5, 10);
  }
}
