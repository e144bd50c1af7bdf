// Expressions, a line each, of q0 and q1: read, differentiated, and the moves of a joint.
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "laws.hpp"
#include "linkwork/json.hpp"
#include "linkwork/program.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/symbolic/differentiation.hpp"
#include "linkwork/symbolic/expression_text.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"
#include "readings.hpp"

namespace linkwork::fuzz {
namespace {

using symbolic::Expression;

void readAndEvaluate(const std::string& text) {
  symbolic::Graph graph;
  const std::vector<symbolic::NamedExpression> names{{"q0", graph.input(0, 0)},
                                                     {"q1", graph.input(0, 1)}};
  const std::vector<Expression> variables{names[0].value, names[1].value};
  try {
    const Expression read = symbolic::parse(text, names);
    std::vector<Expression> all = symbolic::gradient(read, variables);
    all.push_back(read);
    const symbolic::Tape tape(all);
    const double q[] = {0.3, -0.7};
    const double* const inputs[] = {q};
    std::vector<double> values(all.size()), scratch(static_cast<std::size_t>(tape.registers()));
    tape.run(inputs, values.data(), scratch.data());
  } catch (const symbolic::ExpressionTextError& error) {
    require(error.position() <= text.size(), "an error is at a place of the text");
  }
}

/// A body on a joint of two coordinates: the first three lines translate, the others turn.
Mechanism movedBy(const std::vector<std::string>& lines) {
  CustomJoint joint{.coordinates = {"q0", "q1"}, .pose = {}};
  CustomJoint::Translation along{{"q0", "q1", "0"}};
  for (std::size_t i = 0; i < std::min<std::size_t>(3, lines.size()); ++i)
    along.along[i] = lines[i];
  joint.pose.emplace_back(along);
  for (std::size_t i = 3; i < lines.size(); ++i)
    joint.pose.emplace_back(
        CustomJoint::Rotation{Eigen::Vector3d::Unit(static_cast<Eigen::Index>(i % 3)), lines[i]});
  Mechanism mechanism;
  mechanism.bodies.push_back({.name = "body", .mass = 1, .inertia = {1, 1, 1, 0, 0, 0}});
  Joint moved;
  moved.type = JointType::general;
  moved.name = "moved";
  moved.parent = "world";
  moved.child = "body";
  moved.function = joint;
  mechanism.joints.push_back(moved);
  return mechanism;
}

void move(const std::vector<std::string>& lines) {
  const Mechanism mechanism = movedBy(lines);
  validate(mechanism);
  for (const char* const method : {"articulated-body", "variational", "multipliers"})
    isAccepted([&] {
      Simulation simulation(mechanism, {.method = method, .step = 1e-2});
      requireFiniteReadings(simulation);
      for (int i = 0; i < 3 && isAccepted([&] { simulation.step(); }); ++i)
        requireFiniteReadings(simulation);
      query(simulation);
    });
  isAccepted([&] {
    const Simulation simulation(mechanism);
    symbolic::emitWasm(forwardDynamicsProgram(simulation.tree()));
  });
}

}  // namespace
}  // namespace linkwork::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace linkwork;
  std::vector<std::string> lines;
  std::istringstream text(std::string(reinterpret_cast<const char*>(data), size));
  for (std::string line; lines.size() < 6 && std::getline(text, line);) lines.push_back(line);
  fuzz::runInTime([&] {
    for (const std::string& line : lines) fuzz::readAndEvaluate(line);
    fuzz::move(lines);
  });
  return 0;
}
