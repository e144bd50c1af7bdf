// Measures what Si & Guenter measured in section 5 of "Linear-Time Dynamics for Multibody Systems
// with General Joint Models", and prints it as JSON; ../paper-general-joints.mjs makes a table of
// it.

#include <iostream>
#include <nlohmann/json.hpp>

#include "../paper/timing.hpp"
#include "codegen/link.hpp"
#include "linkwork/baselines/general_joint_programs.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/operation_counts.hpp"

namespace linkwork::bench {
namespace {

using Json = nlohmann::json;

struct Example {
  const char* name;
  const char* catalogueName;
  const char* options;
};

constexpr std::array examples{
    Example{"RC20", "chain", R"({"links": 20, "axes": [[0,1,0],[1,0,0],[0,0,1]]})"},
    Example{"RC50", "chain", R"({"links": 50, "axes": [[0,1,0],[1,0,0],[0,0,1]]})"},
    Example{"RC100", "chain", R"({"links": 100, "axes": [[0,1,0],[1,0,0],[0,0,1]]})"},
    Example{"RC20 planar", "chain", R"({"links": 20})"},
    Example{"RC50 planar", "chain", R"({"links": 50})"},
    Example{"RC100 planar", "chain", R"({"links": 100})"},
    Example{"TC10", "torusChain", R"({"links": 10})"},
    Example{"TC20", "torusChain", R"({"links": 20})"},
    Example{"WM", "windmill", ""}};

/// A mechanism with everything that computes its accelerations.
class Subject {
 public:
  explicit Subject(const Mechanism& mechanism)
      : tree_(compile(mechanism)),
        work_(tree_),
        forces_(tree_),
        q_(tree_.initialPosition()),
        v_(tree_.initialVelocity()),
        a_(tree_.velocitySize()) {}

  Json measure(int rounds) {
    const std::vector programs{forwardDynamicsProgram(tree_), generalJointProgram(tree_),
                               restForcesProgram(tree_)};
    std::vector<test::LinkedProgram> linked = test::link(programs, "-O2");
    const auto compiled = [this](test::LinkedProgram& program) {
      program.run({q_.data(), v_.data(), forces_.torque.data()});
    };
    MixedDynamics mixed(tree_, [&](const double* const* inputs, double* outputs) {
      linked[2].function(inputs, outputs, linked[2].scratch.data());
    });
    baselines::GeneralJoint<double> numeric(tree_);
    const std::vector<Candidate> candidates{
        {"compiled", [&] { compiled(linked[0]); }},
        {"Method I", [&] { compiled(linked[1]); }},
        {"Method II", [&] { mixed.forwardDynamics(q_, v_, forces_.torque, a_); }},
        {"recursions", [&] { numeric.forwardDynamics(q_, v_, forces_, a_); }},
        {"articulated body", [&] { forwardDynamics<double>(tree_, q_, v_, forces_, work_, a_); }},
        {"general", [&] {
           updateKinematics<double>(tree_, q_, v_, work_);
           applyForces<double>(tree_, q_, v_, forces_, work_);
           articulate<double>(tree_, work_, a_);
         }}};
    Json result{{"degreesOfFreedom", tree_.degreesOfFreedom()},
                {"operations",
                 {{"compiled", symbolic::countOperations(programs[0].outputs).arithmetic()},
                  {"Method I", symbolic::countOperations(programs[1].outputs).arithmetic()},
                  {"Method II", symbolic::countOperations(programs[2].outputs).arithmetic()}}}};
    for (const Timing& timing : compare(candidates, rounds, 1e-3))
      result["methods"].push_back(
          {{"name", timing.name}, {"microseconds", timing.microseconds}, {"ratio", timing.ratio}});
    return result;
  }

 private:
  ClusterTree<double> tree_;
  Workspace<double> work_;
  AppliedForces<double> forces_;
  Eigen::VectorXd q_, v_, a_;
};

}  // namespace
}  // namespace linkwork::bench

int main(int argc, char** argv) {
  using namespace linkwork::bench;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 21;
  Json result = Json::array();
  for (const Example& example : examples) {
    std::cerr << example.name << '\n';
    Json measured = Subject(linkwork::catalogueMechanism(example.catalogueName, example.options))
                        .measure(rounds);
    measured["name"] = example.name;
    result.push_back(std::move(measured));
  }
  std::cout << result << '\n';
  return 0;
}
