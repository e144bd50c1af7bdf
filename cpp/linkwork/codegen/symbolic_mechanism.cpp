#include "linkwork/codegen/symbolic_mechanism.hpp"

#include <cmath>
#include <utility>

#include "linkwork/dynamics/hinges/hinge_numbers.hpp"

namespace linkwork::codegen {

SymbolicMechanism::SymbolicMechanism(const ClusterTree<double>& compiledTree, bool velocities,
                                     int parameterArray)
    : tree(compiledTree),
      graph(std::make_shared<symbolic::Graph>()),
      q(inputs(0, tree.positionSize())),
      v(velocities ? inputs(1, tree.velocitySize())
                   : std::vector<Expression>(at(tree.velocitySize()))),
      number([this, parameterArray](double value) -> Expression {
        if (parameterArray < 0 || value == 0 || std::abs(value) == 1) return value;
        parameters.push_back(value);
        return graph->input(parameterArray, static_cast<int>(parameters.size()) - 1);
      }),
      motions(spanningMotionsOf(tree, q, v, number, parameters, parameterArray)) {}

void SymbolicMechanism::writeBodies(bool foldRotors) {
  bodies.resize(tree.bodies().size());
  if (foldRotors) findRotors();
  const std::vector<RigidBodyInertia<double>> inertias = foldRotorsIn();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].rotor.is) continue;
    bodies[i].moves = movesOf(tree.bodies()[i], q, v, number);
    bodies[i].numbers = numbersOf(inertias[i], number);
  }
}

void SymbolicMechanism::findRotors() {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const TreeBody<double>& body = tree.bodies()[i];
    bodies[i].rotor.is = body.joint == JointType::revolute && hinges::isAxisymmetric(body.inertia);
    if (body.parent != ground) bodies[at(body.parent)].rotor.is = false;
  }
}

/// Inertias of all bodies with the rotors that ride on them.
std::vector<RigidBodyInertia<double>> SymbolicMechanism::foldRotorsIn() {
  std::vector<RigidBodyInertia<double>> inertias;
  for (const TreeBody<double>& body : tree.bodies()) inertias.push_back(body.inertia);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const TreeBody<double>& body = tree.bodies()[i];
    Rotor& rotor = bodies[i].rotor;
    if (!rotor.is) continue;
    const double axial = body.inertia.rotational.zz;
    rotor.axial = number(axial);
    for (int k = 0; k < 3; ++k)
      rotor.spin[at(k)] = number(axial * withoutRounding(body.placement.rotation(k, 2), 1));
    if (body.parent != ground) inertias[at(body.parent)] += body.inertia.toParent(body.placement);
  }
  return inertias;
}

std::vector<Expression> SymbolicMechanism::inputs(int array, int size) const {
  std::vector<Expression> result;
  for (int i = 0; i < size; ++i) result.push_back(graph->input(array, i));
  return result;
}

symbolic::Program SymbolicMechanism::program(const char* name,
                                             std::vector<symbolic::Program::Array> arrays,
                                             std::vector<Expression> outputs) const {
  if (!parameters.empty())
    arrays.push_back({"parameters", static_cast<int>(parameters.size()), parameters});
  return {name, std::move(arrays), graph, std::move(outputs)};
}

}  // namespace linkwork::codegen
