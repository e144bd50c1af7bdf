#include "linkwork/codegen/symbolic_mechanism.hpp"

#include <cmath>
#include <utility>

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

std::vector<Expression> SymbolicMechanism::inputs(int array, int size) const {
  std::vector<Expression> result;
  for (int i = 0; i < size; ++i) result.push_back(graph->input(array, i));
  return result;
}

symbolic::Program SymbolicMechanism::program(const char* name,
                                             std::vector<symbolic::Program::Array> arrays,
                                             const std::vector<Expression>& outputs) const {
  if (!parameters.empty())
    arrays.push_back({"parameters", static_cast<int>(parameters.size()), parameters});
  return symbolic::Program::straight(name, std::move(arrays), graph, outputs);
}

}  // namespace linkwork::codegen
