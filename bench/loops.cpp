// What a step and derivatives cost in closed loops of many links, their growth with the loop, and a
// step in a net: tables for bench/loops.
//
//   linkwork_loops [LINKS...]

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

#include "linkwork/simulation.hpp"
#include "timing.hpp"

namespace linkwork::bench {
namespace {

/// A regular polygon of links of 1 kg and 0.1 m, on parallel revolute joints or on ball joints;
/// one corner is on the world.
Mechanism ring(int links, JointType type) {
  constexpr double length = 0.1;
  Mechanism mechanism;
  mechanism.name = "ring of " + std::to_string(links);
  NamedState state;
  for (int i = 0; i < links; ++i) {
    Body& body = mechanism.bodies.emplace_back();
    body.name = "link" + std::to_string(i);
    body.mass = 1;
    body.centerOfMass = {0.5 * length, 0, 0};
    body.inertia = {1e-4, 1e-3, 1e-3, 0, 0, 0};
    Joint& joint = mechanism.joints.emplace_back();
    joint.name = "joint" + std::to_string(i);
    joint.type = type;
    if (type == JointType::revolute) joint.axis = {0, 1, 0};
    joint.parent = i == 0 ? "world" : "link" + std::to_string(i - 1);
    joint.child = body.name;
    joint.parentFrame.position = {i == 0 ? 0 : length, 0, 0};
    const double turn = 2 * std::numbers::pi / links;
    if (type == JointType::revolute)
      state.q[joint.name] = {turn};
    else
      state.q[joint.name] = {0, std::sin(turn / 2), 0, std::cos(turn / 2)};
  }
  Loop& loop = mechanism.loops.emplace_back();
  loop.name = "closing";
  loop.type = type;
  if (type == JointType::revolute) loop.axis = {0, 1, 0};
  loop.parent = "world";
  loop.child = mechanism.bodies.back().name;
  loop.childFrame.position = {length, 0, 0};
  mechanism.initialState = state;
  return mechanism;
}

/// A net of n × n bodies on a wavy surface, each connected to its neighbors by ball joints halfway,
/// and the first to the world.
Mechanism net(int n) {
  const auto place = [](int i, int k) {
    const double x = 0.1 * i, y = 0.1 * k;
    return Eigen::Vector3d(x, y, 0.3 * std::sin(1.3 * x + 0.7) * std::cos(1.1 * y + 0.3));
  };
  const auto nameOf = [](int i, int k) { return std::to_string(i) + "," + std::to_string(k); };
  const auto connect = [&](JointGeometry& joint, int i, int k, int fromI, int fromK) {
    const Eigen::Vector3d middle = 0.5 * (place(i, k) + place(fromI, fromK));
    joint.name = "from " + nameOf(fromI, fromK) + " to " + nameOf(i, k);
    joint.type = JointType::spherical;
    joint.parent = nameOf(fromI, fromK);
    joint.child = nameOf(i, k);
    joint.parentFrame.position = middle - place(fromI, fromK);
    joint.childFrame.position = middle - place(i, k);
  };
  Mechanism mechanism;
  mechanism.name = "net";
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) {
      Body& body = mechanism.bodies.emplace_back();
      body.name = nameOf(i, k);
      body.mass = 0.1;
      body.inertia = {1e-4, 1e-4, 1e-4, 0, 0, 0};
      Joint& joint = mechanism.joints.emplace_back();
      connect(joint, i, k, k > 0 || i == 0 ? i : i - 1, k > 0 ? k - 1 : 0);
      if (i > 0 && k > 0) connect(mechanism.loops.emplace_back(), i, k, i - 1, k);
      if (i > 0 || k > 0) continue;
      joint.parent = "world";
      joint.parentFrame.position = place(0, 0);
    }
  return mechanism;
}

struct Way {
  std::string method, integrator;
};

const std::vector<Way> ways{
    {"articulated-body", "rk4"},     {"articulated-body", "semi-implicit-euler"},
    {"variational", "second-order"}, {"variational-maximal", "second-order"},
    {"multipliers", "rattle"},       {"multipliers", "rk4"}};

/// The median time of a call [ms].
double millisecondsOf(const std::function<void()>& call) {
  constexpr int rounds = 7;
  const Candidate candidate{"", call};
  const double once = secondsOf(candidate, 2);
  const long count = std::max(1L, std::min(20L, static_cast<long>(0.02 / once)));
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) times.push_back(1e3 * secondsOf(candidate, count));
  return median(times);
}

