#include "linkwork/codegen/recursion_trace.hpp"
#include "linkwork/dynamics/single_coordinates.hpp"
#include "linkwork/program.hpp"

namespace linkwork {

symbolic::Program forwardDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options) {
  tree.requireMass();
  const int nv = tree.velocitySize();
  const ClusterTree<double> written = withSingleCoordinates(tree);
  codegen::SymbolicMechanism mechanism(written, true, options.keepParameters ? 3 : -1);
  std::vector<symbolic::Expression> outputs =
      codegen::traceForwardDynamics(mechanism, mechanism.inputs(2, nv));
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("forwardDynamics", {{"q", tree.positionSize()}, {"v", nv}, {"tau", nv}},
                           outputs);
}

symbolic::Program inverseDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options) {
  const int nv = tree.velocitySize();
  const ClusterTree<double> written = withSingleCoordinates(tree);
  codegen::SymbolicMechanism mechanism(written, true, options.keepParameters ? 3 : -1);
  std::vector<symbolic::Expression> outputs =
      codegen::traceInverseDynamics(mechanism, mechanism.inputs(2, nv));
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("inverseDynamics", {{"q", tree.positionSize()}, {"v", nv}, {"a", nv}},
                           outputs);
}

symbolic::Program massMatrixProgram(const ClusterTree<double>& tree,
                                    const ProgramOptions& options) {
  const ClusterTree<double> written = withSingleCoordinates(tree);
  codegen::SymbolicMechanism mechanism(written, false, options.keepParameters ? 1 : -1);
  std::vector<symbolic::Expression> outputs = codegen::traceMassMatrix(mechanism);
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("massMatrix", {{"q", tree.positionSize()}}, outputs);
}

}  // namespace linkwork
