#pragma once

#include <optional>
#include <string_view>

#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/program.hpp"

namespace linkwork::codegen {

/// A step of an explicit integrator (dynamics/explicit_steps.hpp) as expressions of the
/// accelerations: the states of its stages, and the state at its end.
struct StepTrace {
  /// Input arrays. After `ahead`: the accelerations by stage, each followed by a guard, and last
  /// the joints' numbers.
  enum Array { positions, velocities, torques, length, ahead, answers };
  int numbers() const { return answers + static_cast<int>(stages.size()); }

  /// Input arrays that are q and v.
  struct Given {
    Array q, v;
  };
  struct State {
    VectorX<Expression> q, v;
    std::optional<Given> given = {};  ///< if it equals input arrays
  };

  std::shared_ptr<symbolic::Graph> graph;
  std::vector<State> stages;
  State end;
  std::vector<Expression> powers;  ///< mean over the step, by body
  std::vector<double> parameters;  ///< of joints, one body after the other
};

/// Number of stages of an integrator. Throws MechanismError that lists the names if the name is
/// unknown.
int stagesOf(std::string_view integrator);

/// The arrays, without the joints' numbers.
std::vector<symbolic::Program::Array> stepArrays(const ClusterTree<double>& tree, int stages);

/// in   keepParameters   whether damping and friction are inputs; else they are folded in
StepTrace traceStep(const ClusterTree<double>& tree, std::string_view integrator,
                    bool keepParameters);

}  // namespace linkwork::codegen