/// The same of a step, some steps after the start.
double millisecondsOf(const Mechanism& mechanism, const Way& way) {
  Simulation simulation(mechanism,
                        {.method = way.method, .integrator = way.integrator, .step = 1e-3});
  return millisecondsOf([&] { simulation.step(); });
}

void write(double milliseconds) {
  std::cout << std::fixed << std::setprecision(milliseconds < 10 ? 2 : 0) << ' ' << milliseconds
            << " |" << std::flush;
}

void printHead(const std::string& title, const std::vector<int>& sizes) {
  std::cout << "| " << title << " |";
  for (const int links : sizes) std::cout << ' ' << links << " |";
  std::cout << " growth exponent |\n| --- |";
  for (std::size_t i = 0; i <= sizes.size(); ++i) std::cout << " ---: |";
  std::cout << std::endl;
}

/// A row of times [ms] by numbers of links, up to those of `most` [ms].
void printRow(const std::string& name, const std::vector<int>& sizes, double most,
              const std::function<double(int)>& millisecondsFor) {
  std::cout << "| " << name << " |";
  std::vector<double> times;
  for (const int links : sizes) {
    const double larger = times.empty() ? 1 : double(links) / sizes[times.size() - 1];
    if (!times.empty() && times.back() * std::pow(larger, 3) > most) break;
    write(times.emplace_back(millisecondsFor(links)));
  }
  for (std::size_t i = times.size(); i < sizes.size(); ++i) std::cout << " – |";
  std::cout << std::setprecision(2) << ' '
            << std::log(times.back() / times.front()) /
                   std::log(double(sizes[times.size() - 1]) / sizes.front())
            << " |" << std::endl;
}

std::string nameOf(JointType type) {
  return type == JointType::revolute ? "revolute joints" : "ball joints";
}

void printRings(const std::vector<int>& sizes, JointType type) {
  printHead("ms a step of a ring on " + nameOf(type), sizes);
  for (const Way& way : ways)
    printRow("`" + way.method + "`, `" + way.integrator + "`", sizes, 1e3,
             [&](int links) { return millisecondsOf(ring(links, type), way); });
  std::cout << std::endl;
}

void printDerivatives(const std::vector<int>& sizes) {
  printHead("ms of all derivatives of a ring", sizes);
  constexpr double most = 2e4;
  for (const JointType type : {JointType::revolute, JointType::spherical}) {
    const auto simulate = [&](int links) {
      return Simulation(ring(links, type), {.method = "articulated-body", .integrator = "rk4"});
    };
    printRow("accelerations, " + nameOf(type), sizes, most, [&](int links) {
      Simulation simulation = simulate(links);
      return millisecondsOf([&] { simulation.forwardDynamicsDerivatives(); });
    });
    printRow("steps of `rk4`, " + nameOf(type), sizes, most, [&](int links) {
      Simulation simulation = simulate(links);
      return millisecondsOf([&] { simulation.stepMap(); });
    });
  }
}

void printNet(int side) {
  std::cout << "\n| ms a step of a net | " << side << " × " << side << " |\n| --- | ---: |\n";
  for (const Way& way : ways) {
    std::cout << "| `" << way.method << "`, `" << way.integrator << "` |";
    write(millisecondsOf(net(side), way));
    std::cout << std::endl;
  }
}

}  // namespace
}  // namespace linkwork::bench

int main(int argc, char** argv) {
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
  if (sizes.empty()) sizes = {50, 100, 200, 500, 1000};
  linkwork::bench::printRings(sizes, linkwork::JointType::revolute);
  linkwork::bench::printRings(sizes, linkwork::JointType::spherical);
  linkwork::bench::printDerivatives(sizes);
  linkwork::bench::printNet(10);
}
