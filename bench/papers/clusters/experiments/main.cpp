// Measures what Chignoli et al. measured in section IX of "Recursive Rigid-Body Dynamics Algorithms
// for Systems with Kinematic Loops", and prints it as JSON; ../paper-clusters.mjs makes tables and
// figures of it.

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "leg_torques.hpp"
#include "linkwork/catalogue.hpp"
#include "subject.hpp"

namespace linkwork::bench {
namespace {

using Json = nlohmann::json;
using Candidates = std::vector<Candidate> (Subject::*)();

struct Question {
  const char* name;
  Candidates candidates;
};

const std::vector<Question> questions{{"inverseDynamics", &Subject::inverseDynamics},
                                      {"forwardDynamics", &Subject::forwardDynamics},
                                      {"inverseInertia", &Subject::inverseInertia}};

struct Robot {
  const char* name;
  Mechanism mechanism;
  const char* endEffector;
};

/// Revolute axes x, y, z in turn: a chain in space.
const std::vector<Eigen::Vector3d> axes{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}};

Mechanism geared(int links) { return gearedChain({.links = links, .axes = axes}); }
Mechanism belts(int links) { return beltChain({.links = links, .axes = axes}); }

std::vector<Robot> robots() {
  return {{"MIT Humanoid", mitHumanoid(), "leftFoot"},
          {"Tello Humanoid", telloHumanoid(), "leftFoot"},
          {"Mini Cheetah", miniCheetah(), "frontLeftShank"},
          {"geared chain, 12", geared(12), "link12"},
          {"belt chain, 12", belts(12), "link12"},
          {"JVRC-1", jvrc1(), "leftFoot"}};
}

Json timingsOf(const std::vector<Candidate>& candidates, int rounds, double roundSeconds) {
  Json methods = Json::array();
  for (const Timing& timing : compare(candidates, rounds, roundSeconds))
    methods.push_back(
        {{"name", timing.name}, {"microseconds", timing.microseconds}, {"ratio", timing.ratio}});
  return methods;
}

/// Tables II, III and IV.
Json tables(int rounds) {
  Json result = Json::object();
  for (const Robot& robot : robots()) {
    std::cerr << robot.name << '\n';
    Subject subject(robot.mechanism, robot.endEffector);
    for (const Question& question : questions)
      result[question.name].push_back(
          {{"robot", robot.name},
           {"degreesOfFreedom", subject.tree.degreesOfFreedom()},
           {"methods", timingsOf((subject.*question.candidates)(), rounds, 1e-3)}});
  }
  return result;
}

/// Figures 11 and 13: a method leaves once a call takes longer than this.
constexpr double patience = 0.1;  // [s]

Json growth(Mechanism (*build)(int), const Question& question, int rounds) {
  Json result = Json::array();
  std::set<std::string> tooSlow;
  for (const int links :
       {2, 4, 6, 8, 10, 12, 16, 20, 24, 36, 50, 70, 100, 140, 200, 300, 500, 700, 1000}) {
    std::cerr << question.name << ' ' << links << '\n';
    Subject subject(build(links), "link" + std::to_string(links));
    std::vector<Candidate> candidates = (subject.*question.candidates)();
    std::erase_if(candidates,
                  [&](const Candidate& candidate) { return tooSlow.contains(candidate.name); });
    const Json timings = timingsOf(candidates, rounds, 1e-3);
    for (const Json& method : timings)
      if (method.at("microseconds").get<double>() > 1e6 * patience)
        tooSlow.insert(method.at("name").get<std::string>());
    result.push_back({{"links", links}, {"methods", timings}});
  }
  return result;
}

Json legTorquesAsJson() {
  const LegTorques torques = legTorques();
  Json joints = Json::array();
  for (const LegTorques::Joint& joint : torques.joints)
    joints.push_back({{"name", joint.name},
                      {"exact", joint.exact},
                      {"approximate", joint.approximate},
                      {"unconstrained", joint.unconstrained}});
  return {{"times", torques.times}, {"joints", joints}};
}

}  // namespace
}  // namespace linkwork::bench

int main(int argc, char** argv) {
  using namespace linkwork::bench;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 51;
  const Json result{{"tables", tables(rounds)},
                    {"forwardGrowth", growth(geared, questions[1], (rounds + 4) / 5)},
                    {"inertiaGrowth", growth(belts, questions[2], (rounds + 4) / 5)},
                    {"legTorques", legTorquesAsJson()}};
  std::cout << result << '\n';
  return 0;
}
