#include "linkwork/codegen/closed_step.hpp"

#include <algorithm>

#include "linkwork/codegen/step_trace.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::codegen {

using symbolic::ProgramSequence;

ProgramSequence closedStep(const ClusterTree<double>& tree, std::string_view integrator,
                           ProgramSequence (*write)(const ClusterTree<double>&, std::string_view,
                                                    const ProgramOptions&)) {
  const bool hasLoops = std::any_of(
      tree.clusters().begin(), tree.clusters().end(),
      [](const auto& cluster) { return cluster.constraint && !cluster.constraint->loops.empty(); });
  if (hasLoops && integrator != "rk4")
    throw MechanismError("of integrators, 'rk4' alone moves loops there");
  ProgramSequence step = write(tree, integrator, {.closesLoops = true});
  for (ProgramSequence::Call& call : step.calls)
    for (ProgramSequence::Place& place : call.inputs)
      if (place.memory == StepTrace::ahead) place.memory = StepTrace::velocities;
  return step;
}

}  // namespace linkwork::codegen
