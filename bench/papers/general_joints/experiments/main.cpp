// Measures what Si & Guenter measured in section 5 of "Linear-Time Dynamics for Multibody Systems
// with General Joint Models", and prints it as JSON; ../paper-general-joints.mjs makes a table of
// it.

#include <iostream>
#include <nlohmann/json.hpp>

#include "codegen/link.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/general_dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/subgraph.hpp"
#include "motion.hpp"
#include "nested_jets.hpp"
#include "papers/general_joints/general_joint_programs.hpp"
#include "timing.hpp"

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
    Example{"WM", "windmill", ""},
    Example{"rail", "railTorusChain", R"({"links": 10})"},
    Example{"board", "surfaceBoard", ""}};

/// The numeric recursion for all mechanisms, at a state of motion near its start.
class GeneralRecursion {
 public:
  explicit GeneralRecursion(const Mechanism& mechanism)
      : tree_(compile(mechanism)),
        work_(tree_),
        forces_(tree_),
        q_(tree_.initialPosition()),
        v_(tree_.initialVelocity()),
        a_(tree_.velocitySize()) {
    for (int i = 0; i < v_.size(); ++i) v_[i] += 0.1 * (i % 7 - 3);
  }

  /// Off the start, where many angles are right ones.
  void move(double by) { q_.array() += by; }

  const Eigen::VectorXd& accelerations() {
    updateKinematics<double>(tree_, q_, v_, work_);
    generalForwardDynamics<double>(tree_, q_, v_, forces_, work_, a_);
    return a_;
  }

 private:
  ClusterTree<double> tree_;
  Workspace<double> work_;
  AppliedForces<double> forces_;
  Eigen::VectorXd q_, v_, a_;
};

/// Chains of tori, with the derivatives of their joints by the factors of the pose and by nested
/// jets.
Json jetComparison(int rounds) {
  Json results = Json::array();
  for (const int links : {10, 20}) {
    TorusChainOptions options;
    options.links = links;
    const Mechanism chain = torusChain(options);
    GeneralRecursion factored(chain), jets(byNestedJets(chain));
    for (GeneralRecursion* recursion : {&factored, &jets}) recursion->move(0.1);
    const double apart = (factored.accelerations() - jets.accelerations()).cwiseAbs().maxCoeff() /
                         factored.accelerations().cwiseAbs().maxCoeff();
    Json result{{"name", "TC" + std::to_string(links)}, {"difference", apart}};
    for (const Timing& timing : compare({{"factored", [&] { factored.accelerations(); }},
                                         {"nested jets", [&] { jets.accelerations(); }}},
                                        rounds, 1e-3))
      result["methods"].push_back(
          {{"name", timing.name}, {"microseconds", timing.microseconds}, {"ratio", timing.ratio}});
    results.push_back(std::move(result));
  }
  return results;
}

/// The paper's figures 3 and 4.
Json motions() {
  RailTorusChainOptions onRail;
  onRail.links = 10;
  std::vector<std::string> rings;
  for (int i = 1; i <= onRail.links; ++i) rings.push_back("link" + std::to_string(i));
  return {picture({railTorusChain(onRail), "link1", rings, 1.5}),
          picture({surfaceBoard(),
                   "board",
                   {"left3", "left2", "left1", "board", "right1", "right2", "right3"},
                   3})};
}

/// A mechanism with everything that computes its accelerations.
class Subject {
 public:
  explicit Subject(const Mechanism& mechanism)
      : tree_(compile(mechanism)),
        general_(mechanism),
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
      linked[2].function(inputs, outputs, linked[2].workspace.data());
    });
    papers::GeneralJoint numeric(tree_);
    const std::vector<Candidate> candidates{
        {"compiled", [&] { compiled(linked[0]); }},
        {"Method I", [&] { compiled(linked[1]); }},
        {"Method II", [&] { mixed.forwardDynamics(q_, v_, forces_.torque, a_); }},
        {"recursions", [&] { numeric.forwardDynamics(q_, v_, forces_, a_); }},
        {"articulated body", [&] { forwardDynamics(tree_, q_, v_, forces_, work_, a_); }},
        {"general", [&] { general_.accelerations(); }}};
    Json result{
        {"degreesOfFreedom", tree_.degreesOfFreedom()},
        {"operations",
         {{"compiled", symbolic::countOperations(programs[0].expressions()).arithmetic()},
          {"Method I", symbolic::countOperations(programs[1].expressions()).arithmetic()},
          {"Method II", symbolic::countOperations(programs[2].expressions()).arithmetic()}}}};
    for (const Timing& timing : compare(candidates, rounds, 1e-3))
      result["methods"].push_back(
          {{"name", timing.name}, {"microseconds", timing.microseconds}, {"ratio", timing.ratio}});
    return result;
  }

 private:
  ClusterTree<double> tree_;
  GeneralRecursion general_;
  Workspace<double> work_;
  AppliedForces<double> forces_;
  Eigen::VectorXd q_, v_, a_;
};

}  // namespace
}  // namespace linkwork::bench

int main(int argc, char** argv) {
  using namespace linkwork::bench;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 21;
  Json result{{"examples", Json::array()}, {"jets", jetComparison(rounds)}};
  const TorusOperations operations = torusOperations();
  result["torusOperations"] = {{"factored", {operations.factoredSubspace, operations.factoredAll}},
                               {"nested jets", {operations.jetsSubspace, operations.jetsAll}}};
  result["motions"] = motions();
  for (const Example& example : examples) {
    std::cerr << example.name << '\n';
    Json measured = Subject(linkwork::catalogueMechanism(example.catalogueName, example.options))
                        .measure(rounds);
    measured["name"] = example.name;
    result["examples"].push_back(std::move(measured));
  }
  std::cout << result << '\n';
  return 0;
}
